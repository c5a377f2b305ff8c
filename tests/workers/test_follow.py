"""Projections follow the log: every entry exactly once, whatever its kind, whoever else works."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore, LogEntry
from replays.library import Library
from tests.support.reef import LIBRARY, Log, random_log
from tests.support.workers.serial import differences, found
from workers.builds import ALL_POSITIONS, live_builds
from workers.folded_sessions import Folds
from workers.follow import Moved, ProjectionRunner, move, prepare
from workers.projections import PROJECTIONS
from workers.read_models import SERIES, SESSIONS, SET_ASIDE, STATISTICS, TIMELINE

LOGS = ("stored_events", "tablelog_events")
"""The table that holds the log, on SQLite and on PostgreSQL."""


@pytest.fixture
def engine(tables_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(tables_url)
    prepare(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def follower(event_store: EventStore, engine: sa.Engine) -> ProjectionRunner:
    return ProjectionRunner(event_store, engine, LIBRARY)


def record_at_random(store: EventStore, random: Random, *, sessions: int, steps: int) -> Iterator[None]:
    """Sessions that move by turns, a few entries at a time."""
    running = [(random_log(random, steps=steps), 0) for _ in range(sessions)]
    while running:
        place = random.randrange(len(running))
        log, stored = running[place]
        step = next(log, None)
        if step is None:
            running.pop(place)
            continue
        session, new = step
        store.append(session.id, stored + 1, new)
        running[place] = log, stored + len(new)
        yield


@pytest.mark.parametrize("limit", [1, 7, 500])
def test_the_tables_equal_a_serial_fold(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, limit: int
) -> None:
    random = Random(limit)
    for _ in record_at_random(event_store, random, sessions=4, steps=15):
        if random.random() < 0.3:
            follower.pull(limit=limit)
    follower.pull(limit=limit)
    assert differences(event_store, LIBRARY, engine) == []


@pytest.mark.parametrize("limit", [1, 500])
def test_rows_of_what_stands_again_are_there_again(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, limit: int
) -> None:
    log = Log().place(1).place(2).storm().note()
    log.retract(2).note("no").retract(log.session.version - 2).place(3)
    event_store.append(log.id, 1, log.stored)
    follower.pull(limit=limit)
    assert differences(event_store, LIBRARY, engine) == []
    stands = {row[1]: row[6] for row in found(engine)["timeline"]}
    assert stands == {number: number != 6 for number in range(1, 10)}


def test_a_note_is_never_taken_back(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner
) -> None:
    log = Log().place(1).note().place(2).retract(1)
    event_store.append(log.id, 1, log.stored)
    follower.pull()
    stands = {row[1]: row[6] for row in found(engine)["timeline"]}
    assert stands == {1: True, 2: False, 3: True, 4: False, 5: True}


def test_sessions_that_are_not_kept_are_folded_again(event_store: EventStore, engine: sa.Engine) -> None:
    random, position = Random(2), 0
    folds = Folds(event_store, LIBRARY, PROJECTIONS, keep=1)
    follower = ProjectionRunner(event_store, engine, LIBRARY)
    follower._folds[tuple(sorted(p.name for p in PROJECTIONS))] = folds
    for _ in record_at_random(event_store, random, sessions=3, steps=12):
        position += follower.pull()
    assert len(folds._kept) == 1
    assert differences(event_store, LIBRARY, engine) == []


def test_two_workers_by_turns_agree(event_store: EventStore, engine: sa.Engine) -> None:
    workers = [ProjectionRunner(event_store, engine, LIBRARY) for _ in range(2)]
    random = Random(3)
    for _ in record_at_random(event_store, random, sessions=3, steps=15):
        random.choice(workers).pull(limit=4)
    workers[0].pull()
    assert differences(event_store, LIBRARY, engine) == []


def test_workers_at_once_count_every_entry_once(event_store: EventStore, engine: sa.Engine) -> None:
    for _ in record_at_random(event_store, Random(4), sessions=5, steps=25):
        pass
    workers = [ProjectionRunner(event_store, engine, LIBRARY) for _ in range(3)]
    threads = [threading.Thread(target=worker.pull, kwargs={"limit": 9}) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert differences(event_store, LIBRARY, engine) == []


def test_what_another_worker_wrote_meanwhile_is_neither_counted_nor_folded_twice(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one writes half of what this one has just folded: this one goes on from there."""
    log = Log().place().place().note()
    event_store.append(log.id, 1, log.stored)
    since, other = event_store.since, ProjectionRunner(event_store, engine, LIBRARY)

    def overtaken(position: int, limit: int) -> list[LogEntry]:
        read = since(position, limit)
        late.undo()
        assert other.pull(limit=2, most_batches=1) == 2
        return read

    with monkeypatch.context() as late:
        late.setattr(event_store, "since", overtaken)
        assert follower.pull() == 2
    assert set_aside(engine) == set()
    assert differences(event_store, LIBRARY, engine) == []


