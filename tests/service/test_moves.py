"""Moves: a list of actions is undone and redone as one, and stays one in every copy of its session."""

from __future__ import annotations

import json

import pytest

from tests.service.conftest import MakeApp, Table, place, problem
from tests.service.test_taking_back import back, live, offered, said
from tests.support.verifying import verifier


def moves(table: Table, holder: str = "scribe") -> list[int | None]:
    return [entry.get("move") for entry in table.get("/entries", holder).json["items"]]


@pytest.fixture
def listed(reef: Table) -> Table:
    """Entry 2 is a move of Red; 3 to 5 are one list of three."""
    reef.acted(place("red"))
    answer = reef.act([place("blue"), place("red", 2), place("blue", region="south")])
    assert [entry["move"] for entry in answer.json["entries"]] == [3, 3, 3]
    return reef


def test_every_entry_of_a_list_names_the_first_one(listed: Table) -> None:
    assert moves(listed) == [None, 2, 3, 3, 3]
    bodies = [entry["body"] for entry in listed.get("/export").json["entries"]]
    assert [body.get("move") for body in bodies] == [None, None, None, 3, 3]


def test_a_list_of_one_and_a_list_that_only_saves_requests_are_single_moves(reef: Table) -> None:
    reef.acted([place("red")])
    assert reef.post("/actions?one_move=false", [place("blue"), place("red")]).status_code == 201
    assert moves(reef) == [None, 2, 3, 4]
    assert all("move" not in entry["body"] for entry in reef.get("/export").json["entries"])


def test_a_list_that_is_sent_again_keeps_its_move(reef: Table) -> None:
    first, *more = actions = [place("red", action_id="a"), place("blue", action_id="b")]
    assert reef.act(actions).status_code == 201
    again = reef.act(actions).json["entries"]
    assert [(entry["number"], entry["move"]) for entry in again] == [(2, 2), (3, 2)]
    grown = reef.act([first, *more, place("red", action_id="c")]).json["entries"]
    assert [(entry["number"], entry["move"]) for entry in grown] == [(2, 2), (3, 2), (4, 4)]


def test_undo_takes_the_list_and_redo_restores_it_as_one(listed: Table) -> None:
    listed.post("/notes", {"text": "Well laid."}, "seat:blue")
    undo = offered(listed)["undo"]
    assert (undo["to"], undo["moves"], undo["count"], undo["splits"]) == (2, 1, 3, None)
    assert [number for number, _ in said(undo)] == [3, 4, 5]
    text = "".join(run if isinstance(run, str) else run["text"] for run in undo["says"])
    assert text.startswith("Blue: Place cubes. Region: north. Count: 1; Red: Place cubes.")
    assert back(listed, undo["to"]).status_code == 201
    assert live(listed) == [1, 2, 6, 7]
    assert offered(listed)["undo"]["to"] == 1
    redo = offered(listed)["redo"]
    assert (redo["to"], redo["moves"], redo["count"]) == (6, 1, 3)
    assert back(listed, redo["to"]).status_code == 201
    assert live(listed) == [1, 2, 3, 4, 5, 6, 8]
    assert offered(listed)["undo"]["to"] == 2


def test_a_retraction_into_a_list_says_so_and_the_next_undo_takes_its_beginning(listed: Table) -> None:
    takes = listed.post("/retractions?dry_run=true", {"to": 4}).json["takes"]
    assert (takes["splits"], takes["moves"], [number for number, _ in said(takes)]) == (3, 1, [5])
    assert back(listed, 4).status_code == 201
    assert live(listed) == [1, 2, 3, 4, 6]
    undo = offered(listed)["undo"]
    assert (undo["to"], [number for number, _ in said(undo)], undo["splits"]) == (2, [3, 4], None)
    wider = listed.post("/retractions?dry_run=true", {"to": 1}).json["takes"]
    assert (wider["moves"], wider["count"], wider["splits"]) == (2, 3, None)


def test_a_refused_list_leaves_no_move(listed: Table) -> None:
    problem(listed.act([place("red"), place("red")]), 409, "rule")
    assert listed.version == 5


def test_a_list_stays_one_move_in_a_fork_a_file_and_a_proof(listed: Table, make_app: MakeApp) -> None:
    back(listed, 4)
    assert listed.act([place("blue"), place("red")]).status_code == 201
    fork = listed.post("/forks", {}, "owner", if_match=None).json
    owner = {"Authorization": f"Bearer {fork['tokens']['owner']}"}
    copied = listed.client.get(f"/v1/sessions/{fork['session']['id']}/entries", headers=owner).json["items"]
    assert [entry.get("move") for entry in copied] == [None, 2, 3, 3, 5, 5]
    file = listed.get("/export").json
    elsewhere = make_app("elsewhere").test_client()
    answer = elsewhere.post("/v1/imports", json=file)
    assert answer.json["items"][0]["status"] == "imported"
    owner = {"Authorization": f"Bearer {answer.json['items'][0]['tokens']['owner']}"}
    path = f"/v1/sessions/{listed.id}"
    there = elsewhere.get(f"{path}/entries", headers=owner).json["items"]
    assert [entry.get("move") for entry in there] == moves(listed) == [None, 2, 3, 3, 3, None, 7, 7]
    report = elsewhere.get(f"{path}/audit", headers=owner).json
    assert [one for one in report["findings"] if one["severity"] != "note"] == []
    assert elsewhere.get(f"{path}/export", headers=owner).json == file
    undo = elsewhere.get(f"{path}/offers?with=words", headers=owner).json["undo"]
    assert (undo["to"], undo["count"]) == (6, 2)


def test_the_page_of_an_entry_names_the_move_that_it_is_part_of(listed: Table) -> None:
    page = f"/t/{listed.id}/entry/"
    told = {
        number: listed.client.get(page + number, headers=listed.headers("scribe")).text for number in "35"
    }
    assert f'part of the move that begins with <a href="{page}3">№ 3</a>' in told["5"]
    assert "part of the move" not in told["3"]


def test_a_watcher_checks_the_moves_of_a_closed_table(listed: Table) -> None:
    assert listed.post("/close", {"outcome": "abandoned"}).status_code == 201
    proven, _ = verifier()["check"](json.loads(listed.get("/proof", "spectator").data))
    assert [proven[number].get("move") for number in range(1, 6)] == [None, None, None, 3, 3]
