"""The standing: CM-602 … CM-604. There is no score, no second place and no tie."""

from __future__ import annotations

from domain.games.chaosmos.state import State
from domain.kernel import SeatStanding, Standing

NOT_DECIDED = 1
LOST = 2


def standing(state: State) -> Standing:
    """Before the end nobody is ahead: who holds the Ovoid is a secret. A lost game ranks all second."""
    result = state.result
    if result is None:
        seats = tuple(SeatStanding(seat, None, NOT_DECIDED, False) for seat in state.seats)
        return Standing(False, seats)
    winners = () if result.winner is None else (result.winner,)
    return Standing(
        True,
        tuple(
            SeatStanding(seat, None, NOT_DECIDED if seat in winners else LOST, seat in winners)
            for seat in state.seats
        ),
        winners,
        result.cause,
    )
