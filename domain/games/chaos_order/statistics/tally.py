"""The tally that is kept while a session is folded, and points of facts for its series.

A point has the state right after its fact. An entry may continue past the end of a phase or a round, so
the state after the entry is not that of its facts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from domain.games.chaos_order.state import State
from domain.kernel import Fact, Json, Point, applied

# The tally that is kept while a session is folded.

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


# Points of facts, each with the state right after it.

Kinds = tuple[type[Fact], ...]
Points = Callable[[State | None, tuple[Fact, ...], State], Iterable[Point]]


def at_facts(before: State | None, told: tuple[Fact, ...], kinds: Kinds) -> Iterator[tuple[Fact, State]]:
    """The facts of these kinds, each with the state right after it."""
    if before is None or not any(isinstance(fact, kinds) for fact in told):
        return
    state = before
    for fact in told:
        state = applied(state, fact)
        if isinstance(fact, kinds):
            yield fact, state


def begun(state: State) -> Point:
    """The first point of every such series."""
    return Point("table", None, {"round": state.round})


def of_facts(kinds: Kinds, point: Callable[[Fact, State], Point]) -> Points:
    """A series with one point for each fact of these kinds."""

    def points(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
        if before is None:
            yield begun(after)
        for fact, state in at_facts(before, told, kinds):
            yield point(fact, state)

    return points


def told_of(fact: Fact, state: State, *left_out: str) -> dict[str, Json]:
    """The members of a fact, with the round and phase in which it became true."""
    told: dict[str, Json] = msgspec.to_builtins(fact)
    shown = {name: value for name, value in told.items() if name not in left_out and value is not None}
    return shown | {"round": state.round, "phase": state.phase}
