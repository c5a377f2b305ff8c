"""Moving from SQLite to PostgreSQL and back: nothing is lost, and obstacles are named in plain sentences."""

from __future__ import annotations

import dataclasses
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from domain.games import REGISTRY
from replays.databases import make_engine
from replays.log_tables import log_engine
from service.app import create_app
from service.backups.contents import log_contents, tables_contents
from service.backups.move import CannotMove, move
from service.sessions.tokens import SECRET_FILE
from service.settings import Settings
from tests.conftest import new_database
from tests.service.conftest import Table, settings_at
from tests.service.test_statistics import follow
from tests.support.expiring import expired
from tests.support.service.backup.stores import FIRST, KEY, NEXT, OPENING, keyless, log_of, registers_of
from tests.support.service.recorded_tables import finished_table
from workers.expiry import undo


@pytest.fixture
def here(tmp_path: Path) -> Settings:
    """A home over SQLite."""
    home = tmp_path / "here"
    home.mkdir()
    return settings_at(home)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Table]]:
    """A home with its key, to be copied, with a recorded game of every title, an open session, and one that
    expired; nothing is running any more.
    """
    home = tmp_path_factory.mktemp("played")
    (home / SECRET_FILE).write_text(KEY)
    here = settings_at(home)
    app = create_app(here)
    try:
        tables = {game: finished_table(app, game) for game in REGISTRY}
        tables["open"] = Table(app, OPENING | {"labels": {"red": "the host"}}).acted(*FIRST)
        tables["open"].post("/webhooks", {"url": "https://example.org/hook"}, "owner")
        tables["gone"] = Table(app, OPENING | {"sandbox": True}).acted(FIRST[0])
        follow(app)
        assert [one.session for one in expired(here.log_url, here.tables_url)] == [tables["gone"].id]
        follow(app)
    finally:
        app.extensions["tablelog"].close()
    return home, tables


@pytest.fixture
def evening(here: Settings, played: tuple[Path, dict[str, Table]]) -> dict[str, Table]:
    """What was played, in this home."""
    home, tables = played
    shutil.copytree(home, here.home, dirs_exist_ok=True)
    return {name: copy(table) for name, table in tables.items()}


@pytest.fixture
def server(postgresql_server: str) -> Iterator[str]:
    """An empty database on a server."""
    with new_database(postgresql_server) as url:
        yield url


def at(settings: Settings, log_url: str, tables_url: str) -> Settings:
    return dataclasses.replace(settings, log_url=log_url, tables_url=tables_url)


def kept_at(settings: Settings) -> tuple[Any, Any, Any]:
    """Everything of log and tables that a move brings along."""
    log, tables = log_engine(settings.log_url), make_engine(settings.tables_url)
    try:
        with log.connect() as of_log, tables.connect() as of_tables:
            return (
                log_of(settings),
                registers_of(settings),
                (log_contents(of_log), tables_contents(of_tables)),
            )
    finally:
        log.dispose()
        tables.dispose()


@contextmanager
def running(settings: Settings) -> Iterator[Any]:
    app = create_app(dataclasses.replace(settings, secret_key=KEY))
    try:
        follow(app)
        yield app
    finally:
        app.extensions["tablelog"].close()


def answers(settings: Settings, evening: dict[str, Table]) -> dict[str, Any]:
    """What the service answers from its read models, to the tokens that were made before."""
    with running(settings) as app:
        client = app.test_client()
        found: dict[str, Any] = {}
        for name, table in evening.items():
            headers = {"Authorization": f"Bearer {table.tokens['owner']}", "X-Request-Id": "moved"}
            statistics = f"/v1/statistics/{name}/minutes?sandbox=any"
            own = [table.url + part for part in ("", "/timeline", "/scores", "/marks")]
            for path in (*own, statistics) if name in REGISTRY else own:
                answer = client.get(path, headers=headers)
                assert answer.status_code == (410 if name == "gone" else 200), path
                found[path] = answer.json["rows"] if path == statistics else answer.json
        return found


def test_an_evening_moves_to_a_server_and_back_byte_for_byte(
    here: Settings, evening: dict[str, Table], server: str, tmp_path: Path
) -> None:
    there = at(here, server, server)
    before, answered = kept_at(here), answers(here, evening)
    result = move(keyless(here), server, server)
    assert result.copied
    assert (result.log, result.tables) == before[2]
    assert (result.log.expired, result.log.archived) == (1, 2)
    assert kept_at(there) == before
    assert kept_at(here) == before, "the source is as it was"
    assert answers(there, evening) == answered
    scribe = {"Authorization": f"Bearer {evening['open'].tokens['scribe']}", "If-Match": "*"}
    with running(there) as app:
        for action in NEXT:
            answer = app.test_client().post(f"{evening['open'].url}/actions", json=action, headers=scribe)
            assert answer.status_code == 201, answer.text
    assert max(row.position for row in log_of(there)) == result.log.position + len(NEXT)
    further = kept_at(there)
    back = at(here, f"sqlite:///{tmp_path}/back/log.db", f"sqlite:///{tmp_path}/back/tables.db")
    move(keyless(there), back.log_url, back.tables_url)
    assert kept_at(back) == further
    assert answers(back, evening) == answers(there, evening)


