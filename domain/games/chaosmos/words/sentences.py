"""What every sentence is made of: figures, counts, lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel import Json, Run, Says, readable, told_of


def called(thing: Mapping[str, Json]) -> str:
    """The name of a thing of a document, from its id where it has none."""
    return told_of(thing)[0] or readable(thing["id"])


def with_text(told: str, text: str) -> str:
    """What is told of a thing, and the text that the set prints on it."""
    return ". ".join(part for part in (told, text) if part)


def figure(number: int) -> str:
    """`3`, and `−3` with a minus sign that can be seen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """`+3`, `−3`."""
    return f"{'+' if number > 0 else ''}{figure(number)}"


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`, `no cards`."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def listed(items: Sequence[str]) -> str:
    """`Red`, `Red and Blue`, `Red, Blue and Green`."""
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def listed_runs(runs: Sequence[Run]) -> Says:
    """The same of runs."""
    says: list[str | Run] = []
    for place, run in enumerate(runs):
        if place:
            says.append(" and " if place == len(runs) - 1 else ", ")
        says.append(run)
    return tuple(says)
