"""What changes: one small function a fact. Nothing here asks whether it may.

Nothing kept is cut at the end of a round (CO-205), and no fact takes a foundation away (CO-322).
"""

from domain.games.chaos_order.evolve import battles, ends, pieces, rounds, seats
from domain.games.chaos_order.evolve.table import evolve

__all__ = ["battles", "ends", "evolve", "pieces", "rounds", "seats"]
