"""Statistics of a game: series along one session, measures across many, and playing times.

Times are those of the log, in milliseconds since any fixed moment. Playing times follow from them alone,
so every game has these measures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.messages import Fact, Json

# The statistics that a game declares: series along one session, and measures across many.


class Point(Struct, frozen=True):
    """One value of a series after an entry: of a seat, a region, a side or a track (`subject`)."""

    subject: str
    value: float | str | None
    detail: Mapping[str, Json] = {}


@dataclass(frozen=True)
class Series:
    """A curve of a session, served at `/v1/sessions/{id}/{key}` (`region-counts`, `doom-tracks`).

    `points(before, facts, after)` gives what one entry changed; `before` is None at the opening. These
    points are public: they may not depend on what any seat hides. holds: whether a value stands until the
    next one of its subject; else each is something by itself, a gain or an event.
    by_round: of what its numbers at the end of each round are a measure: of seats, which are subjects of it
    beside others, or of the session; None: of nothing.
    """

    key: str
    title: str
    meaning: str
    unit: str
    points: Callable[[Any, tuple[Fact, ...], Any], Iterable[Point]]
    holds: bool = True
    by_round: Literal["seat", "session"] | None = None


class Measure(Struct, frozen=True):
    """One statistic that a game keeps.

    Every row carries a `value` and a `weight`; over many rows the answer is Σ value / Σ weight, so a
    share or a mean adds up rightly. `dimensions` are the row's own keys to group and filter by, besides
    those that every row has (seat, color, player, count of seats, component set, options …). With `cells`
    the values are observed counts, the weights expected ones, and the answer adds χ² over that dimension.
    With `over` the rows count things, and the answer is Σ value ÷ Σ weight of that other measure, which
    has one row for every seat (or session): a seat without a row of that kind counts 0. `kinds` is a measure
    with a row for every kind there is: one that nobody has counts 0 too, if `kinds` has its dimensions.
    `former` is a deprecated name, under which it is still found.
    """

    key: str
    title: str
    meaning: str
    unit: str
    per: Literal["seat", "session"] = "seat"
    dimensions: tuple[str, ...] = ()
    only_finished: bool = True
    cells: str | None = None
    over: str | None = None
    kinds: str | None = None
    former: str | None = None


class Row(Struct, frozen=True):
    """One figure of one session. `seat` is None for a figure of the whole session."""

    measure: str
    value: float
    weight: float = 1
    seat: str | None = None
    dimensions: Mapping[str, str] = {}


class Moment(Struct, frozen=True):
    """When in the game a state stands: turn and round count from 1 (0 = setup)."""

    turn: int
    round: int
    phase: str
    active: tuple[str, ...] = ()


class StatisticsQuestion(Struct, frozen=True):
    """A question that people ask of a game's statistics, in words, and the call that answers it.

    measures: what is asked for; of several a table. options: further parameters of the call, such as
    `order_by`, `histogram` or a filter. makers: whether people ask it who make or balance the game.
    """

    words: str
    measures: tuple[str, ...]
    group_by: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    makers: bool = False


@dataclass(frozen=True)
class Statistics:
    """The measures of a game and how they are filled: facts → tally → rows.

    `start(state)` makes an empty tally at the opening; `observe(tally, before, fact, after)` is called
    for every fact of the live line, in order, and changes the tally in place; `rows(tally, state)` gives
    all rows of the session as it stands. A tally belongs to one fold and is never stored.
    `at_the_end`: measures that the end of a game shows beside their means. `questions`: what people ask of
    this game, besides what they ask of every game.
    """

    measures: tuple[Measure, ...]
    start: Callable[[Any], Any]
    observe: Callable[[Any, Any, Fact, Any], None]
    rows: Callable[[Any, Any], Iterable[Row]]
    at_the_end: tuple[str, ...] = ()
    questions: tuple[StatisticsQuestion, ...] = ()

    @cached_property
    def declared(self) -> Mapping[str, Measure]:
        """The measures by their keys."""
        return {measure.key: measure for measure in self.measures}

    @cached_property
    def only_finished(self) -> bool:
        """Whether every measure counts finished sessions only."""
        return all(measure.only_finished for measure in self.measures)


# How long a game takes at the table: minutes of the game, its rounds and turns, and of who is awaited.

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
        "Minutes of the game in which the table waited for this seat, alone or with others. "
        + WITHOUT_BREAKS,
        "minutes",
    ),
)


class PlayClock:
    """When each move was made, along the live line; it belongs to one fold. All times are milliseconds.

    at: when the session was opened here. moved_at: when it began at the table, if somebody says so.
    began: of the opening, or of the first move if that one was made before it. now: of the last move.

    Moves that were made before the session was opened were entered afterwards. They have a clock of their
    own: what is typed in between them takes no time of play.
    """

    def __init__(self, at: int, moved_at: int | None = None) -> None:
        self._opened = at
        self._entered: int | None = None
        self.now: int | None = None
        self.began = self._here = at
        if moved_at is not None and moved_at <= at:
            self.began = self._here = self._entered = moved_at

    def follow(self, at: int, moved_at: int | None) -> int | None:
        """Move on to a move. Returns what has passed at the table; None for a break, and for a step back.

        at: when it was recorded. moved_at: when it was made, if somebody says so; believed if it is before
        the opening, or between the move before and the recording.
        """
        if moved_at is not None and moved_at < self._opened and moved_at <= at:
            made, before = moved_at, self._entered
            if before is None:
                self.began = made
            self.now = self._entered = made if before is None else max(before, made)
        else:
            before = self._here
            made = moved_at if moved_at is not None and before <= moved_at <= at else at
            self.now = self._here = max(before, made)
        return made - before if before is not None and 0 <= made - before <= BREAK_MINUTES * MINUTE else None


class PlayingTime:
    """The time of one game, added up along its live line; it belongs to one fold.

    clock: as it stands at the opening. moment: after the opening. seats: all of the table.
    """

    def __init__(self, clock: PlayClock, moment: Moment, seats: tuple[str, ...]) -> None:
        self._clock = clock
        self._moment = moment
        self._is_finished = False
        self._whole = 0
        self._by_round: defaultdict[int, int] = defaultdict(int)
        self._by_turn: defaultdict[tuple[int, int], int] = defaultdict(int)
        self._by_seat = dict.fromkeys(seats, 0)

    def follow(self, at: int, moved_at: int | None, moment: Moment, *, is_finished: bool) -> None:
        """Count the time up to an entry, as `PlayClock.follow` does, and move to the moment after it."""
        if self._is_finished:
            return
        passed = self._clock.follow(at, moved_at)
        if passed is not None:
            self._count(passed)
        self._moment, self._is_finished = moment, is_finished

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
