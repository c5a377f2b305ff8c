"""What stands on many boards: dice, short codes of amounts, and who an owner is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domain.games.first_light.words.counting import KEPT_BUNDLES, amount
from domain.kernel import Json, Naming, Piece

CODES = {"water": "W", "algae": "A", "power": "P", "gems": "G", "dice": "D", "items": "I"}
"""What an amount is called where there is little room."""

LEGEND = "in Water, Algae, Power, Gems"
"""What the letters of codes stand for."""


def code(amounts: Mapping[str, int]) -> str:
    """`3W 1D`."""
    return _code(tuple(amounts.items()))


@lru_cache(KEPT_BUNDLES)
def _code(amounts: tuple[tuple[str, int], ...]) -> str:
    return " ".join(f"{number}{CODES[what]}" for what, number in amounts if number)


def owner_name(naming: Naming, owner: str) -> str:
    """A seat as it is called here; who is none is the AI."""
    return naming.seat(owner).text if owner in naming.seats else "The AI"


def die(owner: str, value: int | None, place: str, naming: Naming, count: int = 1, number: int = 0) -> Piece:
    """A die on a place, or a pair of one value. number: which of several on one place that are told apart."""
    whose = f"{owner_name(naming, owner)}’s"
    if value is None:
        label = f"{whose} {amount(count, 'dice')}"
    else:
        label = f"{whose} {value}" if count == 1 else f"{whose} {count} dice of {value}"
    return Piece(
        f"die:{place}:{owner}" + (f":{number}" if number else ""),
        "die",
        label,
        owner if owner in naming.seats else None,
        count=count,
        face=None if value is None else str(value),
    )


def dice_lying(owner: str, count: int, place: str, naming: Naming) -> tuple[Piece, ...]:
    """Dice that show no value, as one piece."""
    return (die(owner, None, place, naming, count),) if count > 0 else ()


def spot_die(spot: Json, place: str, naming: Naming) -> tuple[Piece, ...]:
    """What stands on a space of a Location Board or a cell of the Negotiation Board."""
    if spot is None:
        return ()
    return (die(spot["owner"], spot["value"], place, naming, spot.get("dice", 1)),)
