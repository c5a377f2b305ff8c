"""Battles to try the rules on: both plans sealed, and what came of them."""

from __future__ import annotations

from typing import Any, Literal

from domain.games.chaos_order.facts import AttacksCompared, StrengthCompared
from domain.games.chaos_order.state import Plan
from tests.games.chaos_order.table import BLUE, PLACE, RED, ChaosTable, begun


def plan(
    section: str = "plain_a", tactics: Literal["none", "use", "bluff"] = "none", card: str | None = None
) -> Plan:
    return Plan(section, tactics, card)


def facing(
    red: int = 3,
    blue: int = 3,
    red_plan: Plan | None = None,
    blue_plan: Plan | None = None,
    place: str = PLACE,
) -> ChaosTable:
    """Red and blue fighters in one region, red selected, both plans sealed."""
    table = begun().bare().region(place, fighters={RED: red, BLUE: blue} if blue else {RED: red})
    return table.fighting(place, {RED: red_plan or plan(), BLUE: blue_plan or plan()})


def reveal(table: ChaosTable, **more: Any) -> ChaosTable:
    return table.do("reveal_plans", None, **more)


def compared(table: ChaosTable) -> StrengthCompared:
    return next(fact for fact in table.facts if isinstance(fact, StrengthCompared))


def attacked(table: ChaosTable) -> AttacksCompared:
    return next(fact for fact in table.facts if isinstance(fact, AttacksCompared))
