"""Chaosmos in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from domain.games.chaosmos.words.asking import FORMS, POSITIONS, asks, waits
from domain.games.chaosmos.words.card_offers import CARDS, UNNAMED
from domain.games.chaosmos.words.combat_offers import COMBAT
from domain.games.chaosmos.words.effects import FACTS
from domain.games.chaosmos.words.entries import ACTIONS
from domain.games.chaosmos.words.envelope_offers import ENVELOPES
from domain.games.chaosmos.words.names import KINDS, names, seat_name
from domain.games.chaosmos.words.offering import SAID, here
from domain.games.chaosmos.words.turn_offers import SETUP, TURN
from domain.kernel import Journey, Words

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **ENVELOPES, **COMBAT, **CARDS, **UNNAMED}
JOURNEYS = {
    "move": Journey(
        goal="to",
        here=here,
        facts=frozenset({"action_spent", "envelope_returned", "moved"}),
    )
}
"""The first step gives up the planet here, wherever it goes."""

WORDS = Words(
    names=names,
    seat=seat_name,
    offers=OFFERS,
    asks=asks,
    waits=waits,
    actions=ACTIONS,
    facts=FACTS,
    said=SAID,
    journeys=JOURNEYS,
    kinds=KINDS,
    forms=FORMS,
    positions=POSITIONS,
)
