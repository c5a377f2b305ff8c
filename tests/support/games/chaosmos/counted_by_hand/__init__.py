"""Every measure of Chaosmos counted by hand from a recording, without the fold that counts it."""

from __future__ import annotations

from tests.support.games.chaosmos.counted_by_hand import combat, fights, ovoid, planets
from tests.support.games.chaosmos.counted_by_hand.recording import Recording, by_hand

__all__ = ["Recording", "by_hand", "combat", "fights", "ovoid", "planets"]
