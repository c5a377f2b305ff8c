"""Turns: one piece of work at a time, some wait, the rest is told to come again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import pytest

from service.turns import NoTurn, Turns

ASKER: ContextVar[str] = ContextVar("asker")


@contextmanager
def busy(turns: Turns) -> Iterator[None]:
    """Somebody else's work, which lasts as long as this."""
    begun, may_end = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        assert may_end.wait(60)

    other = threading.Thread(target=turns.take, args=(work,))
    other.start()
    assert begun.wait(60)
    try:
        yield
    finally:
        may_end.set()
        other.join()


@pytest.fixture
def turns() -> Iterator[Turns]:
    made = Turns(waiting=1, patience_seconds=60)
    yield made
    made.close()


def test_work_is_done_in_the_context_of_who_asks(turns: Turns) -> None:
    ASKER.set("red")
    assert turns.take(ASKER.get) == "red"


def test_what_the_work_raises_is_raised(turns: Turns) -> None:
    def fail() -> None:
        raise TimeoutError("of its own")

    with pytest.raises(TimeoutError, match="of its own"):
        turns.take(fail)


def test_work_that_waited_too_long_is_never_done(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    with busy(turns):
        monkeypatch.setattr(turns, "_patience_seconds", 0)
        with pytest.raises(NoTurn):
            turns.take(lambda: done.append("late"))
    monkeypatch.undo()
    assert turns.take(lambda: done) == []


def test_there_are_as_many_places_as_work_and_wait(turns: Turns) -> None:
    with turns.place(), turns.place(), pytest.raises(NoTurn), turns.place():
        pass
    with turns.place(), turns.place():
        pass
