"""First Light in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.first_light.words.answer_offers import ANSWERS
from domain.games.first_light.words.asking import asks
from domain.games.first_light.words.location_offers import LOCATION
from domain.games.first_light.words.names import KINDS, names, seat_name
from domain.games.first_light.words.placing_offers import PLACING
from domain.games.first_light.words.round_offers import ROUND
from domain.games.first_light.words.setup_offers import SETUP
from domain.kernel import Json, Naming, Offer, OfferWords, Words, offer_key

__all__ = ["WORDS"]

OFFERS = {**SETUP, **ROUND, **PLACING, **LOCATION, **ANSWERS}


def offers_in_words(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, OfferWords]:
    """Words of the offers of each type and seat."""
    alike: dict[str, list[Offer]] = {}
    for offer in offers:
        alike.setdefault(offer_key(offer), []).append(offer)
    return {key: OFFERS[own[0].type](view, own, naming) for key, own in alike.items()}


WORDS = Words(
    names=names,
    seat=seat_name,
    offers=offers_in_words,
    asks=asks,
    kinds=KINDS,
)
