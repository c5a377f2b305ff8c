"""No reading of one clock takes a session away: a day of running passes first, 30 until it is for good."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from domain.kernel.editing.changes import Set
from domain.kernel.engine.entries import RecordedBy
from domain.kernel.session import Stamp
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.log_tables import SET_ASIDE, log_engine
from service.sessions.commands import Request
from service.sessions.editions import Edition, EditionDraft, Editions
from tests.support.expiring import DAYS, expired
from tests.support.reef import LIBRARY, Log
from tests.support.workers.serial import differences
from workers import expiry
from workers.damage import search
from workers.expiry import (
    ASIDE_SECONDS,
    LOOK_SECONDS,
    MARKED_SECONDS,
    Look,
    Looks,
    Tended,
    as_text,
    tend,
    undo,
)
from workers.follow import ProjectionRunner, prepare
from workers.read_models import EXPIRY_MARKS as MARKS
from workers.rebuild import rebuild

STEP = timedelta(seconds=2 * LOOK_SECONDS)
A_DAY_OF_LOOKS = int(MARKED_SECONDS // STEP.total_seconds()) + 2
AHEAD = timedelta(days=91)


class Worker:
    """A worker whose clock and whose machine's counter a test moves."""

    def __init__(self, log_url: str, tables_url: str, clock: datetime) -> None:
        self.log, self.tables = log_engine(log_url), make_engine(tables_url)
        self.clock = clock
        self.counter = 0.0
        self.looks = Looks()

    def passes(self, looks: int = 1, *, every: timedelta = STEP) -> Tended:
        """So many looks, each after this time, and what they did together."""
        marked, aside, gone = 0, [], []
        for _ in range(looks):
            self.clock += every
            self.counter += every.total_seconds()
            seen = self.looks.look(self.log, self.tables, self.clock, self.counter)
            done = tend(self.log, self.tables, seen, days=DAYS, now=self.clock)
            marked += done.marked
            aside += done.aside
            gone += done.removed
        return Tended(marked, tuple(aside), tuple(gone))

    def marks(self) -> set[str]:
        with self.tables.connect() as connection:
            return set(connection.scalars(sa.select(MARKS.c.session)))


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
def believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's and the disk's clocks say nothing: here time is the test's."""
    monkeypatch.setattr(expiry, "_of_databases", lambda *_: None)
    monkeypatch.setattr(expiry, "_of_files", lambda *_: None)


@pytest.fixture
def later(log_url: str, tables_url: str, believed: None, follower: ProjectionRunner) -> Iterator[Worker]:
    """A worker 91 days after everything that is recorded."""
    worker = Worker(log_url, tables_url, datetime.now(UTC) + AHEAD)
    yield worker
    worker.log.dispose()
    worker.tables.dispose()


def sandbox(store: EventStore, follower: ProjectionRunner) -> Log:
    log = Log(sandbox=True).place().place()
    store.append(log.id, 1, log.stored)
    follower.pull()
    return log


def test_what_rests_is_marked_then_set_aside_a_day_of_running_later_and_removed_after_30(
    event_store: EventStore, follower: ProjectionRunner, later: Worker
) -> None:
    log = sandbox(event_store, follower)
    assert later.passes(A_DAY_OF_LOOKS - 4) == Tended(marked=1)
    assert len(list(event_store.read(log.id))) == 3
    done = later.passes(8)
    assert [one.session for one in done.aside] == [log.id]
    assert list(event_store.read(log.id)) == []
    with later.log.connect() as connection:
        assert len(connection.execute(sa.select(SET_ASIDE)).all()) == 3
    month = tend(
        later.log, later.tables, Look(ASIDE_SECONDS + 2 * MARKED_SECONDS), days=DAYS, now=later.clock
    )
    assert month.removed == (log.id,)
    with later.log.connect() as connection:
        assert connection.execute(sa.select(SET_ASIDE)).all() == []


def test_one_start_of_a_worker_however_late_takes_nothing_away(
    event_store: EventStore, follower: ProjectionRunner, later: Worker
) -> None:
    log = sandbox(event_store, follower)
    later.clock += timedelta(days=365)
    assert later.passes().aside == ()
    assert len(list(event_store.read(log.id))) == 3


