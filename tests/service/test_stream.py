"""Live streams, over the real server."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.sessions.live_streams import Hub, Wakeup
from service.sessions.registers import Registers
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.support.service.following import Session
from tests.support.service.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("home"), TABLELOG_HEARTBEAT_SECONDS="0.2").start()
    yield made
    made.stop()


def test_a_stream_begins_with_the_table_and_goes_on_with_entries(server: Server) -> None:
    session = Session(server)
    session.record(4)
    stream = session.follow("spectator")
    number, name, state = next(stream)
    assert (number, name, state["version"]) == (5, "state", 5)
    session.record(3)
    assert [(number, name) for number, name, _ in islice(stream, 3)] == [
        (6, "entry"),
        (7, "entry"),
        (8, "entry"),
    ]


def test_a_stream_says_which_entries_are_one_move(server: Server) -> None:
    session = Session(server)
    session.record(4)
    stream = session.follow("spectator")
    next(stream)
    headers = {"Authorization": f"Bearer {session.tokens['scribe']}", "If-Match": "*"}
    assert server.request("POST", session.url + "/actions", session.actions[:2], headers)[0] == 201
    assert [entry["move"] for _, _, entry in islice(stream, 2)] == [6, 6]


def test_a_stream_is_redacted_for_its_token(server: Server) -> None:
    session = Session(server)
    session.record(6)
    streams = {holder: session.follow(holder) for holder in ("seat:red", "seat:blue", "scribe")}
    for stream in streams.values():
        next(stream)
    session.record(1)
    entries = {holder: next(stream)[2] for holder, stream in streams.items()}
    assert entries["scribe"]["action"]["card"] == "NP-B"
    assert entries["seat:red"]["action"]["card"] == "NP-B"
    assert "NP-B" not in str(entries["seat:blue"])


def test_a_stream_resumes_where_it_was_cut(server: Server) -> None:
    session = Session(server)
    seen: list[int] = []
    stream = session.follow("scribe")
    next(stream)
    last = 1
    for cut in (3, 1, 7, 2):
        session.record(5)
        for number, name, entry in islice(stream, cut):
            assert name == "entry"
            assert entry["number"] == number
            seen.append(number)
            last = number
        stream.close()  # type: ignore[attr-defined]
        stream = session.follow("scribe", last)
    seen += [number for number, _, _ in islice(stream, 21 - last)]
    assert seen == list(range(2, 22))


def test_many_streams_each_see_every_entry_once(server: Server) -> None:
    session = Session(server)
    seen: dict[int, list[int]] = {}
    ready = threading.Barrier(21)

    def watch(place: int) -> None:
        stream = session.follow(("seat:red", "seat:blue", "spectator", "owner")[place % 4])
        next(stream)
        ready.wait()
        seen[place] = [number for number, _, _ in islice(stream, 40)]

    watching = [threading.Thread(target=watch, args=(place,)) for place in range(20)]
    for thread in watching:
        thread.start()
    ready.wait()
    session.record(40)
    for thread in watching:
        thread.join()
    assert seen == {place: list(range(2, 42)) for place in range(20)}


def test_a_revoked_token_ends_its_stream(server: Server) -> None:
    session = Session(server)
    stream = session.follow("seat:red")
    next(stream)
    headers = {"Authorization": f"Bearer {session.tokens['owner']}"}
    status, _ = server.request("POST", session.url + "/tokens", {"holders": ["seat:red"]}, headers)
    assert status == 201
    assert list(stream) == []


def test_entries_of_another_process_reach_a_stream(server: Server, tmp_path: Path) -> None:
    session = Session(server)
    second = Server(server.home).start()
    try:
        stream = session.follow("scribe")
        next(stream)
        session.server = second
        session.record(2)
        assert [number for number, _, _ in islice(stream, 2)] == [2, 3]
    finally:
        second.stop()


def test_a_claim_made_in_another_process_reaches_a_stream(server: Server) -> None:
    session = Session(server)
    second = Server(server.home).start()
    try:
        stream = session.follow("scribe")
        next(stream)
        headers = {"Authorization": f"Bearer {session.tokens['seat:red']}"}
        claim = {"name": "the one at the window"}
        assert second.request("PUT", session.url + "/people/red", claim, headers)[0] == 200
        number, name, told = next(stream)
        assert (number, name, told["changes"]) == (1, "people", 1)
        assert told["items"][0]["name"] == claim["name"]
    finally:
        second.stop()


def test_a_stream_that_cannot_be_understood_is_refused(reef: Table) -> None:
    problem(reef.get("/stream", holder=None), 404, "not-found")
    problem(reef.get("/stream", Last_Event_ID="seven"), 400, "malformed-header")


def test_a_silent_stream_has_a_heartbeat(make_app: MakeApp) -> None:
    table = Table(make_app(heartbeat_seconds=0.05), REEF_OPENING)
    answer = table.client.get(table.url + "/stream", headers=table.headers("owner"), buffered=False)
    frames = answer.iter_encoded()
    first = [next(frames) for _ in range(3)]
    assert first[0].startswith(b"retry:")
    assert first[1].startswith(b"id: 1-")
    assert first[2] == b": \n\n"
    answer.close()


def test_no_more_streams_than_are_allowed(make_app: MakeApp) -> None:
    table = Table(make_app(streams=1, heartbeat_seconds=0.05), REEF_OPENING)
    first = table.client.get(table.url + "/stream", headers=table.headers("owner"), buffered=False)
    next(iter(first.response))
    refused = table.app.test_client().get(table.url + "/stream", headers=table.headers("owner"))
    problem(refused, 503, "unavailable")
    assert refused.headers["Retry-After"]
    first.close()
    again = table.app.test_client().get(table.url + "/stream", headers=table.headers("owner"), buffered=False)
    assert again.status_code == 200
    again.close()


def test_one_address_leaves_streams_to_the_others(make_app: MakeApp) -> None:
    table = Table(make_app(streams=3, streams_of_an_address=1, heartbeat_seconds=0.05), REEF_OPENING)

    def open_from(address: str) -> TestResponse:
        return table.app.test_client().get(
            table.url + "/stream",
            headers=table.headers("owner"),
            environ_base={"REMOTE_ADDR": address},
            buffered=False,
        )

    first = open_from("198.51.100.1")
    next(iter(first.response))
    refused = open_from("198.51.100.1")
    problem(refused, 429, "too-many-requests")
    assert refused.headers["Retry-After"]
    other = open_from("198.51.100.2")
    assert other.status_code == 200
    next(iter(other.response))
    first.close()
    again = open_from("198.51.100.1")
    assert again.status_code == 200
    for one in (other, again):
        one.close()


def test_a_hub_forgets_streams_that_ended(app: Flask) -> None:
    hub: Hub = app.extensions["tablelog"].hub
    wakeup, place = Wakeup(), hub.take_place("198.51.100.1")
    with hub.listening("s", wakeup.notify):
        hub.notify("s")
        assert wakeup.wait(5)
        assert hub.open_streams == 1
    place.leave()
    place.leave()
    assert hub.open_streams == 0
    hub.notify("s")
    assert not wakeup.wait(0)


def test_epochs_are_read_again_after_a_revocation(app: Flask) -> None:
    registers: Registers = app.extensions["tablelog"].registers
    assert registers.epochs("s") == {}
    assert registers.revoke("s", ["owner"]) == {"owner": 1}
    assert registers.epochs("s") == {"owner": 1}


def test_the_last_entry_of_a_burst_and_the_table_travel_in_one_piece(make_app: MakeApp) -> None:
    table = Table(make_app(heartbeat_seconds=0.05), REEF_OPENING)
    table.act([place("red"), place("blue")])
    headers = table.headers("owner", Last_Event_ID="1")
    answer = table.client.get(table.url + "/stream?with=board", headers=headers, buffered=False)
    _, first, last = islice(answer.iter_encoded(), 3)
    assert re.findall(rb"^id: (\d+)-[0-9a-f]{12}\nevent: (\w+)$", first, re.M) == [(b"2", b"entry")]
    assert re.findall(rb"^id: (\d+)-[0-9a-f]{12}\nevent: (\w+)$", last, re.M) == [
        (b"3", b"entry"),
        (b"3", b"table"),
    ]
    answer.close()


def test_a_resumed_stream_sends_a_long_backlog(make_app: MakeApp) -> None:
    table = Table(make_app(heartbeat_seconds=0.05), REEF_OPENING | {"options": {"rounds": 200}})
    table.act([place(("red", "blue")[turn % 2]) for turn in range(200)])
    table.act([place(("red", "blue")[turn % 2]) for turn in range(50)])
    headers = table.headers("owner", Last_Event_ID="1")
    answer = table.client.get(table.url + "/stream", headers=headers, buffered=False)
    frames = list(islice(answer.iter_encoded(), 251))
    assert frames[1].startswith(b"id: 2-")
    assert frames[250].startswith(b"id: 251-")
    answer.close()
