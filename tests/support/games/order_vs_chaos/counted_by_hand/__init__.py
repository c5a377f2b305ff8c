"""Every measure of Order vs Chaos counted by hand from a recording, without the fold that counts it."""

from __future__ import annotations

from tests.support.games.order_vs_chaos.counted_by_hand import (
    audit,
    battles,
    chits,
    doom,
    endings,
    exploring,
    final,
    growth,
    items,
    monsters,
    results,
    rolls,
    tokens,
    weapons,
)
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Recording, by_hand

__all__ = [
    "Recording",
    "audit",
    "battles",
    "by_hand",
    "chits",
    "doom",
    "endings",
    "exploring",
    "final",
    "growth",
    "items",
    "monsters",
    "results",
    "rolls",
    "tokens",
    "weapons",
]
