"""Notes for some seats alone: whose eyes they meet, while the game runs and when it has opened at its end."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from flask import Flask

from tests.service.conftest import Table, problem, recorded
from tests.service.test_statistics import follow

SECRET = "the sapphire is in the third chest"
READERS = ("owner", "scribe", "seat:red")
OTHERS = ("seat:blue", "spectator", None)


@pytest.fixture
def noted(app: Flask) -> Table:
    """A finished, public game with a note for red alone: one from its midst, one written after the end."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    assert table.act(actions[:20]).status_code == 201
    note = {"text": SECRET, "about": 2, "visible_to": ["red"]}
    assert table.post("/notes", note, "seat:red").status_code == 201
    assert table.act(actions[20:]).status_code == 201
    assert table.get("", None).json["status"] == "finished"
    assert table.post("/notes", note, "seat:red").status_code == 201
    return table


def streamed(table: Table, holder: str | None) -> str:
    """All entries as the stream sends them to this principal."""
    answer = table.get("/stream", holder, Last_Event_ID="0")
    text = b"".join(islice(answer.iter_encoded(), 1 + table.version)).decode()
    answer.close()
    assert text.count("event: entry") == table.version
    return text


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_a_private_note_stays_private_when_the_game_has_opened(noted: Table, accept: str) -> None:
    for holder in READERS:
        assert noted.get("/entries?limit=500", holder, Accept=accept).text.count(SECRET) == 2
    for holder in OTHERS:
        shown = noted.get("/entries?limit=500", holder, Accept=accept).text
        assert SECRET not in shown
        lines = [json.loads(line) for line in shown.splitlines()]
        items = lines if accept.endswith("ndjson") else lines[0]["items"]
        kept = [item for item in items if item["kind"] == "noted"]
        assert [(note["text"], note["about"], note["visible_to"]) for note in kept] == [(None, None, [])] * 2


def test_the_stream_tells_private_notes_to_nobody_else(noted: Table) -> None:
    for holder in READERS:
        assert streamed(noted, holder).count(SECRET) == 2
    for holder in OTHERS:
        assert SECRET not in streamed(noted, holder)


def test_what_was_missed_tells_no_private_note(noted: Table) -> None:
    missed = problem(
        noted.act({"type": "end_turn", "seat": "blue"}, "seat:blue", if_match='"1"'), 412, "stale"
    )
    assert missed["missed"]
    assert SECRET not in json.dumps(missed)


def test_nothing_else_that_opens_at_the_end_carries_a_private_note(noted: Table) -> None:
    follow(noted.app)
    series = [f"/{one['key']}" for one in noted.client.get("/v1/games/time_of_chaos").json["series"]]
    for path in ("", "?at=5", "/audit", "/timeline", "/scores", *series):
        for holder in OTHERS:
            answer = noted.get(path, holder)
            assert answer.status_code == 200, answer.text
            assert SECRET not in answer.text, path
    for holder in OTHERS:
        assert noted.get("/export", holder).status_code in (401, 403)
    assert SECRET in noted.get("/export", "scribe").text


def test_a_fork_copies_no_notes(noted: Table) -> None:
    forked = noted.post("/forks", {}).json
    headers = {"Authorization": f"Bearer {forked['tokens']['owner']}"}
    path = f"/v1/sessions/{forked['session']['id']}/export"
    assert SECRET not in noted.client.get(path, headers=headers).text


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson", "text/plain"])
def test_who_looks_with_a_seats_eyes_reads_none_of_its_private_notes(noted: Table, accept: str) -> None:
    """The eyes are the seat's for what the game hides; what seats told each other stays theirs."""
    for holder in OTHERS:
        assert SECRET not in noted.get("/entries?as=red&limit=500", holder, Accept=accept).text
    for holder in READERS:
        assert SECRET in noted.get("/entries?as=red&limit=500", holder, Accept=accept).text
        assert SECRET not in noted.get("/entries?as=blue&limit=500", holder, Accept=accept).text


def test_who_looks_with_a_seats_eyes_learns_no_id_of_its_requests(noted: Table) -> None:
    note = {"text": "Well played.", "action_id": "an-id-that-red-made-up"}
    assert noted.post("/notes", note, "seat:red").status_code == 201
    for holder in ("owner", "seat:red"):
        assert note["action_id"] in noted.get("/entries?as=red&limit=500", holder).text
    for holder in OTHERS:
        assert note["action_id"] not in noted.get("/entries?as=red&limit=500", holder).text
