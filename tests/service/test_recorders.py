"""A game says whose phone records what: the table's step by any seat, an action never by its actor."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from domain.kernel import Json
from service.app import create_app
from tests.service.conftest import REEF_OPENING, Table, place, problem, settings_at
from tests.support.reef import REEF, ReefState


def recorders(state: ReefState, action: Mapping[str, Json]) -> Collection[str] | None:
    """Anybody rolls the storm; cubes on the south are laid by the other seat's hand."""
    if action["type"] == "roll_storm":
        return state.seats
    if action.get("region") == "south":
        return [seat for seat in state.seats if seat != action["seat"]]
    return None


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A reef of the fixture's recorders."""
    app = create_app(settings_at(tmp_path), {"reef": replace(REEF, recorders=recorders)})
    yield Table(app, REEF_OPENING)
    app.extensions["tablelog"].close()


def offered(table: Table, holder: str) -> set[tuple[str, str | None]]:
    return {(one["type"], one["seat"]) for one in table.get("/offers", holder).json["offers"]}


def test_any_seat_records_what_the_table_does(table: Table) -> None:
    assert table.act({"type": "roll_storm", "face": 4}, "seat:blue").status_code == 201
    assert ("roll_storm", None) in offered(table, "seat:red") & offered(table, "seat:blue")


def test_never_by_the_actor(table: Table) -> None:
    body = problem(table.act(place("red", region="south"), "seat:red"), 403, "another-seat")
    assert "Somebody else" in body["detail"]
    assert table.act(place("red", region="south"), "seat:blue").status_code == 201


def test_where_the_game_says_nothing_a_seat_acts_for_itself(table: Table) -> None:
    problem(table.act(place("red"), "seat:blue"), 403, "another-seat")
    assert table.act(place("red"), "seat:red").status_code == 201


def test_the_table_as_it_stands_then_decides_in_a_list_too(table: Table) -> None:
    answer = table.act([place("red"), place("blue", region="south")], "seat:red")
    assert answer.status_code == 201
    problem(table.act([place("red"), place("blue")], "seat:red"), 403, "another-seat")
    assert table.version == 3


def test_scribe_and_recorder_record_for_all(table: Table) -> None:
    assert table.act(place("red", region="south"), "scribe").status_code == 201
    assert table.act(place("blue", region="south"), "owner").status_code == 201