def test_what_expired_can_be_restored_after_the_move(
    here: Settings, evening: dict[str, Table], server: str
) -> None:
    move(keyless(here), server, server)
    with running(at(here, server, server)) as app:
        log, tables = log_engine(server), make_engine(server)
        back = undo(log, tables, evening["gone"].id, datetime.now(UTC))
        log.dispose()
        tables.dispose()
        assert back is not None
        follow(app)
        headers = {"Authorization": f"Bearer {evening['gone'].tokens['owner']}"}
        assert app.test_client().get(evening["gone"].url, headers=headers).status_code == 200


def test_a_second_move_finds_everything_there(here: Settings, evening: dict[str, Table], server: str) -> None:
    first = move(keyless(here), server, server)
    again = move(keyless(here), server, server)
    assert again == msgspec.structs.replace(first, copied=False)


def test_a_rehearsal_writes_nothing(here: Settings, evening: dict[str, Table], server: str) -> None:
    result = move(keyless(here), server, server, rehearsed=True)
    assert not result.copied
    with psycopg.connect(server) as connection:
        assert connection.execute(
            "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        ).fetchone() == (0,)


def test_a_destination_with_rows_is_refused_and_left_as_it_is(
    here: Settings, evening: dict[str, Table], server: str, tmp_path: Path
) -> None:
    other = settings_at(tmp_path / "other", server, server)
    app = create_app(other)
    Table(app, OPENING)
    app.extensions["tablelog"].close()
    before = kept_at(other)
    with pytest.raises(CannotMove, match=r"--log-url .*not empty: it has rows in .*Nothing was moved"):
        move(keyless(here), server, server)
    assert kept_at(other) == before


def test_what_cannot_be_a_destination_is_said(here: Settings, evening: dict[str, Table], server: str) -> None:
    for log_url, tables_url, said in (
        ("mysql://host/db", server, "--log-url: a database is at sqlite:// or postgresql://"),
        (server, "postgresql://host/", "--tables-url: no database is named"),
        (here.log_url, server, "--log-url names a database that Tablelog already uses"),
        (server, here.tables_url, "--tables-url names a database that Tablelog already uses"),
        ("sqlite:////tmp/one.db", "sqlite:////tmp/one.db", "the same file"),
        (server.replace("/t", "/missing"), server, "--log-url: the database cannot be used"),
    ):
        with pytest.raises(CannotMove, match=said):
            move(keyless(here), log_url, tables_url)


def test_a_role_without_rights_is_refused(here: Settings, evening: dict[str, Table], server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
    poor = server.replace("postgres:@", "guest:@")
    with pytest.raises(CannotMove, match="the role guest may not create tables"):
        move(keyless(here), poor, poor)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP ROLE guest")


def test_a_running_service_is_refused(here: Settings, evening: dict[str, Table], server: str) -> None:
    with running(here), pytest.raises(CannotMove, match=r"Another process has .*log.db open"):
        move(keyless(here), server, server)


def test_entries_that_are_recorded_during_the_move_are_noticed(
    here: Settings, evening: dict[str, Table], server: str
) -> None:
    def recording(items: Iterator[Any], total: int, description: str) -> Iterator[Any]:
        for number, item in enumerate(items):
            if number == 3 and description == "copying":
                with running(here) as app:
                    evening["open"].client = app.test_client()
                    evening["open"].acted(NEXT[0])
            yield item

    with pytest.raises(CannotMove, match="Entries were recorded meanwhile, up to position"):
        move(keyless(here), server, server, follow=recording)
    assert log_of(at(here, server, server)) == []
    move(keyless(here), server, server)
    assert log_of(at(here, server, server)) == log_of(here)


KILLED = """
import os, signal, sys
from pathlib import Path
from service.backups import move as moving
from service.settings import Settings

home, from_log, from_tables, log_url, tables_url, place = sys.argv[1:]

def follow(items, total, description):
    for number, item in enumerate(items):
        if place == f"{description} {number}":
            os.kill(os.getpid(), signal.SIGKILL)
        yield item

if place == "between":
    log_to_fill = moving.log_to_fill
    from contextlib import contextmanager

    @contextmanager
    def ending(*arguments):
        with log_to_fill(*arguments) as filled:
            yield filled
            os.kill(os.getpid(), signal.SIGKILL)

    moving.log_to_fill = ending
here = Settings(home=Path(home), log_url=from_log, tables_url=from_tables, redis_url=None, secret_key="")
moving.move(here, log_url, tables_url, follow=follow)
"""


@pytest.mark.parametrize("place", ["copying 7", "comparing 7", "between"])
@pytest.mark.parametrize("kind", ["one database", "two databases", "files"])
def test_a_killed_move_leaves_nothing_half_and_the_next_one_finishes(
    here: Settings,
    evening: dict[str, Table],
    postgresql_server: str,
    tmp_path: Path,
    kind: str,
    place: str,
) -> None:
    with ExitStack() as made:
        if kind == "files":
            log_url, tables_url = f"sqlite:///{tmp_path}/to/log.db", f"sqlite:///{tmp_path}/to/tables.db"
        else:
            log_url = tables_url = made.enter_context(new_database(postgresql_server))
            if kind == "two databases":
                tables_url = made.enter_context(new_database(postgresql_server))
        arguments = [str(here.home), here.log_url, here.tables_url, log_url, tables_url, place]
        ended = subprocess.run([sys.executable, "-c", KILLED, *arguments], capture_output=True, text=True)
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        assert kind == "files" or log_of(at(here, log_url, tables_url)) == []
        assert not (tmp_path / "to" / "log.db").exists()
        assert move(keyless(here), log_url, tables_url).copied
        assert kept_at(at(here, log_url, tables_url)) == kept_at(here)
