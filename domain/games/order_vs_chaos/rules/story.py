"""How the rules tell a story: a generator that hands over facts and ends with the state after them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from domain.games.order_vs_chaos.state import State
from domain.kernel import Fact, Rejected, check

Story: TypeAlias = Generator[Fact, State, State]

__all__ = ["Rejected", "Story", "check", "refuse"]


def refuse(rule: str, message: str, field: str | None = None) -> None:
    """Reject under `rule`, unless the action is being recorded against the rules."""
    check(False, rule, message, field)
