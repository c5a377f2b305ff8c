"""Counts in the sentences that people read: 1 session, 2 sessions."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """The number with the noun, in the plural unless it is one: `counted(2, "entry")` is "2 entries"."""
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {plural}"
