"""Many at once, and killed in the middle: nothing is lost, nothing is doubled."""

from __future__ import annotations

import http.client
import json
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from domain.games import REGISTRY
from replays.event_store import Conflict, EventStore, Settle, Unavailable
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.support.recorded import library
from tests.support.service.server import Server, send

AT_ONCE = 20


def storm(face: int, name: str) -> dict[str, object]:
    return {"type": "roll_storm", "face": face, "action_id": name}


def test_threads_recording_in_one_session_lose_and_double_nothing(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING)

    def record(thread: int) -> list[int]:
        client = everywhere.test_client()
        numbers = []
        for turn in range(12):
            for _ in range(2):
                answer = client.post(
                    table.url + "/actions",
                    json=storm(1 + turn % 6, f"{thread}-{turn}"),
                    headers=table.headers("scribe", If_Match="*"),
                )
                assert answer.status_code == 201, answer.text
            numbers.append(answer.json["version"])
        return numbers

    with ThreadPoolExecutor(8) as pool:
        numbers = [number for found in pool.map(record, range(8)) for number in found]
    assert sorted(numbers) == list(range(2, 2 + 8 * 12))
    entries = table.get("/entries?limit=500").json["items"]
    assert len(entries) == 1 + 8 * 12
    assert table.get("/audit").json["passed"] is True


def test_of_many_with_the_same_version_in_mind_one_records(reef: Table) -> None:
    def record(_: int) -> int:
        return (
            reef.app.test_client()
            .post(reef.url + "/actions", json=place("red"), headers=reef.headers("scribe", If_Match='"1"'))
            .status_code
        )

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(record, range(8)))
    assert sorted(statuses) == [201] + [412] * 7
    assert reef.version == 2


def test_two_processes_recording_in_one_session_lose_and_double_nothing(
    make_app: MakeApp, log_url: str, tables_url: str
) -> None:
    apps = [make_app(log_url=log_url, tables_url=tables_url) for _ in range(2)]
    table = Table(apps[0], REEF_OPENING)
    statuses: list[int] = []

    def record(thread: int) -> None:
        client = apps[thread % 2].test_client()
        for turn in range(10):
            while True:
                answer = client.post(
                    table.url + "/actions",
                    json=storm(1 + turn % 6, f"{thread}-{turn}"),
                    headers=table.headers("scribe", If_Match="*"),
                )
                statuses.append(answer.status_code)
                if answer.status_code == 201:
                    break
                problem(answer, 503, "busy")
                assert answer.headers["Retry-After"]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(record, range(4)))
    ids = [entry["action_id"] for entry in table.get("/entries?limit=500").json["items"][1:]]
    assert len(ids) == len(set(ids)) == 40


