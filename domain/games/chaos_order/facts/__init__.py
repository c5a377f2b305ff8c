"""The facts of Chaos Order.

Where units stand: a region, `base`, `drop_ship`, `supply` (leaders), `aside` (not placed yet), or the number
of a sector of the recruitment track. `cause` says what brought it about, for the record and the statistics.
"""

from domain.games.chaos_order.facts import pieces, rounds
from domain.games.chaos_order.facts.pieces import *
from domain.games.chaos_order.facts.rounds import *
from domain.kernel import facts_in

FACTS = facts_in(rounds, pieces)
