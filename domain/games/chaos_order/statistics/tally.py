"""What is kept while a session is folded."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from domain.games.chaos_order.state import State

Outcomes = defaultdict[tuple[str, ...], list[int]]
"""Keys → [how often it happened, how often it could]."""


def _pairs() -> Outcomes:
    return defaultdict(lambda: [0, 0])


@dataclass
class Tally:
    """Counts of one session; the keys begin with the seat where there is one."""

    battles: Outcomes = field(default_factory=_pairs)
    battles_with_card: Outcomes = field(default_factory=_pairs)
    plans: Counter[str] = field(default_factory=Counter)
    sections: Counter[tuple[str, str]] = field(default_factory=Counter)
    tactics: Counter[tuple[str, str]] = field(default_factory=Counter)
    wounds_dealt: Counter[str] = field(default_factory=Counter)
    wounds_taken: Counter[str] = field(default_factory=Counter)
    acts: Outcomes = field(default_factory=_pairs)
    prices: Outcomes = field(default_factory=_pairs)
    earned: Counter[str] = field(default_factory=Counter)
    counts_read: list[tuple[str, int, int, int]] = field(default_factory=list)
    counts_after_combat: list[tuple[str, int, int]] = field(default_factory=list)
    control: Counter[tuple[str, str]] = field(default_factory=Counter)
    combats: int = 0
    faces: Counter[int] = field(default_factory=Counter)
    relics_settled: int = 0
    relics_out: int = 0
    cards: Counter[tuple[str, str, str]] = field(default_factory=Counter)


def start(state: State) -> Tally:
    """An empty tally."""
    return Tally()
