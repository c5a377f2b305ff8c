"""Every measure of First Light counted by hand from a recording, without the fold that counts it."""

from __future__ import annotations

from tests.support.games.first_light.counted_by_hand import boards, dice, flow, results, turns
from tests.support.games.first_light.counted_by_hand.recording import Recording, by_hand

__all__ = ["Recording", "boards", "by_hand", "dice", "flow", "results", "turns"]
