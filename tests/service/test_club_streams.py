"""The live stream of a club: all of its sessions in one order, on the real server and counted in queries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from service.http.tokens import HEADER
from service.sessions.live_streams import Wakeup
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_clubs import Group
from tests.support.service.following import spoken
from tests.support.service.server import Server

LINES = "application/x-ndjson"
Events = Iterator[dict[str, Any]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("home"), TABLELOG_HEARTBEAT_SECONDS="0.2").start()
    yield made
    made.stop()


class FarClub:
    """A club on a real server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        status, made = server.request("POST", "/v1/clubs", {"name": "Thursday table"})
        assert status == 201
        self.url, self.tokens = f"/v1/clubs/{made['club']}", made["tokens"]

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str = "keeper",
        at: Server | None = None,
        **more: str,
    ) -> Any:
        """The answer to a request below the club's address, which succeeds. at: another process."""
        headers = {"Authorization": f"Bearer {self.tokens[key]}"} | more
        status, answer = (at or self.server).request(method, self.url + path, body, headers)
        assert status in (200, 201), answer
        return answer

    def opened(self, at: Server | None = None) -> dict[str, Any]:
        made: dict[str, Any] = self.send("POST", "/sessions", recorded("demo-2p-001")[0], at=at)
        return made

    def note(self, session: dict[str, Any], text: str, at: Server | None = None) -> None:
        headers = {"Authorization": f"Bearer {session['tokens']['owner']}"}
        path = f"/v1/sessions/{session['session']['id']}/notes"
        assert (at or self.server).request("POST", path, {"text": text}, headers)[0] == 201

    def follow(self, key: str = "member", query: str = "", **headers: str) -> Events:
        with closing(self.server.connection()) as connection:
            sent = {"Authorization": f"Bearer {self.tokens[key]}", "Accept": LINES} | headers
            connection.request("GET", f"{self.url}/stream{query}", headers=sent)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.headers["X-Accel-Buffering"] == "no"
            yield from (json.loads(line) for line in spoken(answer) if line.strip())


def paged(club: FarClub, after: str = "0-0") -> list[Any]:
    found: list[Any] = []
    more = True
    while more:
        page = club.send("GET", f"/events?after={after}&limit=3", key="member")
        after, more = page["next"], page["more"]
        found += page["items"]
    return found


def in_one_order(events: Iterable[Any]) -> list[Any]:
    """A session that came meanwhile is told of before the entries that somebody has missed."""
    return sorted(events, key=lambda one: (one["event"], one["session"], one["number"]))


def test_a_stream_tells_what_the_pages_tell_and_goes_on(server: Server) -> None:
    club = FarClub(server)
    first = club.opened()
    club.note(first, "Well played.")
    stream = club.follow()
    seen = list(islice(stream, 3))
    second = club.opened()
    club.note(first, "Again.")
    seen += islice(stream, 3)
    assert [line["event"] for line in seen] == ["session", "entry", "entry", "session", "entry", "entry"]
    assert seen[3]["data"]["session"] == second["session"]["id"]
    assert in_one_order(line["data"] for line in seen) == in_one_order(paged(club))
    for count, line in enumerate(seen[:-1], 1):
        last, missing = line["last_event_id"], in_one_order(line["data"] for line in seen[count:])
        for query, headers in ((f"?after={last}", {}), ("?after=0-0", {"Last-Event-ID": last})):
            rest = islice(club.follow(query=query, **headers), len(missing))
            assert in_one_order(line["data"] for line in rest) == missing


def test_server_sent_events_have_the_cursor_as_their_id(server: Server) -> None:
    club = FarClub(server)
    club.opened()
    with closing(server.connection()) as connection:
        connection.request(
            "GET", club.url + "/stream", headers={"Authorization": f"Bearer {club.tokens['member']}"}
        )
        answer = connection.getresponse()
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        lines = [line.decode().rstrip("\n") for line in islice(spoken(answer), 10)]
    assert lines[0] == "retry: 1000"
    assert [line for line in lines if line.startswith("event")] == ["event: session", "event: entry"]
    (*_, last) = (line.removeprefix("id: ") for line in lines if line.startswith("id: "))
    assert last == club.send("GET", "/events")["next"]


