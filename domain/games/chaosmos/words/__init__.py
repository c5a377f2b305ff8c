"""Chaosmos in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from domain.games.chaosmos.words.asking import asks
from domain.games.chaosmos.words.card_offers import CARDS
from domain.games.chaosmos.words.combat_offers import COMBAT
from domain.games.chaosmos.words.effects import FACTS
from domain.games.chaosmos.words.entries import ACTIONS
from domain.games.chaosmos.words.envelope_offers import ENVELOPES
from domain.games.chaosmos.words.forms import FORMS, POSITIONS
from domain.games.chaosmos.words.names import KINDS, names, seat_name
from domain.games.chaosmos.words.said import SAID
from domain.games.chaosmos.words.setup_offers import SETUP
from domain.games.chaosmos.words.turn_offers import TURN
from domain.games.chaosmos.words.unnamed_offers import UNNAMED
from domain.kernel import Words

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **ENVELOPES, **COMBAT, **CARDS, **UNNAMED}

WORDS = Words(
    names=names,
    seat=seat_name,
    offers=OFFERS,
    asks=asks,
    actions=ACTIONS,
    facts=FACTS,
    said=SAID,
    kinds=KINDS,
    forms=FORMS,
    positions=POSITIONS,
)
