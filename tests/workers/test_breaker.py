"""A breaker lets one try after each rest, and rests longer each time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from workers import wake
from workers.wake import Breaker


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(wake, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_what_failed_is_left_alone_and_then_asked_by_one(clock: list[float]) -> None:
    one = Breaker(2.0)
    assert [one.lets_ask() for _ in range(3)] == [True] * 3
    one.failed()
    one.failed()
    assert [one.lets_ask() for _ in range(3)] == [False] * 3
    clock[0] += 2
    assert [one.lets_ask() for _ in range(3)] == [True, False, False]


def test_rests_grow_to_the_longest_and_begin_again_after_an_answer(clock: list[float]) -> None:
    one, rests = Breaker(2.0, longest_seconds=10.0), []
    one.failed()
    for _ in range(4):
        before = clock[0]
        while not one.lets_ask():
            clock[0] += 1
        rests.append(clock[0] - before)
    assert rests == [2, 4, 8, 10]
    one.answered()
    assert (one.is_open, one.lets_ask()) == (False, True)
    one.failed()
    clock[0] += 2
    assert one.lets_ask()
