"""How measures are declared: of what they tell, and what they are divided by.

What counts things is divided by all that could have counted: who counted nothing counts 0.
"""

from __future__ import annotations

from domain.kernel import Measure

SEAT = ("side", "hero", "map", "position")
"""Every figure of a seat can be split by its side, its hero, its place in the turn order, 0 = first player,
and by the map."""

SESSION = ("map", "arch_enemy", "winner")
"""Every figure of a session can be split by map, arch enemy and winner."""


def of_seat(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    """A figure of each seat."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), cells=cells)


def seat_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "win_share"
) -> Measure:
    """Things counted by seat: divided by the seats looked at, or by the weight of another measure."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over=over)


def of_session(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    """A figure of each session."""
    return Measure(key, title, meaning, unit, "session", (*SESSION, *dimensions), cells=cells)


def session_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "turns"
) -> Measure:
    """Things counted by session: divided by all of them, or by the weight of another measure."""
    return Measure(key, title, meaning, unit, "session", (*SESSION, *dimensions), over=over)
