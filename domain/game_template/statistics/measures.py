"""Every measure: key, what it means, its unit, what it can be split by."""

from __future__ import annotations

from domain.kernel import Measure

POSITION = "position"
"""A seat's place in the turn order, 0 = first player."""

MEASURES = (
    Measure("score", "Score", "Points at the end (GT-602).", "points", "seat", (POSITION,)),
    Measure("win_share", "Win share", "A win, or its part of a shared one.", "share", "seat", (POSITION,)),
    Measure(
        "scored_share",
        "Cards scored",
        "Scored cards of all that were played.",
        "share",
        "seat",
        (POSITION, "bet"),
    ),
)
