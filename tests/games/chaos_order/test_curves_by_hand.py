"""Every point of every series of Chaos Order against the recorded games' lines, read by hand."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from tests.support.curves import curves
from tests.support.games.chaos_order.counted_by_hand.curves import CURVES
from tests.support.games.chaos_order.counted_by_hand.lines import Lines
from tests.support.recorded import library

RECORDED = {path.stem: path for path in library("chaos_order")}


@cache
def drawn(name: str) -> dict[str, Any]:
    return curves(GAME, RECORDED[name])


@cache
def in_lines(name: str) -> Lines:
    return Lines(RECORDED[name])


def as_json(detail: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(detail))


def test_the_curves_by_hand_are_those_of_the_series():
    assert CURVES.keys() == {series.key for series in GAME.series}


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("key", CURVES)
def test_every_point_is_as_drawn_by_hand(key: str, name: str):
    points = [(line, p.subject, p.value, as_json(p.detail)) for line, p in drawn(name)[key]]
    assert points == [(*dot[:3], as_json(dot[3])) for dot in CURVES[key](in_lines(name))]


@pytest.mark.parametrize("name", RECORDED)
def test_the_energy_flow_adds_up_to_what_seats_have_in_the_end(name: str):
    for seat, table in in_lines(name).expected["seats"].items():
        for what in ("energy", "gems"):
            flow = [
                p.value
                for _, p in drawn(name)["energy-flow"]
                if (p.subject, p.detail["what"]) == (seat, what)
            ]
            assert sum(flow) == table[what]
