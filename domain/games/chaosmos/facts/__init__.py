"""The facts of Chaosmos. For the visibility of facts that are not public, see `secrecy.py`."""

from domain.games.chaosmos.facts import cards, combat
from domain.games.chaosmos.facts.cards import *
from domain.games.chaosmos.facts.combat import *
from domain.kernel import facts_in

FACTS = facts_in(cards, combat)