def test_a_race_that_is_always_lost_is_told(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def lose(
        store: EventStore, session: str, first: int, stored: object, settle: Settle, **_: object
    ) -> None:
        tries.append(1)
        settle(None, Conflict())

    monkeypatch.setattr(EventStore, "append_soon", lose)
    problem(reef.act(place("red")), 503, "busy")
    assert len(tries) == 4


def test_a_store_that_fails_leaves_the_session_as_it_was(
    reef: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(
        store: EventStore, session: str, first: int, stored: object, settle: Settle, **_: object
    ) -> None:
        settle(None, Unavailable("gone"))

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "append_soon", fail)
        answer = reef.act(place("red"))
        problem(answer, 503, "unavailable")
        assert answer.headers["Retry-After"] == "1"
    assert reef.act(place("red")).json["version"] == 2


def test_a_web_that_has_just_started_bears_all_games_at_once(tmp_path: Path) -> None:
    """Nothing is left to be learned at a first request that others could meet half learned."""
    openings = [json.loads(library(key)[0].read_text("utf-8").splitlines()[0]) for key in REGISTRY]
    server = Server(tmp_path).start()

    def open_one(number: int) -> int:
        opening = {"component_set": "demo", **openings[number % len(openings)]}
        return server.request("POST", "/v1/sessions", opening)[0]

    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            assert set(pool.map(open_one, range(2 * AT_ONCE))) == {201}
    finally:
        server.stop()


def test_what_was_answered_is_in_the_log_after_kill_9(tmp_path: Path) -> None:
    """The server is killed in the middle of recording, twice, with no time to prepare."""
    server = Server(tmp_path).start()
    try:
        opening, *actions = recorded("demo-2p-001")
        _, opened = server.request("POST", "/v1/sessions", opening)
        url = f"/v1/sessions/{opened['session']['id']}"
        headers = {"Authorization": f"Bearer {opened['tokens']['scribe']}", "If-Match": "*"}
        answered: dict[str, dict[str, object]] = {}
        unsent = [action | {"action_id": str(uuid.uuid4())} for action in actions]
        for kill_after in (15, 25, None):
            unsent = _record_until_killed(server, url, headers, unsent, answered, kill_after)
            if kill_after is not None:
                server.start()
        assert not unsent
        _, page = server.request("GET", url + "/entries?limit=500", headers=headers)
        logged = {entry["action_id"]: entry["number"] for entry in page["items"][1:]}
        assert len(logged) == len(page["items"]) - 1 == len(actions)
        assert answered.items() <= logged.items()
        assert server.request("GET", url + "/audit", headers=headers)[1]["passed"] is True
        assert server.request("GET", url, headers=headers)[1]["standing"]["winners"] == ["red", "blue"]
    finally:
        server.stop()


def _record_until_killed(
    server: Server,
    url: str,
    headers: dict[str, str],
    unsent: list[dict[str, object]],
    answered: dict[str, object],
    kill_after: int | None,
) -> list[dict[str, object]]:
    """Send actions one after another; those that got no answer are left to be sent again."""
    killer = threading.Event()
    thread = threading.Thread(target=lambda: killer.wait() and server.kill())
    if kill_after is not None:
        thread.start()
    with closing(server.connection()) as connection:
        for place_in_line, action in enumerate(unsent):
            if place_in_line == kill_after:
                killer.set()
            try:
                status, body = send(connection, "POST", url + "/actions", action, headers)
            except (OSError, http.client.HTTPException):
                thread.join()
                return unsent[place_in_line:]
            assert status == 201, body
            answered[str(action["action_id"])] = body["version"]
    if kill_after is not None:
        killer.set()
        thread.join()
    return []


def test_a_process_reads_a_session_when_it_is_first_asked_for_it_and_remembers_it(
    make_app: MakeApp, log_url: str, tables_url: str
) -> None:
    here, elsewhere = (make_app(log_url=log_url, tables_url=tables_url) for _ in range(2))
    table = Table(here, REEF_OPENING).acted(place())
    handler = elsewhere.extensions["tablelog"].handler
    assert not handler.remembers(table.id)
    known = handler.known(table.id)
    assert (known.version, handler.remembers(table.id)) == (2, True)
    table.acted({"type": "roll_storm", "face": 6})
    assert handler.known(table.id) is known
    assert known.version == 2, "behind the log until it is looked at"
    assert handler.look(table.id).version == 3
    assert known.version == 2, "who looked keeps what was there"


def test_who_looks_at_a_session_sees_it_stay_while_others_record(reef: Table) -> None:
    """An answer is made of what was looked at: its number, its table and its offers belong together."""
    handler = reef.app.extensions["tablelog"].handler
    looked = handler.look(reef.id)
    before = (looked.position, looked.updated, looked.notes)
    reef.acted(place())
    assert reef.post("/notes", {"text": "Well played."}).status_code == 201
    assert (looked.position, looked.updated, looked.notes) == before
    assert looked.at(1, handler.reading(looked)) == before[0]
    later = handler.look(reef.id)
    assert (later.version, later.notes) == (3, 1)
    assert handler.look(reef.id) is later, "nobody moved it"