def test_the_sessions_that_were_quiet_longest_are_kept_no_longer(event_store: EventStore) -> None:
    logs = [Log() for _ in range(3)]
    folds = Folds(event_store, LIBRARY, PROJECTIONS, keep=2)
    for log in logs:
        event_store.append(log.id, 1, log.stored)
    folds.take(event_store.since(0, 500))
    assert [folds.kept(log.id) is not None for log in logs] == [False, True, True]


def test_rows_and_position_move_together_or_not_at_all(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log().place().place()
    event_store.append(log.id, 1, log.stored)
    last = PROJECTIONS[-1]
    with monkeypatch.context() as broken:
        broken.setattr(last, "write", _killed, raising=True)
        with pytest.raises(KeyboardInterrupt):
            follower.pull()
    assert not any(found(engine).values())
    follower.pull()
    assert differences(event_store, LIBRARY, engine) == []


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_position_moves_from_where_it_was_and_from_nowhere_else(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        builds = live_builds(connection)
        move(connection, builds, 0, 5)
    with pytest.raises(Moved), engine.begin() as connection:
        move(connection, builds, 0, 9)
    with engine.begin() as connection:
        move(connection, builds, 5, 9)


def test_where_one_position_was_moved_by_another_worker_none_is_moved(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        builds = live_builds(connection)
        move(connection, {SESSIONS: builds[SESSIONS]}, 0, 5)
    with pytest.raises(Moved), engine.begin() as connection:
        move(connection, builds, 0, 9)
    with engine.connect() as connection:
        positions = {row.projection: row.position for row in connection.execute(ALL_POSITIONS)}
    assert positions == dict.fromkeys(builds, 0) | {SESSIONS: 5}


def test_an_entry_that_cannot_be_followed_is_set_aside_and_the_rest_goes_on(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, caplog: pytest.LogCaptureFixture
) -> None:
    whole, broken = Log().place().place(), Log().place().place().note()
    event_store.append(broken.id, 1, broken.stored[:2])
    bad = broken.stored[2].__class__("reef.place_cubes", b'{"kind":"recorded"}', "0" * 64)
    event_store.append(broken.id, 3, [bad, broken.stored[3]])
    event_store.append(whole.id, 1, whole.stored)
    follower.pull()
    rows = found(engine)
    assert {(row[0], row[2]) for row in rows["catalogue"]} == {(whole.id, 3), (broken.id, 2)}
    assert set_aside(engine) == {
        (projection.name, broken.id, number) for projection in PROJECTIONS for number in (3, 4)
    }
    assert "aside" in caplog.text
    whole.place()
    event_store.append(whole.id, 4, whole.stored[3:])
    event_store.append(broken.id, 5, broken.stored[3:])
    follower.pull()
    assert {(row[0], row[2]) for row in found(engine)["catalogue"]} == {(whole.id, 4), (broken.id, 2)}


def test_what_follows_a_gap_in_the_log_is_set_aside(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, log_url: str
) -> None:
    log = Log().place().place().note()
    event_store.append(log.id, 1, log.stored)
    database = make_engine(log_url)
    table = next(name for name in sa.inspect(database).get_table_names() if name in LOGS)
    with database.begin() as connection:
        connection.exec_driver_sql(f"DELETE FROM {table} WHERE originator_version = 3")
    database.dispose()
    follower.pull()
    assert {(row[0], row[2]) for row in found(engine)["catalogue"]} == {(log.id, 2)}
    assert set_aside(engine) == {(projection.name, log.id, 4) for projection in PROJECTIONS}


def test_a_projection_that_fails_stands_aside_alone(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def observe(tally: object, before: object, fact: object, after: object) -> None:
        raise ZeroDivisionError

    log = Log(rounds=1).play_out()
    statistics = log.session.game.statistics.__class__(
        log.session.game.statistics.measures, lambda state: object(), observe, lambda tally, state: ()
    )
    monkeypatch.setitem(log.session.game.__dict__, "statistics", statistics)
    event_store.append(log.id, 1, log.stored)
    follower.pull()
    rows = found(engine)
    assert {row[2] for row in rows["catalogue"]} == {log.session.version}
    assert len(rows["timeline"]) == log.session.version
    assert set_aside(engine) == {("statistics", log.id, 2), ("statistics", log.id, 3)}


FATAL = 77
"""Cubes that no reef holds; a projection here cannot bear the sight of them."""


def failing_at(fatal: int, answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def fail(state: Any) -> Any:
        if state.cubes["north", "red"] == fatal:
            raise ZeroDivisionError
        return answer(state)

    return fail


def cubes(count: int) -> dict[str, Any]:
    return {"fact": "cubes_placed", "seat": "red", "region": "north", "count": count}


@pytest.mark.parametrize("limit", [1, 2, 500])
def test_a_projection_follows_again_when_what_broke_it_is_taken_back(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    log = Log(rounds=3).place(2, "south")
    log.correct(cubes(FATAL)).correct(cubes(5)).retract(3).note().retract(2).place(1, "south").play_out()
    game = log.session.game
    tally = game.statistics
    observe = failing_at(FATAL, lambda state: None)

    def observed(memory: Any, before: Any, fact: Any, after: Any) -> None:
        observe(after)
        tally.observe(memory, before, fact, after)

    with monkeypatch.context() as patched:
        patched.setitem(game.__dict__, "standing", failing_at(FATAL, game.standing))
        patched.setitem(game.__dict__, "statistics", replace(tally, observe=observed))
        event_store.append(log.id, 1, log.stored)
        follower = ProjectionRunner(event_store, engine, LIBRARY)
        while follower.pull(limit=limit, most_batches=1):
            pass
    assert differences(event_store, LIBRARY, engine) == []
    broken = range(3, 7)  # the retraction to 3 leaves the fatal cubes where they are
    aside = set_aside(engine)
    of_folds = {(name, log.id, entry) for name in (SERIES, STATISTICS) for entry in broken}
    assert {row for row in aside if row[0] != SESSIONS} == of_folds
    # The catalogue sums up where a batch ends, so only such an entry can be missing there.
    assert {entry for name, _, entry in aside if name == SESSIONS} <= set(broken)


def follow_where_moments_fail(
    log: Log, event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    """Follow a log to its end in batches; no timeline bears the fatal cubes."""
    game = log.session.game
    with monkeypatch.context() as patched:
        patched.setitem(game.__dict__, "moment", failing_at(FATAL, game.moment))
        event_store.append(log.id, 1, log.stored)
        follower = ProjectionRunner(event_store, engine, LIBRARY)
        while follower.pull(limit=limit, most_batches=1):
            pass


@pytest.mark.parametrize("limit", [1, 500])
def test_entries_taken_back_with_what_broke_a_timeline_are_shown_after_all(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    log = Log().place(2, "south").correct(cubes(FATAL)).correct(cubes(5)).note().retract(2).place(1, "south")
    follow_where_moments_fail(log, event_store, engine, monkeypatch, limit)
    [missing] = differences(event_store, LIBRARY, engine)
    assert missing.startswith(f"timeline: missing ('{log.id}', 3, 'corrected'")


@pytest.mark.parametrize("limit", [1, 500])
def test_a_timeline_stays_broken_while_what_broke_it_still_stands(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    log = Log().place(2, "south").correct(cubes(FATAL)).correct(cubes(5)).note().retract(4).place(1, "south")
    follow_where_moments_fail(log, event_store, engine, monkeypatch, limit)
    aside = {number for name, _, number in set_aside(engine) if name == TIMELINE}
    assert aside == set(range(3, log.session.version + 1))


def test_a_row_that_the_database_refuses_is_set_aside_alone(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner
) -> None:
    """A NUL in a label cannot stand in PostgreSQL; on SQLite it is as good as any other."""
    odd, whole = Log(tags=("a\0b",)).place(), Log().place()
    event_store.append(whole.id, 1, whole.stored[:1])
    event_store.append(odd.id, 1, odd.stored)
    event_store.append(whole.id, 2, whole.stored[1:])
    follower.pull()
    rows = found(engine)
    assert (whole.id, 2) in {(row[0], row[2]) for row in rows["catalogue"]}
    assert len(rows["timeline"]) == 4
    if engine.dialect.name == "postgresql":
        assert ("sessions", odd.id, 1) in set_aside(engine)


def test_a_game_that_is_not_known_here_is_set_aside(event_store: EventStore, engine: sa.Engine) -> None:
    log = Log()
    event_store.append(log.id, 1, log.stored)
    ProjectionRunner(event_store, engine, Library(games={})).pull()
    assert len(set_aside(engine)) == len(PROJECTIONS)


def set_aside(engine: sa.Engine) -> set[tuple[str, str, int]]:
    query = sa.select(SET_ASIDE.c.projection, SET_ASIDE.c.session, SET_ASIDE.c.number)
    with engine.connect() as connection:
        return {tuple(row) for row in connection.execute(query)}


def test_what_is_appended_while_nothing_was_found_is_followed_at_once(
    event_store: EventStore, engine: sa.Engine, follower: ProjectionRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking for entries and asking where the log ends."""
    since, log = event_store.since, Log().place()

    def appended_afterwards(position: int, limit: int) -> list[LogEntry]:
        read = since(position, limit)
        if not read and not list(event_store.read(log.id)):
            event_store.append(log.id, 1, log.stored[:1])
        return read

    with monkeypatch.context() as late:
        late.setattr(event_store, "since", appended_afterwards)
        assert follower.pull() == 1
    event_store.append(log.id, 2, log.stored[1:])
    assert follower.pull() == 1
    assert differences(event_store, LIBRARY, engine) == []


def test_what_is_more_than_a_batch_is_followed_at_once(
    event_store: EventStore, follower: ProjectionRunner
) -> None:
    log = Log().place().place()
    event_store.append(log.id, 1, log.stored)
    assert follower.pull(limit=2) == 3
