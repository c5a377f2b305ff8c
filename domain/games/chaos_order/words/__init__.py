"""Chaos Order in words: the texts of buttons, questions and the log."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.chaos_order.words.army_offers import ARMY, INCOME, MOVES
from domain.games.chaos_order.words.asking import FORMS, PHASES, POSITIONS, asks, waits
from domain.games.chaos_order.words.battle_offers import BATTLE, BY_HAND, EFFECTS
from domain.games.chaos_order.words.building_offers import BUILDING, TURN
from domain.games.chaos_order.words.effects import FACTS
from domain.games.chaos_order.words.entries import ACTIONS, SAID
from domain.games.chaos_order.words.names import KINDS, names, seat_name
from domain.games.chaos_order.words.offering import shared
from domain.games.chaos_order.words.setup_offers import SETUP
from domain.kernel import Json, Naming, Offer, OfferWords, ParameterWords, Words

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **EFFECTS, **BY_HAND, **BUILDING, **ARMY, **MOVES, **BATTLE, **INCOME}


def _told(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """The words of an offer, with its values in full if it leaves nothing to choose."""
    told = OFFERS[offers[0].type](view, offers, naming)
    named = {name for offer in offers for name in offer.parameters}
    own = {name: words for name, words in told.parameters.items() if name in named}
    if all(len(words.values) == 1 for words in own.values()):
        own = {name: _spelt_out(words) for name, words in own.items()}
    return replace(told, parameters={**own, **shared(offers, naming)})


def _spelt_out(words: ParameterWords) -> ParameterWords:
    """Move the hint of a single value into its label, because the button then shows the label alone."""
    ((key, only),) = words.values.items()
    label = f"{only.label}: {only.hint}" if only.hint else only.label
    return replace(words, values={key: replace(only, label=label, hint="")})


NARROWED_BY = {"play_tactics_card": ("card",)}

WORDS = Words(
    names=names,
    seat=seat_name,
    offers=dict.fromkeys(OFFERS, _told),
    asks=asks,
    waits=waits,
    phases=PHASES,
    actions=ACTIONS,
    facts=FACTS,
    said=SAID,
    narrowed_by=NARROWED_BY,
    kinds=KINDS,
    forms=FORMS,
    positions=POSITIONS,
)
