"""What changes: one small function a fact. Nothing here asks whether it may.

A fact that names what is not on this table cannot be applied: `LookupError`. Only a correction can bring one.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from msgspec.structs import replace

from domain.games.time_of_chaos import facts
from domain.games.time_of_chaos.components import ERAS, is_layout
from domain.games.time_of_chaos.state import ACTIONS_PER_TURN, EndTrigger, Held, Player, State, Tile
from domain.kernel import UNKNOWN, Evolution

T = TypeVar("T")

evolve = Evolution[State]()


def _must_exist(things: Container[T], *named: T) -> None:
    for thing in named:
        if thing not in things:
            raise LookupError(f"{thing} is not on this table")


def _with_player(state: State, seat: str, player: Player) -> State:
    return replace(state, seats={**state.seats, seat: player})


@evolve.on(facts.TilesLaidOut)
def _(state: State, fact: facts.TilesLaidOut) -> State:
    if not is_layout(fact.layout, sorted(state.box.cities)):
        raise LookupError("the layout is not three grids of the cities")
    return replace(state, layout={era: fact.layout[era] for era in ERAS})


@evolve.on(facts.DisplaysDealt)
def _(state: State, fact: facts.DisplaysDealt) -> State:
    displays = {era: fact.displays[era] for era in ERAS}
    for cards in displays.values():
        _must_exist(state.box.cards, *cards)
    decks = {
        era: tuple(card for card in deck if card not in displays[era]) for era, deck in state.decks.items()
    }
    return replace(state, displays=displays, decks=decks)


@evolve.on(facts.FirstPlayerChosen)
def _(state: State, fact: facts.FirstPlayerChosen) -> State:
    _must_exist(state.seats, fact.seat)
    return replace(state, first_player=fact.seat)


@evolve.on(facts.PlacementBegan)
def _(state: State, fact: facts.PlacementBegan) -> State:
    _must_exist(state.seats, *fact.queue)
    return replace(state, placement_queue=fact.queue)


@evolve.on(facts.PawnMoved)
def _(state: State, fact: facts.PawnMoved) -> State:
    _must_exist(state.tiles, fact.to)
    moved = _with_player(state, fact.seat, replace(state.seats[fact.seat], pawn=fact.to))
    if fact.via == "setup":
        return replace(
            moved, placement_queue=tuple(seat for seat in state.placement_queue if seat != fact.seat)
        )
    return moved


@evolve.on(facts.TileFellAtSetup, facts.TileFlipped)
def _(state: State, fact: facts.TileFellAtSetup | facts.TileFlipped) -> State:
    return replace(state, tiles=_turned(state, fact.tile, chaos=True), fallen=state.fallen + 1)


@evolve.on(facts.CubePlaced)
def _(state: State, fact: facts.CubePlaced) -> State:
    """TC-402: what lies on a tile is missing in the supply."""
    tile, player = state.tiles[fact.tile], state.seats[fact.seat]
    _must_exist((player.color,), fact.color)
    cubes = {**tile.cubes, fact.color: tile.cubes.get(fact.color, 0) + 1}
    return replace(
        state,
        tiles={**state.tiles, fact.tile: Tile(tile.chaos, cubes)},
        seats={**state.seats, fact.seat: replace(player, supply=player.supply - 1)},
    )


@evolve.on(facts.CubeReturned)
def _(state: State, fact: facts.CubeReturned) -> State:
    tile, player = state.tiles[fact.tile], state.seats[fact.seat]
    _must_exist((player.color,), fact.color)
    left = {**tile.cubes, fact.color: tile.cubes[fact.color] - fact.count}
    cubes = {color: count for color, count in left.items() if count}
    return replace(
        state,
        tiles={**state.tiles, fact.tile: Tile(tile.chaos, cubes)},
        seats={**state.seats, fact.seat: replace(player, supply=player.supply + fact.count)},
    )


@evolve.on(facts.SourceBlocked, facts.SourceStarved, facts.TurnEnded)
def _(state: State, fact: facts.SourceBlocked | facts.SourceStarved | facts.TurnEnded) -> State:
    _must_exist(state.seats, fact.seat)
    return state


@evolve.on(facts.ActionStepBegan)
def _(state: State, fact: facts.ActionStepBegan) -> State:
    _must_exist(state.seats, fact.seat)
    return replace(state, phase="actions")


@evolve.on(facts.ActionTaken)
def _(state: State, fact: facts.ActionTaken) -> State:
    _must_exist(state.seats, fact.seat)
    return replace(state, actions_left=state.actions_left - 1)


@evolve.on(facts.CardTaken)
def _(state: State, fact: facts.CardTaken) -> State:
    player = state.seats[fact.seat]
    is_unknown = fact.card == UNKNOWN and fact.via == "grab"
    _must_exist(state.decks, fact.deck)
    era = fact.deck if is_unknown else state.box.cards[fact.card].deck
    held = Held(fact.card, fact.via, era)
    taken = _with_player(state, fact.seat, replace(player, hand=(*player.hand, held)))
    if fact.via == "grab":
        deck = tuple(card for card in state.decks[fact.deck] if card != fact.card)
        return replace(taken, decks={**state.decks, fact.deck: deck})
    displays = state.displays or {}
    display = tuple(card for card in displays[fact.deck] if card != fact.card)
    return replace(taken, displays={**displays, fact.deck: display})


@evolve.on(facts.CardNamed)
def _(state: State, fact: facts.CardNamed) -> State:
    """TC-R40: of several unknown cards of a deck the one that was taken first."""
    player, era = state.seats[fact.seat], state.box.cards[fact.card].deck
    unknown = Held(UNKNOWN, "grab", era)
    _must_exist(player.hand, unknown)
    place = player.hand.index(unknown)
    hand = (*player.hand[:place], Held(fact.card, "grab", era), *player.hand[place + 1 :])
    deck = tuple(card for card in state.decks[era] if card != fact.card)
    return replace(
        _with_player(state, fact.seat, replace(player, hand=hand)), decks={**state.decks, era: deck}
    )


@evolve.on(facts.DisplayRefilled)
def _(state: State, fact: facts.DisplayRefilled) -> State:
    if fact.card is None:
        return state
    _must_exist(state.box.cards, fact.card)
    displays = state.displays or {}
    display = displays[fact.deck]
    return replace(
        state,
        displays={**displays, fact.deck: (*display[: fact.slot], fact.card, *display[fact.slot :])},
        decks={**state.decks, fact.deck: tuple(card for card in state.decks[fact.deck] if card != fact.card)},
    )


@evolve.on(facts.CardDelivered)
def _(state: State, fact: facts.CardDelivered) -> State:
    """The only way out of a hand (TC-506); nothing leads out of a tableau (TC-509)."""
    player = state.seats[fact.seat]
    hand = tuple(held for held in player.hand if held.card != fact.card)
    return _with_player(state, fact.seat, replace(player, hand=hand, tableau=(*player.tableau, fact.card)))


@evolve.on(facts.CloakUsed)
def _(state: State, fact: facts.CloakUsed) -> State:
    return _with_player(state, fact.seat, replace(state.seats[fact.seat], cloak_active=False))


@evolve.on(facts.CloakRefreshed)
def _(state: State, fact: facts.CloakRefreshed) -> State:
    return _with_player(state, fact.seat, replace(state.seats[fact.seat], cloak_active=True))


@evolve.on(facts.TileRestored)
def _(state: State, fact: facts.TileRestored) -> State:
    return replace(state, tiles=_turned(state, fact.tile, chaos=False), restored=state.restored + 1)


@evolve.on(facts.PenaltyTaken)
def _(state: State, fact: facts.PenaltyTaken) -> State:
    player = state.seats[fact.seat]
    return _with_player(state, fact.seat, replace(player, penalties=player.penalties + 1))


@evolve.on(facts.EndTriggered)
def _(state: State, fact: facts.EndTriggered) -> State:
    _must_exist(state.seats, fact.seat, *fact.final_turns)
    return replace(state, end_trigger=EndTrigger(fact.seat, fact.turn), final_turns=fact.final_turns)


@evolve.on(facts.TurnBegan)
def _(state: State, fact: facts.TurnBegan) -> State:
    _must_exist(state.seats, fact.seat)
    return replace(
        state,
        phase="send",
        turn=fact.turn,
        active=fact.seat,
        actions_left=ACTIONS_PER_TURN,
        final_turns=tuple(seat for seat in state.final_turns if seat != fact.seat)
        if fact.final
        else state.final_turns,
    )


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    _must_exist(state.seats, *fact.result.scores, *fact.result.winners)
    return replace(state, phase="finished", active=None, actions_left=0, result=fact.result)


def _turned(state: State, name: str, *, chaos: bool) -> dict[str, Tile]:
    return {**state.tiles, name: Tile(chaos, state.tiles[name].cubes)}
