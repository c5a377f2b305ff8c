"""The visibility of actions and facts: only the Chaos seats know a kept event card (OC-803)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos import actions, facts
from domain.kernel import KEPT, SHOWN, Action, Fact, Secrecy, Statement, known_to, said, told_to


def _kept(fact: facts.EventDrawn) -> bool:
    """An instant is read aloud."""
    return fact.keep


ACTIONS: Mapping[type[Action], Statement] = {
    actions.DrawEvent: said("seat", card=known_to("seat")),
    actions.NameEvent: said("seat", card=known_to("seat")),
}

FACTS: Mapping[type[Fact], Statement] = {
    facts.EventDrawn: said(
        "seat", "keep", "reshuffled", card=told_to("known_to").when(_kept, SHOWN), known_to=KEPT.when(_kept)
    ),
    facts.EventNamed: said("seat", card=told_to("known_to"), known_to=known_to("known_to"), unseen=True),
    facts.EventPlayed: said("seat", "split", card=SHOWN),
}

SECRECY = Secrecy(ACTIONS, FACTS)
