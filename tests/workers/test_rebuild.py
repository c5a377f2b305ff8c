"""Rebuilding beside the served tables, then switching."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from tests.support.reef import LIBRARY, Log
from tests.support.workers.serial import differences, expected, found
from tests.workers.test_follow import record_at_random
from workers import rebuild as module
from workers.follow import ProjectionRunner, prepare
from workers.projections import PROJECTIONS
from workers.read_models import POSITIONS, TIMELINE, timeline_tables
from workers.rebuild import UnknownProjection, rebuild, status


@pytest.fixture
def engine(tables_url: str, event_store: EventStore) -> Iterator[sa.Engine]:
    """Tables that are at the end of a log of some sessions."""
    engine = make_engine(tables_url)
    prepare(engine)
    for _ in record_at_random(event_store, Random(5), sessions=3, steps=12):
        pass
    ProjectionRunner(event_store, engine, LIBRARY).pull()
    yield engine
    engine.dispose()


def test_a_rebuild_mends_what_was_spoilt(event_store: EventStore, engine: sa.Engine) -> None:
    with engine.begin() as connection:
        connection.execute(sa.delete(timeline_tables(1).rows))
    assert found(engine) != expected(event_store, LIBRARY)
    rebuild(event_store, engine, LIBRARY)
    assert differences(event_store, LIBRARY, engine) == []
    assert [(s.build, s.rebuilding, s.position, s.set_aside) for s in status(event_store, engine)] == [
        (2, None, event_store.position(), 0)
    ] * len(PROJECTIONS)


def test_progress_is_told_and_reaches_the_end(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REBUILD_BATCH", 10)
    told: list[tuple[int, int]] = []
    rebuild(event_store, engine, LIBRARY, progress=lambda position, end: told.append((position, end)))
    assert told == sorted(told)
    assert len(told) > 3
    assert told[-1] == (event_store.position(), event_store.position())


def test_the_served_tables_stay_until_the_switch_and_go_on_after_it(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REBUILD_BATCH", 10)
    live = ProjectionRunner(event_store, engine, LIBRARY)
    log = Log()
    event_store.append(log.id, 1, log.stored)

    def progress(position: int, end: int) -> None:
        if log.session.version < 5:
            before = log.session.version
            log.storm()
            event_store.append(log.id, before + 1, log.stored[before:])
            live.pull()
            assert differences(event_store, LIBRARY, engine) == []

    rebuild(event_store, engine, LIBRARY, progress=progress)
    assert differences(event_store, LIBRARY, engine) == []
    log.storm()
    event_store.append(log.id, log.session.version, log.stored[-1:])
    live.pull()
    assert differences(event_store, LIBRARY, engine) == []


def test_an_interrupted_rebuild_goes_on_where_it_stopped(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REBUILD_BATCH", 10)
    before = found(engine)

    def interrupt(position: int, end: int) -> None:
        if position >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(event_store, engine, LIBRARY, [TIMELINE], progress=interrupt)
    assert found(engine) == before
    assert {s.rebuilding for s in status(event_store, engine)} == {None, 2}
    told: list[int] = []
    rebuild(event_store, engine, LIBRARY, [TIMELINE], progress=lambda position, end: told.append(position))
    assert told[0] >= 30
    assert differences(event_store, LIBRARY, engine) == []
    assert {s.projection: s.build for s in status(event_store, engine)}[TIMELINE] == 2


def test_the_build_before_the_last_is_dropped(event_store: EventStore, engine: sa.Engine) -> None:
    for _ in range(3):
        rebuild(event_store, engine, LIBRARY)
    tables = sa.inspect(engine).get_table_names()
    assert {name for name in tables if name.startswith("timeline_")} == {"timeline_3", "timeline_4"}
    assert differences(event_store, LIBRARY, engine) == []


def test_projections_that_parted_meet_again(event_store: EventStore, engine: sa.Engine) -> None:
    rebuild(event_store, engine, LIBRARY, [TIMELINE])
    follower = ProjectionRunner(event_store, engine, LIBRARY)
    log = Log().place()
    event_store.append(log.id, 1, log.stored)
    assert follower.pull() == 2
    assert differences(event_store, LIBRARY, engine) == []


def test_an_unknown_projection_is_an_error(event_store: EventStore, engine: sa.Engine) -> None:
    with pytest.raises(UnknownProjection):
        rebuild(event_store, engine, LIBRARY, ["doom"])


def test_a_log_older_than_the_tables_is_noticed(event_store: EventStore, engine: sa.Engine) -> None:
    assert not any(s.ahead for s in status(event_store, engine))
    with engine.begin() as connection:
        connection.execute(sa.update(POSITIONS).values(position=event_store.position() + 1))
    assert all(s.ahead for s in status(event_store, engine))
