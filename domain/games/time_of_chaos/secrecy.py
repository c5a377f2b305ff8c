"""The visibility of actions and facts: only its seat knows a grabbed card (TC-313) until delivery (TC-507).

Only its seat learns that a card was unknown until its delivery (TC-R40).
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos import actions, facts
from domain.kernel import SHOWN, Action, Fact, Secrecy, Statement, known_to, said, told_to


def _grabbed(fact: facts.CardTaken | facts.CardDelivered) -> bool:
    """A searched card lay open; a grabbed one came from the deck unseen."""
    return fact.via == "grab"


def _in_secret(fact: facts.CardMoved) -> bool:
    return fact.secret


def _from_where_nobody_looks(fact: facts.CardMoved) -> bool:
    """A card of a hand may have been grabbed."""
    return fact.out_of in ("deck", "hand")


ACTIONS: Mapping[type[Action], Statement] = {
    actions.Grab: said("seat", "cloak", card=known_to("seat")),
    actions.NameCard: said("seat", card=known_to("seat")),
}

FACTS: Mapping[type[Fact], Statement] = {
    facts.CardTaken: said("seat", "deck", "via", card=told_to("seat").when(_grabbed)),
    facts.CardNamed: said("seat", unseen=True, card=known_to("seat")),
    facts.CardDelivered: said("seat", "points", "via", card=SHOWN.when(_grabbed)),
    facts.CardMoved: said(
        *("out_of", "into", "giver", "taker", "secret"),
        card=known_to("giver").when(_in_secret, SHOWN.when(_from_where_nobody_looks)),
    ),
}

SECRECY = Secrecy(ACTIONS, FACTS)
