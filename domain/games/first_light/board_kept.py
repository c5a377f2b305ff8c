"""Zones that are drawn once: a step of the game leaves most of the table as it was."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps

import msgspec

from domain.games.first_light.words.names import Known, known_of, names_of
from domain.kernel import Json, Naming, SeatName, Zone

KEPT_ZONES = 256
"""Of each kind: as many as the longest game has, and a table that is followed needs the last few."""


def drawn_once(draw: Callable[..., Zone]) -> Callable[..., Zone]:
    """A zone drawn from what it shows, from what things are called, and from values that never change.

    draw: (what it shows, naming, values …) → the zone. It is kept by the bytes of all that: `draw` gets what
    it shows read from them, and so can show no more.
    """

    @lru_cache(KEPT_ZONES)
    def drawn(shown: bytes, seats: bytes, known: Known, *values: Hashable) -> Zone:
        called = Naming(names_of(known), msgspec.json.decode(seats, type=dict[str, SeatName]))
        return draw(msgspec.json.decode(shown), called, *values)

    @wraps(draw)
    def zone(shown: Json, naming: Naming, *values: Hashable) -> Zone:
        encode = msgspec.json.encode
        return drawn(encode(shown), encode(naming.seats), known_of(naming), *values)

    return zone
