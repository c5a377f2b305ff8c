"""Sandbox sessions expire unless kept: what the worker takes away, and what the projections forget of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

import workers.__main__
from domain.kernel.engine.entries import RecordedBy
from domain.kernel.session import Stamp
from replays import databases
from replays.databases import make_engine
from replays.event_store import EventStore, LogEntry
from replays.log_storage import take_away
from replays.log_tables import EXPIRED, LOG_SINCE, entries_of, log_engine
from service.sessions.keeping import Keeping
from tests.support.expiring import expired, removed, taken
from tests.support.reef import LIBRARY, Log
from tests.support.workers.serial import differences, found
from tests.workers.test_follow import record_at_random
from workers import expiry as module
from workers import follow as following
from workers import jobs
from workers.builds import live_builds
from workers.damage import search
from workers.follow import Moved, ProjectionRunner, move, prepare
from workers.projections import PROJECTIONS
from workers.read_models import EXPIRY_CLOCK, HEADS, POSITIONS, SET_ASIDE
from workers.rebuild import rebuild, status

REGISTERS = ("openings", "token_epochs", "importers", "people", "keeping", "refusals", "webhooks")


@pytest.fixture
def engine(tables_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(tables_url)
    prepare(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def follower(event_store: EventStore, engine: sa.Engine) -> ProjectionRunner:
    return ProjectionRunner(event_store, engine, LIBRARY)


@pytest.fixture
def log_database(event_store: EventStore, log_url: str) -> Iterator[sa.Engine]:
    log = log_engine(log_url)
    yield log
    log.dispose()


def appended(store: EventStore, log: Log, places: int = 3) -> Log:
    for _ in range(places):
        log.place()
    store.append(log.id, 1, log.stored)
    return log


def sandbox(store: EventStore) -> Log:
    return appended(store, Log(sandbox=True))


def say(engine: sa.Engine, session: str, *, kept: bool, since: datetime) -> None:
    """What the register of keeping says of a session."""
    row = {"session": session, "kept": kept, "since": module.as_text(since), "changes": 1}
    with engine.begin() as connection:
        connection.execute(sa.insert(module.KEEPING).values(**row))


def everything_of(engine: sa.Engine, session: str) -> list[str]:
    """The tables of the tables database that know anything of this session."""
    known = []
    for name in {*sa.inspect(engine).get_table_names()} - {"tablelog_expired", "tablelog_set_aside"}:
        if "session" in {column["name"] for column in sa.inspect(engine).get_columns(name)}:
            query = sa.select(sa.func.count()).select_from(sa.table(name))
            with engine.connect() as connection:
                if connection.scalar(query.where(sa.column("session") == session)):
                    known.append(name)
    return sorted(known)


def test_what_was_no_sandbox_session_is_not_forgotten_under_a_row_of_expiry(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    """Whoever takes a session out of the log cannot hide it as one that expired."""
    log = appended(event_store, Log())
    follower.pull()
    before = everything_of(engine, log.id)
    values = {"session": log.id, "game": "reef", "visibility": "link", "entries": 4, "digest": "0" * 64}
    values |= {"number": 1, "first_position": 1, "last_position": 4, "reason": "It rested."}
    values |= dict.fromkeys(("last_entry_at", "expired_at"), "2026-06-01T00:00:00.000Z")
    disk = log_engine(log_url)
    with disk.begin() as connection:
        connection.execute(sa.insert(EXPIRED).values(**values))
        entries = entries_of(disk)
        own = sa.cast(entries.c.originator_id, sa.Text) == log.id
        connection.execute(sa.delete(entries).where(own))
    disk.dispose()
    follower.pull()
    assert everything_of(engine, log.id) == before


def test_a_sandbox_session_that_rests_goes_and_nothing_knows_it_any_more(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    kept, log = appended(event_store, Log()), sandbox(event_store)
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO token_epochs VALUES (:session, 'owner', 3)",
            "INSERT INTO people VALUES (:session, 'red', 'p-1', 'a name', 0, 'a name')",
            "INSERT INTO importers VALUES (:session, 'somebody', true)",
            "INSERT INTO keeping VALUES (:session, false, '2026-01-01T00:00:00.000Z', 2)",
            "INSERT INTO refusals VALUES (:session, 'RF-1', 'place_cubes', 2)",
            "INSERT INTO webhooks (id, session, url, secret, created_at, delivered, told_status, attempts) "
            "VALUES ('w-1', :session, 'https://example.org', '00', '2026-01-01T00:00:00.000Z', 1, 'open', 0)",
        ):
            connection.execute(sa.text(statement), {"session": log.id})
        opening = sa.table("openings", sa.column("session"), sa.column("secret"))
        connection.execute(sa.insert(opening).values(session=log.id, secret=b"00"))
    follower.pull()
    assert set(REGISTERS) < set(everything_of(engine, log.id))
    gone = expired(log_url, tables_url)
    assert [one.session for one in gone] == [log.id]
    assert gone[0].reason == "It was a sandbox session, and nothing was recorded in it for 90 days."
    follower.pull()
    assert set(everything_of(engine, log.id)) == set(REGISTERS), "it can be taken back"
    assert removed(log_url, tables_url) == (log.id,)
    assert everything_of(engine, log.id) == []
    assert differences(event_store, LIBRARY, engine) == []
    assert everything_of(engine, kept.id) != []
    assert search(log_url, tables_url) == []


@pytest.mark.parametrize("later", [80, 89])
def test_before_its_days_are_over_it_stays(
    event_store: EventStore, follower: ProjectionRunner, log_url: str, tables_url: str, later: int
) -> None:
    """The days begin no sooner than this database began to count, however old the entries are."""
    log = sandbox(event_store)
    follower.pull()
    assert expired(log_url, tables_url, later=later) == []
    assert len(list(event_store.read(log.id))) == 4


def test_what_is_no_sandbox_is_kept_or_rested_not_long_enough_stays(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    ordinary, kept, said_of_late, long_ago = (
        appended(event_store, Log()),
        *(sandbox(event_store) for _ in range(3)),
    )
    say(engine, kept.id, kept=True, since=datetime(2026, 1, 1, tzinfo=UTC))
    say(engine, said_of_late.id, kept=False, since=datetime.now(UTC) + timedelta(days=50))
    say(engine, long_ago.id, kept=False, since=datetime(2026, 1, 1, tzinfo=UTC))
    follower.pull()
    assert [one.session for one in expired(log_url, tables_url)] == [long_ago.id]
    follower.pull()
    assert set(event_store.sessions()) == {ordinary.id, kept.id, said_of_late.id}


def test_with_0_days_nothing_expires(
    event_store: EventStore, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    sandbox(event_store)
    follower.pull()
    assert expired(log_url, tables_url, later=100_000, days=0) == []


def test_a_run_takes_a_bounded_number_and_the_next_one_goes_on(
    event_store: EventStore, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    logs = {sandbox(event_store).id for _ in range(5)}
    follower.pull()
    runs = [{one.session for one in expired(log_url, tables_url, most=2)} for _ in range(4)]
    assert [len(run) for run in runs] == [2, 2, 1, 0]
    assert set().union(*runs) == logs


def test_a_rehearsal_tells_what_would_go_and_takes_nothing(
    event_store: EventStore, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    log = sandbox(event_store)
    follower.pull()
    assert [one.session for one in expired(log_url, tables_url, rehearsed=True)] == [log.id]
    assert len(list(event_store.read(log.id))) == 4
    assert event_store.expired_since(0, 10) == []


def test_the_tables_after_expiry_are_those_of_a_rebuild(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    random = Random(7)
    for number, _ in enumerate(record_at_random(event_store, random, sessions=4, steps=10)):
        if number % 5 == 0:
            sandbox(event_store)
        if random.random() < 0.3:
            follower.pull(limit=7)
    follower.pull()
    assert expired(log_url, tables_url)
    follower.pull()
    assert differences(event_store, LIBRARY, engine) == []
    followed = found(engine)
    rebuild(event_store, engine, LIBRARY)
    assert found(engine) == followed
    with engine.connect() as connection:
        places = connection.execute(sa.select(POSITIONS).where(POSITIONS.c.build == 2)).all()
    assert {(row.position, row.expired) for row in places} == {
        (event_store.position(), len(event_store.expired_since(0, 1_000)))
    }


def test_a_worker_that_was_away_finds_in_the_log_what_went(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_url: str,
    tables_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Killed between the log's transaction and the projections', and again in the midst of forgetting."""
    log = sandbox(event_store)
    follower.pull()
    expired(log_url, tables_url)
    with monkeypatch.context() as broken:
        broken.setattr(following, "forget", _killed)
        with pytest.raises(KeyboardInterrupt):
            follower.pull()
    assert everything_of(engine, log.id) != []
    assert search(log_url, tables_url) == [], "what is not forgotten yet is no damage"
    ProjectionRunner(event_store, engine, LIBRARY).pull()
    assert everything_of(engine, log.id) == []


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_positions_reach_the_end_of_a_log_whose_newest_session_expired_unseen(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    """A second worker, which builds anew, has not read what goes."""
    appended(event_store, Log())
    log = sandbox(event_store)
    follower.pull()
    expired(log_url, tables_url)
    rebuild(event_store, engine, LIBRARY)
    follower.pull()
    assert {(one.position, one.end) for one in status(event_store, engine)} == {(8, 8)}
    assert differences(event_store, LIBRARY, engine) == []
    later = appended(event_store, Log())
    follower.pull()
    assert everything_of(engine, later.id) != []
    assert everything_of(engine, log.id) == []
    assert search(log_url, tables_url) == []


def test_rows_that_were_read_before_it_went_do_not_come_back(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_url: str,
    tables_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slow worker has read the entries; meanwhile they expire, and a fast one forgets them."""
    log = sandbox(event_store)
    follower.pull()
    with engine.begin() as connection:  # the slow one builds anew from the beginning
        connection.execute(sa.update(POSITIONS).values(position=0))
        connection.execute(sa.delete(HEADS))
        for projection in PROJECTIONS:
            for table in projection.tables(1):
                connection.execute(sa.delete(table))
    fast, since = ProjectionRunner(event_store, engine, LIBRARY), event_store.since

    def read_and_dawdle(position: int, limit: int) -> list[LogEntry]:
        read = since(position, limit)
        with monkeypatch.context() as ordinary:
            ordinary.setattr(event_store, "since", since)
            if read and list(event_store.read(log.id)):
                assert taken(log_url, log.id) is not None
                fast.pull()
        return read

    with monkeypatch.context() as slow:
        slow.setattr(event_store, "since", read_and_dawdle)
        follower.pull()
    follower.pull()
    assert everything_of(engine, log.id) == []
    assert differences(event_store, LIBRARY, engine) == []


def test_what_is_forgotten_moves_from_where_it_was_and_from_nowhere_else(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        builds = live_builds(connection)
        move(connection, builds, 0, 0, (0, 2))
    with pytest.raises(Moved), engine.begin() as connection:
        move(connection, builds, 0, 5, (0, 1))
    with engine.begin() as connection:
        move(connection, builds, 0, 5, (2, 2))


def test_an_older_build_forgets_too_although_nobody_follows_it(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    log = appended(event_store, Log(sandbox=True), places=6)
    follower.pull()
    rebuild(event_store, engine, LIBRARY)
    of_a_finished_one = {"sessions_1", "sessions_2", "results_1", "results_2", "timeline_1"}
    assert of_a_finished_one <= set(everything_of(engine, log.id))
    expired(log_url, tables_url)
    follower.pull()
    assert everything_of(engine, log.id) == []


def test_what_was_set_aside_of_it_is_forgotten(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    log = sandbox(event_store)
    follower.pull()
    row = {"projection": "series", "build": 1, "position": 2, "session": log.id, "number": 2, "error": "…"}
    with engine.begin() as connection:
        connection.execute(sa.insert(SET_ASIDE).values(**row))
    expired(log_url, tables_url)
    follower.pull()
    assert {one.set_aside for one in status(event_store, engine)} == {0}


@pytest.mark.parametrize("was_kept", [False, True], ids=["nothing was said", "it was kept long ago"])
def test_nobody_is_told_that_it_is_kept_while_it_goes(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_url: str,
    tables_url: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    was_kept: bool,
) -> None:
    """Who wants to keep it meanwhile waits, and finds it gone; this one waits for nothing."""
    log = sandbox(event_store)
    if was_kept:
        say(engine, log.id, kept=False, since=datetime(2026, 1, 1, tzinfo=UTC))
    follower.pull()
    monkeypatch.setattr(databases, "SQLITE_BUSY_SECONDS", 0)
    hasty = "&options=-c%20lock_timeout%3D1" if tables_url.startswith("postgresql") else ""
    impatient = make_engine(tables_url + hasty)
    keeping = Keeping(impatient, 90, event_store.held_since())

    def while_somebody_keeps_it(*arguments: Any, **more: Any) -> Any:
        with pytest.raises(sa.exc.OperationalError, match="lock"):
            keeping.keep(log.id, kept=True)
        return take_away(*arguments, **more)

    monkeypatch.setattr("workers.expiry.take_away", while_somebody_keeps_it)
    assert len(expired(log_url, tables_url)) == 1
    keeping.keep(log.id, kept=True)
    impatient.dispose()


def test_any_other_gap_is_still_damage(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_database: sa.Engine,
    log_url: str,
    tables_url: str,
) -> None:
    log = appended(event_store, Log())
    sandbox(event_store)
    follower.pull()
    expired(log_url, tables_url)
    follower.pull()
    assert search(log_url, tables_url) == []
    name = sa.inspect(log_database).get_table_names()
    entries = "stored_events" if "stored_events" in name else "tablelog_events"
    statement = f"DELETE FROM {entries} WHERE originator_version = 2"
    with log_database.begin() as connection:
        connection.exec_driver_sql(statement)
    said = " ".join(one.message for one in search(log_url, tables_url))
    assert "1 entries that the tables have followed are not in the log" in said
    assert f"missing from the middle of 1 session ({log.id})" in said
    if log_url.startswith("sqlite"):
        assert "holds 3 entries and 4 expired entries, but it must have no other gaps" in said


def test_log_and_tables_in_one_file(tmp_path: Path) -> None:
    """Two transactions would wait for each other's lock."""
    url = f"sqlite:///{tmp_path}/both.db"
    store, engine = EventStore.open(url), make_engine(url)
    prepare(engine)
    log = sandbox(store)
    follower = ProjectionRunner(store, engine, LIBRARY)
    follower.pull()
    assert [one.session for one in expired(url, url)] == [log.id]
    follower.pull()
    assert everything_of(engine, log.id) == []
    store.close()
    engine.dispose()


def test_the_workers_job_lets_go_after_a_day_what_is_due_and_says_whether_there_may_be_more(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_database: sa.Engine,
    log_url: str,
    tables_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("HOME", tmp_path), ("LOG_URL", log_url), ("TABLES_URL", tables_url)):
        monkeypatch.setenv(f"TABLELOG_{name}", str(value))
    with log_database.begin() as connection:
        connection.execute(sa.update(LOG_SINCE).values(at="2020-01-01T00:00:00.000Z"))
    monkeypatch.setattr(
        "tests.support.reef.stamp",
        lambda *_, **__: Stamp(at="2020-02-02T00:00:00Z", by=RecordedBy("scribe"), salt="0"),
    )
    logs = [sandbox(event_store) for _ in range(3)]
    follower.pull()
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 2)
    monkeypatch.setenv("TABLELOG_SANDBOX_DAYS", "0")
    assert jobs.expire() is False
    assert len(list(event_store.sessions())) == len(logs)
    monkeypatch.setenv("TABLELOG_SANDBOX_DAYS", "90")
    assert jobs.expire() is False
    assert len(list(event_store.sessions())) == len(logs), "they are marked"
    with engine.begin() as connection:
        connection.execute(sa.update(EXPIRY_CLOCK).values(ran=module.MARKED_SECONDS))
    assert [jobs.expire(), jobs.expire(), jobs.expire()] == [True, False, False]
    assert list(event_store.sessions()) == []


def test_the_worker_looks_every_ten_minutes_and_sooner_where_more_is_due_or_it_failed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    runs: Iterator[bool | Exception] = iter([True, sa.exc.OperationalError("", {}, Exception("away")), False])
    pauses: list[float] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0)
            return self.set() is None if len(pauses) == 3 else False

    def one_run() -> bool:
        outcome = next(runs)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(workers.__main__, "expire", one_run)
    workers.__main__.expire_by_looks(Stop())
    assert pauses == [60, 60, 600]
    assert "expiry failed (away); trying again" in caplog.text
