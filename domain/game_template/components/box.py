"""The box as the rules read it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

FACES = (1, 2, 3, 4, 5, 6)


class Box(Struct, frozen=True, eq=False):
    """Colours of the seats, and what each card is worth."""

    colors: tuple[str, ...]
    values: Mapping[str, int]
