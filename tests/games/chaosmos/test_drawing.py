"""The drawn skies of Chaosmos fit their layouts; no way crosses another, and each place can be tapped."""

from __future__ import annotations

import copy
import math
from itertools import combinations
from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.components import demo_sets
from domain.games.chaosmos.drawing import Sky, drawings, read_drawing, spot_beside
from domain.games.chaosmos.drawing_faults import faults
from domain.kernel import PUBLIC, Disc, Place, Zone
from domain.kernel.engine.views import state_view
from domain.kernel.selfcheck.wording import places_of
from tests.games.chaosmos.table import DEMO, NORTH, components, table
from tests.support.games.chaosmos.drawn import board, place, zone

SKIES = read_drawing(None).skies
PHONE = 366
"""Pixels that a map has on a phone."""
FINGER = 24


def points(sky: Sky) -> dict[str, tuple[float, float]]:
    return {**sky.slots, **{name: spot.at for name, spot in sky.spots.items()}}


def radius(sky: Sky, id: str) -> float:
    return sky.radius.planet if id in sky.slots else sky.radius_of(id)


def test_the_packaged_drawing_fits_its_set():
    assert drawings().keys() <= demo_sets().keys()
    assert faults(drawings()["demo"], DEMO) == ()
    assert read_drawing(None).layouts.keys() == DEMO.box.layouts.keys()


CLOCK, CORNERS = "around the clock", "four corners"


@pytest.mark.parametrize(
    ("spoil", "pointers"),
    [
        (lambda drawing: drawing["layouts"].pop("duel"), ["/layouts/duel"]),
        (lambda drawing: drawing["planets"].update(pluto="land"), ["/planets/pluto"]),
        (lambda drawing: drawing["skies"][CLOCK]["slots"].update(r9=[50, 50]), [f"/skies/{CLOCK}/slots"]),
        (lambda drawing: drawing["skies"][CLOCK]["slots"].update(r0=[5, 50]), [f"/skies/{CLOCK}/slots/r0"]),
        (lambda drawing: drawing["skies"][CORNERS].update(clock=[366, 26]), [f"/skies/{CORNERS}/clock"]),
        (lambda drawing: drawing["skies"][CLOCK]["crossing"].pop(), [f"/skies/{CLOCK}/crossing"]),
        (
            lambda drawing: drawing["skies"][CORNERS]["ways"][0].update(kind="blocked"),
            [f"/skies/{CORNERS}/ways"],
        ),
        (
            lambda drawing: drawing["skies"][CLOCK]["spots"].pop("v1"),
            [f"/skies/{CLOCK}/spots", f"/skies/{CLOCK}/ways"],
        ),
        (
            lambda drawing: drawing["skies"][CLOCK]["spots"]["c0"].update(members=["c0", "c3"]),
            [f"/skies/{CLOCK}/spots", f"/skies/{CLOCK}/spots/c0"],
        ),
        (lambda drawing: drawing["skies"][CLOCK].update(size="wide"), [""]),
    ],
)
def test_a_drawing_that_does_not_fit_is_told_where(spoil: Any, pointers: list[str]):
    spoilt = copy.deepcopy(drawings()["demo"])
    spoil(spoilt)
    found = faults(spoilt, DEMO)
    assert [*dict.fromkeys(fault.pointer for fault in found)] == pointers


@pytest.mark.parametrize("name", SKIES)
def test_no_way_crosses_another_or_a_place_where_it_does_not_lead(name: str):
    sky = SKIES[name]
    at = points(sky)
    for one, other in combinations(sky.ways, 2):
        if {one.start, one.end}.isdisjoint({other.start, other.end}):
            assert not _cross(at[one.start], at[one.end], at[other.start], at[other.end]), (one, other)
    for way in sky.ways:
        for id, point in at.items():
            if id not in (way.start, way.end):
                assert _distance(point, at[way.start], at[way.end]) > radius(sky, id), (way, id)


