"""First Light in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.first_light.words.answer_offers import ANSWERS
from domain.games.first_light.words.asking import asks
from domain.games.first_light.words.building_offers import BUILDING
from domain.games.first_light.words.effects import FACTS
from domain.games.first_light.words.entries import ACTIONS, SAID
from domain.games.first_light.words.forms import FORMS
from domain.games.first_light.words.names import KINDS, names, seat_name
from domain.games.first_light.words.negotiation_offers import NEGOTIATION
from domain.games.first_light.words.placing_offers import PLACING
from domain.games.first_light.words.plan_offers import PLAN
from domain.games.first_light.words.round_offers import ROUND
from domain.games.first_light.words.setback_offers import SETBACKS
from domain.games.first_light.words.setup_offers import SETUP
from domain.games.first_light.words.trade_offers import TRADE
from domain.kernel import Json, Naming, Offer, OfferWords, Words, offer_key, told_once, variant_key

__all__ = ["WORDS"]

OFFERS = {
    **SETUP,
    **PLAN,
    **PLACING,
    **NEGOTIATION,
    **BUILDING,
    **TRADE,
    **ANSWERS,
    **SETBACKS,
    **ROUND,
}


def offers_in_words(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, OfferWords]:
    """Words of the offers of each type and seat."""
    alike: dict[str, list[Offer]] = {}
    for offer in offers:
        alike.setdefault(offer_key(offer), []).append(offer)
    return told_once({key: _asked(own, OFFERS[own[0].type](view, own, naming)) for key, own in alike.items()})


def _asked(offers: Sequence[Offer], words: OfferWords) -> OfferWords:
    """Without what none of the offers asks; variants where there are several of them."""
    names = {name for offer in offers for name in offer.parameters}
    kinds = {variant_key(offer) for offer in offers}
    return replace(
        words,
        parameters={name: told for name, told in words.parameters.items() if name in names},
        variants={kind: told for kind, told in words.variants.items() if kind in kinds}
        if len(kinds) > 1
        else {},
    )


WORDS = Words(
    names=names,
    seat=seat_name,
    offers=offers_in_words,
    asks=asks,
    actions=ACTIONS,
    facts=FACTS,
    said=SAID,
    kinds=KINDS,
    forms=FORMS,
)
