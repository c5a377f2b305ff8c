"""FL-373: an arrow of the map points where the step in its direction leads."""

from __future__ import annotations

from math import atan2, degrees

from domain.games.first_light.board_planet import ANGLES
from domain.games.first_light.words.printed import STEPS


def test_fl_373_an_arrow_points_where_its_step_leads():
    assert {
        direction: round(degrees(atan2(-up, right))) % 360 for direction, (right, up) in STEPS.items()
    } == ANGLES
