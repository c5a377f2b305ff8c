"""Packed rows: whatever comes in which pulls, the rows are those of the log, and few pieces are left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from tests.support.reef import LIBRARY, Log
from tests.support.workers.serial import differences
from workers.follow import ProjectionRunner, prepare
from workers.projections.packing import STRETCH, SessionFigure, deflated, pack_figures, unpack_figures
from workers.read_models import timeline_tables


@pytest.fixture
def engine(tables_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(tables_url)
    prepare(engine)
    yield engine
    engine.dispose()


def pieces(engine: sa.Engine) -> list[tuple[int, int]]:
    """The first and the last entry of each piece of the timeline, in order."""
    rows = timeline_tables(1).rows
    with engine.connect() as connection:
        return [
            (row.first, row.last)
            for row in connection.execute(sa.select(rows.c.first, rows.c.last).order_by(rows.c.first))
        ]


class Followed:
    """A session of which each entry is followed by itself."""

    def __init__(self, store: EventStore, engine: sa.Engine, rounds: int) -> None:
        self.log = Log(rounds=rounds)
        self.store, self.engine = store, engine
        self.runner = ProjectionRunner(store, engine, LIBRARY)
        self.stored = 0

    def pull(self) -> None:
        self.store.append(self.log.id, self.stored + 1, self.log.stored[self.stored :])
        self.stored = len(self.log.stored)
        self.runner.pull()

    def until(self, entry: int) -> None:
        while len(self.log.stored) < entry:
            self.log.storm() if len(self.log.stored) % 2 else self.log.place()
            self.pull()


def test_a_stretch_becomes_one_piece_once_it_is_full(event_store: EventStore, engine: sa.Engine) -> None:
    session = Followed(event_store, engine, rounds=200)
    session.pull()
    session.until(STRETCH + 3)
    assert pieces(engine)[0] == (1, STRETCH)
    assert len(pieces(engine)) == 4
    session.until(2 * STRETCH)
    assert pieces(engine) == [(1, STRETCH), (STRETCH + 1, 2 * STRETCH)]
    assert differences(event_store, LIBRARY, engine) == []


def test_a_session_that_has_ended_is_one_piece_also_after_a_note(
    event_store: EventStore, engine: sa.Engine
) -> None:
    session = Followed(event_store, engine, rounds=STRETCH)
    session.pull()
    session.until(STRETCH + 5)
    session.log.close()
    session.pull()
    assert pieces(engine) == [(1, STRETCH + 6)]
    session.log.note()
    session.pull()
    assert pieces(engine) == [(1, STRETCH + 7)]
    assert differences(event_store, LIBRARY, engine) == []


@pytest.mark.parametrize("back", [1, 3, STRETCH, STRETCH + 20])
def test_what_is_taken_back_goes_from_the_pieces_that_hold_it(
    event_store: EventStore, engine: sa.Engine, back: int
) -> None:
    session = Followed(event_store, engine, rounds=200)
    session.pull()
    session.until(2 * STRETCH + 10)
    session.log.retract(2 * STRETCH + 10 - back)
    session.pull()
    session.until(2 * STRETCH + 30)
    assert differences(event_store, LIBRARY, engine) == []


def test_figures_are_read_as_they_were_packed_in_this_version_and_in_version_10() -> None:
    """The former build is served until the worker has made the one of this version."""
    figures = [
        SessionFigure("score", "red", 12.0, 1.0, {"rank": "1"}),
        SessionFigure("luck", "", 0.25, 3.0, {}),
        SessionFigure("score", "blue", 7.5, 1.0, {"rank": "2"}),
    ]
    former = deflated(SessionFigure._fields, [one._asdict() for one in figures])
    assert list(unpack_figures(former)) == figures
    assert sorted(unpack_figures(pack_figures(figures))) == sorted(figures)
