"""Opening location cards: OC-320 … OC-325, OC-701."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.effects import CascadeCard
from domain.games.order_vs_chaos.rules.growth import gain_xp_as_side, lay_tokens
from domain.games.order_vs_chaos.rules.monsters import monster_due
from domain.games.order_vs_chaos.rules.revealing import CHAOS_RIFT, is_closed, reveal
from domain.games.order_vs_chaos.rules.turn import check_here
from domain.games.order_vs_chaos.state import State
from domain.kernel import Chance, Passage, check

FEEDS_CHAOS = frozenset({"rift", "wandering_monster", CHAOS_RIFT})
"""OC-323: 21 of the cards; the nine others feed Order."""

TOKEN_CARDS = frozenset({"rift", CHAOS_RIFT})
MONSTER_CARDS = frozenset({"wandering_monster", CHAOS_RIFT})


def open_location(state: State, action: actions.OpenLocation, chance: Chance) -> Passage[State]:
    """OC-320 … OC-325: the active hero opens the card under it, once a turn."""
    check_here(state, action.seat)
    check(not state.opened, "OC-206", "Reveal one location per turn.")
    location = state.seats[action.seat].location or ""
    check(is_closed(state, location), "OC-320", "There is no face-down card here, or a monster is on it.")
    opened = reveal(state, location, action.card, action.cascade, chance, "")
    return (yield from open_cards(state, opened, action.seat, "explore"))


def open_cards(state: State, cards: Sequence[CascadeCard], by: str | None, how: str) -> Passage[State]:
    """OC-321, OC-701: turn the cards up, each with its "when opened" part, depth first."""
    order = {one.location: one.card for one in cards}
    return (yield from _open(state, cards[0].location, order, by, how))


def _open(state: State, location: str, order: dict[str, str], by: str | None, how: str) -> Passage[State]:
    card = order[location]
    kind = state.box.cards[card].kind
    state = yield facts.CardOpened(location, card, by, how)
    if kind == CHAOS_RIFT:
        deeper = "cascade" if how == "explore" else how
        for place in state.map.neighbours[location]:
            if place in order and is_closed(state, place):
                state = yield from _open(state, place, order, by, deeper)
    if kind in TOKEN_CARDS:
        state = yield from lay_tokens(state, location, 1, kind)
    if kind in MONSTER_CARDS:
        state = yield from monster_due(state, location)
    side = "chaos" if kind in FEEDS_CHAOS else "order"
    return (yield from gain_xp_as_side(state, side, 1, kind))
