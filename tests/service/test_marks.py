"""Marks along a session: where rounds and turns begin, what was flagged, noted or scored."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, place, problem, recorded
from tests.service.test_statistics import follow


def marks_of(table: Table, kind: str) -> list[tuple[int, Any, Any]]:
    marks = table.get("/marks").json["marks"]
    return [(mark["entry"], mark["seat"], mark["value"]) for mark in marks if mark["kind"] == kind]


def test_marks_say_where_rounds_and_turns_begin_and_who_scored(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    table.acted(place("red", 1), place("blue", 3), place("red", 2))
    follow(app)
    states = {entry: table.get(f"?at={entry}").json for entry in range(1, 5)}
    turns = [states[entry]["moment"]["turn"] for entry in range(1, 5)]
    assert marks_of(table, "turn") == [
        (entry, None, turns[entry - 1]) for entry in range(2, 5) if turns[entry - 1] != turns[entry - 2]
    ]
    assert marks_of(table, "turn") != []
    scores = {n: {s["seat"]: s["score"] for s in states[n]["standing"]["seats"]} for n in states}
    changed = [
        (n, seat, scores[n][seat])
        for n in range(2, 5)
        for seat in scores[n]
        if scores[n][seat] != scores[n - 1][seat]
    ]
    assert marks_of(table, "score") == changed
    assert table.get("/marks").json["as_of"] == 4


def test_marks_show_notes_flags_corrections_and_what_was_taken_back(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    table.acted(place("red", 1), place("blue", 3))
    table.post("/notes", {"text": "Red thinks for long."})
    table.post("/retractions", {"to": 2, "reason": "misread"})
    table.act(place("red") | {"against_rules": True, "reason": "a house rule"})
    follow(app)
    assert marks_of(table, "note") == [(4, None, None)]
    assert marks_of(table, "retraction") == [(5, None, None)]
    assert marks_of(table, "flag") == [(6, None, None)]
    assert all(entry not in (3,) for entry, _, _ in marks_of(table, "turn"))


def test_marks_are_there_for_whoever_may_look_and_before_any_worker(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    assert table.get("/marks", "spectator").json == {"as_of": 0, "marks": []}
    problem(table.get("/marks", None), 404, "not-found")


@pytest.mark.parametrize("holder", ["owner", "seat:red", "spectator"])
def test_marks_are_the_same_for_everybody(app: Flask, holder: str) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    table.act(actions[:50])
    follow(app)
    assert table.get("/marks", holder).json == table.get("/marks", "scribe").json
