"""Parts of the log that processes share: each entry once, and nobody's parts stay behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from replays.log_storage import ALL_PARTS, PARTS, part_of
from tests.support.reef import LIBRARY, Log
from tests.support.workers.serial import differences, found
from tests.workers.test_follow import record_at_random
from workers import parts as module
from workers import rebuild as rebuilding
from workers.damage import search
from workers.follow import ProjectionRunner, prepare
from workers.parts import Share, checkpoints
from workers.read_models import FOLLOWERS, POSITIONS
from workers.rebuild import rebuild, status

ROOT = Path(__file__).parent.parent.parent
SECONDS = 120
KILLS = 4


@pytest.fixture
def engine(tables_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(tables_url)
    prepare(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def shared(engine: sa.Engine) -> sa.Engine:
    """Tables whose parts processes share: there are none on SQLite."""
    if engine.dialect.name == "sqlite":
        pytest.skip("one process follows on SQLite, and takes all parts")
    return engine


def expire_all_but(engine: sa.Engine, share: Share) -> None:
    """Let the lease of everybody else end, as the database's clock would after some seconds."""
    with engine.begin() as connection:
        others = FOLLOWERS.c.follower != share._follower
        connection.execute(sa.update(FOLLOWERS).where(others).values(until=0))


@pytest.fixture
def looks_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.0)


def test_a_part_is_read_from_the_log_as_it_is_named(event_store: EventStore) -> None:
    for _ in record_at_random(event_store, Random(11), sessions=12, steps=3):
        pass
    whole = event_store.since(0, 1_000)
    assert len({part_of(entry.session) for entry in whole}) > 3
    for part in ALL_PARTS:
        assert event_store.since(0, 1_000, [part]) == [e for e in whole if part_of(e.session) == part]
    halves = [event_store.since(0, 1_000, ALL_PARTS[start::2]) for start in (0, 1)]
    assert sorted(halves[0] + halves[1], key=lambda entry: entry.position) == whole
    assert event_store.since(whole[4].position, 2, ALL_PARTS) == whole[5:7]


def test_two_share_the_parts_and_one_gets_those_of_the_other_when_it_falls_silent(
    shared: sa.Engine, looks_each_time: None
) -> None:
    first, second = Share(shared, "served"), Share(shared, "served")
    assert first.parts() == ALL_PARTS
    assert second.parts() == (), "a newcomer waits until the others have seen it"
    assert first.parts() + second.parts() == ALL_PARTS[::2] + ALL_PARTS[1::2]
    assert Share(shared, "another").parts() == ALL_PARTS
    expire_all_but(shared, second)
    assert second.parts() == ALL_PARTS
    assert {*first.parts(), *second.parts()} == {*ALL_PARTS}, "it was only slow"
    first.leave()
    assert second.parts() == ALL_PARTS
    assert first.parts() == ()


def test_of_more_processes_than_parts_some_are_spare(shared: sa.Engine, looks_each_time: None) -> None:
    crew = [Share(shared, "served") for _ in range(PARTS + 2)]
    for share in crew:
        share.parts()
    taken = [share.parts() for share in crew]
    assert sorted(part for parts in taken for part in parts) == list(ALL_PARTS)
    assert taken.count(()) == 2


def test_on_sqlite_one_process_takes_all_parts_and_writes_no_row(engine: sa.Engine) -> None:
    if engine.dialect.name != "sqlite":
        pytest.skip("about SQLite")
    shares = [Share(engine, "served") for _ in range(2)]
    assert [share.parts() for share in shares] == [ALL_PARTS, ALL_PARTS]
    shares[0].leave()
    with engine.connect() as connection:
        assert connection.execute(sa.select(FOLLOWERS)).first() is None


class Part(Share):
    """A share that a test gives and takes."""

    def __init__(self, engine: sa.Engine, *parts: int) -> None:
        super().__init__(engine, "served")
        self.given = parts

    def parts(self) -> tuple[int, ...]:
        return self.given


def test_parts_that_parted_are_folded_apart_and_meet_again(
    event_store: EventStore, engine: sa.Engine
) -> None:
    random = Random(12)
    crew = [Part(engine), Part(engine)]
    runners = [ProjectionRunner(event_store, engine, LIBRARY, share=share) for share in crew]
    for _ in record_at_random(event_store, random, sessions=5, steps=15):
        cut = random.randrange(PARTS)
        crew[0].given, crew[1].given = ALL_PARTS[:cut], ALL_PARTS[cut:]
        random.choice(runners).pull(limit=random.choice((1, 3, 100)), most_batches=random.choice((1, None)))
    crew[1].given = ALL_PARTS
    runners[1].pull(limit=3)
    assert differences(event_store, LIBRARY, engine) == []
    with engine.connect() as connection:
        [place] = {one for of_build in checkpoints(connection).values() for one in of_build}
    assert place == (event_store.position(), 0, ALL_PARTS)


def test_a_projection_is_as_far_as_the_least_of_its_parts(
    event_store: EventStore, engine: sa.Engine, log_url: str, tables_url: str
) -> None:
    for _ in record_at_random(event_store, Random(13), sessions=5, steps=6):
        pass
    share = Part(engine, *ALL_PARTS[3:])
    ProjectionRunner(event_store, engine, LIBRARY, share=share).pull()
    assert {one.position for one in status(event_store, engine)} == {0}
    assert search(log_url, tables_url) == [], "what is behind is no damage"
    share.given = ALL_PARTS[:3]
    ProjectionRunner(event_store, engine, LIBRARY, share=share).pull()
    assert {one.position for one in status(event_store, engine)} == {event_store.position()}
    assert differences(event_store, LIBRARY, engine) == []


