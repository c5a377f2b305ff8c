"""A Time of Chaos in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from domain.games.time_of_chaos.words.action_offers import ACTION_STEP
from domain.games.time_of_chaos.words.asking import FORMS, POSITIONS, asks, waits
from domain.games.time_of_chaos.words.effects import FACTS
from domain.games.time_of_chaos.words.entries import ACTIONS, SAID
from domain.games.time_of_chaos.words.names import KINDS, city_of, names, seat_name
from domain.games.time_of_chaos.words.turn_offers import SETUP, TURN
from domain.kernel import Journey, Words

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **ACTION_STEP}

NARROWED_BY = {"time_travel": ("era",)}
JOURNEYS = {
    "travel": Journey(
        goal="city",
        here=lambda view, seat: city_of(view["seats"][seat]["pawn"]),
        facts=frozenset({"action_taken", "pawn_moved"}),
    )
}

WORDS = Words(
    names=names,
    seat=seat_name,
    offers=OFFERS,
    asks=asks,
    waits=waits,
    actions=ACTIONS,
    facts=FACTS,
    said=SAID,
    narrowed_by=NARROWED_BY,
    journeys=JOURNEYS,
    kinds=KINDS,
    forms=FORMS,
    positions=POSITIONS,
)
