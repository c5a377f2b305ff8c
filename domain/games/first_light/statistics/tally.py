"""How measures are declared; the tally of a session, and how lucky each seat rolled.

A count is divided by everything that could have counted, so a seat that counted nothing counts as 0.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.first_light.state import State
from domain.kernel import Measure, Row

# A tally: sums by measure, seat and dimensions, and what must be remembered along the way.

Key = tuple[str, str | None, tuple[tuple[str, str], ...]]


class Tally:
    """Σ value and Σ weight of every figure; it belongs to one fold.

    `paid_garages`: the tables before and after the latest payment of Garage Algae, with which a turn begins.
    """

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.sums: defaultdict[Key, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.paid_garages: tuple[State, State] | None = None
        self.rolls: dict[str, list[int]] = {seat: [] for seat in seats}
        self.garage_dice: dict[str, int] = dict.fromkeys(seats, 0)
        self.farms_taken: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        self.discarded: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        self.reached_cache: set[str] = set()
        self.used: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        self.unplaced: dict[str, Counter[str]] = {seat: Counter() for seat in seats}

    def count(self, measure: str, seat: str | None, number: float = 1, **dimensions: str | int) -> None:
        """Count things in: the row weighs 1, however many there are."""
        sums = self._sums(measure, seat, dimensions)
        sums[:] = sums[0] + number, 1

    def weigh(
        self, measure: str, seat: str | None, value: float, weight: float = 1, **dimensions: str | int
    ) -> None:
        """Add to both sides of a mean or a share."""
        sums = self._sums(measure, seat, dimensions)
        sums[0] += value
        sums[1] += weight

    def _sums(self, measure: str, seat: str | None, dimensions: Mapping[str, str | int]) -> list[float]:
        return self.sums[measure, seat, tuple((name, str(text)) for name, text in dimensions.items())]

    def rows(self) -> Iterator[Row]:
        """All figures counted in."""
        for (measure, seat, dimensions), (value, weight) in self.sums.items():
            yield Row(measure, value, weight, seat, dict(dimensions))


def start(state: State) -> Tally:
    """An empty tally of a session."""
    return Tally(tuple(state.seats))


Observer = Callable[[Tally, State, Any, State], None]
"""Counts one fact in, between the tables before and after it."""


# How measures are declared: of what they tell, and what they are divided by.


def of_seat(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    """A figure of each seat."""
    return Measure(key, title, meaning, unit, "seat", dimensions, cells=cells)


def seat_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "score"
) -> Measure:
    """Things counted by seat: divided by the seats looked at, or by the weight of another measure."""
    return Measure(key, title, meaning, unit, "seat", dimensions, over=over)


def round_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """Things counted by seat and round: divided by the rounds of the seats looked at."""
    return seat_counts(key, title, meaning, unit, *dimensions, over="dice_pool")


def of_session(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """A figure of each session."""
    return Measure(key, title, meaning, unit, "session", dimensions)


def rival_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """Things counted of the AI: divided by the sessions with it."""
    return Measure(key, title, meaning, unit, "session", dimensions, over="human_win")
