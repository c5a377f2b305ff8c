"""Words of the changes that a text makes, which are carried out by hand (CM-530)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.chaosmos.words.names import zone_says
from domain.games.chaosmos.words.offering import NOT_SEEN, Values
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ValueWords,
    capitalized,
    figure,
    offered_values,
    text_of,
    value_key,
)

CHANGES = "What does the text do?"

WORDS = {
    "move_card": ValueWords("Move a card"),
    "set_position": ValueWords("Put a seat on a space"),
    "banish": ValueWords("Banish a seat to a planet"),
    "add_hypertokens": ValueWords("Give or take hypertokens"),
    "reduce_clock": ValueWords("Take time off the clock"),
    "lose_rest_of_turn": ValueWords("End the active seat’s turn"),
    "lift_no_take": ValueWords("Open a Vault"),
    "reveal_hand": ValueWords("Show a hand"),
    "reveal_envelope": ValueWords("Show an envelope"),
    "delta": ValueWords("Change"),
    "from": ValueWords("From"),
    "to": ValueWords("To"),
    "card": ValueWords("Card"),
    "seen_by": ValueWords("Seen by"),
    "seat": ValueWords("Seat"),
    "space": ValueWords("Space"),
    "planet": ValueWords("Planet"),
    "n": ValueWords("Number"),
    "of": ValueWords("Whose"),
    UNKNOWN: NOT_SEEN,
}
"""The changes, and their members."""

ON_A_PLANET = {"envelope": "Inside", "face_up": "On top of"}
"""Zones of an envelope, called so that a phone shows many of them."""


def change_values(offers: Sequence[Offer], naming: Naming) -> Values:
    """Everything that may be said in a list of changes."""
    return {value_key(value): _told(value, naming) for value in offered_values(offers, "deltas")}


def _told(value: Json, naming: Naming) -> ValueWords:
    if not isinstance(value, str):
        return ValueWords(figure(value))
    if value in WORDS:
        return WORDS[value]
    if value in naming.seats:
        return ValueWords(naming.seat(value).text)
    if value in naming.components:
        return ValueWords(naming.name(value))
    kind, _, of = value.partition(":")
    if kind in ON_A_PLANET:
        return ValueWords(f"{ON_A_PLANET[kind]} {naming.name(of)}")
    zone = text_of(zone_says(naming, value))
    return ValueWords(capitalized(zone))