def test_what_another_process_does_reaches_a_stream(server: Server) -> None:
    club, second = FarClub(server), Server(server.home).start()
    try:
        known = club.opened()
        stream = club.follow()
        assert [line["event"] for line in islice(stream, 2)] == ["session", "entry"]
        club.note(known, "Well played.", at=second)
        assert next(stream)["data"]["entry"]["text"] == "Well played."
        fresh = club.opened(at=second)
        assert [next(stream)["data"]["session"] for _ in range(2)] == [fresh["session"]["id"]] * 2
        status, alone = second.request("POST", "/v1/sessions", recorded("demo-2p-001")[0])
        assert status == 201
        path = f"/sessions/{alone['session']['id']}"
        club.send("PUT", path, key="organiser", at=second, **{HEADER: alone["tokens"]["owner"]})
        came = [next(stream) for _ in range(2)]
        assert [line["event"] for line in came] == ["session", "entry"]
        assert {line["data"]["session"] for line in came} == {alone["session"]["id"]}
        club.send("DELETE", path, key="organiser", at=second)
        club.note(alone, "Among ourselves.", at=second)
        club.note(known, "In the club.", at=second)
        assert next(stream)["data"]["entry"]["text"] == "In the club."
    finally:
        second.stop()


@pytest.mark.parametrize("replaced", [True, False])
def test_a_stream_ends_when_another_process_revokes_its_key(server: Server, *, replaced: bool) -> None:
    club, second = FarClub(server), Server(server.home).start()
    try:
        made = club.send("POST", "/keys", {"name": "results board", "rights": ["read"]})
        club.tokens["board"] = made["token"]
        club.opened()
        stream, other = club.follow("board"), club.follow("member")
        assert len(list(islice(stream, 2))) == len(list(islice(other, 2))) == 2
        holder = made["key"]["holder"]
        if replaced:
            club.send("POST", "/links", {"holder": holder, "replace": True}, at=second)
        else:
            club.send("DELETE", f"/keys/{holder}", at=second)
        assert list(stream) == []
        club.opened(at=second)
        assert next(other)["event"] == "session"
    finally:
        second.stop()


def test_nothing_is_skipped_or_repeated_when_the_web_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        club = FarClub(server)
        tables = [club.opened() for _ in range(3)]
        seen: list[dict[str, Any]] = []
        for round_ in range(3):
            last = {"Last-Event-ID": seen[-1]["last_event_id"]} if seen else {}
            stream = club.follow(**last)
            for number, table in enumerate(tables):
                club.note(table, f"{round_} {number}")
            seen += islice(stream, 1 + 2 * round_)
            server.kill()
            server.start()
        stream = club.follow(**{"Last-Event-ID": seen[-1]["last_event_id"]})
        club.note(tables[0], "The last one.")
        for line in stream:
            seen.append(line)
            if line["event"] == "entry" and line["data"]["entry"].get("text") == "The last one.":
                break
        assert [line["data"] for line in seen] == paged(club)
        assert len(seen) == 3 + 3 + 9 + 1
    finally:
        server.stop()


def lines_of(group: Group, key: str = "member", path: str = "/stream", **headers: str) -> Iterator[Any]:
    sent = {"Authorization": f"Bearer {group.tokens[key]}", "Accept": LINES, **headers}
    answer = group.client.get(group.url + path, headers=sent, buffered=False)
    assert answer.status_code == 200
    for line in answer.iter_encoded():
        if line.strip():
            yield json.loads(line)
    answer.close()


