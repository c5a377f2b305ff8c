"""What is counted while facts go by."""

from __future__ import annotations

from domain.games.order_vs_chaos.state import State
from domain.kernel import Fact


class Tally:
    """The counts of one session."""


def start(state: State) -> Tally:
    """An empty tally."""
    return Tally()


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count what the fact says."""
