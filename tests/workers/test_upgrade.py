"""After an upgrade: what another version of a projection made is made anew, and queries answer meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from service.queries import sessions
from tests.support.reef import LIBRARY, Log
from tests.support.workers.serial import differences, found
from tests.workers.test_follow import record_at_random
from workers import rebuild as module
from workers.follow import ProjectionRunner, prepare
from workers.projections import PROJECTIONS
from workers.projections.timeline import TimelineProjection
from workers.read_models import POSITIONS, TIMELINE, timeline_tables
from workers.rebuild import renew, status


class NextTimeline(TimelineProjection):
    """The timeline of a version to come: it writes other rows."""

    version = TimelineProjection.version + 1

    def follow(self, folded, memory, step):
        return [row | {"phase": row["phase"] + "!"} for row in super().follow(folded, memory, step)]


NEXT = tuple(NextTimeline() if one.name == TIMELINE else one for one in PROJECTIONS)


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


def phases(engine: sa.Engine, session: str) -> list[str]:
    """As a query answers."""
    answer = sessions.timeline(engine, session)
    assert answer is not None
    return [entry["phase"] for entry in answer["entries"]]


def test_a_new_version_is_built_beside_the_served_build_and_switched(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REBUILD_BATCH", 10)
    session = next(event_store.sessions())
    before = phases(engine, session)
    prepare(engine, NEXT)
    worker = ProjectionRunner(event_store, engine, LIBRARY, projections=NEXT)
    log = Log().place()
    event_store.append(log.id, 1, log.stored)
    worker.pull()
    assert {s.projection: s.end - s.position for s in status(event_store, engine)} == {
        projection.name: 2 if projection.name == TIMELINE else 0 for projection in PROJECTIONS
    }
    assert [s.projection for s in status(event_store, engine, NEXT) if s.outdated] == [TIMELINE]

    answers = []
    original = module._slowest

    def slowest(*arguments):
        answers.append(phases(engine, session))
        return original(*arguments)

    monkeypatch.setattr(module, "_slowest", slowest)
    assert renew(event_store, engine, LIBRARY, NEXT) == [TIMELINE]
    assert len(answers) > 3
    assert all(answer == before for answer in answers)
    assert phases(engine, session) == [phase + "!" for phase in before]
    assert sessions.timeline(engine, log.id)["as_of"] == 2
    assert {s.projection: (s.build, s.outdated) for s in status(event_store, engine, NEXT)} == {
        projection.name: (2 if projection.name == TIMELINE else 1, False) for projection in PROJECTIONS
    }
    assert renew(event_store, engine, LIBRARY, NEXT) == []


def test_what_one_version_began_another_does_not_go_on_with(
    event_store: EventStore, engine: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REBUILD_BATCH", 10)

    def interrupt(position: int, end: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        module.rebuild(event_store, engine, LIBRARY, [TIMELINE], progress=interrupt)
    renew(event_store, engine, LIBRARY, NEXT)
    session = next(event_store.sessions())
    assert all(phase.endswith("!") for phase in phases(engine, session))
    with engine.connect() as connection:
        rows = connection.execute(sa.select(POSITIONS).where(POSITIONS.c.projection == TIMELINE))
        assert {(row.build, row.made_by) for row in rows} == {
            (1, TimelineProjection.version),
            (3, NextTimeline.version),
        }


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE timeline_1",
        "ALTER TABLE timeline_1 DROP COLUMN packed",
        f"DELETE FROM {POSITIONS.name} WHERE projection = '{TIMELINE}'",
    ],
)
def test_queries_answer_with_what_a_new_build_has_when_the_served_one_cannot_be_read(
    event_store: EventStore, engine: sa.Engine, damage: str
) -> None:
    whole = found(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql(damage)
    prepare(engine)
    session = next(event_store.sessions())
    assert sessions.timeline(engine, session) == {"as_of": 0, "entries": []}
    ProjectionRunner(event_store, engine, LIBRARY).pull()
    assert found(engine) == whole
    assert differences(event_store, LIBRARY, engine) == []


def test_a_rebuild_on_an_older_log_ends_at_the_end_of_that_log(
    event_store: EventStore, engine: sa.Engine
) -> None:
    with engine.begin() as connection:
        connection.execute(sa.update(POSITIONS).values(position=event_store.position() + 50))
        connection.execute(sa.delete(timeline_tables(1).rows))
    assert all(s.ahead for s in status(event_store, engine))
    rounds = []

    def progress(position: int, end: int) -> None:
        rounds.append(position)
        assert len(rounds) < 20, "the rebuild does not end"

    module.rebuild(event_store, engine, LIBRARY, progress=progress)
    assert not any(s.ahead for s in status(event_store, engine))
    assert differences(event_store, LIBRARY, engine) == []
