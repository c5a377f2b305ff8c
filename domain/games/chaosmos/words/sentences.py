"""What sentences of Chaosmos are made of beside the phrases of the kernel: names, cards that may be none."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Json, counted, readable, told_of


def called(thing: Mapping[str, Json]) -> str:
    """The name of a thing of a document, from its id where it has none."""
    return told_of(thing)[0] or readable(thing["id"])


def how_many(number: int, thing: str) -> str:
    """`1 card`, `2 cards`, `no cards`."""
    return counted(number, thing) if number else f"no {thing}s"
