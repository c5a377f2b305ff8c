"""What changes: one small function a fact. Nothing here asks whether it may."""

from domain.games.first_light.evolve import boards, cards, dice, rival, rounds
from domain.games.first_light.evolve.table import evolve

__all__ = ["boards", "cards", "dice", "evolve", "rival", "rounds"]
