"""Who has won by the table: CO-602 … CO-609."""

from __future__ import annotations

from domain.games.chaos_order.reading.regions import controlled_land, controller, relic_places
from domain.games.chaos_order.state import LAST_ROUND, Reason, Result, State


def famous(state: State, *, at_once: bool) -> tuple[str, ...]:
    """The seats at the end of their fame track, clockwise: of those that win at once, or of the others."""
    return tuple(
        seat
        for seat in state.clockwise
        if state.faction(seat).wins_at_once is at_once
        and state.seats[seat].fame >= state.faction(seat).fame_length
    )


def holder_of_all_relics(state: State) -> str | None:
    """CO-605: the seat that controls the region of every relic that is left."""
    owners = {controller(state.regions[place]) for place in relic_places(state).values()}
    return owners.pop() if len(owners) == 1 else None


def by_land(state: State) -> tuple[tuple[str, ...], Reason]:
    """CO-607 … CO-609: most land regions, then most relics, then all; somebody wins (CO-558, CO-720).

    CO-608.
    """
    land = {seat: controlled_land(state, seat) for seat in state.clockwise}
    first = tuple(seat for seat in state.clockwise if land[seat] == max(land.values()))
    if len(first) == 1:
        return first, "land_regions"
    relics = {seat: len(state.seats[seat].relics) for seat in first}
    second = tuple(seat for seat in first if relics[seat] == max(relics.values()))
    return second, "relics_tiebreak" if len(second) == 1 else "shared"


def outcome(state: State) -> Result | None:
    """Who has won on the table of a game that has ended, in the order of a round (CO-610); None: nobody."""
    if winners := famous(state, at_once=True):
        return Result(winners, "fame")
    if state.phase != "check_relics":
        return None
    if state.closing is None:
        holder = holder_of_all_relics(state)
        return None if holder is None else Result((holder,), "all_relics")
    if winners := famous(state, at_once=False):
        return Result(winners[:1], "fame")
    return Result(*by_land(state)) if state.round >= LAST_ROUND else None