def test_a_lost_entry_is_noticed_though_another_part_is_behind(
    event_store: EventStore, engine: sa.Engine, log_url: str, tables_url: str
) -> None:
    ahead, behind = (appended(event_store) for _ in range(2))
    while part_of(ahead.id) == part_of(behind.id):
        behind = appended(event_store)
    share = Part(engine, part_of(ahead.id))
    ProjectionRunner(event_store, engine, LIBRARY, share=share).pull()
    database = make_engine(log_url)
    with database.begin() as connection:
        table = "stored_events" if log_url.startswith("sqlite") else "tablelog_events"
        lost = sa.text(f"DELETE FROM {table} WHERE originator_version = 3 AND originator_id = '{ahead.id}'")
        connection.execute(lost)
    database.dispose()
    assert (
        "1 entries that the tables have followed are not in the log" in search(log_url, tables_url)[0].message
    )


def appended(store: EventStore) -> Log:
    log = Log().place().place()
    store.append(log.id, 1, log.stored)
    return log


def test_a_build_is_not_served_before_its_last_part_is_there(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in record_at_random(event_store, Random(14), sessions=5, steps=6):
        pass
    ProjectionRunner(event_store, engine, LIBRARY).pull()
    served = found(engine)
    seen = []

    def switch(store: EventStore, engine: sa.Engine, builds: dict[str, int]) -> bool:
        with engine.begin() as connection:
            late = POSITIONS.c.build.in_(builds.values()) & (POSITIONS.c.part == 5)
            kept = connection.execute(sa.select(POSITIONS.c.position).where(late)).scalar()
            connection.execute(sa.update(POSITIONS).where(late).values(position=kept - 1))
        seen.append(original(store, engine, builds))
        with engine.begin() as connection:
            connection.execute(sa.update(POSITIONS).where(late).values(position=kept))
        return original(store, engine, builds)

    original = rebuilding._switch
    monkeypatch.setattr(rebuilding, "_switch", switch)
    rebuild(event_store, engine, LIBRARY)
    assert seen == [False]
    assert found(engine) == served


def begin(process: subprocess.Popen[bytes]) -> None:
    """Let a rebuilder begin, as soon as it is ready."""
    assert process.stdin is not None
    process.stdin.write(b"go\n")
    process.stdin.flush()


class Rebuilders:
    """Processes that rebuild everything side by side. Anyone that is killed is replaced."""

    def __init__(self, url: str, many: int) -> None:
        self.url = url
        self.processes = [self._start() for _ in range(many)]
        for process in self.processes:
            assert process.stdout is not None
            process.stdout.readline()
        for process in self.processes:
            begin(process)

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.support.workers.rebuilder", self.url]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)

    def kill(self, place: int) -> None:
        self.processes[place].send_signal(signal.SIGKILL)
        self.processes[place].communicate()
        self.processes[place] = self._start()
        begin(self.processes[place])

    def ended(self) -> bool:
        """Whether all have come to the end; raises where one failed."""
        codes = [process.poll() for process in self.processes]
        for process, code in zip(self.processes, codes, strict=True):
            assert code in (None, 0), process.stderr and process.stderr.read().decode()
        return None not in codes

    def dismiss(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()


def folded_parts(engine: sa.Engine) -> list[int]:
    """The positions of all parts of the builds that are not served yet."""
    with engine.connect() as connection:
        unserved = sa.select(POSITIONS.c.position).where(POSITIONS.c.build == 2)
        return list(connection.scalars(unserved))


def wait_until(condition: object, what: str) -> None:
    end = time.monotonic() + SECONDS
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.02)


def test_two_rebuild_side_by_side_and_are_killed_and_every_entry_counts_once(
    event_store: EventStore, shared: sa.Engine, log_url: str
) -> None:
    random = Random(15)
    for _ in record_at_random(event_store, random, sessions=24, steps=40):
        pass
    ProjectionRunner(event_store, shared, LIBRARY).pull()
    served = found(shared)
    crew = Rebuilders(log_url, 2)
    apart = False

    def moved_past(reached: int) -> bool:
        nonlocal apart
        positions = folded_parts(shared)
        apart = apart or len(set(positions)) > 1
        return (apart and sum(positions) > reached) or crew.ended()

    try:
        reached = 0
        for _ in range(KILLS):
            wait_until(partial(moved_past, reached), "nobody gets anything done")
            reached = sum(folded_parts(shared))
            crew.kill(random.randrange(2))
        wait_until(crew.ended, "the rebuild does not come to its end")
    finally:
        crew.dismiss()
    assert apart, "they never followed different parts"
    assert {one.build for one in status(event_store, shared)} in ({2}, {3}), "one may have begun another"
    assert found(shared) == served
    assert differences(event_store, LIBRARY, shared) == []
    assert not any(one.set_aside for one in status(event_store, shared))


def test_a_dead_worker_is_replaced_by_the_other_one(
    event_store: EventStore, shared: sa.Engine, looks_each_time: None
) -> None:
    """The first one dies without a word; its sessions stay behind until its lease is over."""
    shares = [Share(shared, "served") for _ in range(2)]
    dead, alive = (ProjectionRunner(event_store, shared, LIBRARY, share=share) for share in shares)
    for runner in (dead, alive, dead):
        runner.pull()
    for _ in record_at_random(event_store, Random(16), sessions=8, steps=5):
        pass
    alive.pull()
    assert {one.position for one in status(event_store, shared)} == {0}
    expire_all_but(shared, shares[1])
    alive.pull()
    assert {one.position for one in status(event_store, shared)} == {event_store.position()}
    assert differences(event_store, LIBRARY, shared) == []
