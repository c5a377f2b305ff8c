"""First Light in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from domain.games.first_light.words.answer_offers import ANSWERS, PLACING, TRADE
from domain.games.first_light.words.asking import FORMS, PHASES, POSITIONS, asks, waits
from domain.games.first_light.words.building_offers import BUILDING, NEGOTIATION, SETBACKS
from domain.games.first_light.words.effects import FACTS
from domain.games.first_light.words.entries import ACTIONS, SAID
from domain.games.first_light.words.names import KINDS, names, seat_name
from domain.games.first_light.words.round_offers import PLAN, ROUND, SETUP
from domain.kernel import Words

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

NARROWED_BY = {
    "place_mining_camp": ("space",),
    "place_negotiation": ("clan",),
    "place_depository": ("row",),
    "take_advancement": ("reward",),
    "take_setback": ("punishment", "as_gain"),
}
"""The first choices there, which change the costs and gains of later answers."""

WORDS = Words(
    names=names,
    seat=seat_name,
    offers=OFFERS,
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
