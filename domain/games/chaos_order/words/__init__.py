"""Chaos Order in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.chaos_order.words.army_offers import ARMY
from domain.games.chaos_order.words.asking import asks
from domain.games.chaos_order.words.battle_offers import BATTLE
from domain.games.chaos_order.words.building_offers import BUILDING
from domain.games.chaos_order.words.effect_offers import EFFECTS
from domain.games.chaos_order.words.effects import FACTS
from domain.games.chaos_order.words.entries import ACTIONS, SAID
from domain.games.chaos_order.words.forms import FORMS
from domain.games.chaos_order.words.income_offers import INCOME
from domain.games.chaos_order.words.names import KINDS, names, seat_name
from domain.games.chaos_order.words.offering import shared
from domain.games.chaos_order.words.setup_offers import SETUP
from domain.games.chaos_order.words.turn_offers import TURN
from domain.kernel import Json, Naming, Offer, OfferWords, Words, offer_key

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **EFFECTS, **BUILDING, **ARMY, **BATTLE, **INCOME}


def offers_in_words(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, OfferWords]:
    """Words of the offers of each type and seat."""
    alike: dict[str, list[Offer]] = {}
    for offer in offers:
        alike.setdefault(offer_key(offer), []).append(offer)
    return {key: _told(view, own, naming) for key, own in alike.items()}


def _told(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """Its own words; a parameter that is not offered is not told."""
    told, named = (
        OFFERS[offers[0].type](view, offers, naming),
        {name for one in offers for name in one.parameters},
    )
    own = {name: words for name, words in told.parameters.items() if name in named}
    return replace(told, parameters={**own, **shared(offers, naming)})


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
