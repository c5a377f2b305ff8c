"""The standing: CM-602 … CM-604. There is no score, no second place and no tie."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos.state import Result, State, lone_ovoid_holder
from domain.kernel import (
    Scoring,
    SeatStanding,
    Standing,
    evolve_with_result,
    final_ranks,
    ranks_so_far,
    settled_by,
)

HOLDER, NOBODY = "ovoid", "nobody holds the ovoid"

SCORING = Scoring(
    ranks="The seat with the Ovoid in hand is first, all others share the rank behind it. "
    "Where nobody has it nobody is first.",
    decided={HOLDER: "the Ovoid in hand", NOBODY: "nobody has the Ovoid in hand: all lose"},
)


def outcome(state: State) -> Result | None:
    """CM-602, CM-603: the result by the state, however the game ended; None before its end."""
    result = state.result
    return None if result is None else Result(lone_ovoid_holder(state), result.cause)


evolve = evolve_with_result(
    lambda state: state.result,
    outcome,
    lambda state, result: replace(state, result=result),
    lambda state: state.phase == "finished",
)
"""A correction after the end that leads to another result changes the result."""

unsettled = settled_by(
    lambda state: state.result, outcome, "The clock is at 0, and the game has no result yet."
)
"""A correction may not name a winner who does not have the Ovoid in hand."""


def standing(state: State) -> Standing:
    """Before the end nobody is ahead: who holds the Ovoid is a secret. Where all lose, nobody is first."""
    result, alike = state.result, dict.fromkeys(state.clockwise, 0)
    winners = () if result is None or result.winner is None else (result.winner,)
    ranks = ranks_so_far(alike) if result is None else final_ranks(alike, winners)
    return Standing(
        result is not None,
        tuple(SeatStanding(seat, None, ranks[seat], seat in winners) for seat in state.clockwise),
        winners,
        None if result is None else HOLDER if winners else NOBODY,
    )
