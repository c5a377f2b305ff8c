"""A database that does not confirm what is stored holds up recording alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from pathlib import Path

import pytest
from flask import Flask

from service.server.asgi import AsgiApplication
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.support.postgresql import no_standby
from tests.support.service.exchange import Exchange, on_a_loop, piece

Hung = Callable[[], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def hastily(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.server.asgi.CONFIRMING_SECONDS", 0.2)
    monkeypatch.setattr("service.sessions.commands.CONFIRMING_SECONDS", 0.2)
    monkeypatch.setattr("replays.event_store.HANGING_SECONDS", 0.1)


@contextmanager
def another_writer(log: Path) -> Iterator[None]:
    """Somebody holds the write lock of SQLite."""
    connection = sqlite3.connect(log, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.execute("ROLLBACK")
    connection.close()


@pytest.fixture(params=["sqlite", "postgresql", "early"])
def app_and_hung(request: pytest.FixtureRequest, make_app: MakeApp, tmp_path: Path) -> tuple[Flask, Hung]:
    if request.param == "sqlite":
        return make_app(), lambda: another_writer(tmp_path / "log.db")
    server, url = (request.getfixturevalue(name) for name in ("postgresql_server", "postgresql_url"))
    release = "early" if request.param == "early" else "commit"
    return make_app(log_url=url, log_release=release), lambda: no_standby(server)


def test_a_commit_that_hangs_holds_up_its_own_session_alone(app_and_hung: tuple[Flask, Hung]) -> None:
    app, hung = app_and_hung
    table, other = Table(app, REEF_OPENING), Table(app, REEF_OPENING)

    def asked(method: str, path: str, body: object = None, by: Table = table) -> Exchange:
        sent = b"" if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {by.tokens['owner']}", "Content_Length": str(len(sent))}
        messages = [piece(sent, more=False)]
        return Exchange(
            method,
            path,
            messages,
            **headers,
            If_Match="*",
            Idempotency_Key="one",
            Content_Type="application/json",
        )

    async def follow() -> None:
        server = AsgiApplication(app)

        async def answer(one: Exchange) -> Exchange:
            await server(one.scope, one.receive, one.send)
            return one

        action = place("red")
        with hung():
            first = await answer(asked("POST", f"{table.url}/actions", action))
            assert first.status == 503
            again = await asyncio.gather(
                *(answer(asked("POST", f"{table.url}/actions", action)) for _ in range(20))
            )
            assert {one.status for one in again} == {503}
            for path, by in (
                ("/healthz", table),
                ("/v1/games", table),
                (other.url, other),
                (table.url, table),
            ):
                assert (await answer(asked("GET", path, by=by))).status == 200
            assert (await answer(asked("GET", "/readyz"))).status == 503
        while (last := await answer(asked("POST", f"{table.url}/actions", action))).status == 503:
            await asyncio.sleep(0)
        assert last.status in (200, 201)
        assert (await answer(asked("GET", "/readyz"))).status == 200

    on_a_loop(follow())
    assert table.version == 2


def test_a_request_is_answered_by_no_host_before_its_entry_is_durable(
    make_app: MakeApp, postgresql_server: str, postgresql_url: str
) -> None:
    """With early release another host finds the entry before that, and knows the request by its id."""
    here, there = (
        make_app(name, log_url=postgresql_url, tables_url=postgresql_url, log_release="early")
        for name in ("here", "there")
    )
    table = Table(here, REEF_OPENING)
    elsewhere = copy(table)
    elsewhere.client = there.test_client()
    action = place("red")
    with no_standby(postgresql_server):
        assert table.act(action, Idempotency_Key="one").status_code == 503
        assert elsewhere.version == 2
        assert elsewhere.act(action, Idempotency_Key="one").status_code == 503
    while (last := elsewhere.act(action, Idempotency_Key="one")).status_code == 503:
        pass
    assert last.headers["Idempotent-Replayed"] == "true"
    assert elsewhere.version == 2


def test_a_stream_goes_on_at_a_host_that_is_behind_its_last_entry(
    make_app: MakeApp, postgresql_server: str, postgresql_url: str
) -> None:
    """That host waits for the database itself. It shows no earlier table, and says nothing of another log."""
    here, there = (
        make_app(name, log_url=postgresql_url, tables_url=postgresql_url, log_release="early")
        for name in ("here", "there")
    )
    table = Table(here, REEF_OPENING)
    elsewhere = copy(table)
    elsewhere.client = there.test_client()
    with no_standby(postgresql_server):
        assert table.act(place("red")).status_code == 503
        seen = elsewhere.get("/entries").json["items"][-1]
        headers = table.headers("owner", Accept="application/x-ndjson")
        headers["Last-Event-ID"] = f"{seen['number']}-{seen['digest'][:12]}"
        answer = table.client.get(f"{table.url}/stream", headers=headers, buffered=False)
        assert table.version == seen["number"] - 1
    try:
        while elsewhere.act(place("blue"), if_match="*").status_code == 503:
            pass
        events = (json.loads(line) for line in answer.iter_encoded() if line.strip())
        assert next(event for event in events if event["event"] != "people")["event"] == "entry"
    finally:
        answer.close()
