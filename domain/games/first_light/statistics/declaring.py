"""How measures are declared: of what they tell, and what they are divided by.

What counts things is divided by all that could have counted: who counted nothing counts 0.
"""

from __future__ import annotations

from domain.kernel import Measure


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
