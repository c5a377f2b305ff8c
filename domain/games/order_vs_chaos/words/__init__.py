"""Order vs Chaos in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from domain.games.order_vs_chaos.words.asking import FORMS, POSITIONS, asks, waits
from domain.games.order_vs_chaos.words.battle_offers import BATTLE, DICE
from domain.games.order_vs_chaos.words.card_offers import CARDS, DUTIES
from domain.games.order_vs_chaos.words.effects import FACTS
from domain.games.order_vs_chaos.words.entries import ACTIONS, SAID
from domain.games.order_vs_chaos.words.location_offers import LOCATION, SETUP, TURN
from domain.games.order_vs_chaos.words.names import KINDS, names, seat_name
from domain.kernel import Journey, Words

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **LOCATION, **DUTIES, **CARDS, **BATTLE, **DICE}

NARROWED_BY = {"change_dice": ("unit", "source"), "roll_attack": ("unit", "attack")}
DEPENDS = frozenset({"play_event", "use_equipment"})
"""The card that is chosen decides what is asked next."""

JOURNEYS = {
    "move": Journey(
        goal="to",
        here=lambda view, seat: view["seats"][seat]["location"],
        facts=frozenset({"hero_moved"}),
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
    depends=DEPENDS,
    journeys=JOURNEYS,
    kinds=KINDS,
    forms=FORMS,
    positions=POSITIONS,
)
