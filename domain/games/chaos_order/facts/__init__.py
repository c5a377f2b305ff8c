"""What becomes true in Chaos Order.

Where units stand: a region, `base`, `drop_ship`, `supply` (leaders), `aside` (not placed yet), or the number
of a sector of the recruitment track. `cause` says what brought it about, for the record and the statistics.
"""

from domain.games.chaos_order.facts import battles, ends, pieces, rounds, seats
from domain.games.chaos_order.facts.battles import *
from domain.games.chaos_order.facts.ends import *
from domain.games.chaos_order.facts.pieces import *
from domain.games.chaos_order.facts.rounds import *
from domain.games.chaos_order.facts.seats import *
from domain.kernel import facts_in

FACTS = facts_in(rounds, seats, pieces, battles, ends)
