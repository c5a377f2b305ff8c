"""Component sets with one value made wrong: whether it is refused, and whether the fault is at the value."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.kernel import InvalidComponents
from domain.kernel.game import Game
from domain.kernel.session.opening import load_components

Way = tuple[str | int, ...]


class Wrong(Struct, frozen=True):
    """A document's value that was made wrong. at: its pointer; row: that of the row that holds it."""

    at: str
    row: str
    value: Any
    document: Any


def wrong_values(document: Any, every: int = 1) -> Iterator[Wrong]:
    """Each value (or each so many) made wrong: another type, below, above, an unknown word."""
    for number, (way, value) in enumerate(_leaves(document, ())):
        if way[0] in ("invented", "schema") or number % every:
            continue
        for other in _others(value):
            yield Wrong(_pointer(way), _pointer(_row(document, way)), other, _with(document, way, other))


def told(game: Game[Any], wrong: Wrong) -> tuple[str, str]:
    """Where it is told, and in which words: `taken` (not refused) or one of `ORDER`."""
    try:
        load_components(game, wrong.document, new=True)
    except InvalidComponents as invalid:
        places = sorted((_place(wrong, fault.pointer), fault.message) for fault in invalid.faults)
        return ORDER[places[0][0]], places[0][1]
    return "taken", ""


ORDER = ("value", "row", "list", "section", "document", "elsewhere")


def _place(wrong: Wrong, pointer: str) -> int:
    if pointer == wrong.at or pointer.startswith(wrong.at + "/"):
        return 0
    if (wrong.at + "/").startswith(pointer + "/") and pointer.startswith(wrong.row):
        return 1
    if (wrong.at + "/").startswith(pointer + "/"):
        return {0: 4, 1: 3}.get(pointer.count("/"), 2)
    return 5


def _leaves(value: Any, way: Way) -> Iterator[tuple[Way, Any]]:
    if isinstance(value, dict | list | tuple) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*way, key))
    else:
        yield way, value


def _others(value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return ("yes",)
    if isinstance(value, int):
        return ("many", -1, 1_000)
    if isinstance(value, str):
        return (7, "nobody_knows_this")
    return ({"wrong": 1},) if value is None or isinstance(value, list | tuple) else ("none",)


def _row(document: Any, way: Way) -> Way:
    """The way to the innermost thing with an id around the value, else to what holds the value."""
    around, row = document, None
    for depth, key in enumerate(way):
        if isinstance(around, dict) and "id" in around:
            row = way[:depth]
        around = around[key]
    return row if row is not None else way[:-1] if len(way) > 1 else way


def _with(document: Any, way: Way, value: Any) -> Any:
    if not way:
        return value
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[way[0]] = _with(document[way[0]], way[1:], value)  # type: ignore[index]
    return copy


def _pointer(way: Way) -> str:
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in way)


def main() -> None:
    """`python -m tests.support.games.wrong_values GAME [EVERY]`: counts, and examples told at no row."""
    from domain.games import REGISTRY

    game = REGISTRY[sys.argv[1]]
    counts: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    for wrong in wrong_values(game.demo_sets()["demo"], int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        place, message = told(game, wrong)
        counts[place] += 1
        kind = "".join("*" if part.isdigit() else part for part in wrong.at.split("/"))
        if place not in ("value", "row") and not shown[f"{place}{kind}"]:
            shown[f"{place}{kind}"] += 1
            print(place, wrong.at, repr(wrong.value), "|", message)
    refused = counts.total() - counts["taken"]
    print(
        dict(counts),
        f"at value or row: {(counts['value'] + counts['row']) / refused:.1%} of {refused} refused",
    )


if __name__ == "__main__":
    main()
