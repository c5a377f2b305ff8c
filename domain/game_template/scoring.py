"""Scores, ranks and winners (GT-602, GT-603)."""

from __future__ import annotations

from domain.game_template.state import State
from domain.kernel import SeatStanding, Standing


def score(state: State, seat: str) -> int:
    """GT-602: what the scored cards are worth."""
    return sum(state.box.values[card] for card in state.seats[seat].scored)


def leaders(state: State) -> tuple[str, ...]:
    """GT-603: most points; equal seats share the win."""
    scores = {seat: score(state, seat) for seat in state.clockwise}
    return tuple(seat for seat in state.clockwise if scores[seat] == max(scores.values()))


def standing(state: State) -> Standing:
    """Scores and ranks so far, or in the end."""
    scores = {seat: score(state, seat) for seat in state.clockwise}
    winners = state.winners or ()
    seats = tuple(
        SeatStanding(seat, points, 1 + sum(other > points for other in scores.values()), seat in winners)
        for seat, points in scores.items()
    )
    if state.winners is None:
        return Standing(False, seats)
    return Standing(True, seats, winners, "score" if len(winners) == 1 else "shared")
