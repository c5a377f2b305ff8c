"""Far places: what several moves in a row lead to, found by the service before anything is recorded."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.api import actions as routes
from tests.service.conftest import Table, problem
from tests.support.service.recorded_tables import opened_with

AT_BRIGHTWATER = 71
"""So many actions stand before blue, who has three of them left, leaves Brightwater."""
AT_MARSEILLE = 168
"""So many stand before white leaves Marseille with four moves; an enemy holds Bern, two steps away."""
AT_JAGLADAK = 32
"""So many stand before east leaves Jagladak, which it controls, for two planets."""
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def time_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests leaves nothing out."""
    monkeypatch.setattr(routes, "FAR_SECONDS", 60.0)


def at_brightwater(app: Flask) -> Table:
    opening, actions = opened_with("time_of_chaos", "demo-2p-001")
    return Table(app, opening).acted(*actions[:AT_BRIGHTWATER])


def travel(city: str) -> Json:
    return {"type": "travel", "seat": "blue", "city": city}


def asked(kind: str, seat: str, *steps: Json) -> Json:
    return {"type": kind, "seat": seat, "steps": [*steps]}


def ways(table: Table, holder: str, kind: str, seat: str, *steps: Json) -> dict[str, list[str]]:
    """By place, the way to it, by the labels of its steps."""
    answer = table.post("/far-places", asked(kind, seat, *steps), holder, if_match=None)
    assert answer.status_code == 200, answer.text
    return {one["place"]: [step["label"] for step in one["steps"]] for one in answer.json["far_places"]}


def test_far_cities_are_found_with_the_fewest_steps_and_nothing_is_recorded(app: Flask) -> None:
    table = at_brightwater(app)
    before = table.version
    assert ways(table, "seat:blue", "travel", "blue") == {
        "present:G": ["Aldermoor", "Greyharbor"],
        "present:H": ["Dunmere", "Highspire"],
        "present:F": ["Ironvale", "Fallowfield"],
        "present:E": ["Aldermoor", "Greyharbor", "Eastgate"],
        "present:C": ["Dunmere", "Highspire", "Cinderhold"],
    }
    told = table.post("/far-places", asked("travel", "blue"), "seat:blue", if_match=None).json
    (east,) = (one for one in told["far_places"] if one["place"] == "present:E")
    assert table.version == before
    table.acted([step["action"] for step in east["steps"]])
    assert table.get().json["view"]["seats"]["blue"]["pawn"] == "present:E"


def test_ways_begin_after_the_steps_of_a_draft(app: Flask) -> None:
    """Two of three steps are left; no way leads back, and none follows what the rules do not allow."""
    table = at_brightwater(app)
    assert ways(table, "seat:blue", "travel", "blue", travel("A")) == {
        "present:D": ["Brightwater", "Dunmere"],
        "present:I": ["Brightwater", "Ironvale"],
        "present:E": ["Greyharbor", "Eastgate"],
    }
    assert ways(table, "seat:blue", "travel", "blue", travel("A"), travel("G"), travel("E")) == {}
    assert ways(table, "seat:blue", "travel", "blue", travel("E")) == {}
    assert ways(table, "seat:blue", "end_turn", "blue") == {}


def test_a_way_may_give_up_what_every_step_from_here_gives_up(app: Flask) -> None:
    opening, actions = opened_with("chaosmos", "demo-2p-first-004")
    table = Table(app, opening).acted(*actions[:AT_JAGLADAK])
    found = ways(table, "seat:east", "move", "east")
    assert found["tolwick"] == ["Star C2", "Tolwick"]
    assert ["Star C2", "Fennmire", "Star 1"] in found.values()


def test_a_fight_ends_a_way(app: Flask) -> None:
    opening, actions = opened_with("order_vs_chaos", "demo-3p-002")
    table = Table(app, opening).acted(*actions[:AT_MARSEILLE])
    seat = actions[AT_MARSEILLE]["seat"]
    found = ways(table, f"seat:{seat}", "move", seat)
    assert found["bern"] == ["Lyon", "Bern"]
    assert not [way for way in found.values() if "Bern" in way[:-1]]


def test_places_whose_ways_lead_to_different_tables_are_left_out(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, stepped = at_brightwater(app), routes._stepped

    def remembering(*given: Any) -> Any:
        """As if each way left something behind."""
        there = stepped(*given)
        return there and there._replace(view={**there.view, "way": there.steps})

    monkeypatch.setattr(routes, "_stepped", remembering)
    assert ways(table, "seat:blue", "travel", "blue") == {"present:F": ["Ironvale", "Fallowfield"]}


def test_a_search_that_takes_too_long_tells_of_the_nearest_places_alone(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_brightwater(app)
    whole = ways(table, "seat:blue", "travel", "blue")
    tries = len(whole) + 3  # one of each neighbour, then two ways to two of the cities
    monkeypatch.setattr(routes, "MOST_TRIES", tries)
    near = {place: way for place, way in whole.items() if len(way) == len(whole["present:G"])}
    assert ways(table, "seat:blue", "travel", "blue") == near
    monkeypatch.setattr(routes, "FAR_SECONDS", 0.0)
    assert ways(table, "seat:blue", "travel", "blue") == {}


def test_who_may_not_move_the_piece_asks_in_vain(app: Flask, reef: Table) -> None:
    table = at_brightwater(app)
    body = asked("travel", "blue")
    problem(table.post("/far-places", body, "spectator"), 403, "not-allowed")
    problem(table.post("/far-places", body, "seat:red"), 403, "another-seat")
    assert ways(table, "seat:red", "travel", "red") == ways(table, "scribe", "travel", "nobody") == {}
    assert problem(table.post("/far-places", {"seat": "blue"}, "seat:blue"), 422, "invalid")["errors"]
    assert ways(reef, "seat:red", "place_cubes", "red") == {}
