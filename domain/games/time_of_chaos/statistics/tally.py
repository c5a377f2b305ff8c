"""How measures are declared; the tally that is kept while a session is folded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from domain.games.time_of_chaos.state import State
from domain.kernel import Measure

# The totals of one session, and the values that are remembered on the way.


@dataclass
class Delivery:
    """One delivered card: how it came, how long it was carried (own turns, 0 = the same turn).

    transit: None where nobody can say which of several unknown cards it was.
    """

    card: str
    points: int
    via: str
    transit: int | None


@dataclass
class SeatTally:
    """One seat's counts. Counters are keyed by what the rules file splits a figure by.

    turns_without_supply: the numbers of the seat's turns in which the supply was empty at some time.
    taken_in: card → the seat's turn; unknown_taken_in: deck → those of its cards that are not named yet.
    None: one of several such cards, taken in different turns.
    """

    actions: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    unused_actions: int = 0
    deliveries: list[Delivery] = field(default_factory=list)
    taken_in: dict[str, int | None] = field(default_factory=dict)
    unknown_taken_in: dict[str, list[int | None]] = field(default_factory=dict)
    cubes: Counter[str] = field(default_factory=Counter)
    cloak_uses: Counter[str] = field(default_factory=Counter)
    refreshes: Counter[str] = field(default_factory=Counter)
    turns_begun_exhausted: int = 0
    lowest_supply: int = 0
    turns_without_supply: set[int] = field(default_factory=set)
    sends: Counter[str] = field(default_factory=Counter)
    own_leaks: int = 0
    flips: int = 0
    foreign_flips: int = 0
    penalties: Counter[str] = field(default_factory=Counter)
    inflicted: int = 0
    chaos_tile_turns: int = 0
    restores: Counter[str] = field(default_factory=Counter)
    cubes_restored: Counter[str] = field(default_factory=Counter)
    turns_begun_locked: int = 0
    actions_on_chaos: int = 0
    time_travels: Counter[tuple[str, str]] = field(default_factory=Counter)
    turns_ended_in: Counter[str] = field(default_factory=Counter)
    visited: set[str] = field(default_factory=set)
    final_points: int | None = None
    final_penalties: int | None = None


@dataclass
class Tally:
    """One session's counts; filled by `observe` over the facts of the live line."""

    seats: dict[str, SeatTally]
    leaders: set[str]
    lead_changes: int = 0
    in_final_turn: bool = False
    final_score_before: int = 0
    sent_onto: set[str] = field(default_factory=set)
    last_cause: dict[str, str] = field(default_factory=dict)
    chaos_since: dict[str, int] = field(default_factory=dict)
    lifetimes: list[tuple[str, int]] = field(default_factory=list)
    chaos_loads: list[int] = field(default_factory=list)
    flips: list[tuple[str, str]] = field(default_factory=list)
    ties: Counter[str] = field(default_factory=Counter)
    heat: Counter[tuple[str, str]] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)
    draws_seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    draws_expected: Counter[tuple[str, str]] = field(default_factory=Counter)


def start(state: State) -> Tally:
    """An empty tally; at the start all seats lead with 0."""
    supply = state.box.cubes_per_color
    return Tally({seat: SeatTally(lowest_supply=supply) for seat in state.clockwise}, set(state.clockwise))


# How measures of A Time of Chaos are declared: figures of seats and of sessions, and counts over them.

SEAT = ("position",)
"""Every figure of a seat can be split by its place in the turn order, 0 = first player."""


def of_seat(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions))


def counted_of_seat(
    key: str, title: str, meaning: str, unit: str, *dimensions: str, kinds: str | None = None
) -> Measure:
    """Rows where something was counted: `score` has one of weight 1 for every seat."""
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over="score", kinds=kinds)


def counted_of_session(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    """Rows where something was counted: `turns` has one of weight 1 for every session."""
    return Measure(key, title, meaning, unit, "session", dimensions, over="turns")


def of_session(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "session", dimensions)
