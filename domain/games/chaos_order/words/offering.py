"""What the words of offers share: the values of a parameter, regions among them, locks, cards drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from domain.games.chaos_order.words.names import called, told
from domain.games.chaos_order.words.phrases import amount
from domain.games.chaos_order.words.table import place_called, region_told
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ParameterWords,
    ValueWords,
    offered_values,
    variant_key,
)

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


LOCKS = {"gem": ValueWords("Pay 1 gem"), "energy": ValueWords("Pay 2 energy")}


def regions(
    view: Json, places: Iterable[str], seat: str, naming: Naming, hint: Callable[[str], str] | None = None
) -> Values:
    """Regions on the map with who stands there, or with another hint."""
    return {
        place: ValueWords(
            place_called(view, place, seat, naming),
            hint(place) if hint else region_told(view, place, seat, naming),
            place=place,
        )
        for place in places
    }


def cards(ids: Iterable[str], naming: Naming) -> Values:
    """Tactics cards with what stands on them; the last may be one that nobody has seen."""
    return {
        card: ValueWords("Not seen", "name it later")
        if card == UNKNOWN
        else ValueWords(called(naming, card), told(naming, card))
        for card in ids
    }


@cache
def amounts(least: int, most: int, thing: str) -> Values:
    """`1 fighter`, `2 fighters` …"""
    return {str(number): ValueWords(amount(number, thing)) for number in range(least, most + 1)}


def counts(offers: Sequence[Offer], parameter: str, thing: str) -> Values:
    """The numbers that the parameter may take."""
    found = offered_values(offers, parameter)
    return amounts(min(found), max(found), thing) if found else {}


def variants(offers: Sequence[Offer], tell: Callable[[frozenset[str]], str]) -> Mapping[str, str]:
    """What tells offers apart that have other parameters."""
    return {variant_key(offer): tell(frozenset(offer.parameters)) for offer in offers}


def unlocked(names: frozenset[str]) -> str:
    """What tells an offer past a gem lock from others."""
    lock = "past a gem lock" if "pay_lock" in names else "no gem lock"
    return f"{lock}; draws a card" if "draws" in names else lock


def shared(offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    """What many actions ask for beside their own: how a lock is paid, which cards are drawn."""
    found = {}
    if any("pay_lock" in offer.parameters for offer in offers):
        found["pay_lock"] = ParameterWords("How do you pay the gem lock?", values=LOCKS)
    if any("draws" in offer.parameters for offer in offers):
        drawn = cards(offered_values(offers, "draws"), naming)
        found["draws"] = ParameterWords("Which card did you draw?", values=drawn)
    return found
