"""The time of play as a request says it: what cannot be is refused, with the member at fault."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Protocol

from domain.kernel.engine.time_of_play import TimeOfPlay
from service.problems import invalid
from workers.projections.times import DAY, LATE, span_of, zone_of


class SaysWhen(Protocol):
    """A request that may say when the game was played."""

    @property
    def played_on(self) -> str | None:
        """The day."""

    @property
    def start(self) -> str | None:
        """The beginning, by the clock of the table."""

    @property
    def end(self) -> str | None:
        """The end, by the clock of the table."""


def time_of_play(asked: SaysWhen, timezone: str) -> TimeOfPlay | None:
    """The time of play that a request gives, by the clock of this zone; None if it gives none.

    Raises `Problem`: an end before the start, a time without its day, a day that is still to come.
    """
    said = TimeOfPlay(asked.played_on, asked.start, asked.end)
    if said.played_on is None:
        for name in ("start", "end"):
            if getattr(said, name) is not None:
                raise invalid([("/played_on", f"Send the day of `{name}` too.")])
        return None
    if said.start is None and said.end is not None:
        raise invalid([("/start", "Send `start` with `end`.")])
    zone = zone_of(timezone)
    day = date.fromisoformat(said.played_on)
    if day > datetime.now(UTC).astimezone(zone).date() + DAY:
        raise invalid([("/played_on", "This day is in the future.")])
    start, end = span_of(day, said, zone)
    if start is not None and end is not None and not _lasts(said, end - start):
        message = (
            "The end is not after the start. An end after midnight can be up to 12 hours after the start."
        )
        raise invalid([("/end", message)])
    return said


def _lasts(said: TimeOfPlay, length: timedelta) -> bool:
    """Whether a game can last so long: no more than half a day if it ends on the next one."""
    return str(said.end) > str(said.start) or length <= LATE
