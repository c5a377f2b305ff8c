"""A tally: sums by measure, seat and dimensions, and what must be remembered along the way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from domain.games.first_light.state import State
from domain.kernel import Row

Key = tuple[str, str | None, tuple[tuple[str, str], ...]]


class Tally:
    """Σ value and Σ weight of every figure; it belongs to one fold."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.sums: defaultdict[Key, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.first_player: str | None = None
        self.rolls: dict[str, list[int]] = {seat: [] for seat in seats}
        self.garage_dice: dict[str, int] = dict.fromkeys(seats, 0)
        self.held: dict[str, set[str]] = {seat: set() for seat in seats}
        self.reached_cache: set[str] = set()
        self.used: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        self.unplaced: dict[str, Counter[str]] = {seat: Counter() for seat in seats}

    def add(
        self, measure: str, seat: str | None, value: float, weight: float = 0, **dimensions: str | int
    ) -> None:
        """Count in; without a weight every row weighs 1 in the end."""
        key = (measure, seat, tuple((name, str(text)) for name, text in dimensions.items()))
        sums = self.sums[key]
        sums[0] += value
        sums[1] += weight

    def rows(self) -> Iterator[Row]:
        """All figures counted in."""
        for (measure, seat, dimensions), (value, weight) in self.sums.items():
            yield Row(measure, value, weight or 1, seat, dict(dimensions))


def start(state: State) -> Tally:
    """An empty tally of a session."""
    return Tally(tuple(state.seats))
