"""The standing: who has won, and by what (CO-602 … CO-609). There is no score."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.chaos_order.reading import controlled_by_each, count_of, land_of, outcome
from domain.games.chaos_order.state import State
from domain.kernel import (
    Scoring,
    SeatStanding,
    Standing,
    evolve_with_result,
    final_ranks,
    ranks_so_far,
    settled_by,
)

BY_LAND = frozenset({"land_regions", "relics_tiebreak", "shared"})
"""The reasons of an end by land regions, which alone rank who has not won (CO-607)."""

SCORING = Scoring(
    ranks="The winners are first. Where land regions after round 6 decide, the others follow by land "
    "regions, then relics; else they share the rank behind the winners. "
    "Before the end land regions rank, then relics.",
    decided={
        "all_relics": "every relic on the map",
        "fame": "the end of the fame track",
        "land_regions": "most land regions",
        "relics_tiebreak": "most land regions, then most relics",
        "shared": "a tie in land regions and relics: a shared win",
    },
)

evolve = evolve_with_result(
    lambda state: state.result,
    outcome,
    lambda state, result: replace(state, result=result),
    lambda state: state.result is not None,
)
"""A correction after the end that leads to another result changes the result."""

unsettled = settled_by(
    lambda state: state.result,
    outcome,
    "By the table as corrected nobody has won: no fame track is at its end, nobody holds every relic, "
    "and round 6 is not over. Take the end of the game back first, or correct that too.",
)
"""A correction may not name a winner whom the table does not give."""


def standing(state: State) -> Standing:
    """Winners rank first; the others by land regions, then relics, if these decided; so far, too."""
    result, held = state.result, controlled_by_each(state)
    winners = () if result is None else result.winners
    by_land = result is None or result.reason in BY_LAND
    keys = {
        seat: (land_of(state, held[seat]), len(board.relics)) if by_land else (0, 0)
        for seat, board in state.seats.items()
    }
    ranks = ranks_so_far(keys) if result is None else final_ranks(keys, winners)
    return Standing(
        finished=result is not None,
        seats=tuple(
            _seat(state, seat, held[seat], ranks[seat], winner=seat in winners) for seat in state.clockwise
        ),
        winners=winners,
        decided_by=None if result is None else result.reason,
    )


def _seat(state: State, seat: str, held: Sequence[str], rank: int, *, winner: bool) -> SeatStanding:
    board = state.seats[seat]
    return SeatStanding(
        seat=seat,
        score=None,
        rank=rank,
        winner=winner,
        parts={
            "land_regions": land_of(state, held),
            "relics": len(board.relics),
            "fame": board.fame,
            "fame_left": state.faction(seat).fame_length - board.fame,
            "region_count": count_of(state, seat, held),
        },
    )
