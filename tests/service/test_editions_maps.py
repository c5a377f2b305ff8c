"""A group lays the maps of its box as they are printed: places are dragged, added, joined and taken."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel.session.opening import load_components
from tests.service.conftest import Table
from tests.service.test_editions import Box
from tests.support.service.answers import Answer

MAPPED = [key for key, game in REGISTRY.items() if game.layouts is not None]
DRAGGED = {
    "first_light": ("planet/sides/a/spaces/r5c3", (346, 40)),
    "order_vs_chaos": ("maps/us/locations/miami", (250, 290)),
    "chaosmos": ("layouts/first/slots/o1", (40, 200)),
    "chaos_order": ("map/places/black_sedge", (150, 330)),
}
"""A place of each game, and where somebody drags it."""


def edition(app: Flask, game: str) -> Box:
    return Box(app, {"game": game, "from": "demo", "name": "Our box"})


def lay(box: Box, place: str, at: tuple[float, float], *changes: Any) -> Answer:
    body = {"changes": changes, "lay": [{"place": place, "at": at}]}
    answer = box.send("PATCH", "/draft", body, If_Match="*")
    assert answer.status_code == 200, answer.text
    return answer


def where(maps: Any, place: str) -> tuple[float, float]:
    at, table, id = place.rsplit("/", 2)
    return tuple(maps[at]["places"][table][id]["at"])


def shapes_at_a_table(app: Flask, key: str, component_set: str) -> dict[str, Any]:
    """Where the places of the map lie, for a table that has just begun with this set."""
    game = REGISTRY[key]
    components = load_components(game, game.demo_sets()["demo"])
    seats, options = game.sample_opening(components, game.seat_counts[0], Random(7))
    options |= {"planet_side": "a"} if key == "first_light" else {}
    table = Table(app, {"game": key, "component_set": component_set, "seats": seats, "options": options})
    if key == "order_vs_chaos":
        table.acted({"type": "choose_map", "map": "us"})
    zones = table.get("?with=board").json["board"]["zones"]
    return {
        place["id"]: place["shape"] for zone in zones if zone["kind"] == "map" for place in zone["places"]
    }


@pytest.mark.parametrize("key", MAPPED)
def test_a_place_is_dragged_and_lies_there_at_a_table(app: Flask, key: str) -> None:
    box, (place, to) = edition(app, key), DRAGGED[key]
    before = box.get("/draft")
    moved = lay(box, place, to).json
    assert [*moved["maps"]] == [place.rsplit("/", 2)[0]], "the others lie where they lay"
    assert where(moved["maps"], place) == pytest.approx(to, abs=12)
    assert (moved["faults"], moved["drawing_faults"]) == ([], [])
    draft = box.get("/draft")
    assert where(draft["maps"], place) == where(moved["maps"], place)

    back = box.undo().json
    assert back["maps"] | before["maps"] == before["maps"], "one step back takes all of it back"
    assert {name: box.get("/draft")[name] for name in ("document", "drawing", "maps")} == {
        name: before[name] for name in ("document", "drawing", "maps")
    }

    lay(box, place, to)
    version = box.publish()
    packaged = shapes_at_a_table(app, key, "demo")
    laid = shapes_at_a_table(app, key, version["hash"])
    assert len([one for one in packaged if laid[one] != packaged[one]]) == 1, "it alone lies elsewhere"


@pytest.mark.parametrize("key", MAPPED)
def test_a_draft_without_a_layout_begins_with_the_packaged_one(app: Flask, key: str) -> None:
    box, (place, to) = edition(app, key), DRAGGED[key]
    given = box.send("GET", "/file", holder="reader").json
    bare = Box(app, {"file": {**given, "drawing": None}, "name": "Without a layout"})
    assert bare.get("/draft")["maps"] == box.get("/draft")["maps"]
    assert where(lay(bare, place, to).json["maps"], place) == where(lay(box, place, to).json["maps"], place)
    bare.undo()
    assert bare.get("/file")["drawing"] is None
    assert bare.get("/draft")["maps"] == bare.get("/draft")["maps"]


@pytest.mark.parametrize("key", MAPPED)
def test_what_nobody_has_laid_yet_lies_beside_the_map_and_on_nothing(app: Flask, key: str) -> None:
    box, place = edition(app, key), DRAGGED[key][0]
    at, table, id = place.rsplit("/", 2)
    document = box.get("/draft")["document"]
    rows = row_at(document, f"{at}/{table}")
    like = next(row for row in rows if (row if isinstance(row, str) else row["id"]) == id)
    new = [f"new{number}" for number in range(12)]
    values = [one if isinstance(like, str) else {**like, "id": one} for one in new]
    box.change(*({"do": "add", "at": f"{at}/{table}", "value": value} for value in values))
    places = box.get("/draft")["maps"][at]["places"]
    middles = {one: place["at"] for table in places.values() for one, place in table.items()}
    assert {*new} <= {*middles}
    for one, other in combinations(middles, 2):
        if one in new or other in new:
            (x, y), (u, v) = middles[one], middles[other]
            assert (x - u) ** 2 + (y - v) ** 2 > 26**2, (one, other)


def row_at(value: Any, at: str) -> Any:
    for step in at.split("/"):
        value = next(row for row in value if row["id"] == step) if isinstance(value, list) else value[step]
    return value


# A lattice: who is next to whom follows from where the spaces lie.


def spaces(box: Box, side: str = "a") -> dict[str, Any]:
    rows = box.get("/draft")["document"]["planet"]["sides"][side]["spaces"]
    return {row["id"]: row for row in rows}


def test_neighbours_and_arrows_follow_a_space_that_is_dragged(app: Flask) -> None:
    box = edition(app, "first_light")
    before = spaces(box)
    assert before["r1c1"]["arrows"] == {"nw": "r5c3"}
    # The corner goes to the other end of its row: the arrow from the far corner now leads to what is last.
    moved = lay(box, "planet/sides/a/spaces/r5c3", (346, 40)).json
    after = spaces(box)
    assert after["r5c3"]["adjacent"] == {"w": "r1c3", "sw": "r2c4"}
    assert after["r1c3"]["adjacent"]["e"] == "r5c3"
    assert "e" not in after["r5c2"]["adjacent"]
    assert after["r1c1"]["arrows"] == {"nw": "r4c3"}
    assert spaces(box, "b")["r5c3"]["adjacent"] == before["r5c3"]["adjacent"], "the other side is another map"
    told = {change["at"] for change in moved["followed"]}
    assert "planet/sides/a/spaces/r1c3/adjacent/e" in told
    assert "planet/sides/a/spaces/r1c1/arrows/nw" in told
    unlike = {id for id in before if before[id] != after[id]}
    assert {at.split("/")[4] for at in told} == unlike, "a page is told all that it did not ask for"


def test_two_spaces_change_places(app: Flask) -> None:
    box = edition(app, "first_light")
    before = box.get("/draft")["maps"]["planet/sides/b"]["places"]["spaces"]
    lay(box, "planet/sides/b/spaces/r3c2", tuple(before["r3c3"]["at"]))
    after = box.get("/draft")["maps"]["planet/sides/b"]["places"]["spaces"]
    assert (after["r3c2"], after["r3c3"]) == (before["r3c3"], before["r3c2"])
    assert spaces(box, "b")["r3c3"]["adjacent"]["e"] == "r3c2"


def test_a_space_is_added_where_it_lies_and_taken_with_what_named_it(app: Flask) -> None:
    box = edition(app, "first_light")
    before = box.get("/draft")
    blank = {"id": "space_20", "yield": {}, "token": None, "cache_slot": False, "adjacent": {}, "arrows": {}}
    at = "planet/sides/a/spaces"
    added = lay(box, f"{at}/space_20", (410, 172), {"do": "add", "at": at, "value": blank})
    assert spaces(box)["space_20"]["adjacent"] == {"w": "r3c5"}
    assert spaces(box)["r3c5"]["adjacent"]["e"] == "space_20"
    assert added.json["maps"]["planet/sides/a"]["size"][0] > 384, "the map grows"
    taken = box.change({"do": "take", "at": f"{at}/space_20"}).json
    assert box.get("/draft")["document"] == before["document"]
    draft = box.get("/draft")["drawing"]["planet"]
    assert draft["spaces"] == before["drawing"]["planet"]["spaces"]
    assert draft["size"] == before["drawing"]["planet"]["size"], "the map is as small as before"
    assert taken["faults"] == []
    box.undo()
    assert spaces(box)["r3c5"]["adjacent"]["e"] == "space_20"


def test_what_names_a_taken_place_and_must_be_there_is_a_fault(app: Flask) -> None:
    box = edition(app, "first_light")
    faults = box.change({"do": "take", "at": "planet/sides/a/spaces/r3c3"}).json["faults"]
    assert "planet/sides/a/centre" in {fault["at"] for fault in faults}
    assert not any("adjacent" in fault["at"] for fault in faults)


# A graph: places and roads.


def test_a_place_is_taken_with_its_roads_and_bends(app: Flask) -> None:
    box = edition(app, "order_vs_chaos")
    before = box.get("/draft")
    taken = box.change({"do": "take", "at": "maps/us/locations/boston"}).json
    draft = box.get("/draft")
    us = row_at(draft["document"], "maps/us")
    assert not any("boston" in edge for edge in us["edges"])
    assert us["edges"] == [
        edge for edge in row_at(before["document"], "maps/us")["edges"] if "boston" not in edge
    ]
    assert [change["at"] for change in taken["followed"]] == ["maps/us/edges"]
    assert "boston" not in draft["drawing"]["maps"]["us"]["places"]
    assert (draft["drawing"]["maps"]["us"]["bends"], draft["maps"]["maps/us"]["bends"]) == ([], [])
    box.undo()
    assert box.get("/draft")["document"] == before["document"]
    assert box.get("/draft")["drawing"] == before["drawing"]


def test_a_new_place_with_its_road_is_one_request(app: Flask) -> None:
    box = edition(app, "order_vs_chaos")
    new = {"id": "location_40", "name": "Khazad", "kind": "card"}
    lay(
        box,
        "maps/us/locations/location_40",
        (-50, 200),
        {"do": "add", "at": "maps/us/locations", "value": new},
        {"do": "add", "at": "maps/us/edges", "value": ["location_40", "denver"]},
    )
    assert where(box.get("/draft")["maps"], "maps/us/locations/location_40") == (20, 200), "inside its map"
    box.change({"do": "set", "at": "maps/us/locations/denver/name", "value": "Moria"})
    draft = box.get("/draft")["drawing"]["maps"]["us"]["places"]
    assert draft["denver"][2] == "", "the short name was another one's"
    assert draft["boston"][2] == "Boston"


def test_a_board_that_is_laid_otherwise_leaves_its_likes_alone(app: Flask) -> None:
    """Two boards of the packaged set have one picture; each can become another."""
    box = edition(app, "chaosmos")
    lay(box, "layouts/duel/slots/o1", (40, 200))
    drawing = box.get("/draft")["drawing"]
    assert drawing["layouts"]["first"] == "around the clock"
    assert drawing["layouts"]["duel"] == "duel"
    assert drawing["skies"]["duel"]["slots"]["o1"] == [40, 200]
    star = {"do": "add", "at": "layouts/duel/stars", "value": {"id": "c9", "slots": ["o1", "r0"]}}
    lay(box, "layouts/duel/stars/c9", (60, 250), star)
    sky = box.get("/draft")["drawing"]["skies"]["duel"]
    assert sky["spots"]["c9"] == {"members": ["c9"], "at": [60, 250]}
    assert {"start": "o1", "end": "c9"} in sky["ways"]
    box.change({"do": "take", "at": "layouts/duel/stars/c0"})
    duel = row_at(box.get("/draft")["document"], "layouts/duel")
    assert not any("c0" in pair for pair in duel["clock_pairs"])
    assert duel["asteroids"][0] == {"blocks": []}, "no edge is left that this field could close"
    assert box.publish()["number"] == 1


def test_a_region_that_is_dragged_away_is_joined_by_roads(app: Flask) -> None:
    box = edition(app, "chaos_order")
    lay(box, *DRAGGED["chaos_order"])
    drawing = box.get("/draft")["drawing"]
    assert not any("black_sedge" in ends for ends in drawing["borders"].values()), "they do not touch"
    on_another = lay(box, "map/places/black_sedge", tuple(drawing["places"]["glass_mire"]["at"])).json
    assert {fault["at"].split("/")[0] for fault in on_another["drawing_faults"]} == {"places"}
    assert box.send("POST", "/versions", {}, "keeper").status_code == 422


def test_a_place_that_is_on_no_map_is_refused(app: Flask) -> None:
    box = edition(app, "first_light")
    for place in ("planet/sides/a/spaces/nowhere", "items/aqua_cannon", "", "planet"):
        answer = box.send("PATCH", "/draft", {"lay": [{"place": place, "at": [0, 0]}]}, If_Match="*")
        assert answer.status_code == 422, place
        assert answer.json["errors"][0]["pointer"] == "/lay/0"
    box.change({"do": "set", "at": "planet/sides/a/spaces", "value": 7})
    assert box.get("/draft")["maps"] == {}, "a map that cannot be read is not drawn"
    body = {"lay": [{"place": "planet/sides/a/spaces/r1c1", "at": [0, 0]}]}
    assert box.send("PATCH", "/draft", body, If_Match="*").status_code == 422
