"""The seats: their order round the table, and whether one of them is to decide."""

from __future__ import annotations

from domain.games.chaos_order.state import State


def left_of(state: State, seat: str) -> str:
    """The next seat clockwise (CO-204)."""
    seats = state.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


def clockwise_from(state: State, seat: str) -> tuple[str, ...]:
    """All seats clockwise, beginning with this one."""
    at = state.seats.index(seat)
    return state.seats[at:] + state.seats[:at]


def anybody_pending(state: State) -> bool:
    """Whether any seat has an effect pending (CO-722)."""
    for board in state.boards.values():  # noqa: SIM110
        if board.pending:
            return True
    return False
