"""What a game lets be counted: series along one session, and measures across many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.messages import Fact, Json


class Point(Struct, frozen=True):
    """One value of a series after an entry: of a seat, a region, a side or a track (`subject`)."""

    subject: str
    value: float | str | None
    detail: Mapping[str, Json] = {}


@dataclass(frozen=True)
class Series:
    """A curve of a session, served at `/v1/sessions/{id}/{key}` (`region-counts`, `doom-tracks`).

    `points(before, facts, after)` gives what one entry changed; `before` is None at the opening. What
    it gives is public: it may not depend on what any seat hides. holds: whether a value stands until the
    next one of its subject; else each is something by itself, a gain or an event.
    """

    key: str
    title: str
    meaning: str
    unit: str
    points: Callable[[Any, tuple[Fact, ...], Any], Iterable[Point]]
    holds: bool = True


class Measure(Struct, frozen=True):
    """One statistic that a game keeps.

    Every row carries a `value` and a `weight`; over many rows the answer is Σ value / Σ weight, so a
    share or a mean adds up rightly. `dimensions` are the row's own keys to group and filter by, beside
    those that every row has (seat, color, player, count of seats, component set, options …). With `cells`
    the values are observed counts, the weights expected ones, and the answer adds χ² over that dimension.
    With `over` the rows count things, and the answer is Σ value ÷ Σ weight of that other measure, which
    has one row for every seat (or session): who has no row of that kind counts 0.
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


@dataclass(frozen=True)
class Statistics:
    """The measures of a game and how they are filled: facts → tally → rows.

    `start(state)` makes an empty tally at the opening; `observe(tally, before, fact, after)` is called
    for every fact of the live line, in order, and changes the tally in place; `rows(tally, state)` gives
    all rows of the session as it stands. A tally belongs to one fold and is never stored.
    """

    measures: tuple[Measure, ...]
    start: Callable[[Any], Any]
    observe: Callable[[Any, Any, Fact, Any], None]
    rows: Callable[[Any, Any], Iterable[Row]]

    @cached_property
    def declared(self) -> Mapping[str, Measure]:
        """The measures by their keys."""
        return {measure.key: measure for measure in self.measures}

    @cached_property
    def only_finished(self) -> bool:
        """Whether every measure counts finished sessions only."""
        return all(measure.only_finished for measure in self.measures)
