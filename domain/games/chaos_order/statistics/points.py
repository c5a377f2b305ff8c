"""Points of facts, each told with the state right after it.

An entry may run on over the end of a phase or a round: the state after it is not that of its facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from domain.games.chaos_order.state import State
from domain.kernel import Fact, Json, Point, applied

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
    """What every such series begins with."""
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
    """What a fact says, with the round and phase in which it became true."""
    told: dict[str, Json] = msgspec.to_builtins(fact)
    shown = {name: value for name, value in told.items() if name not in left_out and value is not None}
    return shown | {"round": state.round, "phase": state.phase}
