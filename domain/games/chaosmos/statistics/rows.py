"""The statistics rows of a session, and its public series: the Chaos Clock and who controls planets."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics.measures import SECRET
from domain.games.chaosmos.statistics.tally import Tally
from domain.kernel import Fact, Point, Row, Series, clockwise_from

# The rows of a session: its tally as figures.

HANGS_ON_NAMES = {measure.key for measure in SECRET} - {"accesses", "bluff_rate", "cards_moved"}
"""The numbers of accesses and of the cards that they moved do not depend on the cards."""


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands, a seat's ones by its alien and place in the turn order.

    Where cards lay unnamed, those that hang on which card was where are left out.
    """
    if tally.start_player is None:
        return
    order = clockwise_from(state.clockwise, tally.start_player)
    for row in (*tally.rows(), *_result(state)):
        if tally.unnamed and row.measure in HANGS_ON_NAMES:
            continue
        if row.seat is None:
            yield row
        else:
            common = {"alien": state.alien_of(row.seat).id, "position": str(order.index(row.seat))}
            yield Row(row.measure, row.value, row.weight, row.seat, {**row.dimensions, **common})


def _result(state: State) -> Iterator[Row]:
    """The rows of the end, by the current table: a correction after the end may have changed it."""
    if state.result is not None:
        for seat in state.clockwise:
            yield Row("win_share", state.result.winner == seat, 1, seat)
            yield Row("hypertokens_left", state.seats[seat].hypertokens, 1, seat)
        yield Row("no_winner", state.result.winner is None)


# Public curves of one session: the Chaos Clock, and who controls which planet.

CLOCK = "clock"


def clock(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """The clock where an entry changed it."""
    if before is None or before.clock != after.clock:
        yield Point(CLOCK, after.clock)


def control(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Each planet whose controller or flag changed; the flag stands in the detail."""
    if before is not None and before.planets is after.planets:
        return
    earlier = {} if before is None else before.planets
    for name, planet in after.planets.items():
        old = earlier.get(name)
        if old is None or (old.controller, old.flag) != (planet.controller, planet.flag):
            yield Point(name, planet.controller, {"flag": planet.flag})


SERIES = (
    Series(
        "doom-tracks",
        "Chaos Clock",
        "Turns left until the universe collapses.",
        "turns",
        clock,
        by_round="session",
    ),
    Series("region-counts", "Planet control", "The seat that controls each planet.", "seat", control),
)
