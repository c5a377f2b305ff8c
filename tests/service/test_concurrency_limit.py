"""ConcurrencyLimit: one piece of work at a time, some wait, the rest is told to come again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import pytest

from service.support.concurrency import ConcurrencyLimit, TooBusy

PRINCIPAL: ContextVar[str] = ContextVar("principal")


@contextmanager
def busy(limit: ConcurrencyLimit) -> Iterator[None]:
    """Somebody else's work, which lasts as long as this."""
    begun, may_end = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        assert may_end.wait(60)

    other = threading.Thread(target=limit.run, args=(work,))
    other.start()
    assert begun.wait(60)
    try:
        yield
    finally:
        may_end.set()
        other.join()


@pytest.fixture
def limit() -> Iterator[ConcurrencyLimit]:
    made = ConcurrencyLimit(waiting=1, patience_seconds=60)
    yield made
    made.close()


def test_work_is_done_in_the_context_of_who_asks(limit: ConcurrencyLimit) -> None:
    PRINCIPAL.set("red")
    assert limit.run(PRINCIPAL.get) == "red"


def test_what_the_work_raises_is_raised(limit: ConcurrencyLimit) -> None:
    def fail() -> None:
        raise TimeoutError("of its own")

    with pytest.raises(TimeoutError, match="of its own"):
        limit.run(fail)


def test_work_that_waited_too_long_is_never_done(
    limit: ConcurrencyLimit, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    with busy(limit):
        monkeypatch.setattr(limit, "_patience_seconds", 0)
        with pytest.raises(TooBusy):
            limit.run(lambda: done.append("late"))
    monkeypatch.undo()
    assert limit.run(lambda: done) == []


def test_there_are_as_many_places_as_work_and_wait(limit: ConcurrencyLimit) -> None:
    with limit.place(), limit.place(), pytest.raises(TooBusy), limit.place():
        pass
    with limit.place(), limit.place():
        pass
