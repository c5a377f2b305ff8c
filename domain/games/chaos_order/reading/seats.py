"""The seats: whether one of them is to decide."""

from __future__ import annotations

from domain.games.chaos_order.state import State


def anybody_pending(state: State) -> bool:
    """Whether any seat has an effect pending (CO-722)."""
    for board in state.seats.values():  # noqa: SIM110
        if board.pending:
            return True
    return False
