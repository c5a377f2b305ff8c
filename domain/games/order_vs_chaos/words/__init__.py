"""Order vs Chaos in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from domain.games.order_vs_chaos.words.asking import asks
from domain.games.order_vs_chaos.words.battle_offers import BATTLE
from domain.games.order_vs_chaos.words.card_offers import CARDS
from domain.games.order_vs_chaos.words.dice_offers import DICE
from domain.games.order_vs_chaos.words.duty_offers import DUTIES
from domain.games.order_vs_chaos.words.effects import FACTS
from domain.games.order_vs_chaos.words.entries import ACTIONS, SAID
from domain.games.order_vs_chaos.words.forms import FORMS, POSITIONS
from domain.games.order_vs_chaos.words.location_offers import LOCATION
from domain.games.order_vs_chaos.words.names import KINDS, names, seat_name
from domain.games.order_vs_chaos.words.setup_offers import SETUP
from domain.games.order_vs_chaos.words.turn_offers import TURN
from domain.kernel import Words

__all__ = ["WORDS"]

OFFERS = {**SETUP, **TURN, **LOCATION, **DUTIES, **CARDS, **BATTLE, **DICE}

NARROWED_BY = {"change_dice": ("unit", "source"), "roll_attack": ("unit", "attack")}

WORDS = Words(
    names=names,
    seat=seat_name,
    offers=OFFERS,
    asks=asks,
    actions=ACTIONS,
    facts=FACTS,
    said=SAID,
    narrowed_by=NARROWED_BY,
    kinds=KINDS,
    forms=FORMS,
    positions=POSITIONS,
)
