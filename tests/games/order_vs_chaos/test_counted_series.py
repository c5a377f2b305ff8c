"""Every point of every series of Order vs Chaos, beside the recorded games' lines, read by hand."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from domain.games.order_vs_chaos import GAME
from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_5xx_items_and_effects import BY_HAND, effects
from tests.games.order_vs_chaos.test_counted_by_hand import RECORDED, recording
from tests.support.curves import curves
from tests.support.games.order_vs_chaos.counted_by_hand.curves import CURVES

Points = list[tuple[int, str, Any, dict[str, Any]]]


@cache
def drawn(name: str) -> dict[str, Points]:
    return {
        key: [(line, point.subject, point.value, dict(point.detail)) for line, point in points]
        for key, points in curves(GAME, RECORDED[name]).items()
    }


def test_the_curves_by_hand_are_those_of_the_series():
    assert CURVES.keys() == {series.key for series in GAME.series}


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("key", CURVES)
def test_every_point_is_as_drawn_by_hand(key: str, name: str):
    assert drawn(name)[key] == list(CURVES[key](recording(name)))


@pytest.mark.parametrize("name", RECORDED)
def test_the_curves_end_where_the_final_table_does(name: str):
    expected = recording(name).expected
    last = {subject: value for key in CURVES for _, subject, value, _ in drawn(name)[key]}
    assert {side: last[side] for side in ("order", "chaos")} == expected["doom"]
    assert last["opened"] == 30 - expected["unopened"]


def test_points_read_off_the_file_of_a_game_of_three():
    """Its lines 25, 150, 247 and 318: black's closed rift, yellow's deliveries and destroyed shrine."""
    doom = drawn("demo-3p-002")["doom-tracks"]
    assert doom[:3] == [
        (0, "order", 0, {"cause": "start", "turn": 0, "seat": None, "by": 0}),
        (0, "chaos", 4, {"cause": "start", "turn": 0, "seat": None, "by": 0}),
        (24, "order", 1, {"cause": "rift", "turn": 2, "seat": "black", "by": 1}),
    ]
    chaos = {line: (value, detail) for line, side, value, detail in doom if side == "chaos"}
    assert chaos[149] == (5, {"cause": "delivery", "turn": 12, "seat": "yellow", "by": 1})
    assert chaos[246] == (9, {"cause": "shrine", "turn": 30, "seat": "yellow", "by": 2})
    assert chaos[317] == (13, {"cause": "delivery", "turn": 42, "seat": "yellow", "by": 1})


def points(table: OrderTable, key: str, *listed: dict[str, Any]) -> list[tuple[str, Any, dict[str, Any]]]:
    """What the series tells of red's carrying out these effects."""
    [series] = [series for series in GAME.series if series.key == key]
    before = table.state
    effects(table, *listed).then_accepted()
    found = series.points(before, table.facts, table.state)
    return [(point.subject, point.value, dict(point.detail)) for point in found]


def test_each_death_is_an_advance_of_its_own():
    table = OrderTable(4, components=BY_HAND).doom(0, 11)
    deaths = [{"op": "health", "seat": seat, "delta": -20} for seat in ("blue", "red")]
    assert points(table, "doom-tracks", *deaths) == [
        ("chaos", 12, {"cause": "death", "turn": 1, "seat": "blue", "by": 1}),
        ("chaos", 13, {"cause": "death", "turn": 1, "seat": "red", "by": 1}),
    ]


def test_effects_move_a_track_as_far_as_it_has_boxes():
    table = OrderTable(components=BY_HAND).doom(1, 12)
    down, up = ({"op": "doom", "side": side, "delta": by} for side, by in (("order", -2), ("chaos", 3)))
    assert points(table, "doom-tracks", down, down, up) == [
        ("order", 0, {"cause": "effect", "turn": 1, "seat": "red", "by": -1}),
        ("chaos", 13, {"cause": "effect", "turn": 1, "seat": "red", "by": 1}),
    ]


def test_the_map_is_told_where_it_has_changed():
    """A rift that an effect removes is not open any more, but was opened; its token stays (OC-520)."""
    table = OrderTable(components=BY_HAND).card("chicago", "rift_1a").tokens("chicago", 1).monster("dallas")
    gone = [{"op": "remove_card", "location": "chicago"}, {"op": "monster_discard", "location": "dallas"}]
    assert points(table, "region-counts", *gone) == [
        ("monsters", 0, {"turn": 1}),
        ("rifts_open", 0, {"turn": 1}),
    ]
    moved = {"op": "token_place", "location": "dallas", "n": 2}
    assert points(table, "region-counts", moved) == [("tokens", 3, {"turn": 1})]
