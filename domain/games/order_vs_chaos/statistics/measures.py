"""Every measure of Order vs Chaos: key, what it means, its unit, what it can be split by."""

from __future__ import annotations

from domain.kernel import Measure

ALL: tuple[Measure, ...] = (
    Measure("win_share", "Win share", "Seats of the winning side.", "share", "seat", ("side", "hero")),
)
