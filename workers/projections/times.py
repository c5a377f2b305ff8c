"""The time of play of a session: as somebody says, else as its moves tell."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from domain.kernel.engine.entries import Opened
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.statistics import MINUTE, PlayClock
from workers.projections.projection import Step

SINCE, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
DAY = timedelta(days=1)
LATE = timedelta(hours=12)
"""An evening may go on so long after the midnight of its day."""


class PlayTimes(Struct, frozen=True):
    """When a session was played. played_on: the day, where the table stands.

    started, ended: UTC; None where nobody knows. minutes: as somebody says; None where nobody does.
    is_of_the_moves: whether the times of the moves are those of play.
    """

    played_on: str
    started: str | None
    ended: str | None
    minutes: float | None
    is_of_the_moves: bool


def times_of(opened: Opened, when: TimeOfPlay, clock: PlayClock) -> PlayTimes:
    """The time of play. clock: as the moves tell. A statement that cannot be read counts as none."""
    zone = zone_of(opened.timezone)
    if when.played_on is not None:
        try:
            return _as_said(when.played_on, when, zone, clock)
        except (ValueError, OverflowError):
            pass
    began, ended = _moves(clock)
    day = began.astimezone(zone).date().isoformat()
    return PlayTimes(day, as_text(began), as_text(ended), None, True)


def _as_said(played_on: str, when: TimeOfPlay, zone: ZoneInfo, clock: PlayClock) -> PlayTimes:
    day = date.fromisoformat(played_on)
    start, end = span_of(day, when, zone)
    earliest = start or at_clock(day, "00:00", zone)
    latest = end or (start or at_clock(day + DAY, "00:00", zone)) + LATE
    began, ended = _moves(clock)
    is_of_the_moves = began < latest and (ended or began) >= earliest
    minutes = None if start is None or end is None else (end - start) / (MINUTE * MILLISECOND)
    if is_of_the_moves:
        start, end = start or began, end or ended
    return PlayTimes(day.isoformat(), as_text(start), as_text(end), minutes, is_of_the_moves)


def _moves(clock: PlayClock) -> tuple[datetime, datetime | None]:
    """The beginning, and the last move."""
    return moment(clock.began), None if clock.now is None else moment(clock.now)


def span_of(day: date, when: TimeOfPlay, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    """Beginning and end of play, as they are said. Raises `ValueError`, `OverflowError`.

    Hours and minutes count as they passed, also in a night in which the clocks are changed.
    """
    start = None if when.start is None else at_clock(day, when.start, zone)
    end = None if when.end is None else at_clock(day, when.end, zone)
    if start is not None and end is not None and end <= start:
        end = at_clock(day + DAY, str(when.end), zone)
    return start, end


def at_clock(day: date, clock: str, zone: ZoneInfo) -> datetime:
    """The moment at which the clocks of a zone show this time. Raises `ValueError`, `OverflowError`."""
    return datetime.combine(day, time.fromisoformat(clock), zone).astimezone(UTC)


def noon(day: str, timezone: str) -> str:
    """The middle of a day, in UTC, for what must name a moment where only the day is known."""
    return str(as_text(at_clock(date.fromisoformat(day), "12:00", zone_of(timezone))))


def zone_of(timezone: str) -> ZoneInfo:
    """The time zone; UTC where it is not known here."""
    try:
        return ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def clock_of(opened: Opened) -> PlayClock:
    """The time of play at the opening. The moves that a fork copies were played elsewhere."""
    moved_at = None if opened.forked_from is not None else believable(opened.moved_at)
    return PlayClock(milliseconds(opened.at), moved_at)


def follow(clock: PlayClock, step: Step) -> int:
    """Move the clock on over a step that changed the table. Returns the milliseconds of play that passed."""
    if not step.changes:
        return 0
    return clock.follow(milliseconds(step.entry.at), moved_at(step)) or 0


def moved_at(step: Step) -> int | None:
    """When the move was made, if somebody says so; not of what a fork has copied."""
    entry = step.entry
    is_copied = getattr(entry, "copied", False)
    return None if is_copied else believable(entry.moved_at)


def milliseconds(at: str) -> int:
    """A time of the log, with its zone, since 1970. Raises `ValueError` for a day that no month has."""
    return (datetime.fromisoformat(at) - SINCE) // MILLISECOND


def moment(of: int) -> datetime:
    """The time of so many milliseconds since 1970, in UTC."""
    return SINCE + of * MILLISECOND


def believable(moved_at: str | None) -> int | None:
    """Return the reported time of a move in milliseconds; None if it is not a time."""
    try:
        return milliseconds(moved_at) if moved_at is not None else None
    except (ValueError, TypeError):
        return None


def as_text(at: datetime | None) -> str | None:
    """A moment as the log writes it: UTC, RFC 3339, milliseconds."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
