"""How measures are declared; the tally that is kept while the facts of a session are folded.

A count is divided by everything that could have counted, so a seat that counted nothing counts as 0.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

from domain.games.order_vs_chaos.state import State
from domain.kernel import Measure

# Counts that are kept while facts go by: sums by measure, seat and dimensions, and what is still open.

Key: TypeAlias = tuple[str, str | None, tuple[tuple[str, str], ...]]
"""Measure, seat, dimensions."""


class Tally:
    """The counts of one session, and what an open thing began with.

    sums: measure, seat and dimensions → [value, weight].
    """

    def __init__(self) -> None:
        self.sums: dict[Key, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.opener: str | None = None
        self.rifts: dict[str, int] = {}
        self.monsters: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self.most_monsters = 0
        self.first_monster: int | None = None
        self.carried: dict[str, list[int]] = defaultdict(list)
        self.blocks: dict[str, Block] = {}
        self.fighters: dict[str, str | None] = {}
        self.fate: dict[str, str] = {}
        self.doom: dict[int, tuple[int, int]] = {}
        self.rifts_by_round_5 = 0
        self.overflow_left = 0

    def add(
        self, measure: str, value: float = 1, seat: str | None = None, weight: float = 1, **dimensions: str
    ) -> None:
        """Add to a figure; counts keep the weight 1 of their row, shares and means add it up."""
        place = self.sums[(measure, seat, tuple(sorted(dimensions.items())))]
        place[0] += value
        place[1] += weight


class Block:
    """A block of the present round: the debt taken, chits before it, and what was absorbed since."""

    def __init__(self, debt: int, before: int) -> None:
        self.debt = debt
        self.before = before
        self.absorbed = 0
        self.forgone = 0


def start(state: State) -> Tally:
    """An empty tally."""
    tally = Tally()
    if state.chaos:
        tally.add("doom_by_cause", state.chaos, track="chaos", cause="start")
    return tally


def round_of(state: State) -> int:
    """The round of the present turn, from 1; 0 before the first."""
    return -(-state.turn // len(state.seats))


# How measures are declared: of what they tell, and what they are divided by.

SEAT = ("side", "hero", "map", "position")
"""Every figure of a seat can be split by its side, its hero, its place in the turn order, 0 = first player,
and by the map."""

SESSION = ("map", "arch_enemy", "winner")
"""Every figure of a session can be split by map, arch enemy and winner."""


def of_seat(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    """A figure of each seat."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), cells=cells)


def seat_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "win_share"
) -> Measure:
    """Things counted by seat: divided by the seats looked at, or by the weight of another measure."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over=over)


def of_session(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, cells: str | None = None
) -> Measure:
    """A figure of each session."""
    return Measure(key, title, meaning, unit, "session", (*SESSION, *dimensions), cells=cells)


def session_counts(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, over: str = "turns"
) -> Measure:
    """Things counted by session: divided by all of them, or by the weight of another measure."""
    return Measure(key, title, meaning, unit, "session", (*SESSION, *dimensions), over=over)
