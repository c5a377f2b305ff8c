"""Charts of statistics show what their rows hold."""

from __future__ import annotations

from domain.kernel.ui.board import Box, Place, Zone
from service.reports.statistic_charts import WARMEST, Datum, heat_of

NORTH = Place("north", "North", Box(0, 0, 20, 20))
SOUTH = Place("south", "South", Box(0, 40, 20, 20))
SEA = Zone("sea", "Sea", "map", places=(NORTH, SOUTH))


def test_the_warmest_place_is_of_the_board_that_is_shown() -> None:
    """Games of one title may have different boards, and so places that are not on this one."""
    values = {"north": 2.0, "south": 4.0, "elsewhere": 90.0}
    data = {place: Datum(place, value, str(value), "") for place, value in values.items()}
    (shown,) = heat_of([SEA], data)
    cooler, warmest = (spot.heat for spot in shown.spots)
    assert cooler < warmest == WARMEST
