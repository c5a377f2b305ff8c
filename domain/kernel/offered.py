"""What the words of several offers of one seat begin with: whose they are, which values they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.kernel.messages import Json
from domain.kernel.offers import Offer, values_of
from domain.kernel.words import value_key


def acting_seat(offers: Sequence[Offer]) -> str:
    """The seat whose offers they are."""
    seat = offers[0].seat
    assert seat is not None
    return seat


def offered_values(offers: Iterable[Offer], parameter: str) -> tuple[Json, ...]:
    """Every value that the parameter may take in any of the offers, each once.

    Offers often share a domain, which is then read once.
    """
    asked = [offer.parameters[parameter] for offer in offers if parameter in offer.parameters]
    found: dict[str, Json] = {}
    for domain in {id(domain): domain for domain in asked}.values():
        found |= {value_key([value]): value for value in values_of(domain)}
    return tuple(found.values())
