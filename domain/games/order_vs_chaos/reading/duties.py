"""Which choices are due."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.reading.heroes import xp_targets
from domain.games.order_vs_chaos.state import Duty, State


def duties(state: State, kind: str) -> Iterator[Duty]:
    """The open duties of a kind, oldest first."""
    return (duty for duty in state.pending if duty.kind == kind)


def has_duty(state: State) -> bool:
    """Whether anybody owes a choice (OC-211)."""
    if state.pending:
        return True
    for seat, hero in state.seats.items():  # noqa: SIM110 asked before and after every action: a plain loop is faster
        if hero.xp_pending and xp_targets(state, seat):  # a correction may give XP that find no box
            return True
    return False
