"""A database that does not confirm what is stored holds up recording alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from flask import Flask

from service.server.asgi import AsgiApplication
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
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


@contextmanager
def no_standby(server: str) -> Iterator[None]:
    """The synchronous standby is away: commits wait for it."""
    with (
        psycopg.connect(server, autocommit=True) as connection,
        psycopg.connect(server, autocommit=True) as other,
    ):
        waits = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event = 'SyncRep'"

        def commit() -> Thread:
            thread = Thread(target=other.execute, args=("SELECT pg_logical_emit_message(true, 'one', '')",))
            thread.start()
            return thread

        def set_to(standbys: str) -> None:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standbys}'")
            connection.execute("SELECT pg_reload_conf()")

        set_to("nobody")
        one = commit()
        try:
            while connection.execute(waits, (other.info.backend_pid,)).fetchone() is None:
                one = one if one.is_alive() else commit()
            yield
        finally:
            set_to("")
            one.join()


@pytest.fixture(params=["sqlite", "postgresql"])
def app_and_hung(request: pytest.FixtureRequest, make_app: MakeApp, tmp_path: Path) -> tuple[Flask, Hung]:
    if request.param == "sqlite":
        return make_app(), lambda: another_writer(tmp_path / "log.db")
    server, url = (request.getfixturevalue(name) for name in ("postgresql_server", "postgresql_url"))
    return make_app(log_url=url), lambda: no_standby(server)


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
