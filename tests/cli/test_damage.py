"""What was lost is said at start, by `doctor` and by `audit --all`. A sound store is not accused."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from tests.cli.conftest import Run
from tests.service.conftest import Table, recorded, settings_at
from workers.damage import DamagedStore, check_at_start, damages, search
from workers.follow import ProjectionRunner

ROOT = Path(__file__).parent.parent.parent

Do = Callable[[Path], None]
"""What somebody does to the files of a home."""


def play(app: Flask, actions: int, chance: str = "declared") -> Table:
    """A session recorded through the API."""
    opening, *rest = recorded("demo-2p-001")
    return Table(app, opening | {"chance": chance}).acted(*rest[:actions])


def follow(app: Flask) -> None:
    """What a worker does."""
    made = app.extensions["tablelog"]
    ProjectionRunner(made.store, made.engine, made.library).pull()


@pytest.fixture(scope="module")
def recorded_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of a machine that lost its power: three sessions, one of them drawn, all but the end followed.

    The first session is in the files themselves, the rest in their -wal files.
    """
    running, home = tmp_path_factory.mktemp("running"), tmp_path_factory.mktemp("kept") / "home"
    app = create_app(settings_at(running))
    play(app, 12)
    follow(app)
    for name in ("log.db", "tables.db"):
        with closing(sqlite3.connect(running / name)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    play(app, 20)
    play(app, 0, chance="drawn")
    follow(app)
    play(app, 3)
    shutil.copytree(running, home)
    app.extensions["tablelog"].close()
    assert (home / "log.db-wal").stat().st_size > 0
    return home


@pytest.fixture
def store(home: Path, recorded_home: Path) -> Path:
    """Those files, for a test to damage."""
    shutil.copytree(recorded_home, home)
    return home


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def delete(*names: str) -> Do:
    def do(home: Path) -> None:
        for name in names:
            (home / name).unlink()

    return do


def write(name: str, change: Callable[[bytes], bytes]) -> Do:
    """Change the bytes of a file, with what its -wal held in it."""

    def do(home: Path) -> None:
        sql(home / name, "PRAGMA wal_checkpoint(TRUNCATE)")
        path = home / name
        path.write_bytes(change(path.read_bytes()))

    return do


def run_sql(name: str, *statements: str) -> Do:
    def do(home: Path) -> None:
        sql(home / name, *statements)

    return do


LAST = "(SELECT max(position) FROM stored_events)"
STOPS: dict[str, tuple[Do, str]] = {
    "the -wal file deleted": (delete("log.db-wal"), "newest entries are lost"),
    "the log and its -wal file deleted": (delete("log.db", "log.db-wal"), "There is no log at"),
    "the log without its -shm and -wal files": (delete("log.db-wal", "log.db-shm"), "newest entries"),
    "the newest rows deleted": (
        run_sql("log.db", f"DELETE FROM stored_events WHERE position > {LAST} - 10"),
        "newest entries are lost",
    ),
    "all rows deleted": (run_sql("log.db", "DELETE FROM stored_events"), "ends at position 0"),
    "the log's table dropped": (run_sql("log.db", "DROP TABLE stored_events"), "no stored_events"),
    "the log cut in half": (write("log.db", lambda b: b[: len(b) // 2]), "damaged"),
    "the log's first page zeroed": (write("log.db", lambda b: bytes(4096) + b[4096:]), "damaged"),
    "the log replaced by garbage": (write("log.db", lambda b: b"garbage" * 9_000), "damaged"),
    "the log replaced by an empty file": (write("log.db", lambda b: b""), "There is no log at"),
    "the tables deleted": (
        delete("tables.db", "tables.db-wal"),
        "open drawn sessions (1 here)",
    ),
    "the tables replaced by an empty file": (write("tables.db", lambda b: b""), "There are no tables at"),
    "the tables cut in half": (write("tables.db", lambda b: b[: len(b) // 2]), "damaged"),
    "the tables replaced by garbage": (write("tables.db", lambda b: b"garbage" * 9_000), "damaged"),
    "the registers dropped": (
        run_sql("tables.db", "DROP TABLE openings", "DROP TABLE token_epochs"),
        "no openings, token_epochs",
    ),
    "the positions dropped": (run_sql("tables.db", "DROP TABLE projection_positions"), "no projection_pos"),
    "the tables of a newer Tablelog": (
        run_sql("tables.db", "UPDATE tablelog_tables_version SET version_num = '0999'"),
        "newer Tablelog",
    ),
    "the log of a newer Tablelog": (
        run_sql("log.db", "UPDATE tablelog_log_version SET version_num = '0999'"),
        "newer Tablelog",
    ),
}
GOES_ON: dict[str, tuple[Do, str]] = {
    "rows from the midst deleted": (
        run_sql("log.db", "DELETE FROM stored_events WHERE position IN (5, 6)"),
        "2 entries that the tables have followed are not in the log",
    ),
    "the tables of a projection dropped": (
        run_sql("tables.db", "DROP TABLE timeline_1"),
        "projection timeline were deleted",
    ),
    "the catalogue dropped": (run_sql("tables.db", "DROP TABLE sessions_1"), "projection sessions were"),
}
DEEP: dict[str, tuple[Do, str]] = {
    "a page of the log zeroed": (
        write("log.db", lambda b: b[: 4096 * 4] + bytes(4096) + b[4096 * 5 :]),
        "damaged",
    ),
    "rows deleted that nobody had followed": (
        run_sql("log.db", f"DELETE FROM stored_events WHERE position = {LAST} - 1"),
        "must have no gaps",
    ),
}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The programs that commands became."""
    programs: list[str] = []
    monkeypatch.setattr(os, "execve", lambda path, command, variables: programs.append(path))
    monkeypatch.setattr(
        "service.processes.supervisor.up", lambda settings, host, **how: programs.append("up")
    )
    return programs


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def audited(run: Run, status: int) -> str:
    return in_one_line(run("audit", "--all", "--processes", 1, status=status).output)


def doctored(run: Run, status: int, *options: str) -> str:
    return in_one_line(run("doctor", "--url", "http://127.0.0.1:9", *options, status=status).output)


@pytest.mark.parametrize("damage", STOPS)
def test_a_damaged_store_is_not_started_and_said_by_doctor_and_audit(
    run: Run, store: Path, started: list[str], damage: str
) -> None:
    do, said = STOPS[damage]
    do(store)
    before = sorted(path.name for path in store.glob("*.db"))
    assert said in in_one_line(run("up", status=1).output)
    assert said in in_one_line(run("serve", status=1).output)
    assert started == []
    assert said in doctored(run, 1)
    assert said in audited(run, 1)
    assert sorted(path.name for path in store.glob("*.db")) == before, "an empty one was put in its place"
    run("simulate", "time_of_chaos", "--sessions", 1, "--most-actions", 1, "--store", status=1)
    with pytest.raises(DamagedStore):
        check_at_start(f"sqlite:///{store}/log.db", f"sqlite:///{store}/tables.db")


@pytest.mark.parametrize("damage", GOES_ON)
def test_damage_that_nothing_makes_worse_is_said_and_recording_goes_on(
    run: Run, store: Path, started: list[str], damage: str
) -> None:
    do, said = GOES_ON[damage]
    do(store)
    assert said in doctored(run, 1)
    found = check_at_start(f"sqlite:///{store}/log.db", f"sqlite:///{store}/tables.db")
    assert [said in one.message for one in found] == [True]
    run("up")
    assert started == ["up"]
    assert said in audited(run, 1)


@pytest.mark.parametrize("damage", DEEP)
def test_damage_that_only_reading_everything_finds(run: Run, store: Path, damage: str) -> None:
    do, said = DEEP[damage]
    do(store)
    assert said in doctored(run, 1)
    assert said in audited(run, 1)


@pytest.mark.parametrize("program", ["workers", "service.cli"])
def test_processes_end_with_a_sentence(store: Path, program: str) -> None:
    STOPS["the -wal file deleted"][0](store)
    command = [sys.executable, "-m", program, *(["serve"] if program == "service.cli" else [])]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"TABLELOG_HOME": str(store)}, capture_output=True
    )
    output = ended.stdout.decode() + ended.stderr.decode()
    assert ended.returncode == 1, output
    assert "newest entries are lost" in output
    assert "Traceback" not in output


def test_a_sound_store_is_not_accused(run: Run, store: Path, started: list[str]) -> None:
    """After a lost power, before anything was opened again, and with a worker that is behind."""
    assert "damage" not in doctored(run, 0)
    assert "0 failed" in audited(run, 0)
    run("up")
    run("serve")
    assert len(started) == 2


def test_an_empty_home_is_not_accused(run: Run, started: list[str]) -> None:
    assert "damage" not in doctored(run, 0)
    run("up")
    assert "0 sessions" in audited(run, 0)
    assert "damage" not in doctored(run, 0)


def test_an_opening_that_never_came_through_is_told_and_is_no_damage(run: Run, store: Path) -> None:
    sql(
        store / "tables.db",
        "INSERT INTO openings (session, secret) VALUES ('0193d0a0-0000-7000-8000-000000000001', x'00')",
    )
    assert "1 session (0193d0a0-0000-7000-8000-000000000001) has a secret here" in doctored(run, 0)
    assert "in doubt" in audited(run, 0)


def test_open_drawn_sessions_without_a_secret_are_told(run: Run, store: Path) -> None:
    """The tables lost their newest part: how far the log was followed, and what was promised."""
    sql(store / "tables.db", "DELETE FROM openings")
    for said in (doctored(run, 0), audited(run, 0)):
        assert "1 session (" in said
        assert ") draws outcomes and has no secret here" in said
    sql(store / "tables.db", "INSERT INTO importers SELECT session, 'somebody', 1 FROM sessions_1")
    assert "no secret here" not in doctored(run, 0)


def test_an_empty_log_beside_promises_is_told_at_start(run: Run, home: Path, started: list[str]) -> None:
    """Nobody had followed it: perhaps its -wal file was deleted, perhaps no opening came through."""
    audited(run, 0)
    sql(home / "tables.db", "INSERT INTO openings (session, secret) VALUES ('a', x'00')")
    said = "The log is empty, though 1 sessions have a secret"
    assert said in check_at_start(f"sqlite:///{home}/log.db", f"sqlite:///{home}/tables.db")[0].message
    assert said in doctored(run, 0)
    assert said in audited(run, 0)
    run("up")
    assert started == ["up"]


def test_a_store_is_not_accused_while_it_is_recorded_into(tmp_path: Path) -> None:
    app = create_app(settings_at(tmp_path))
    urls = (f"sqlite:///{tmp_path}/log.db", f"sqlite:///{tmp_path}/tables.db")
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    for number, action in enumerate(actions[:30]):
        table.acted(action)
        if number % 3 == 0:
            follow(app)
        assert list(damages(*urls)) == []
    assert search(*urls) == []
    app.extensions["tablelog"].close()


@pytest.mark.parametrize(
    "damage",
    [
        "the -wal file deleted",
        "the log and its -wal file deleted",
        "the newest rows deleted",
        "the tables deleted",
        "the registers dropped",
        "the positions dropped",
    ],
)
def test_who_accepts_the_loss_goes_on(run: Run, store: Path, started: list[str], damage: str) -> None:
    STOPS[damage][0](store)
    assert "Accepted the loss" in doctored(run, 0, "--accept-loss")
    run("up")
    assert started == ["up"]
    audited(run, 0)


def test_what_was_cut_off_the_log_is_told_by_session(run: Run, store: Path) -> None:
    connection = sqlite3.connect(store / "log.db")
    (session,) = connection.execute("SELECT originator_id FROM stored_events WHERE position = 1").fetchone()
    connection.close()
    sql(
        store / "log.db",
        f"DELETE FROM stored_events WHERE originator_id = '{session}' AND originator_version > 4",
    )
    assert f"1 session ({session}) ends before the position that the tables have followed" in doctored(run, 1)


@pytest.fixture
def on_postgresql(tmp_path: Path, postgresql_url: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> str:
    """Three sessions, log and tables in one database."""
    key = secrets.token_hex(32)
    settings = settings_at(tmp_path, log_url=postgresql_url, tables_url=postgresql_url)
    app = create_app(replace(settings, secret_key=key))
    play(app, 12)
    play(app, 0, chance="drawn")
    follow(app)
    play(app, 3)
    app.extensions["tablelog"].close()
    monkeypatch.setenv("TABLELOG_LOG_URL", postgresql_url)
    monkeypatch.setenv("TABLELOG_TABLES_URL", postgresql_url)
    monkeypatch.setenv("TABLELOG_SECRET_KEY", key)
    return postgresql_url


LAST_HERE = "(SELECT max(notification_id) FROM tablelog_events)"


@pytest.mark.parametrize(
    ("statement", "said", "stops"),
    [
        (f"DELETE FROM tablelog_events WHERE notification_id > {LAST_HERE} - 9", "newest entries", True),
        ("TRUNCATE tablelog_events", "ends at position 0", True),
        ("DROP TABLE tablelog_events", "no tablelog_events", True),
        ("DROP TABLE openings", "no openings", True),
        ("DROP TABLE projection_heads", "no projection_heads", True),
        ("DELETE FROM tablelog_events WHERE notification_id = 3", "1 entries that the tables", False),
        ("DROP TABLE points_1", "projection series were deleted", False),
        ("UPDATE tablelog_log_version SET version_num = '0999'", "newer Tablelog", True),
    ],
)
def test_postgresql_is_looked_at_as_well(
    run: Run, on_postgresql: str, started: list[str], statement: str, said: str, *, stops: bool
) -> None:
    assert "damage" not in doctored(run, 0)
    audited(run, 0)
    with psycopg.connect(on_postgresql, autocommit=True) as connection:
        connection.execute(statement)
    assert said in doctored(run, 1)
    if stops:
        assert said in in_one_line(run("up", status=1).output)
    else:
        assert said in check_at_start(on_postgresql, on_postgresql)[0].message
    assert said in audited(run, 1)
