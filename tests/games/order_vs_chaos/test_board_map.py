"""The two maps: roads that do not cross, cities where a traveller expects them, places of one's own."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.components import demo_sets
from domain.games.order_vs_chaos.drawing import drawings, faults
from domain.kernel import Box, Link, Zone
from domain.kernel.session.opening import load_components
from tests.games.order_vs_chaos.table import DEMO, OrderTable, edition, part
from tests.support.games.order_vs_chaos.drawn import board, lines, place, zone

Spot = tuple[float, float]
MAPS = ("us", "eu")
every_map = pytest.mark.parametrize("map", MAPS)
SOUTHWARD = {
    "us": ("seattle", "portland", "san_francisco", "los_angeles", "us_chaos_desert"),
    "eu": ("oslo", "copenhagen", "hamburg", "cologne", "bern", "milan", "rome", "naples"),
}
EASTWARD = {
    "us": ("los_angeles", "phoenix", "el_paso", "houston", "new_orleans", "miami"),
    "eu": ("lisbon", "madrid", "barcelona", "marseille", "rome", "belgrade"),
}


def chart(map: str, drawing: Any = None) -> Zone:
    """A map at the beginning of a game."""
    table = OrderTable(set_up=False).given(facts.MapChosen(map))
    return zone(board(table, drawing=drawing), "map")


def middle(of: Zone, location: str) -> Spot:
    box = box_of(of, location)
    return box.x + box.width / 2, box.y + box.height / 2


def box_of(of: Zone, location: str) -> Box:
    shape = next(place.shape for place in of.places if place.id == location)
    assert isinstance(shape, Box)
    return shape


def line_of(of: Zone, road: Link) -> tuple[Spot, ...]:
    return middle(of, road.start), *road.via, middle(of, road.end)


def turn(one: Spot, other: Spot, third: Spot) -> float:
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def cross(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    """Whether two stretches have more in common than an end."""
    if set(one) & set(other):
        return turn(*one, *(set(other) - set(one))) == 0
    return (
        turn(*one, other[0]) * turn(*one, other[1]) <= 0 and turn(*other, one[0]) * turn(*other, one[1]) <= 0
    )


def sides_of(box: Box) -> Iterator[tuple[Spot, Spot]]:
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    yield from pairwise(((left, top), (right, top), (right, bottom), (left, bottom), (left, top)))


@every_map
def test_roads_are_those_of_the_set(map: str):
    wanted = {frozenset(edge) for edge in part(dict(demo_sets()["demo"]), "maps", map)["edges"]}
    links = chart(map).links
    assert {frozenset((link.start, link.end)) for link in links} == wanted
    assert len(links) == len(wanted)


def crossing(of: Zone) -> set[tuple[str, ...]]:
    """The pairs of roads that cross outside their common ends."""
    return {
        (one.start, one.end, other.start, other.end)
        for one, other in combinations(of.links, 2)
        if any(cross(a, b) for a in pairwise(line_of(of, one)) for b in pairwise(line_of(of, other)))
    }


def hidden(of: Zone) -> set[tuple[str, ...]]:
    """The roads that run below a place that they do not lead to, with the place."""
    return {
        (road.start, road.end, other.id)
        for road in of.links
        for other in of.places
        if other.id not in (road.start, road.end)
        for stretch in pairwise(line_of(of, road))
        if any(cross(stretch, side) for side in sides_of(box_of(of, other.id)))
    }


@every_map
def test_no_two_roads_cross_outside_their_common_ends(map: str):
    assert crossing(chart(map)) == set()


@every_map
def test_no_road_runs_below_a_place_that_it_does_not_lead_to(map: str):
    assert hidden(chart(map)) == set()


def test_a_road_that_bends_would_run_below_a_place_or_cross_another_if_it_did_not():
    for map in MAPS:
        straight = copy.deepcopy(drawings()["demo"])
        bends = {tuple(sorted(bend[:2])) for bend in straight["maps"][map].pop("bends")}
        of = chart(map, straight)
        found = [tuple(sorted(road[at : at + 2])) for road in crossing(of) | hidden(of) for at in (0, 2)]
        assert bends <= set(found)


def test_cities_in_each_other_s_place_would_be_noticed():
    swapped = copy.deepcopy(drawings()["demo"])
    places = swapped["maps"]["eu"]["places"]
    places["rome"], places["vienna"] = places["vienna"], places["rome"]
    assert crossing(chart("eu", swapped))


@every_map
def test_places_lie_apart_within_the_picture_and_are_wide_enough_for_a_finger(map: str):
    of = chart(map)
    assert of.size is not None
    assert of.size[0] == 366
    for one, other in combinations(of.places, 2):
        apart = [abs(a - b) for a, b in zip(middle(of, one.id), middle(of, other.id), strict=True)]
        assert apart[0] >= 42 or apart[1] >= 33, (one.id, other.id)
    for one in of.places:
        box = box_of(of, one.id)
        assert 0 <= box.x <= of.size[0] - box.width
        assert 0 <= box.y <= of.size[1] - box.height
        assert min(box.width, box.height) >= 24
        assert 0 < len(one.short) <= 8


@every_map
def test_cities_lie_where_a_traveller_expects_them(map: str):
    of = chart(map)
    for axis, journey in ((1, SOUTHWARD[map]), (0, EASTWARD[map])):
        stops = [middle(of, city)[axis] for city in journey]
        assert stops == sorted(stops), journey


@every_map
def test_land_lies_in_the_sea_within_the_picture(map: str):
    of = chart(map)
    assert of.size is not None
    assert of.scenery[0].tone == "water"
    assert {"land", "water", "cold"} <= {part.tone for part in of.scenery}
    for part_of in of.scenery:
        for x, y in part_of.shape.points:  # type: ignore[union-attr]
            assert 0 <= x <= of.size[0]
            assert 0 <= y <= of.size[1]


def test_both_packaged_sets_have_drawings_without_a_fault():
    assert drawings().keys() == demo_sets().keys()
    for name, document in demo_sets().items():
        assert faults(drawings()[name], load_components(GAME, document)) == ()


def test_a_drawing_moves_the_places():
    moved = copy.deepcopy(drawings()["demo"])
    moved["maps"]["us"]["places"]["chicago"] = [60, 70, "Chi"]
    of = chart("us", moved)
    assert middle(of, "chicago") == (60, 70)
    assert next(place.short for place in of.places if place.id == "chicago") == "Chi"


def test_a_drawing_that_does_not_fit_is_told_where():
    for spoil, pointer in (
        (lambda maps: maps.pop("eu"), "/maps"),
        (lambda maps: maps["eu"]["places"].pop("rome"), "/maps/eu/places"),
        (lambda maps: maps["eu"]["places"].update(atlantis=[50, 50, "A"]), "/maps/eu/places/atlantis"),
        (lambda maps: maps["us"]["places"].update(miami=[365, 50, "M"]), "/maps/us/places/miami"),
        (lambda maps: maps["us"]["bends"].append(["miami", "boston", []]), "/maps/us/bends/1"),
        (lambda maps: maps["us"].update(size="wide"), ""),
    ):
        spoilt = copy.deepcopy(drawings()["demo"])
        spoil(spoilt["maps"])
        assert [fault.pointer for fault in faults(spoilt, DEMO)] == [pointer]


def renaming(new: Callable[[str], str]) -> Callable[[dict[str, Any]], None]:
    def rename(document: dict[str, Any]) -> None:
        side = part(document, "maps", "us")
        for location in side["locations"]:
            if location["kind"] == "card":
                location.update(id=new(location["id"]))
        side["edges"] = [[end if "us_" in end else new(end) for end in edge] for edge in side["edges"]]

    return rename


def test_places_that_the_drawing_lacks_lie_below_the_map():
    lost = {"chicago": "atlantis", "boston": "lemuria", "dallas": "mu"}
    table = OrderTable(components=edition(renaming(lambda name: lost.get(name, name))))
    of, packaged = zone(board(table), "map"), zone(board(OrderTable()), "map")
    assert (of.kind, len(of.places), of.scenery) == ("map", 39, packaged.scenery)
    assert packaged.size is not None
    assert of.size is not None
    own = {one.id: box_of(of, one.id) for one in of.places}
    assert len({(box.x, box.y) for box in own.values()}) == 39
    for name, box in own.items():
        assert (box.y >= packaged.size[1]) == (name in lost.values())
        assert box.y + box.height <= of.size[1]
        if name not in lost.values():
            assert box == box_of(packaged, name)
    assert len(of.links) == len(packaged.links)


def test_a_map_with_other_places_is_drawn_in_rows_and_tells_where_roads_lead():
    def rename(document: dict[str, Any]) -> None:
        renaming(lambda name: f"{name}_of_old")(document)
        part(part(document, "maps", "us"), "locations", "chicago_of_old").update(name="Atlantis")

    table = OrderTable(components=edition(rename)).tokens("chicago_of_old", 2)
    shown = board(table)
    of = zone(shown, "map")
    assert (of.kind, len(of.places), of.links, of.scenery) == ("grid", 39, (), ())
    assert place(shown, "chicago_of_old").name == "Atlantis"
    assert [piece.id for piece in place(shown, "chicago_of_old").pieces] == ["tokens:chicago_of_old"]
    assert len({(box_of(of, one.id).x, box_of(of, one.id).y) for one in of.places}) == 39
    assert lines(of)["Detroit"] == "to Atlantis, Cleveland, Boston and Chaos Lakes start"