def test_an_entry_after_the_mark_keeps_a_session(
    event_store: EventStore, follower: ProjectionRunner, later: Worker
) -> None:
    """Even one whose time is long ago by this worker's clock."""
    log = sandbox(event_store, follower)
    assert later.passes(2).marked == 1
    log.place()
    event_store.append(log.id, 4, log.stored[3:])
    follower.pull()
    assert later.passes() == Tended()
    assert later.marks() == set(), "and the clock is not believed for now"
    assert later.passes(A_DAY_OF_LOOKS - 4).aside == ()
    assert len(list(event_store.read(log.id))) == 4


def test_an_entry_in_the_last_moment_keeps_a_session(
    event_store: EventStore, follower: ProjectionRunner, later: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the log, and the catalogue does not know it yet."""
    log = sandbox(event_store, follower)
    later.passes(A_DAY_OF_LOOKS - 4)
    monkeypatch.setattr(expiry, "_of_entries", lambda *_: None)
    log.place()
    event_store.append(log.id, 4, log.stored[3:])
    assert later.passes(8).aside == ()
    assert len(list(event_store.read(log.id))) == 4


@pytest.mark.parametrize("by", [timedelta(days=91), timedelta(days=-91)], ids=["ahead", "back"])
def test_a_look_between_which_the_clock_jumped_does_nothing(
    event_store: EventStore, follower: ProjectionRunner, later: Worker, by: timedelta
) -> None:
    sandbox(event_store, follower)
    later.passes()
    ran = later.looks.look(later.log, later.tables, later.clock + STEP, LOOK_SECONDS * 2).ran
    jumped = later.looks.look(later.log, later.tables, later.clock + by, LOOK_SECONDS * 3)
    assert jumped.doubt is not None
    assert jumped.ran == ran, "and no time of running is counted"
    assert tend(later.log, later.tables, jumped, days=DAYS, now=later.clock + by) == Tended()


def test_what_was_marked_under_a_wrong_clock_is_unmarked_under_the_right_one(
    event_store: EventStore, follower: ProjectionRunner, later: Worker
) -> None:
    log = sandbox(event_store, follower)
    assert later.passes(3).marked == 1
    later.clock -= AHEAD
    assert later.passes(2 * A_DAY_OF_LOOKS).aside == ()
    assert later.marks() == set()
    assert len(list(event_store.read(log.id))) == 3


def test_two_workers_of_which_one_is_91_days_ahead_take_nothing_away(
    event_store: EventStore, follower: ProjectionRunner, later: Worker, log_url: str, tables_url: str
) -> None:
    sandbox(event_store, follower)
    right = Worker(log_url, tables_url, later.clock - AHEAD)
    done = [one.passes(1) for _ in range(A_DAY_OF_LOOKS) for one in (later, right)]
    assert not any(one.aside for one in done)
    right.log.dispose()
    right.tables.dispose()


def test_a_worker_ahead_of_the_databases_or_the_disks_clock_takes_nothing_away(
    event_store: EventStore, follower: ProjectionRunner, log_url: str, tables_url: str
) -> None:
    log = sandbox(event_store, follower)
    worker = Worker(log_url, tables_url, datetime.now(UTC) + AHEAD)
    assert worker.passes(A_DAY_OF_LOOKS) == Tended()
    assert worker.marks() == set()
    assert len(list(event_store.read(log.id))) == 3
    worker.log.dispose()
    worker.tables.dispose()


def test_a_worker_behind_what_was_recorded_takes_nothing_away(
    event_store: EventStore, follower: ProjectionRunner, later: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = sandbox(event_store, follower)
    monkeypatch.setattr(
        "tests.support.reef.stamp",
        lambda *_: Stamp(at=as_text(later.clock + AHEAD), by=RecordedBy("scribe"), salt="00"),
    )
    sandbox(event_store, follower)
    assert later.passes(A_DAY_OF_LOOKS).aside == ()
    assert len(list(event_store.read(rests.id))) == 3


def test_what_expired_is_taken_back_with_all_that_the_registers_hold(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_url: str,
    tables_url: str,
    later: Worker,
) -> None:
    other = Log().place()
    event_store.append(other.id, 1, other.stored)
    log = sandbox(event_store, follower)
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO token_epochs VALUES (:one, 'owner', 3)"), {"one": log.id})
    bodies = [entry.body for entry in event_store.read(log.id)]
    assert [one.session for one in expired(log_url, tables_url)] == [log.id]
    follower.pull()
    later_still = Log(sandbox=True).place()
    event_store.append(later_still.id, 1, later_still.stored)
    back = undo(later.log, engine, log.id, later.clock)
    assert back is not None
    assert back.entries == len(bodies)
    follower.pull()
    assert [entry.body for entry in event_store.read(log.id)] == bodies
    assert event_store.expired(log.id) is None
    assert differences(event_store, LIBRARY, engine) == []
    rebuild(event_store, engine, LIBRARY)
    assert differences(event_store, LIBRARY, engine) == []
    assert search(log_url, tables_url) == []
    with engine.connect() as connection:
        epochs = sa.text("SELECT epoch FROM token_epochs WHERE session = :one")
        assert connection.scalar(epochs, {"one": log.id}) == 3
    assert expired(log_url, tables_url) != [], "the other one goes"
    assert len(list(event_store.read(log.id))) == len(bodies), "and this one is kept"
    assert undo(later.log, engine, log.id, later.clock) is None


def test_a_session_may_go_again_after_it_was_taken_back(
    event_store: EventStore,
    engine: sa.Engine,
    follower: ProjectionRunner,
    log_url: str,
    tables_url: str,
    later: Worker,
) -> None:
    log = sandbox(event_store, follower)
    for _ in range(2):
        assert [one.session for one in expired(log_url, tables_url)] == [log.id]
        follower.pull()
        assert undo(later.log, engine, log.id, later.clock) is not None
        with engine.begin() as connection:
            connection.execute(sa.text("DELETE FROM keeping"))
        follower.pull()
    assert len(list(event_store.read(log.id))) == 3
    assert search(log_url, tables_url) == []


def test_log_and_tables_in_one_file_are_taken_back_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/both.db"
    store, engine = EventStore.open(url), make_engine(url)
    prepare(engine)
    follower = ProjectionRunner(store, engine, LIBRARY)
    log = sandbox(store, follower)
    assert [one.session for one in expired(url, url)] == [log.id]
    follower.pull()
    own = log_engine(url)
    assert undo(own, engine, log.id, datetime.now(UTC)) is not None
    follower.pull()
    assert len(list(store.read(log.id))) == 3
    own.dispose()
    store.close()
    engine.dispose()


def edition(name: str) -> Edition:
    long_ago = "2020-02-02T20:00:00.000Z"
    return Edition(name, "reef", name, "0" * 64, None, False, long_ago, long_ago)


def test_a_draft_that_rests_for_a_year_goes_after_30_more_days(later: Worker, engine: sa.Engine) -> None:
    register = Editions(engine)
    for name in ("resting", "changed", "ticked", "published"):
        register.make(edition(name), EditionDraft({"tide": 1}, None, 1), {}, Request(None, name))
    register.tick("ticked", "tide", "0" * 64)
    register.publish("published", "0" * 64, "", None)

    def drafts(ran: float, doubt: str | None = None) -> tuple[str, ...]:
        return tend(later.log, later.tables, Look(ran, doubt), days=DAYS, now=later.clock).drafts

    assert drafts(0.0) == ()
    assert later.marks() == {"resting", "changed"}
    register.change("changed", [Set("tide", 2)], [], lambda _, draft: draft, Request(None, "more"))
    assert drafts(ASIDE_SECONDS - 1.0) == ()
    assert drafts(ASIDE_SECONDS, "the clock is wrong") == ()
    assert later.marks() == set(), "and it is counted from the start"
    assert drafts(ASIDE_SECONDS) == drafts(2 * ASIDE_SECONDS - 1.0) == ()
    assert drafts(2 * ASIDE_SECONDS) == ("resting",)
    assert [one.edition for one in register.all()] == ["changed", "published", "ticked"]
    assert later.marks() == set()
