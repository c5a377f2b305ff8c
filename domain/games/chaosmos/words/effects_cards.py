"""Facts of cards that are played, sent, traded, moved and named, and of texts, in words (36x, 37x, 5xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.sentences import SENTENCES
from domain.kernel import FactWords

told = SENTENCES.fact

UPON = "[ on {target:seat}][ on {planet}]"
"""What a card is played on."""
ABILITY = "{seat} uses an ability[{cost:if} for an action]: {ability:text}."

CARDS: Mapping[str, FactWords] = {
    "card_played": told("{seat} plays {card}" + UPON + "."),
    "card_voided": told("{card} is single-use and goes to the Void."),
    "card_sent": told("{seat} sends [{card}|a card from hand] into the envelope of {planet}."),
    "pool_traded": told("{seat} gives {given:card} to the Cosmic Pool and takes {taken:card}."),
    "ability_used": told(ABILITY),
    "text_followed": told("{seat} resolves the printed text by hand."),
    "card_moved": told("[{card:first_card}|A card] moves from {origin:zone} to {to:zone}."),
    "cards_named": told("{cards:unnamed} in {zone} {cards:are} named: {cards}."),
    "cards_unnamed": told("Unnamed cards moved, so {cards} may no longer be in {zone}."),
}
"""CM-526, CM-R31: a card is called by its name to those who see it."""
