"""The time of play as somebody says it: the day, and the beginning and end by the clock of the table."""

from __future__ import annotations

from msgspec import Struct


class TimeOfPlay(Struct, frozen=True, omit_defaults=True):
    """When the game was played, in the table's time zone. Without a day, the log's own times count.

    played_on: such as `2026-03-07`. start, end: such as `19:30`; an end before the start is on the next day.
    """

    played_on: str | None = None
    start: str | None = None
    end: str | None = None

    @property
    def text(self) -> str:
        """The time of play in a sentence."""
        if self.played_on is None:
            return "Time of play: as it was recorded."
        clock = "" if self.start is None else f", from {self.start}"
        return f"Time of play: {self.played_on}{clock}{'' if self.end is None else f' to {self.end}'}."


AS_RECORDED = TimeOfPlay()
"""Nobody says anything else than the log."""
