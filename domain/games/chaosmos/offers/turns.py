"""The own turn, and the window between two turns."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.offers.cards import (
    ability_offers,
    access_offers,
    card_offers,
    control_offers,
    move_offers,
    trade_offers,
)
from domain.games.chaosmos.offers.pending import attack_offers
from domain.games.chaosmos.state import State
from domain.kernel import Offer, Viewer


def between_turns_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """The window between turns: access and texts, and the turn of the next seat (CM-205)."""
    if state.next == seat:
        yield Offer("begin_turn", seat)
    yield from access_offers(state, seat, viewer)
    yield from ability_offers(state, seat)


def turn_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """In a turn: everything for the active seat (CM-204), its texts for any other."""
    if not state.is_active(seat):
        yield from ability_offers(state, seat)
        return
    if state.the_turn.actions_left:
        yield from move_offers(state, seat)
        yield from control_offers(state, seat, viewer)
        yield from attack_offers(state, seat, viewer)
    yield from card_offers(state, seat, viewer)
    yield from trade_offers(state, seat, viewer)
    yield from access_offers(state, seat, viewer)
    yield from ability_offers(state, seat)
    yield Offer("end_turn", seat)
