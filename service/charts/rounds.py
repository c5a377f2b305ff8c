"""Rounds of a session: where each begins and ends in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct


class Round(Struct, frozen=True):
    """A round, and its first and last entry on the live line."""

    number: int
    first: int
    last: int


def rounds_of(timeline: Mapping[str, Any] | None) -> list[Round]:
    """The rounds that were played, from the session's timeline; what comes before the first is none."""
    found: dict[int, Round] = {}
    for line in _live(timeline["entries"] if timeline is not None else ()):
        number, entry = line["round"], line["entry"]
        found[number] = Round(number, found[number].first if number in found else entry, entry)
    return [found[number] for number in sorted(found)]


def round_label(number: int) -> str:
    """What stands above a chart where a round begins."""
    return f"R{number}"


def position(rounds: Sequence[Round], entry: int) -> float:
    """Where an entry stands between the rounds: 2.5 in the middle of the second, below 1 before the first."""
    begun = [one for one in rounds if one.first <= entry]
    if not begun:
        return entry / rounds[0].first
    one = begun[-1]
    return one.number + min(1.0, (entry - one.first) / (one.last + 1 - one.first))


def _live(lines: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    return (line for line in lines if line["live"] and line["round"])
