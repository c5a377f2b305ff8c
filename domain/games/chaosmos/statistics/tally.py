"""How measures are declared; the tally that is kept while a session is folded.

A count is divided by everything that could have counted, so a seat that counted nothing counts as 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from domain.games.chaosmos.state import State
from domain.kernel import Measure, Row

# The totals of one session: sums by figure, and the values that are remembered on the way.

Key = tuple[str, str | None, tuple[tuple[str, str], ...]]


@dataclass
class Fight:
    """The running combat: who leads, whether that changed after the dice, which cards were played."""

    attacker: str
    defender: str
    leader: str | None = None
    changed: bool = False
    plays: list[tuple[str, str]] = field(default_factory=list)

    def opponent(self, seat: str) -> str:
        """The other combatant."""
        return self.defender if seat == self.attacker else self.attacker


@dataclass
class Tally:
    """One session's figures; filled by `observe` over the facts of the live line.

    `unnamed`: cards were dealt that nobody named, so that where each was at each time is not known (CM-R31).
    """

    seats: tuple[str, ...]
    start_player: str | None = None
    unnamed: bool = False
    sums: dict[Key, list[float]] = field(default_factory=dict)
    fight: Fight | None = None
    opened: set[str] = field(default_factory=set)
    landed: set[str] = field(default_factory=set)
    crossed: set[str] = field(default_factory=set)
    came_from: dict[str, str] = field(default_factory=dict)
    zone: str | None = None
    zone_since: int = 0
    zone_cause: str = "setup"
    zones: set[str] = field(default_factory=set)
    last_change_of_hand: int | None = None
    last_seen: dict[str, str] = field(default_factory=dict)
    last_sighting: dict[str, int] = field(default_factory=dict)

    def count(self, measure: str, seat: str | None, number: float = 1, **dimensions: str) -> None:
        """Count things in: the row weighs 1, however many there are."""
        sums = self._sums(measure, seat, dimensions)
        sums[:] = sums[0] + number, 1

    def add(self, measure: str, seat: str | None, value: float, weight: float = 1, **dimensions: str) -> None:
        """Add to both sides of a mean or a share."""
        sums = self._sums(measure, seat, dimensions)
        sums[0] += value
        sums[1] += weight

    def _sums(self, measure: str, seat: str | None, dimensions: Mapping[str, str]) -> list[float]:
        return self.sums.setdefault((measure, seat, tuple(sorted(dimensions.items()))), [0, 0])

    def rows(self) -> Iterator[Row]:
        """The sums as rows."""
        for (measure, seat, dimensions), (value, weight) in self.sums.items():
            yield Row(measure, value, weight, seat, dict(dimensions))


def start(state: State) -> Tally:
    """An empty tally."""
    return Tally(state.clockwise)


# How measures are declared: of what they tell, and what they are divided by.

SEAT = ("alien", "position")
"""Every figure of a seat can be split by its alien and its place in the turn order, 0 = start player."""


def of_seat(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    """A figure of each seat."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), cells=cells)


def seat_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "win_share"
) -> Measure:
    """Things counted by seat: divided by the seats looked at, or by those of another measure."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over=over)


def of_game(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """A figure of each game."""
    return Measure(key, title, meaning, unit, "session", dimensions)


def game_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """Things counted by game: divided by the games looked at."""
    return Measure(key, title, meaning, unit, "session", dimensions, over="turns")
