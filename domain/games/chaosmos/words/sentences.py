"""What sentences of Chaosmos are made of beside the phrases of the kernel: names, cards that may be none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel import Json, Naming, Says, counted, listed_runs, readable, told_of


def called(thing: Mapping[str, Json]) -> str:
    """The name of a thing of a document, from its id where it has none."""
    return told_of(thing)[0] or readable(thing["id"])


def how_many(number: int, thing: str) -> str:
    """`1 card`, `2 cards`, `no cards`."""
    return counted(number, thing) if number else f"no {thing}s"


def lookers(naming: Naming, seats: Sequence[str]) -> Says:
    """`North looks`, `North and East look`, `Nobody looks`."""
    runs = [naming.seat(seat) for seat in dict.fromkeys(seats)]
    return (*listed_runs(runs or ["Nobody"]), " look" if len(runs) > 1 else " looks")
