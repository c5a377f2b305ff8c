"""Phrases that the sentences of every game are made of: figures, things that are counted, lists."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.words import Run, Says

MINUTES_OF_AN_HOUR = 60


def figure(number: int) -> str:
    """`3`, and `−3` with a minus sign that can be seen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """`+3`, `−3`, `0`."""
    return f"{'+' if number > 0 else ''}{figure(number)}"


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 cube`, `2 cubes`. things: more than one of them, where that is not the thing with an `s`."""
    return f"{figure(number)} {thing if abs(number) == 1 else things or f'{thing}s'}"


def lasted(minutes: float) -> str:
    """A playing time in words."""
    hours, rest = divmod(round(minutes), MINUTES_OF_AN_HOUR)
    if not hours:
        return f"{rest} min" if rest else "under a minute"
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def capitalized(text: str) -> str:
    """`The AI` of `the AI`: a capital at the beginning, and the rest as it is."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(items: Sequence[str], last: str = " and ") -> str:
    """`Red`, `Red and Blue`, `Red, Blue and Green`. last: what stands before the last of several."""
    return last.join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def listed_runs(runs: Sequence[Run | str]) -> Says:
    """The same of runs, each of which goes on meaning its thing."""
    says: list[str | Run] = []
    for place, run in enumerate(runs):
        if place:
            says.append(" and " if place == len(runs) - 1 else ", ")
        says.append(run)
    return tuple(says)


def with_text(told: str, text: str, separator: str) -> str:
    """What is told of a thing, and the text that the set prints on it; either may be empty."""
    return separator.join(part for part in (told, text) if part)
