"""Chaosmos in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.chaosmos.words.asking import asks
from domain.games.chaosmos.words.card_offers import CARDS
from domain.games.chaosmos.words.combat_offers import COMBAT
from domain.games.chaosmos.words.effects import FACTS
from domain.games.chaosmos.words.entries import ACTIONS
from domain.games.chaosmos.words.envelope_offers import ENVELOPES
from domain.games.chaosmos.words.forms import FORMS
from domain.games.chaosmos.words.names import KINDS, names, seat_name
from domain.games.chaosmos.words.said import SAID
from domain.games.chaosmos.words.setup_offers import SETUP
from domain.games.chaosmos.words.turn_offers import TURN
from domain.games.chaosmos.words.unnamed_offers import UNNAMED
from domain.kernel import Json, Naming, Offer, OfferWords, Words, offer_key, told_once

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **ENVELOPES, **COMBAT, **CARDS, **UNNAMED}


def offers_in_words(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, OfferWords]:
    """Words of the offers of each type and seat."""
    alike: dict[str, list[Offer]] = {}
    for offer in offers:
        alike.setdefault(offer_key(offer), []).append(offer)
    return told_once({key: OFFERS[own[0].type](view, own, naming) for key, own in alike.items()})


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
