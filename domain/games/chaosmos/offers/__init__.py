"""What may be done now, as far as the seat itself can tell (CM-816)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from domain.games.chaosmos.offers.combat import combat_offers
from domain.games.chaosmos.offers.pending import pending_offers
from domain.games.chaosmos.offers.setup import seat_setup_offers, table_setup_offers
from domain.games.chaosmos.offers.turns import between_turns_offers, turn_offers
from domain.games.chaosmos.state import State
from domain.kernel import Offer, Viewer


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """What the seat (None: the table) may do now; nothing for a viewer who may not know its cards."""
    if seat is None:
        return list(table_setup_offers(state))
    if seat not in state.seats or not viewer.knows(seat):
        return []
    match state.phase:
        case "setup":
            return list(seat_setup_offers(state, seat))
        case "between_turns":
            return list(between_turns_offers(state, seat))
        case "turn":
            return list(turn_offers(state, seat))
        case "combat":
            return list(combat_offers(state, seat))
        case "pending":
            return list(pending_offers(state, seat))
        case "finished":
            return []
        case _:
            assert_never(state.phase)
