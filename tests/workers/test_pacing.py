"""A job follows for as long as there is something new, at a pace, and ends when it is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from replays.databases import make_engine
from replays.event_store import EventStore
from service.queries.sessions import wait_for
from tests.support.reef import LIBRARY, Log
from workers import pacing
from workers.follow import ProjectionRunner, prepare
from workers.pacing import follow_at_a_pace


def counted(*new: int) -> tuple[Iterator[int], Callable[[], int]]:
    """Pulls of a log in which so many entries were new at each look; and those that are left."""
    left = iter(new)
    return left, lambda: next(left)


class Resting(threading.Event):
    """Rests that take no time, noted; `told` after so many the process is told to end."""

    def __init__(self, told: int | None = None) -> None:
        super().__init__()
        self.rests: list[float] = []
        self.told = told

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.rests.append(timeout)
        return len(self.rests) == self.told


def test_it_rests_longer_the_more_there_was_and_ends_with_the_log() -> None:
    ending, (left, pull) = Resting(), counted(1, 3, 60, 500, 0, 7)
    follow_at_a_pace(pull, ending)
    assert ending.rests == pytest.approx([0.005, 0.015, 0.045, 0.045])
    assert list(left) == [7]


def test_it_ends_when_the_process_is_told_to_end() -> None:
    left, pull = counted(3, 3, 3, 0)
    follow_at_a_pace(pull, Resting(told=2))
    assert list(left) == [3, 0]


def test_rq_gets_its_worker_back_from_a_log_that_never_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 102.0, 104.9, 105.0])
    monkeypatch.setattr(pacing, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    left, pull = counted(1, 1, 1, 1, 1)
    follow_at_a_pace(pull, Resting())
    assert list(left) == [1, 1]


def test_what_is_recorded_during_a_rest_is_followed_by_the_same_job(
    event_store: EventStore, tables_url: str
) -> None:
    engine = make_engine(tables_url)
    prepare(engine)
    logs = [Log().place() for _ in range(3)]
    event_store.append(logs[0].id, 1, logs[0].stored)

    class Recording(Resting):
        """Somebody records another session in each of the first rests."""

        def wait(self, timeout: float | None = None) -> bool:
            if len(self.rests) < len(logs) - 1:
                log = logs[len(self.rests) + 1]
                event_store.append(log.id, 1, log.stored)
            return super().wait(timeout)

    follow_at_a_pace(ProjectionRunner(event_store, engine, LIBRARY).pull, Recording())
    for log in logs:
        assert wait_for(engine, "sessions", log.id, 2, 0)
    engine.dispose()
