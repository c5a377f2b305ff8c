"""What changes when something has become true: one small function a fact. Nothing here judges."""

from domain.games.order_vs_chaos.evolve import battle, final, heroes, map
from domain.games.order_vs_chaos.evolve.table import evolve

__all__ = ["battle", "evolve", "final", "heroes", "map"]
