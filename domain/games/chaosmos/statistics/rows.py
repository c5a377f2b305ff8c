"""The rows of a session: its tally as figures."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics.tally import Tally
from domain.kernel import Row, clockwise_from


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands, a seat's ones by its alien and place in the turn order."""
    if tally.start_player is None:
        return
    order = clockwise_from(state.clockwise, tally.start_player)
    for row in tally.rows():
        if row.seat is None:
            yield row
        else:
            common = {"alien": state.alien_of(row.seat).id, "position": str(order.index(row.seat))}
            yield Row(row.measure, row.value, row.weight, row.seat, {**row.dimensions, **common})
