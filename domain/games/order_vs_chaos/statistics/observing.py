"""Who counts what: every kind of fact, and the functions that count it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from domain.games.order_vs_chaos.state import State
from domain.games.order_vs_chaos.statistics.tally import Tally
from domain.kernel import Fact

Observer = Callable[[Tally, State, Any, State], None]
OBSERVERS: dict[type[Fact], list[Observer]] = defaultdict(list)


def observes(*kinds: type[Fact]) -> Callable[[Observer], Observer]:
    """The decorated function counts facts of these types."""

    def keep(function: Observer) -> Observer:
        for kind in kinds:
            OBSERVERS[kind].append(function)
        return function

    return keep


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count what the fact says."""
    for observer in OBSERVERS.get(type(fact), ()):
        observer(tally, before, fact, after)
