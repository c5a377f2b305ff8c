"""Around the table, as seen from one seat. A game lists its seats clockwise."""

from __future__ import annotations

from collections.abc import Iterable


def clockwise_from(seats: Iterable[str], seat: str) -> tuple[str, ...]:
    """All seats clockwise, beginning with `seat`. Raises `ValueError` if nobody sits there."""
    around = tuple(seats)
    place = around.index(seat)
    return around[place:] + around[:place]


def left_of(seats: Iterable[str], seat: str) -> str:
    """The next seat clockwise: alone at the table, `seat`. Raises `ValueError` if nobody sits there."""
    around = clockwise_from(seats, seat)
    return around[1 % len(around)]
