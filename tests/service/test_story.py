"""The log as a story: a sentence an entry, as the principal may see it."""

from __future__ import annotations

import html
import json

import pytest
from flask import Flask

from domain.games import REGISTRY
from tests.service.conftest import Table, place, problem, recorded
from tests.support.recorded import library

TEXT = "text/plain"
EVENING = """\
№ 4 Red is the first player. Pawns are placed in this order: Blue and Red.
№ 5 Blue starts in Brightwater. Blue places a cube on Brightwater in the past. Brightwater in the past flips \
to chaos. Blue places a cube on Brightwater in the future.
Round 1
№ 6 Red starts in Dunmere. Red places a cube on Dunmere in the past. Dunmere in the past flips to chaos. \
Red places a cube on Dunmere in the future. Red’s turn begins.
№ 7 Red sends disorder. Disorder spreads from Dunmere in the past into the present.
"""


def told(table: Table, holder: str | None = "owner", query: str = "") -> list[str]:
    answer = table.get(f"/entries{query}", holder, Accept=TEXT)
    assert answer.status_code == 200
    assert answer.content_type == "text/plain; charset=utf-8"
    return answer.text.splitlines()


@pytest.mark.parametrize("key", REGISTRY)
def test_every_entry_of_a_recorded_game_is_a_line_in_its_own_words(app: Flask, key: str) -> None:
    first, *actions = map(json.loads, library(key)[0].read_text().splitlines())
    table = Table(app, first)
    for at in range(0, len(actions), 50):
        assert table.act(actions[at : at + 50]).status_code == 201
    lines = told(table)
    numbered = [line for line in lines if line.startswith("№ ")]
    assert len(numbered) == table.version
    said = table.get("/entries?with=words&limit=500").json["items"]
    for line, entry in zip(numbered, said, strict=False):
        runs = [run if isinstance(run, str) else run["text"] for run in entry["words"]["says"]]
        assert line.startswith(f"№ {entry['number']} ")
        assert " ".join("".join(runs).split()) in line
    rounds = [line for line in lines if not line.startswith("№ ")]
    assert rounds == [f"Round {number}" for number in range(1, len(rounds) + 1)]
    assert rounds


def test_the_story_of_an_evening_begins_so(app: Flask) -> None:
    first, *actions = recorded("demo-2p-001")
    table = Table(app, first)
    assert table.act(actions[:6]).status_code == 201
    assert told(table, query="?from=4") == EVENING.splitlines()


def test_a_page_holds_the_whole_story_to_print(app: Flask) -> None:
    first, *actions = recorded("demo-2p-001")
    table = Table(app, first)
    assert table.act(actions[:6]).status_code == 201
    page = html.unescape(
        table.client.get(
            f"/t/{table.id}/log", headers=table.headers("seat:blue") | {"Accept": "text/html"}
        ).text
    )
    assert all(line in page for line in told(table, "seat:blue") if line.startswith("№"))
    assert "№ 1 " in page


def test_what_was_taken_back_and_what_broke_a_rule_is_marked(reef: Table) -> None:
    reef.acted(place("red"), place("blue"))
    assert reef.post("/retractions", {"to": 2, "reason": "a slip"}).status_code == 201
    broken = place("blue", 9, against_rules=True, reason="a house rule")
    assert reef.act(broken).status_code == 201
    _, _, third, fourth, fifth = (line for line in told(reef) if line.startswith("№"))
    assert third.startswith("№ 3 (taken back) ")
    assert fourth == "№ 4 Undoes everything after № 2: a slip"
    assert fifth.startswith("№ 5 ⚑ against RF-2: ")


def test_a_note_stays_on_its_line_and_commands_no_terminal(reef: Table) -> None:
    assert reef.post("/notes", {"text": "one\ntwo\x1b[2J three"}).status_code == 201
    assert told(reef)[-1] == "№ 2 Note: one two [2J three"


def test_a_story_holds_nothing_that_is_hidden_from_who_asks(reef: Table) -> None:
    reef.acted({"type": "hide_pearl", "seat": "red", "pearl": "black"})
    assert "black" in "".join(told(reef, "seat:red"))
    assert "black" not in "".join(told(reef, "seat:blue"))
    assert "black" not in "".join(told(reef, "spectator"))
    problem(reef.get("/entries", None, Accept=TEXT), 404, "not-found")


def test_another_form_is_refused_by_naming_those_there_are(reef: Table) -> None:
    body = problem(reef.get("/entries", Accept="text/csv"), 406, "not-acceptable")
    assert body["detail"] == "The available formats are application/json, application/x-ndjson, text/plain."
