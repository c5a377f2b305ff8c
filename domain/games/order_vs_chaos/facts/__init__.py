"""The facts of Order vs Chaos. They are mechanical: `evolve` needs no rule to apply them.

A fact about chance, damage or a card says enough for the projections to count it without the rules.
"""

from domain.games.order_vs_chaos.facts import battle, heroes, map
from domain.games.order_vs_chaos.facts.battle import *
from domain.games.order_vs_chaos.facts.heroes import *
from domain.games.order_vs_chaos.facts.map import *
from domain.kernel import facts_in

FACTS = facts_in(map, heroes, battle)
