"""How measures of A Time of Chaos are declared: figures of seats and of sessions, and counts over them."""

from __future__ import annotations

from domain.kernel import Measure

SEAT = ("position",)
"""Every figure of a seat can be split by its place in the turn order, 0 = first player."""


def of_seat(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions))


def counted_of_seat(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """Rows where something was counted: `score` has one of weight 1 for every seat."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over="score")


def counted_of_session(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """Rows where something was counted: `turns` has one of weight 1 for every session."""
    return Measure(key, title, meaning, unit, "session", dimensions, over="turns")


def of_session(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "session", dimensions)
