"""What becomes true in Chaosmos. Who may know which part of a fact that is not public: `secrecy.py`."""

from domain.games.chaosmos.facts import cards, combat
from domain.games.chaosmos.facts.cards import *
from domain.games.chaosmos.facts.combat import *
from domain.kernel import facts_in

FACTS = facts_in(cards, combat)
