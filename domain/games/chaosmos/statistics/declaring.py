"""How measures are declared: of what they tell, and what they are divided by.

What counts things is divided by all that could have counted: who counted nothing counts 0.
"""

from __future__ import annotations

from domain.kernel import Measure

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
