"""Amounts of what the game knows: `3 Water and 2 Power`, `1 die`, `no Gems`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domain.kernel import listed

RESOURCE_NAMES = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gem"}

ONE_OF = {**RESOURCE_NAMES, "dice": "die", "items": "Item"}
MANY_OF = {**RESOURCE_NAMES, "gems": "Gems", "dice": "dice", "items": "Items"}
KEPT_BUNDLES = 512
"""Boards tell the same costs at every step."""


def amount(number: int, what: str) -> str:
    """`3 Water`, `1 Gem`, `2 dice`."""
    return f"{number} {(ONE_OF if number == 1 else MANY_OF)[what]}"


def bundle(amounts: Mapping[str, int]) -> str:
    """`3 Water and 2 Power`; nothing is `nothing`."""
    return _bundle(tuple(amounts.items()))


@lru_cache(KEPT_BUNDLES)
def _bundle(amounts: tuple[tuple[str, int], ...]) -> str:
    """In the order of the rulebook."""
    numbers = dict(amounts)
    return listed([amount(numbers[what], what) for what in ONE_OF if numbers.get(what)]) or "nothing"


def cost(amounts: Mapping[str, int]) -> str:
    """`3 Water`, or `free`."""
    return bundle(amounts) if any(amounts.values()) else "free"


def dice(number: int) -> str:
    """`1 die`, `2 dice`, `no dice`."""
    return amount(number, "dice") if number else "no dice"
