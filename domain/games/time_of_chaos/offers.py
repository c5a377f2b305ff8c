"""The actions that are legal now: the table's setup steps, and one seat's actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.time_of_chaos.components import ERAS, GRID, tile_id
from domain.games.time_of_chaos.rules.action_step import adjacent_cities, tiles_in_reach
from domain.games.time_of_chaos.rules.setup import free_starting_tiles
from domain.games.time_of_chaos.sight import may_be_in_hand, may_be_named, unseen
from domain.games.time_of_chaos.state import (
    DISPLAY_SIZE,
    HAND_LIMIT,
    State,
    deck_size,
    is_blocked,
    sources_of,
)
from domain.kernel import UNKNOWN, Choice, Each, Grid, Offer, Optional, Outcome, Several, Viewer

CLOAKED = Choice((True,))


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """The legal actions of the seat (None: the table), by the rules of `decide`."""
    if seat is None:
        return list(_table(state)) if state.phase == "setup" else []
    if state.phase == "setup":
        return list(_placement(state, seat))
    if state.phase == "finished":
        return []
    return [*_turn(state, seat, viewer), *_naming(state, seat, viewer)]


def _table(state: State) -> Iterator[Offer]:
    if state.layout is None:
        grid = Grid(tuple(sorted(state.box.cities)), GRID)
        yield Offer("lay_out_tiles", None, {"layout": Outcome(Each(dict.fromkeys(ERAS, grid)))})
    if state.displays is None:
        decks = {era: Several(state.decks[era], DISPLAY_SIZE, DISPLAY_SIZE, ordered=True) for era in ERAS}
        yield Offer("deal_displays", None, {"displays": Outcome(Each(decks))})
    if state.first_player is None:
        yield Offer("choose_first_player", None, {"first_player": Outcome(Choice(state.clockwise))})


def _placement(state: State, seat: str) -> Iterator[Offer]:
    if state.placement_queue[:1] == (seat,):
        yield Offer("place_pawn", seat, {"tile": Choice(free_starting_tiles(state))})


def _turn(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    if seat != state.active:
        return
    if state.phase == "send":
        yield _send(state, seat)
        return
    yield from _action_step(state, seat, viewer)
    yield Offer("end_turn", seat)


def _naming(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """TC-R40, for a viewer who knows the hand: nobody else can tell whether a card of it is unknown."""
    if viewer.knows(seat) and (cards := may_be_named(state, seat, viewer)):
        yield Offer("name_card", seat, {"card": Choice(cards)})


def _send(state: State, seat: str) -> Offer:
    eligible = tuple(source for source in sources_of(state, seat) if not is_blocked(state, source))
    supply = state.seats[seat].supply
    sending = min(supply, len(eligible))
    sources = Several(eligible, sending, sending)
    has_a_choice = 0 < supply < len(eligible)
    return Offer("send_disorder", seat, {"sources": sources if has_a_choice else Optional(sources)})


def _action_step(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    if state.actions_left <= 0:
        return
    pawn = state.pawn(seat)
    yield Offer("travel", seat, {"city": Choice(adjacent_cities(state, pawn))})
    restorable = tuple(tile for tile in tiles_in_reach(state, seat) if state.tiles[tile].chaos)
    if restorable:
        yield Offer("restore", seat, {"tile": Choice(restorable)})
    if not state.tiles[pawn].chaos:
        for deed in (_grab, _search, _deliver, _time_travel):
            yield from deed(state, seat, viewer)


def _grab(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    era = state.box.era_of[state.pawn(seat)]
    if len(state.seats[seat].hand) < HAND_LIMIT and deck_size(state, era):
        yield Offer("grab", seat, {"card": Outcome(Choice((*unseen(state, era, viewer), UNKNOWN)))})


def _search(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    era = state.box.era_of[state.pawn(seat)]
    display = (state.displays or {})[era]
    if len(state.seats[seat].hand) >= HAND_LIMIT or not display:
        return
    parameters = {"card": Choice(display)}
    refill = {"refill": Outcome(Choice(unseen(state, era, viewer)))} if deck_size(state, era) else {}
    if state.seats[seat].supply > 0:
        yield Offer("search", seat, {**parameters, **refill})
    if state.seats[seat].cloak_active:
        yield Offer("search", seat, {**parameters, **refill, "cloak": CLOAKED})


def _deliver(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    player = state.seats[seat]
    held = may_be_in_hand(state, seat, viewer)
    cards = tuple(card for card in held if state.box.cards[card].tile == player.pawn)
    if cards and player.supply > 0:
        yield Offer("deliver", seat, {"card": Choice(cards)})
    if cards and player.cloak_active:
        yield Offer("deliver", seat, {"card": Choice(cards), "cloak": CLOAKED})


def _time_travel(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    player, pawn = state.seats[seat], state.pawn(seat)
    city = state.box.city_of[pawn]
    eras = tuple(
        era for era in ERAS if era != state.box.era_of[pawn] and not state.tiles[tile_id(era, city)].chaos
    )
    if eras and player.supply > 0:
        yield Offer("time_travel", seat, {"era": Choice(eras), "cube_on": Choice(("departure", "arrival"))})
    if eras and player.cloak_active:
        yield Offer("time_travel", seat, {"era": Choice(eras), "cloak": CLOAKED})
