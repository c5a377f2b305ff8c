"""Who began: the seat that the table waited for first, once the game was set up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any


def beginner_of(lines: Iterable[Mapping[str, Any]]) -> str | None:
    """The seat that began, from the entries of a timeline; None where no seat did, or none is known yet.

    It is the first that is awaited alone when a phase of the first turns begins: a phase that begins with
    several at once (all plan at the same time) is begun by none of them.
    """
    played = (line for line in lines if line["live"] and line["turn"] and line["active"])
    for _, phase in groupby(played, lambda line: (line["turn"], line["phase"])):
        active: list[str] = next(phase)["active"]
        if len(active) == 1:
            return active[0]
    return None
