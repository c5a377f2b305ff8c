"""The standing: the result, or so far land regions, relics and fame (CO-607 … CO-609)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.chaos_order.reading.regions import controlled_by_each, count_of, land_of
from domain.games.chaos_order.state import State
from domain.kernel import SeatStanding, Standing


def standing(state: State) -> Standing:
    """Winners rank first; behind them, and before the end, land regions and then relics decide."""
    winners = () if state.result is None else state.result.winners
    held = controlled_by_each(state)
    keys = {
        seat: (seat in winners, land_of(state, held[seat]), len(board.relics))
        for seat, board in state.seats.items()
    }
    return Standing(
        finished=state.result is not None,
        seats=tuple(_seat(state, seat, keys, held[seat]) for seat in state.clockwise),
        winners=winners,
        decided_by=None if state.result is None else state.result.reason,
    )


def _seat(
    state: State, seat: str, keys: dict[str, tuple[bool, int, int]], held: Sequence[str]
) -> SeatStanding:
    board = state.seats[seat]
    return SeatStanding(
        seat=seat,
        score=float(keys[seat][1]),
        rank=1 + sum(key > keys[seat] for key in keys.values()),
        winner=keys[seat][0],
        parts={
            "land_regions": keys[seat][1],
            "relics": len(board.relics),
            "fame": board.fame,
            "fame_left": state.faction(seat).fame_length - board.fame,
            "region_count": count_of(state, seat, held),
        },
    )