@pytest.mark.parametrize("name", SKIES)
def test_places_lie_apart_and_a_finger_meets_each(name: str):
    sky = SKIES[name]
    at = {**points(sky), "clock": sky.clock}
    sizes = {id: sky.radius.clock if id == "clock" else radius(sky, id) for id in at}
    for one, other in combinations(at, 2):
        assert math.dist(at[one], at[other]) >= sizes[one] + sizes[other], (one, other)
    assert min(sizes.values()) * 2 * PHONE / sky.size[0] >= FINGER


def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Any, b: Any, c: Any) -> bool:
    return bool((b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]))


def _distance(point: Any, a: Any, b: Any) -> float:
    """From a point to the way from a to b."""
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    near = min(max(along, 0), 1)
    return math.dist(point, (a[0] + near * (b[0] - a[0]), a[1] + near * (b[1] - a[1])))


def test_a_drawing_moves_the_places():
    moved = copy.deepcopy(drawings()["demo"])
    moved["skies"][CLOCK]["slots"]["o1"] = [40, 140]
    moved["planets"]["brontide"] = "land"
    brontide = place(board(table(), drawing=moved), "brontide")
    assert (brontide.shape, brontide.tone) == (Disc(40, 140, 31), "land")


def test_of_a_merged_space_the_spot_beside_the_planet_is_known():
    played = table()
    view = state_view(GAME, played.state, PUBLIC)
    beside = {
        (planet, space): spot_beside(view, space, planet)
        for planet, near in view["ways"].items()
        for space in near
    }
    assert beside["tolwick", "c0"] == "c3"
    assert beside["fennmire", "c1"] == "c1"
    assert beside["jagladak", "c1"] == "c4"
    assert beside["jagladak", "u1"] == "u3"
    assert set(beside.values()) <= places_of(board(played))
    assert spot_beside(view, "c0", "brontide") == "c0"
    other = table(box=components(another))
    assert spot_beside(state_view(GAME, other.state, PUBLIC), "c0", "tolwick") == "c0"


def another(tree: dict[str, Any]) -> None:
    """One star lies elsewhere, and an asteroid field is where none was."""
    layout = next(layout for layout in tree["layouts"] if layout["id"] == "first")
    next(star for star in layout["stars"] if star["id"] == "u2")["slots"] = ["o1", "o2"]


def rocks(tree: dict[str, Any]) -> None:
    layout = next(layout for layout in tree["layouts"] if layout["id"] == "first")
    layout["asteroids"][0]["blocks"] = [["o1", "u2"]]


def renamed(tree: dict[str, Any]) -> None:
    for layout in tree["layouts"]:
        layout["id"] = f"my_{layout['id']}"


@pytest.mark.parametrize(("change", "layout"), [(another, "first"), (rocks, "first"), (renamed, "my_first")])
def test_a_set_without_a_drawing_of_its_own_gets_a_ring(change: Any, layout: str):
    box = components(change)
    played = table(box=box, layout=layout, at={NORTH: "u1"})
    drawn = board(played)
    sky = zone(drawn, "sky")
    state = played.state.board
    assert places_of(drawn) == {"clock", *state.members}
    assert {(link.start, link.end) for link in sky.links} == {
        (planet, space) for planet in state.planet_at_slot.values() for space in state.near[planet]
    }
    assert [piece.id for piece in place(drawn, "u1").pieces] == ["figure:north"]
    _lie_apart(sky)


def _lie_apart(sky: Zone) -> None:
    for one, other in combinations(sky.places, 2):
        assert math.dist(_middle(one), _middle(other)) >= _reach(one) + _reach(other), (one.id, other.id)
    assert sky.size is not None
    for one in sky.places:
        for part, most in zip(_middle(one), sky.size, strict=True):
            assert _reach(one) <= part <= most - _reach(one)


def _middle(one: Place) -> tuple[float, float]:
    assert isinstance(one.shape, Disc)
    return one.shape.x, one.shape.y


def _reach(one: Place) -> float:
    assert isinstance(one.shape, Disc)
    return one.shape.radius
