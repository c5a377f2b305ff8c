"""Amounts of what the game knows: `3 Water and 2 Power`, `1 die`, `no Gems`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel import listed

RESOURCE_NAMES = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gem"}

ONE_OF = {**RESOURCE_NAMES, "dice": "die", "items": "Item"}
MANY_OF = {**RESOURCE_NAMES, "gems": "Gems", "dice": "dice", "items": "Items"}


def amount(number: int, what: str) -> str:
    """`3 Water`, `1 Gem`, `2 dice`."""
    return f"{number} {(ONE_OF if number == 1 else MANY_OF)[what]}"


def bundle(amounts: Mapping[str, int]) -> str:
    """`3 Water and 2 Power`; nothing is `nothing`."""
    return listed([*_each(amounts)]) or "nothing"


def _each(amounts: Mapping[str, int]) -> Iterator[str]:
    """In the order of the rulebook."""
    for what in ONE_OF:
        if amounts.get(what):
            yield amount(amounts[what], what)


def cost(amounts: Mapping[str, int]) -> str:
    """`3 Water`, or `free`."""
    return bundle(amounts) if any(amounts.values()) else "free"


def dice(number: int) -> str:
    """`1 die`, `2 dice`, `no dice`."""
    return amount(number, "dice") if number else "no dice"
