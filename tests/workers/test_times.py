"""Times of the log as figures take them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.engine.entries import Opened, Origin
from domain.kernel.engine.time_of_play import AS_RECORDED, TimeOfPlay
from tests.support.replays.logs import recorded_log
from workers.projections.times import PlayTimes, believable, clock_of, milliseconds, times_of


def test_times_count_from_1970_in_any_zone() -> None:
    assert milliseconds("1970-01-01T00:00:01.500Z") == 1_500
    assert milliseconds("1970-01-01T02:00:00.000+02:00") == 0


@pytest.mark.parametrize(
    ("said", "taken"), [("1970-01-01T00:00:02Z", 2_000), ("2026-02-30T12:00:00Z", None), (None, None)]
)
def test_a_day_that_no_month_has_is_not_believed(said: str | None, taken: int | None) -> None:
    assert believable(said) == taken


def opened(**more: Any) -> Opened:
    """An opening of 14:00 by UTC on 1 November 2025."""
    log = recorded_log(actions=1)
    return replace(log.session.opened, at="2025-11-01T14:00:00.000Z", moved_at=None, **more)


def times(when: TimeOfPlay, timezone: str = "Asia/Tokyo") -> PlayTimes:
    first = opened(timezone=timezone)
    return times_of(first, when, clock_of(first))


def test_the_day_is_that_of_the_table() -> None:
    assert times(AS_RECORDED).played_on == "2025-11-01"
    assert times(AS_RECORDED, "Pacific/Auckland").played_on == "2025-11-02"
    assert times(AS_RECORDED, "Nowhere/At_All").played_on == "2025-11-01"


def test_beginning_and_end_are_those_of_the_clock_at_the_table() -> None:
    """Tokyo is nine hours before UTC."""
    found = times(TimeOfPlay("2025-10-31", "19:30", "00:40"))
    assert (found.played_on, found.minutes) == ("2025-10-31", 310)
    assert (found.started, found.ended) == ("2025-10-31T10:30:00.000Z", "2025-10-31T15:40:00.000Z")
    assert not found.is_of_the_moves


@pytest.mark.parametrize(
    ("when", "is_of_the_moves"),
    [
        (TimeOfPlay("2025-11-01"), True),
        (TimeOfPlay("2025-10-31"), False),
        (TimeOfPlay("2025-11-02"), False),
        (TimeOfPlay("2025-11-01", "22:00"), True),
        (TimeOfPlay("2025-11-01", "23:01"), False),
        (TimeOfPlay("2025-11-01", "10:00"), False),
        (TimeOfPlay("2025-11-01", "20:00", "23:30"), True),
        (TimeOfPlay("2025-11-01", "20:00", "22:59"), False),
    ],
)
def test_moves_tell_of_play_where_they_were_recorded_then(when: TimeOfPlay, is_of_the_moves: bool) -> None:
    """The table was opened at 23:00 in Tokyo."""
    assert times(when).is_of_the_moves == is_of_the_moves


@pytest.mark.parametrize(
    "when",
    [
        TimeOfPlay("banana"),
        TimeOfPlay("2025-02-30"),
        TimeOfPlay("9999-12-31"),
        TimeOfPlay("0001-01-01"),
        TimeOfPlay("2025-10-31", "25:00"),
        TimeOfPlay("2025-10-31", "19:30", "soon"),
        TimeOfPlay(None, "19:30", "20:30"),
    ],
)
def test_what_cannot_be_read_in_a_file_is_as_if_nobody_had_said_it(when: TimeOfPlay) -> None:
    assert times(when) == times(AS_RECORDED)


def test_what_a_fork_copies_was_played_elsewhere() -> None:
    first = opened(forked_from=Origin("s", 1, "0" * 64))
    assert clock_of(replace(first, moved_at="2025-10-01T10:00:00Z")).began == milliseconds(first.at)
