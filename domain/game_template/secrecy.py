"""The visibility of actions and facts: only its seat knows a drawn card, until it is played (GT-401)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game_template import actions, facts
from domain.kernel import SHOWN, Action, Fact, Secrecy, Statement, known_to, said, told_to

ACTIONS: Mapping[type[Action], Statement] = {
    actions.DrawCard: said("seat", card=known_to("seat")),
}

FACTS: Mapping[type[Fact], Statement] = {
    facts.CardDrawn: said("seat", card=told_to("seat")),
    facts.CardScored: said("seat", "bet", card=SHOWN),
    facts.CardDiscarded: said("seat", "bet", card=SHOWN),
}

SECRECY = Secrecy(ACTIONS, FACTS)