def test_a_stream_shows_no_more_than_a_spectator_sees(make_app: MakeApp) -> None:
    group = Group(make_app())
    table = group.opened().acted(place("red"), place("blue"))
    hidden = table.post("/notes", {"text": "A secret.", "visible_to": ["red"]}, "seat:red", if_match=None)
    assert hidden.status_code == 201
    entries = [line["data"]["entry"] for line in islice(lines_of(group), 1, 5)]
    assert entries == table.get("/entries", "spectator").json["items"]
    assert "A secret." not in json.dumps(entries)


def test_who_has_no_key_of_the_club_gets_no_stream(make_app: MakeApp) -> None:
    group, other = Group(make_app()), Group(make_app())
    problem(group.client.get(group.url + "/stream"), 404, "not-found")
    wrong = {"Authorization": f"Bearer {other.tokens['keeper']}"}
    assert group.client.get(group.url + "/stream", headers=wrong).status_code in (401, 404)
    opens = group.key("open")
    assert group.send("GET", "/stream", key=opens).status_code == 403
    for cursor in ("7", "7-", "1-1-1", "a-1", "1-1\n"):
        refused = group.send("GET", f"/stream?after={cursor.strip()}x", key="member")
        assert refused.status_code == 422
    assert group.send("GET", "/stream", key="member", Last_Event_ID="7").status_code == 400


def test_a_cursor_of_another_log_begins_again(make_app: MakeApp) -> None:
    group = Group(make_app())
    group.opened().acted(place("red"))
    for cursor in ("999999-1", "2-7"):
        lines = list(islice(lines_of(group, path=f"/stream?after={cursor}"), 4))
        assert [line["event"] for line in lines] == ["reset", "session", "entry", "entry"]
        assert lines[0]["last_event_id"] == "0-0"
    assert group.send("HEAD", "/stream?after=0-0", key="member").status_code == 200


def test_streams_of_clubs_count_as_others_do(make_app: MakeApp) -> None:
    group = Group(make_app(streams=1, heartbeat_seconds=0.05))
    group.opened()
    first = lines_of(group)
    next(first)
    refused = group.send("GET", "/stream", key="member")
    assert (refused.status_code, "Retry-After" in refused.headers) == (503, True)
    first.close()  # type: ignore[attr-defined]


def test_a_club_of_many_sessions_costs_no_more_queries(app: Flask) -> None:
    """A look costs as many queries with forty sessions as with two; so does asking which clubs changed."""
    found = app.extensions["tablelog"]
    counted: list[int] = []
    for sessions in (2, 40):
        group = Group(app)
        tables = [group.opened() for _ in range(sessions)]
        lines = lines_of(group, path=f"/stream?after={group.get('/events?limit=200')['next']}")
        asked: list[str] = []

        def note(_: object, __: object, statement: str, *___: object, asked: list[str] = asked) -> None:
            asked.append(statement)

        tables[0].acted(place("red"))
        sa.event.listen(found.engine, "before_cursor_execute", note)
        assert next(lines)["data"]["number"] == 2
        assert group.id in found.clubs.moved([group.id])
        assert found.clubs.moved([group.id]) == []
        sa.event.remove(found.engine, "before_cursor_execute", note)
        lines.close()  # type: ignore[attr-defined]
        counted.append(len(asked))
    assert counted[0] == counted[1] > 0


def test_only_streams_of_the_club_are_woken(app: Flask) -> None:
    hub, wakeup = app.extensions["tablelog"].hub, Wakeup()
    group = Group(app)
    table, other = group.opened(), Table(app, REEF_OPENING)
    with hub.listening(group.id, wakeup.notify):
        hub.follow_club(group.id, [table.id])
        wakeup.wait(0)
        other.acted(place("red"))
        hub.notify(other.id)
        table.acted(place("red"))
        assert wakeup.wait(60)
        hub.follow_club(group.id, [])
        hub.notify(table.id)
    hub.notify(table.id)
    assert hub._club_of == {}
