"""What changes: one small function a fact. Nothing here asks whether it may."""

from domain.games.chaosmos.evolve import cards, combat, envelopes, setup, turns
from domain.games.chaosmos.evolve.table import evolve

__all__ = ["cards", "combat", "envelopes", "evolve", "setup", "turns"]
