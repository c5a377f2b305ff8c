"""The standing: CM-602 … CM-604. There is no score, no second place and no tie."""

from __future__ import annotations

from domain.games.chaosmos.state import State
from domain.kernel import SeatStanding, Standing

FIRST = 1
SECOND = 2


def standing(state: State) -> Standing:
    """Before the end nobody is ahead: who holds the Ovoid is a secret. Where all lose, all rank alike."""
    result = state.result
    if result is None:
        seats = tuple(SeatStanding(seat, None, FIRST, False) for seat in state.clockwise)
        return Standing(False, seats)
    winners = () if result.winner is None else (result.winner,)
    return Standing(
        True,
        tuple(
            SeatStanding(seat, None, SECOND if winners and seat not in winners else FIRST, seat in winners)
            for seat in state.clockwise
        ),
        winners,
        "ovoid" if winners else "nobody holds the ovoid",
    )
