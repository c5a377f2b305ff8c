"""Ranks: the first is the winners' alone, and nobody's where nobody wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

FIRST = 1


def ranks_so_far(keys: Mapping[str, Any]) -> dict[str, int]:
    """The rank of each seat while the game goes on, by its key, highest first; equal keys share a rank."""
    return {seat: FIRST + sum(other > key for other in keys.values()) for seat, key in keys.items()}


def final_ranks(keys: Mapping[str, Any], winners: Collection[str]) -> dict[str, int]:
    """The rank of each seat at the end: winners are first, the others follow by their keys, highest first.

    Equal keys share a rank. Where nobody wins, the best rank is the second.
    """
    others = {seat: key for seat, key in keys.items() if seat not in winners}
    ahead = max(len(keys) - len(others), 1)
    behind = {seat: ahead + rank for seat, rank in ranks_so_far(others).items()}
    return {seat: behind.get(seat, FIRST) for seat in keys}
