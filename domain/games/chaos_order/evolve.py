"""What changes: one small function a fact. Nothing here asks whether it may.

Nothing kept is cut at the end of a round (CO-205), and no fact takes a foundation away (CO-322).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.state import (
    UNKNOWN,
    Battle,
    Board,
    Built,
    Income,
    Loose,
    Plan,
    Price,
    Region,
    Result,
    State,
    Totals,
)
from domain.kernel import Evolution

evolve = Evolution[State]()

K = TypeVar("K")
NO_REGION = Region()
NO_TOTALS = Totals()


def _with(state: State, seat: str, **changes: Any) -> State:
    boards = dict(state.boards)
    boards[seat] = replace(boards[seat], **changes)
    return replace(state, boards=boards)


def _counted(numbers: Mapping[K, int], key: K, delta: int) -> dict[K, int]:
    """The numbers with one of them changed; zero is left out."""
    changed = dict(numbers)
    number = changed.get(key, 0) + delta
    if number:
        changed[key] = number
    else:
        changed.pop(key, None)
    return changed


def _with_battle(state: State, **changes: Any) -> State:
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, **changes))


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
    state = _with(state, fact.seat, base=fact.location)
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
    return _with_relic(state, fact.region, fact.relic)


def _with_relic(state: State, place: str, relic: int | None) -> State:
    regions = dict(state.regions)
    regions[place] = replace(regions[place], relic=relic)
    return replace(state, regions=regions)


@evolve.on(facts.MountainsPlaced)
def _(state: State, fact: facts.MountainsPlaced) -> State:
    return replace(state, mountains=tuple(sorted({*state.mountains, *fact.borders})))


@evolve.on(facts.RoundBegan)
def _(state: State, fact: facts.RoundBegan) -> State:
    boards = {seat: replace(board, region_bonus=0, income=Income()) for seat, board in state.boards.items()}
    return replace(state, round=fact.round, boards=boards, harvested=(), closing=None, setup="done")


@evolve.on(facts.PhaseBegan)
def _(state: State, fact: facts.PhaseBegan) -> State:
    boards = state.boards
    if any(board.fresh for board in boards.values()):
        boards = {seat: replace(board, fresh={}) if board.fresh else board for seat, board in boards.items()}
    return replace(
        state,
        phase=fact.phase,
        next_seats=fact.turns,
        stage="decide",
        main="open",
        auxiliary_done=False,
        boards=boards,
        combat_turn=None,
    )


@evolve.on(facts.TurnEnded)
def _(state: State, fact: facts.TurnEnded) -> State:
    return replace(state, next_seats=state.next_seats[1:], stage="decide", main="open", auxiliary_done=False)


@evolve.on(facts.PricePlaced)
def _(state: State, fact: facts.PricePlaced) -> State:
    if fact.by is not None:
        state = _with(state, fact.by, tokens={**state.boards[fact.by].tokens, fact.token: "placed"})
    return replace(state, prices={**state.prices, fact.phase: Price(fact.token, fact.by, fact.spot)})


@evolve.on(facts.TokensMoved)
def _(state: State, fact: facts.TokensMoved) -> State:
    tokens = state.boards[fact.seat].tokens
    return _with(state, fact.seat, tokens={**tokens, **dict.fromkeys(fact.tokens, fact.to)})


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


@evolve.on(facts.EnergyChanged)
def _(state: State, fact: facts.EnergyChanged) -> State:
    return _with(state, fact.seat, energy=state.boards[fact.seat].energy + fact.delta)


@evolve.on(facts.GemsChanged)
def _(state: State, fact: facts.GemsChanged) -> State:
    return _with(state, fact.seat, gems=state.boards[fact.seat].gems + fact.delta)


@evolve.on(facts.FameMoved)
def _(state: State, fact: facts.FameMoved) -> State:
    return _with(state, fact.seat, fame=fact.to)


@evolve.on(facts.CounterSet)
def _(state: State, fact: facts.CounterSet) -> State:
    counters = {**state.boards[fact.seat].counters, fact.counter: fact.value}
    return _with(state, fact.seat, counters=counters)


@evolve.on(facts.RegionBonusChanged)
def _(state: State, fact: facts.RegionBonusChanged) -> State:
    return _with(state, fact.seat, region_bonus=state.boards[fact.seat].region_bonus + fact.delta)


@evolve.on(facts.ResearchAdvanced)
def _(state: State, fact: facts.ResearchAdvanced) -> State:
    research = {**state.boards[fact.seat].research, fact.track: fact.column}
    return _with(state, fact.seat, research=research)


@evolve.on(facts.EffectsAwaited)
def _(state: State, fact: facts.EffectsAwaited) -> State:
    return _with(state, fact.seat, pending=state.boards[fact.seat].pending + fact.effects[::-1])


@evolve.on(facts.EffectTaken)
def _(state: State, fact: facts.EffectTaken) -> State:
    *below, head = state.boards[fact.seat].pending
    if head.left > fact.amount:
        below.append(replace(head, left=head.left - fact.amount))
    return _with(state, fact.seat, pending=tuple(below))


@evolve.on(facts.EffectDropped)
def _(state: State, fact: facts.EffectDropped) -> State:
    return _with(state, fact.seat, pending=state.boards[fact.seat].pending[:-1])


@evolve.on(facts.AbilityUsed)
def _(state: State, fact: facts.AbilityUsed) -> State:
    if fact.trigger != "income":
        return state
    income = state.boards[fact.seat].income
    return _with(state, fact.seat, income=replace(income, abilities=(*income.abilities, fact.ability)))


@evolve.on(facts.CardsDrawn)
def _(state: State, fact: facts.CardsDrawn) -> State:
    board = state.boards[fact.seat]
    hand, fresh = dict(board.hand), dict(board.fresh)
    for card in fact.cards:
        hand[card] = hand.get(card, 0) + 1
        fresh[card] = fresh.get(card, 0) + 1
    state = _with(state, fact.seat, hand=hand, fresh=fresh)
    return replace(state, deck=state.deck - len(fact.cards))


@evolve.on(facts.DeckReshuffled)
def _(state: State, fact: facts.DeckReshuffled) -> State:
    return replace(state, deck=state.deck + len(state.discard), discard=())


def _without_card(board: Board, card: str, *, fresh_first: bool) -> Board:
    """CO-502: a copy used or discarded counts as a fresh one first, a copy played as an older one."""
    fresh = board.fresh
    if fresh.get(card, 0) > (0 if fresh_first else board.hand[card] - 1):
        fresh = _counted(fresh, card, -1)
    return replace(board, hand=_counted(board.hand, card, -1), fresh=fresh)


@evolve.on(facts.CardPlayed)
def _(state: State, fact: facts.CardPlayed) -> State:
    board = _without_card(state.boards[fact.seat], UNKNOWN if fact.named else fact.card, fresh_first=False)
    return replace(
        state,
        boards={**state.boards, fact.seat: board},
        discard=(*state.discard, fact.card),
    )


@evolve.on(facts.CardDiscarded)
def _(state: State, fact: facts.CardDiscarded) -> State:
    board = _without_card(state.boards[fact.seat], UNKNOWN if fact.named else fact.card, fresh_first=True)
    return replace(
        state,
        boards={**state.boards, fact.seat: board},
        discard=(*state.discard, fact.card),
    )


@evolve.on(facts.FoundationConstructed)
def _(state: State, fact: facts.FoundationConstructed) -> State:
    regions = dict(state.regions)
    region = regions[fact.region]
    regions[fact.region] = replace(region, foundations=(*region.foundations, fact.foundation))
    left = tuple(f for f in state.boards[fact.seat].board_foundations if f != fact.foundation)
    return replace(_with(state, fact.seat, board_foundations=left), regions=regions)


@evolve.on(facts.BuildingConstructed)
def _(state: State, fact: facts.BuildingConstructed) -> State:
    regions = dict(state.regions)
    region = regions[fact.region]
    regions[fact.region] = replace(
        region, buildings={**region.buildings, fact.foundation: Built(fact.seat, fact.building)}
    )
    return replace(_with_buildings(state, fact.seat, fact.building, -1), regions=regions)


def _with_buildings(state: State, seat: str, kind: str, delta: int) -> State:
    buildings = state.boards[seat].buildings
    return _with(state, seat, buildings={**buildings, kind: buildings[kind] + delta})


@evolve.on(facts.BuildingRazed)
def _(state: State, fact: facts.BuildingRazed) -> State:
    regions = dict(state.regions)
    region = regions[fact.region]
    left = {at: built for at, built in region.buildings.items() if at != fact.foundation}
    regions[fact.region] = replace(region, buildings=left)
    return replace(_with_buildings(state, fact.seat, fact.building, +1), regions=regions)


@evolve.on(facts.TokenHarvested)
def _(state: State, fact: facts.TokenHarvested) -> State:
    return replace(state, harvested=(*state.harvested, fact.token))


@evolve.on(facts.ProductionTokenPlaced)
def _(state: State, fact: facts.ProductionTokenPlaced) -> State:
    return replace(
        state,
        loose={**state.loose, fact.region: Loose(fact.token)},
        production_area=tuple(token for token in state.production_area if token != fact.token),
    )


@evolve.on(facts.ProductionTokenUpgraded)
def _(state: State, fact: facts.ProductionTokenUpgraded) -> State:
    return replace(state, loose={**state.loose, fact.region: Loose(fact.token, upgraded=True)})


@evolve.on(facts.UnitsMoved)
def _(state: State, fact: facts.UnitsMoved) -> State:
    regions, board = dict(state.regions), state.boards[fact.seat]
    before = board
    if fact.fighters:
        board = _with_fighters(regions, board, fact.seat, fact.origin, -fact.fighters)
        board = _with_fighters(regions, board, fact.seat, fact.target, fact.fighters)
    for leader in fact.leaders:
        board = _without_leader(regions, board, fact.seat, fact.origin, leader)
        board = _with_leader(regions, board, fact.seat, fact.target, leader)
    if board is before:
        return replace(state, regions=regions)
    boards = dict(state.boards)
    boards[fact.seat] = board
    return replace(state, regions=regions, boards=boards)


def _with_fighters(
    regions: dict[str, Region], board: Board, seat: str, spot: facts.Spot, delta: int
) -> Board:
    if isinstance(spot, int):
        sectors = list(board.recruitment)
        sectors[spot - 1] += delta
        return replace(board, recruitment=tuple(sectors))
    if spot == "base":
        return replace(board, base_fighters=board.base_fighters + delta)
    if spot == "drop_ship":
        return replace(board, drop_ship_fighters=board.drop_ship_fighters + delta)
    if spot == "aside":
        return replace(board, aside=board.aside + delta)
    region = regions[spot]
    regions[spot] = replace(region, fighters=_counted(region.fighters, seat, delta))
    return board


def _without_leader(
    regions: dict[str, Region], board: Board, seat: str, spot: facts.Spot, leader: str
) -> Board:
    if spot == "base":
        return replace(board, base_leaders=tuple(x for x in board.base_leaders if x != leader))
    if isinstance(spot, str) and spot in regions:
        region = regions[spot]
        left = tuple(x for x in region.leaders.get(seat, ()) if x != leader)
        leaders = {other: names for other, names in region.leaders.items() if other != seat}
        if left:
            leaders[seat] = left
        regions[spot] = replace(region, leaders=leaders)
    return board


def _with_leader(regions: dict[str, Region], board: Board, seat: str, spot: facts.Spot, leader: str) -> Board:
    if spot == "base":
        return replace(board, base_leaders=(*board.base_leaders, leader))
    if isinstance(spot, str) and spot in regions:
        region = regions[spot]
        names = (*region.leaders.get(seat, ()), leader)
        regions[spot] = replace(region, leaders={**region.leaders, seat: names})
    return board


@evolve.on(facts.LeaderUpgraded)
def _(state: State, fact: facts.LeaderUpgraded) -> State:
    leaders = {**state.boards[fact.seat].leaders, fact.leader: "upgraded"}
    return _with(state, fact.seat, leaders=leaders)


@evolve.on(facts.AttributeUpgraded)
def _(state: State, fact: facts.AttributeUpgraded) -> State:
    attributes = {**state.boards[fact.seat].attributes, fact.attribute: "upgraded"}
    return _with(state, fact.seat, attributes=attributes)


@evolve.on(facts.CombatTurnGiven)
def _(state: State, fact: facts.CombatTurnGiven) -> State:
    return replace(state, combat_turn=fact.seat)


@evolve.on(facts.BattleSelected)
def _(state: State, fact: facts.BattleSelected) -> State:
    return replace(state, battle=Battle(fact.region, fact.selector, fact.opponent))


@evolve.on(facts.PlanCommitted)
def _(state: State, fact: facts.PlanCommitted) -> State:
    assert state.battle is not None
    plans = {**state.battle.plans, fact.seat: Plan(fact.section, fact.tactics, fact.card)}
    battle = replace(state.battle, plans=plans, step="reveal" if len(plans) > 1 else "plan")
    boards = state.boards
    if fact.card is not None:
        card = UNKNOWN if fact.named else fact.card
        boards = {**boards, fact.seat: _without_card(boards[fact.seat], card, fresh_first=True)}
    return replace(state, battle=battle, boards=boards)


@evolve.on(facts.PlansRevealed)
def _(state: State, fact: facts.PlansRevealed) -> State:
    return _with_battle(state, revealed=True, step="effects")


@evolve.on(facts.DieRolled)
def _(state: State, fact: facts.DieRolled) -> State:
    assert state.battle is not None
    return _with_battle(state, dice={**state.battle.dice, fact.seat: fact.face})


@evolve.on(facts.CombatBonusGained)
def _(state: State, fact: facts.CombatBonusGained) -> State:
    assert state.battle is not None
    had = state.battle.bonus.get(fact.seat, NO_TOTALS)
    bonus = Totals(had.strength + fact.strength, had.attack + fact.attack, had.shields + fact.shields)
    return _with_battle(state, bonus={**state.battle.bonus, fact.seat: bonus})


@evolve.on(facts.StrengthCompared)
def _(state: State, fact: facts.StrengthCompared) -> State:
    return _with_battle(state, victor=fact.victor, retreats=fact.retreats, step="victory")


@evolve.on(facts.AttacksCompared)
def _(state: State, fact: facts.AttacksCompared) -> State:
    return _with_battle(state, step="wounds")


@evolve.on(facts.BattleStepBegan)
def _(state: State, fact: facts.BattleStepBegan) -> State:
    return _with_battle(state, step=fact.step)


@evolve.on(facts.BattleEnded)
def _(state: State, fact: facts.BattleEnded) -> State:
    return replace(state, battle=None, discard=state.discard + fact.cards)


@evolve.on(facts.RegionIncomeTaken)
def _(state: State, fact: facts.RegionIncomeTaken) -> State:
    income = replace(state.boards[fact.seat].income, region_row=fact.row)
    return _with(state, fact.seat, income=income)


@evolve.on(facts.BuildingIncomeTaken)
def _(state: State, fact: facts.BuildingIncomeTaken) -> State:
    return _with(state, fact.seat, income=replace(state.boards[fact.seat].income, buildings=True))


@evolve.on(facts.IncomeFinished)
def _(state: State, fact: facts.IncomeFinished) -> State:
    return _with(state, fact.seat, income=replace(state.boards[fact.seat].income, finished=True))


@evolve.on(facts.RelicTaken)
def _(state: State, fact: facts.RelicTaken) -> State:
    state = _with_relic(state, fact.region, None)
    relics = (*state.boards[fact.seat].relics, fact.relic)
    return replace(_with(state, fact.seat, relics=relics), closing=fact.region)


@evolve.on(facts.RelicRemoved)
def _(state: State, fact: facts.RelicRemoved) -> State:
    state = _with_relic(state, fact.region, None)
    return replace(state, relics_out=(*state.relics_out, fact.relic), closing=fact.region)


@evolve.on(facts.ManualEffectApplied)
def _(state: State, fact: facts.ManualEffectApplied) -> State:
    return replace(state, manual_effects=state.manual_effects + 1)


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    boards = {
        seat: replace(board, pending=()) if board.pending else board for seat, board in state.boards.items()
    }
    return replace(state, boards=boards, next_seats=(), result=Result(fact.winners, fact.reason))
