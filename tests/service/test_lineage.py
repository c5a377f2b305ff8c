"""After a backup was restored, phones that saw the former log are told so, and nothing of both is mixed."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.support.service.answers import answered

NDJSON = "application/x-ndjson"


def brought_from(table: Table, app: Flask) -> Table:
    """The session as it stands, where it was restored."""
    client = app.test_client()
    file = table.get("/export").data
    made = answered(client.post("/v1/imports", data=file, content_type="application/json"))
    copied = object.__new__(Table)
    copied.app, copied.client, copied.opened = app, client, made.json
    copied.id, copied.url = table.id, table.url
    copied.tokens = made.json["items"][0]["tokens"]
    return copied


@pytest.fixture
def former(make_app: MakeApp) -> Table:
    """A reef as it stood before a backup of its second entry was restored: it has three."""
    return Table(make_app("before"), REEF_OPENING).acted(place("red"))


@pytest.fixture
def restored(make_app: MakeApp, former: Table) -> Table:
    """The same reef where it was restored, and where something else was recorded as the third entry."""
    table = brought_from(former, make_app("after"))
    former.acted(place("blue"))
    return table.acted(place("blue", 2))


def followed(table: Table, last: str, count: int, **headers: str) -> list[dict[str, Any]]:
    """The first events of who comes back with this id."""
    sent = table.headers("owner", Last_Event_ID=last, Accept=NDJSON, **headers)
    answer = table.client.get(f"{table.url}/stream", headers=sent, buffered=False)
    lines = (line for line in answer.iter_encoded() if line.strip())
    try:
        return [json.loads(line) for line in islice(lines, count)]
    finally:
        answer.close()


def test_the_same_number_of_another_log_is_not_what_one_has(former: Table, restored: Table) -> None:
    known = former.tag
    assert known.startswith('"3-')
    for path in ("", "/offers", "/entries", "/export"):
        assert former.get(path, If_None_Match=known).status_code == 304
        answer = restored.get(path, If_None_Match=known)
        assert (answer.status_code, answer.headers["ETag"]) == (200, restored.tag)


def test_nothing_is_recorded_on_another_log_than_one_knows(former: Table, restored: Table) -> None:
    for path, body in (("/actions", place("red")), ("/retractions", {"to": 2, "reason": "a slip"})):
        answer = restored.post(path, body, if_match=former.tag)
        told = problem(answer, 412, "another-log")
        assert "Read the table again" in told["detail"]
        assert answer.headers["ETag"] == restored.tag
        assert "missed" not in told
    assert restored.version == 3
    assert restored.act(place("red"), if_match=restored.tag).status_code == 201


def test_a_stale_version_of_another_log_is_no_version_of_this_one(former: Table, restored: Table) -> None:
    common = json.loads(former.get("/entries?from=2&limit=1").data)["items"][0]["digest"]
    problem(restored.act(place("red"), if_match=f'"2-{common[:12]}"'), 412, "stale")
    problem(restored.act(place("red"), if_match='"2-000000000000"'), 412, "another-log")
    problem(restored.act(place("red"), if_match='"9-000000000000"'), 412, "another-log")


def test_a_number_alone_is_taken_as_it_was(former: Table, restored: Table) -> None:
    problem(restored.act(place("red"), if_match='"2"'), 412, "stale")
    assert restored.act(place("red"), if_match='"3"').status_code == 201
    assert [(line["event"], line["id"]) for line in followed(restored, "3", 1)] == [("entry", 4)]


def test_a_stream_of_another_log_begins_again(former: Table, restored: Table) -> None:
    told = followed(restored, former.tag.strip('"'), 2)
    assert [line["event"] for line in told] == ["reset", "state"]
    assert told[0]["data"]["version"] == 3
    assert told[1]["data"]["digest"].startswith(told[1]["last_event_id"].partition("-")[2])
    assert followed(restored, "9-000000000000", 1)[0]["event"] == "reset"


def test_a_stream_of_this_log_goes_on(former: Table, restored: Table) -> None:
    common = restored.get("/entries?from=2&limit=1").json["items"][0]["digest"]
    (line,) = followed(restored, f"2-{common[:12]}", 1)
    assert (line["event"], line["id"]) == ("entry", 3)
    assert line["last_event_id"] == restored.tag.strip('"')


def test_a_closed_session_of_another_log_is_not_over_for_who_comes_back(make_app: MakeApp) -> None:
    former = Table(make_app("before"), REEF_OPENING)
    assert former.post("/close", {"outcome": "abandoned"}).status_code == 201
    other = brought_from(former, make_app("after"))
    for table, text in ((former, "here"), (other, "there")):
        assert table.post("/notes", {"text": text}, if_match=None).status_code == 201
    sent = other.headers("owner", Last_Event_ID=other.tag.strip('"'))
    assert other.client.get(f"{other.url}/stream", headers=sent).status_code == 204
    told = followed(other, former.tag.strip('"'), 3)
    assert [line["event"] for line in told] == ["reset", "state", "end"]


@pytest.mark.parametrize("given", ["7-", "7-xyz", "7-1a2b3c4d5e6f7", "-1a2b3c4d5e6f"])
def test_what_is_no_tag_is_refused(reef: Table, given: str) -> None:
    problem(reef.act(place(), if_match=f'"{given}"'), 400, "malformed-header")
    sent = reef.headers("owner", Last_Event_ID=given)
    problem(reef.client.get(f"{reef.url}/stream", headers=sent), 400, "malformed-header")
