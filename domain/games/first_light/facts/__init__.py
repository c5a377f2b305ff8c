"""The facts of First Light. A `cause` names the place, card or rule that brought a fact about."""

from domain.games.first_light.facts import boards, dice
from domain.games.first_light.facts.boards import *
from domain.games.first_light.facts.dice import *
from domain.kernel import facts_in

FACTS = facts_in(boards, dice)
