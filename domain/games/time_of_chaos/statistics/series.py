"""Curves of one session beside its scores."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.time_of_chaos.state import State, chaos_tiles
from domain.kernel import Fact, Point, Series

TABLE = "table"
"""The subject of the curve that counts every chaos tile once."""


def _loads(state: State) -> dict[str, int]:
    return {TABLE: sum(tile.chaos for tile in state.tiles.values()), **chaos_tiles(state)}


def chaos_load(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Chaos tiles on the table, and those with each seat's colour, where an entry changed them."""
    if before is not None and before.tiles is after.tiles:
        return
    earlier = {} if before is None else _loads(before)
    for subject, load in _loads(after).items():
        if earlier.get(subject) != load:
            yield Point(subject, load)


SERIES = (
    Series(
        "chaos-load",
        "Chaos load",
        "Tiles on the chaos side: all, and with each seat's colour.",
        "tiles",
        chaos_load,
    ),
)
