"""How long a game takes at the table: minutes of the game, its rounds and turns, and of who is awaited.

Times are those of the log, handed in as milliseconds since whatever moment. What these measures hold
follows from moments alone, so every game has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from domain.kernel.statistics import Measure, Moment, Row

MINUTE = 60_000
"""Milliseconds, as all times here are."""

BREAK_MINUTES = 30
"""Where nothing is recorded for longer, the table has stopped: that time belongs to nobody."""

WITHOUT_BREAKS = (
    f"A stretch of more than {BREAK_MINUTES} minutes without a record is a break and is left out."
)

WHOLE = "minutes"
"""The measure of the whole game."""

PLAYING_TIME = (
    Measure(
        WHOLE,
        "Minutes",
        f"Minutes from the opening to the entry that finished the game. {WITHOUT_BREAKS}",
        "minutes",
        per="session",
    ),
    Measure(
        "round_minutes",
        "Minutes a round",
        f"Minutes of a round, the setup left out. {WITHOUT_BREAKS}",
        "minutes",
        per="session",
        dimensions=("round",),
    ),
    Measure(
        "turn_minutes",
        "Minutes a turn",
        f"Minutes of all turns ÷ turns, as the game counts them. {WITHOUT_BREAKS}",
        "minutes",
        per="session",
    ),
    Measure(
        "thinking_minutes",
        "Thinking time",
        "Minutes of the game in which the table waited for this seat, alone or beside others. "
        + WITHOUT_BREAKS,
        "minutes",
    ),
)


class PlayingTime:
    """The time of one game, added up along its live line; it belongs to one fold.

    opened_at: when the session was opened. moment: after the opening. seats: all of the table.
    """

    def __init__(self, opened_at: int, moment: Moment, seats: tuple[str, ...]) -> None:
        self._at = opened_at
        self._moment = moment
        self._is_finished = False
        self._whole = 0
        self._by_round: defaultdict[int, int] = defaultdict(int)
        self._by_turn: defaultdict[tuple[int, int], int] = defaultdict(int)
        self._by_seat = dict.fromkeys(seats, 0)

    def follow(self, at: int, moved_at: int | None, moment: Moment, *, is_finished: bool) -> None:
        """Count the time up to an entry, and go on to the moment after it.

        at: when it was recorded. moved_at: when the move was made, if somebody says so; believed where it
        lies between the entry before and the recording.
        """
        if self._is_finished:
            return
        now = moved_at if moved_at is not None and self._at <= moved_at <= at else at
        if 0 <= now - self._at <= BREAK_MINUTES * MINUTE:
            self._count(now - self._at)
        self._at, self._moment, self._is_finished = max(now, self._at), moment, is_finished

    def _count(self, passed: int) -> None:
        turn, round_number = self._moment.turn, self._moment.round
        self._whole += passed
        if round_number:
            self._by_round[round_number] += passed
        if turn:
            self._by_turn[round_number, turn] += passed
        for seat in self._moment.active:
            if seat in self._by_seat:
                self._by_seat[seat] += passed

    def rows(self) -> Iterator[Row]:
        """The figures of the game."""
        yield Row(WHOLE, self._whole / MINUTE)
        for number, passed in self._by_round.items():
            yield Row("round_minutes", passed / MINUTE, dimensions={"round": str(number)})
        if self._by_turn:
            yield Row("turn_minutes", sum(self._by_turn.values()) / MINUTE, len(self._by_turn))
        for seat, passed in self._by_seat.items():
            yield Row("thinking_minutes", passed / MINUTE, seat=seat)
