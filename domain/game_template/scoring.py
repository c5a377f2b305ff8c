"""Scores, ranks and winners (GT-602, GT-603)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game_template.state import State
from domain.kernel import (
    Scoring,
    SeatStanding,
    Standing,
    evolve_with_result,
    final_ranks,
    ranks_so_far,
    settled_by,
)

SCORING = Scoring(
    score="points",
    highest_wins=True,
    ranks="More points rank first; equal points share a rank.",
    decided={"score": "the most points", "shared": "equal points: they share the win"},
)


def score(state: State, seat: str) -> int:
    """GT-602: what the scored cards are worth."""
    return sum(state.box.values[card] for card in state.seats[seat].scored)


def leaders(state: State) -> tuple[str, ...]:
    """GT-603: most points; equal seats share the win."""
    scores = {seat: score(state, seat) for seat in state.clockwise}
    return tuple(seat for seat in state.clockwise if scores[seat] == max(scores.values()))


evolve = evolve_with_result(
    lambda state: state.winners,
    leaders,
    lambda state, winners: replace(state, winners=winners),
    lambda state: state.winners is not None,
)
"""A correction after the end that leads to other winners makes them the winners."""

unsettled = settled_by(lambda state: state.winners, leaders, "The game has no winner.")
"""A correction may not name winners who do not have the most points."""


def standing(state: State) -> Standing:
    """Scores and ranks so far, or in the end."""
    scores = {seat: score(state, seat) for seat in state.clockwise}
    winners = state.winners or ()
    ranks = ranks_so_far(scores) if state.winners is None else final_ranks(scores, winners)
    seats = tuple(SeatStanding(seat, points, ranks[seat], seat in winners) for seat, points in scores.items())
    if state.winners is None:
        return Standing(False, seats)
    return Standing(True, seats, winners, "score" if len(winners) == 1 else "shared")
