"""Setup, rounds, prices and turns."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.evolve.table import (
    NO_REGION,
    evolve,
    with_board,
    with_relic,
)
from domain.games.chaos_order.state import (
    Income,
    Price,
    State,
)


@evolve.on(facts.LandTilesLaid)
def _(state: State, fact: facts.LandTilesLaid) -> State:
    tiles = {**state.tiles, **fact.tiles}
    in_play = {
        place: state.regions.get(place, NO_REGION)
        for place in state.box.places
        if place in state.regions or place in tiles
    }
    return replace(state, tiles=tiles, regions=in_play)


@evolve.on(facts.SetupStepBegan)
def _(state: State, fact: facts.SetupStepBegan) -> State:
    return replace(state, setup=fact.step, next_seats=fact.turns)


@evolve.on(facts.BasePlaced)
def _(state: State, fact: facts.BasePlaced) -> State:
    state = with_board(state, fact.seat, base=fact.location)
    return replace(
        state,
        bases={**state.bases, fact.location: fact.seat},
        mountains=state.mountains + fact.mountains,
    )


@evolve.on(facts.FoundationsLaid)
def _(state: State, fact: facts.FoundationsLaid) -> State:
    regions = dict(state.regions)
    for place, foundation in fact.layout.items():
        region = regions[place]
        regions[place] = replace(region, foundations=(*region.foundations, foundation))
    return replace(state, regions=regions)


@evolve.on(facts.FoundationsReturned)
def _(state: State, fact: facts.FoundationsReturned) -> State:
    return state


@evolve.on(facts.RelicPlaced)
def _(state: State, fact: facts.RelicPlaced) -> State:
    return with_relic(state, fact.region, fact.relic)


@evolve.on(facts.MountainsPlaced)
def _(state: State, fact: facts.MountainsPlaced) -> State:
    return replace(state, mountains=tuple(sorted({*state.mountains, *fact.borders})))


@evolve.on(facts.RoundBegan)
def _(state: State, fact: facts.RoundBegan) -> State:
    seats = {seat: replace(board, region_bonus=0, income=Income()) for seat, board in state.seats.items()}
    return replace(state, round=fact.round, seats=seats, harvested=(), closing=None, setup="done")


@evolve.on(facts.PhaseBegan)
def _(state: State, fact: facts.PhaseBegan) -> State:
    seats = state.seats
    if any(board.fresh for board in seats.values()):
        seats = {seat: replace(board, fresh={}) if board.fresh else board for seat, board in seats.items()}
    return replace(
        state,
        phase=fact.phase,
        next_seats=fact.turns,
        stage="decide",
        main="open",
        auxiliary_done=False,
        seats=seats,
        combat_turn=None,
    )


@evolve.on(facts.TurnEnded)
def _(state: State, fact: facts.TurnEnded) -> State:
    return replace(state, next_seats=state.next_seats[1:], stage="decide", main="open", auxiliary_done=False)


@evolve.on(facts.PricePlaced)
def _(state: State, fact: facts.PricePlaced) -> State:
    if fact.by is not None:
        state = with_board(state, fact.by, tokens={**state.seats[fact.by].tokens, fact.token: "placed"})
    return replace(state, prices={**state.prices, fact.phase: Price(fact.token, fact.by, fact.spot)})


@evolve.on(facts.TokensMoved)
def _(state: State, fact: facts.TokensMoved) -> State:
    tokens = state.seats[fact.seat].tokens
    return with_board(state, fact.seat, tokens={**tokens, **dict.fromkeys(fact.tokens, fact.to)})


@evolve.on(facts.PricesCleared)
def _(state: State, fact: facts.PricesCleared) -> State:
    return replace(state, prices={})


@evolve.on(facts.NeutralTokenRemoved)
def _(state: State, fact: facts.NeutralTokenRemoved) -> State:
    return replace(state, neutral={**state.neutral, fact.pair: "under"})


@evolve.on(facts.FlareGunPassed)
def _(state: State, fact: facts.FlareGunPassed) -> State:
    return replace(state, flare_gun=fact.to)


@evolve.on(facts.ActChosen)
def _(state: State, fact: facts.ActChosen) -> State:
    return replace(state, stage="acting")


@evolve.on(facts.PassChosen)
def _(state: State, fact: facts.PassChosen) -> State:
    return replace(state, stage="passing")


@evolve.on(facts.MainActionBegan)
def _(state: State, fact: facts.MainActionBegan) -> State:
    return replace(state, main="running")


@evolve.on(facts.MainActionEnded)
def _(state: State, fact: facts.MainActionEnded) -> State:
    return replace(state, main="done")


@evolve.on(facts.AuxiliaryTaken)
def _(state: State, fact: facts.AuxiliaryTaken) -> State:
    return replace(state, auxiliary_done=True)
