"""The drawing of Chaos Order: it fits its set, and what is wrong with one is told where."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from domain.games.chaos_order.components import demo_sets
from domain.games.chaos_order.drawing import drawings, shared_line
from domain.games.chaos_order.drawing_faults import faults
from domain.kernel import Outline
from tests.games.chaos_order.table import begun
from tests.games.chaos_order.test_board import board, place

COMPONENTS = begun().components


def test_the_packaged_drawing_fits_its_set():
    assert drawings().keys() <= demo_sets().keys()
    assert faults(drawings()["demo"], COMPONENTS) == ()


def test_a_drawing_of_ones_own_moves_the_places():
    own = copy.deepcopy(drawings()["demo"])
    own["places"]["lake_mirror"]["at"] = [140, 120]
    own["windows"]["2"] = [0, 366]
    assert faults(own, COMPONENTS) == ()
    shown = place(board(begun(), drawing=own), "lake_mirror")
    assert list(shown.at or ()) == [140, 120]
    outline = own["places"]["lake_mirror"]["outline"]
    assert shown.shape == Outline(tuple((x, y) for x, y in outline))


def swapped(drawing: Any) -> None:
    """Two places that are not neighbours of the same others change their outlines."""
    places = drawing["places"]
    for member in ("outline", "at"):
        one, other = places["dry_shelf"][member], places["long_meadow"][member]
        places["dry_shelf"][member], places["long_meadow"][member] = other, one


def grown(drawing: Any) -> None:
    """A point of the coast lies in the middle of another region."""
    drawing["places"]["base_n1"]["outline"].insert(2, [171, 131])


@pytest.mark.parametrize(
    ("spoil", "pointers"),
    [
        (lambda drawing: drawing["places"].pop("y1"), {"/places"}),
        (lambda drawing: drawing["places"]["y1"].update(seats=[2, 3, 4, 5]), {"/places"}),
        (lambda drawing: drawing["borders"].update({"y1/y2": ["y1", "y3"]}), {"/borders"}),
        (lambda drawing: drawing["tunnels"]["red"].update(ends=["y1", "y3"]), {"/tunnels"}),
        (lambda drawing: drawing["tunnels"]["red"].update(seats=[4, 5]), {"/tunnels"}),
        (lambda drawing: drawing["windows"].pop("3"), {"/windows"}),
        (lambda drawing: drawing["windows"].update({"3": [100, 366]}), None),
        (lambda drawing: drawing["windows"].update({"5": [0, 400]}), {"/windows/5"}),
        (lambda drawing: drawing["places"]["y1"].update(at=[10, 10]), {"/places/y1/at"}),
        (lambda drawing: drawing["places"]["y1"].update(outline=[[1, 1]]), None),
        (lambda drawing: drawing["tunnels"]["red"].update(via=[]), {"/tunnels/blue/via"}),
        (lambda drawing: drawing.update(size="wide"), {""}),
        (swapped, None),
        (grown, None),
    ],
)
def test_what_is_wrong_with_a_drawing_is_told_where(spoil: Callable[[Any], Any], pointers: set[str] | None):
    spoilt = copy.deepcopy(drawings()["demo"])
    spoil(spoilt)
    found = {fault.pointer for fault in faults(spoilt, COMPONENTS)}
    assert found == pointers if pointers is not None else found


def test_neighbours_share_a_line_of_several_points_and_corners_are_none():
    one, other = ((0, 0), (4, 0), (4, 2), (4, 4), (0, 4)), ((8, 0), (8, 4), (4, 4), (4, 2), (4, 0))
    assert shared_line(one, other) == [(4, 0), (4, 2), (4, 4)]
    assert shared_line(one, ((4, 4), (8, 4), (8, 8))) == []
