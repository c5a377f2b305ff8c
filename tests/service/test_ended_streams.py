"""The end of a live stream, and its second form, over the real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPResponse
from itertools import islice
from typing import Any

import pytest

from tests.service.conftest import REEF_OPENING, MakeApp, Table
from tests.support.service.following import Session, spoken
from tests.support.service.server import Server

NDJSON = "application/x-ndjson"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("home"), TABLELOG_HEARTBEAT_SECONDS="0.2").start()
    yield made
    made.stop()


def lines(answer: HTTPResponse) -> Iterator[dict[str, Any]]:
    """What the lines say that are no heartbeats."""
    return (json.loads(line) for line in spoken(answer) if line.strip())


def test_a_stream_ends_with_its_session(server: Server) -> None:
    session = Session(server)
    session.record(2)
    streams = [session.follow(holder) for holder in ("scribe", "seat:red", "spectator")]
    assert [next(stream)[:2] for stream in streams] == [(3, "state")] * 3
    session.record(1)
    session.close()
    for stream in streams:
        (_, _, acted), (_, name, closed), end = stream
        assert (acted["number"], name, closed["kind"], closed["number"]) == (4, "entry", "closed", 5)
        assert end == (5, "end", {"version": 5, "closed": "abandoned"})


def test_a_stream_of_a_closed_session_shows_the_table_and_ends(server: Server) -> None:
    session = Session(server)
    session.record(2)
    session.close()
    assert [(number, name) for number, name, _ in session.follow("spectator")] == [(4, "state"), (4, "end")]
    resumed = [(number, name) for number, name, _ in session.follow("spectator", 2)]
    assert resumed == [(3, "entry"), (4, "entry"), (4, "end")]


@pytest.mark.parametrize("accepted", ["text/event-stream", NDJSON])
def test_who_has_all_of_a_closed_session_need_not_come_back(server: Server, accepted: str) -> None:
    session = Session(server)
    session.close()
    with closing(server.connection()) as connection:
        over = session.ask(connection, "spectator", 2, Accept=accepted)
        assert (over.status, over.read()) == (204, b"")
        assert over.headers["Cache-Control"] == "no-cache, no-transform"


def test_a_note_after_the_close_is_for_who_asks_again(server: Server) -> None:
    session = Session(server)
    session.close()
    assert [name for _, name, _ in session.follow("scribe")] == ["state", "end"]
    session.note()
    (number, name, note), end = session.follow("scribe", 2)
    assert (number, name, note["kind"]) == (3, "entry", "noted")
    assert end == (3, "end", {"version": 3, "closed": "abandoned"})
    with closing(server.connection()) as connection:
        assert session.ask(connection, "scribe", 3).status == 204


def test_a_session_that_is_finished_and_not_closed_is_followed_on(make_app: MakeApp) -> None:
    opening = REEF_OPENING | {"options": {"rounds": 1}}
    table = Table(make_app(heartbeat_seconds=0.05), opening)
    for seat in ("red", "blue"):
        table.acted({"type": "place_cubes", "seat": seat, "region": "north", "count": 1})
    assert table.get().json["status"] == "finished"
    answer = table.client.get(table.url + "/stream", headers=table.headers("owner"), buffered=False)
    frames = [bytes(frame) for frame in islice(answer.iter_encoded(), 3)]
    assert frames[2] == b": \n\n"
    answer.close()


def test_lines_say_what_events_say(server: Server) -> None:
    session = Session(server)
    session.record(3)
    with closing(server.connection()) as connection:
        answer = session.ask(connection, "seat:blue", Accept=NDJSON)
        assert answer.status == 200
        assert answer.headers["Content-Type"] == NDJSON
        assert "Accept" in answer.headers["Vary"]
        followed = lines(answer)
        first = next(followed)
        stream = session.follow("seat:blue")
        assert (first["id"], first["event"], first["data"]) == next(stream)
        session.record(4)
        session.close()
        said = [(line["id"], line["event"], line["data"]) for line in followed]
    assert said == list(stream)
    assert [name for _, name, _ in said] == ["entry"] * 5 + ["end"]


def test_lines_resume_and_are_redacted(server: Server) -> None:
    session = Session(server)
    session.record(7)
    session.close()
    told = {}
    for holder in ("seat:red", "seat:blue"):
        with closing(server.connection()) as connection:
            answer = session.ask(connection, holder, 6, Accept=NDJSON)
            told[holder] = list(lines(answer))
            assert [line["id"] for line in told[holder]] == [7, 8, 9, 9]
    assert "NP-B" in str(told["seat:red"])
    assert "NP-B" not in str(told["seat:blue"])


def test_lines_are_sent_as_they_are_and_empty_in_silence(server: Server) -> None:
    session = Session(server)
    with closing(server.connection()) as connection:
        headers = {"Accept": NDJSON, "Accept-Encoding": "gzip"}
        answer = session.ask(connection, "owner", None, **headers)
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-cache, no-transform"
        begun, state, silence = (answer.readline() for _ in range(3))
        assert (begun, silence) == (b"\n", b"\n")
        assert json.loads(state)["event"] == "state"


@pytest.mark.parametrize(
    ("accepted", "given"),
    [
        ("text/event-stream", "text/event-stream"),
        ("*/*", "text/event-stream"),
        ("application/json", "text/event-stream"),
        (f"{NDJSON};q=0.5, text/event-stream", "text/event-stream"),
        (f"text/event-stream;q=0.5, {NDJSON}", NDJSON),
        (f"{NDJSON}, */*;q=0.1", NDJSON),
    ],
)
def test_events_come_unless_lines_are_preferred(reef: Table, accepted: str, given: str) -> None:
    answer = reef.client.get(
        reef.url + "/stream", headers=reef.headers("owner", Accept=accepted), buffered=False
    )
    assert answer.mimetype == given
    answer.close()
