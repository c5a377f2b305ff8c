"""The owner changes the tags of a session and who may see it, at any time, outside the log."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, problem, recorded
from tests.service.test_putting_right import asked, listed
from tests.service.test_statistics import follow
from tests.support.service.answers import Answer, answered


def changed(table: Table, body: Any, holder: str | None = "owner") -> Answer:
    return answered(table.client.patch(table.url, json=body, headers=table.headers(holder)))


@pytest.fixture
def evening(everywhere: Flask) -> Table:
    """A public game with a tag, closed after its last action."""
    opening, *actions = recorded("demo-2p-007")
    table = Table(everywhere, opening | {"visibility": "public", "tags": ["old", "kept"]}).acted(actions)
    assert table.post("/close", {}).status_code == 201
    follow(everywhere)
    return table


def test_tags_change_after_the_end_and_lists_and_figures_follow(evening: Table) -> None:
    app, before = evening.app, evening.get("/export").data
    answer = changed(evening, {"tags": ["kept", "new", "new"]})
    assert (answer.status_code, answer.json) == (200, {"visibility": "public", "tags": ["kept", "new"]})
    assert evening.get().json["tags"] == ["kept", "new"]
    assert [one["tags"] for one in listed(app)] == [["kept", "new"]]
    assert [len(listed(app, tag=tag)) for tag in ("old", "kept", "new")] == [0, 1, 1]
    rows = asked(app, "/v1/statistics/time_of_chaos/win_share?group_by=tag")["rows"]
    assert {row["group"]["tag"]: row["total"] for row in rows} == {"kept": 1, "new": 1}
    assert changed(evening, {"tags": []}).json["tags"] == []
    assert listed(app, tag="kept") == []
    assert evening.get("/export").data == before
    assert evening.get("/entries").json["items"][0]["tags"] == ["old", "kept"]


def test_a_session_that_was_made_private_does_not_exist_for_strangers(evening: Table) -> None:
    app, etag = evening.app, evening.get("", None).headers["ETag"]
    assert changed(evening, {"visibility": "private"}).json["visibility"] == "private"
    for path in ("", "/entries", "/result", "/timeline", "/scores", "/proof", "/stream", "/people"):
        problem(evening.get(path, None, If_None_Match=etag), 404, "not-found")
        assert path == "/stream" or evening.get(path, "spectator").status_code == 200
    assert evening.client.get(f"/t/{evening.id}/result").status_code == 404
    problem(evening.act({"type": "end_turn"}, None), 404, "not-found")
    assert listed(app) == []
    assert asked(app, "/v1/statistics/time_of_chaos/win_share")["rows"] == []
    shown = evening.get("").json
    assert (shown["visibility"], shown["tags"]) == ("private", ["old", "kept"])
    assert changed(evening, {"visibility": "link"}).status_code == 200
    assert evening.get("", None).status_code == 200
    assert listed(app) == []
    assert changed(evening, {"visibility": "public"}).status_code == 200
    assert [one["visibility"] for one in listed(app, visibility="public")] == ["public"]


def test_a_private_session_is_published_after_the_end(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    follow(app)
    assert listed(app) == []
    tag = table.get().headers["ETag"]
    assert changed(table, {"visibility": "public"}).status_code == 200
    assert [one["id"] for one in listed(app)] == [table.id]
    assert table.get("", "owner", If_None_Match=tag).status_code == 200
    fork = table.post("/forks", {"visibility": "public"}, "owner")
    assert fork.json["session"]["visibility"] == "public"


def test_streams_of_strangers_end_when_a_session_is_made_private(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"visibility": "link"})
    streams = [
        table.client.get(f"{table.url}/stream", headers=table.headers(holder), buffered=False)
        for holder in (None, "spectator")
    ]
    frames = [iter(stream.response) for stream in streams]
    for one in frames:
        next(one), next(one)
    assert changed(table, {"visibility": "private"}).status_code == 200
    assert table.post("/notes", {"text": "Between us."}).status_code == 201
    assert b"Between us." not in b"".join(frames[0])
    assert b"Between us." in next(frame for frame in frames[1] if b"note" in frame)
    for stream in streams:
        stream.close()


def test_only_the_owner_changes_them(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"visibility": "public"})
    for holder in ("scribe", "seat:red", "spectator", None):
        problem(changed(table, {"tags": ["mine"]}, holder), 403, "not-allowed")
    assert table.get().json["tags"] == []


def test_faulty_changes_are_refused(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    for body in ({}, [], {"tags": "x"}, {"tags": ["Not a tag"]}, {"visibility": "all"}, {"name": "x"}):
        problem(changed(table, body), 422, "invalid")
    assert table.get().json["visibility"] == "private"


def test_the_same_change_again_changes_nothing(evening: Table) -> None:
    tag = evening.get().headers["ETag"]
    for _ in range(2):
        assert changed(evening, {"visibility": "link", "tags": ["new"]}).status_code == 200
    first = evening.get().headers["ETag"]
    assert first != tag
    assert changed(evening, {"visibility": "link"}).json == {"visibility": "link", "tags": ["new"]}
    assert evening.get().headers["ETag"] == first
    assert changed(evening, {"tags": ["old"]}).status_code == 200
    assert evening.get().headers["ETag"] != first
