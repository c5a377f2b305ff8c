"""The actions that are legal now, as far as the seat itself can tell (CM-816)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from domain.games.chaosmos.offers.pending import combat_offers, naming_offers, pending_offers, showing_offers
from domain.games.chaosmos.offers.setup import seat_setup_offers, table_setup_offers
from domain.games.chaosmos.offers.turns import between_turns_offers, turn_offers
from domain.games.chaosmos.state import State
from domain.kernel import Offer, Viewer


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """The legal actions of the seat (None: the table); none for a viewer who may not know its cards."""
    if seat is None:
        return [*table_setup_offers(state, viewer), *showing_offers(state, viewer)]
    if seat not in state.seats or not viewer.knows(seat):
        return []
    own = list(_own_offers(state, seat, viewer))
    return own if state.phase in ("showing", "finished") else [*own, *naming_offers(state, seat, viewer)]


def _own_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    match state.phase:
        case "setup":
            yield from seat_setup_offers(state, seat, viewer)
        case "between_turns":
            yield from between_turns_offers(state, seat, viewer)
        case "turn":
            yield from turn_offers(state, seat, viewer)
        case "combat":
            yield from combat_offers(state, seat, viewer)
        case "pending":
            yield from pending_offers(state, seat, viewer)
        case "showing" | "finished":
            return
        case _:
            assert_never(state.phase)
