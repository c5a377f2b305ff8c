"""Battles to try the rules on: both plans sealed, and what came of them."""

from __future__ import annotations

from domain.games.chaos_order.facts import AttacksCompared, StrengthCompared
from domain.games.chaos_order.state import Plan
from tests.games.chaos_order.table import BLUE, PLACE, RED, ChaosTable, begun


def plan(section="plain_a", tactics="none", card=None):
    return Plan(section, tactics, card)


def facing(red=3, blue=3, red_plan=None, blue_plan=None, place=PLACE, **red_more) -> ChaosTable:
    """Red and blue fighters in one region, red selected, both plans sealed."""
    table = begun().bare().region(place, fighters={RED: red, BLUE: blue} if blue else {RED: red})
    return table.fighting(place, {RED: red_plan or plan(), BLUE: blue_plan or plan()})


def reveal(table, **more):
    return table.do("reveal_plans", None, **more)


def compared(table):
    return next(fact for fact in table.facts if isinstance(fact, StrengthCompared))


def attacked(table):
    return next(fact for fact in table.facts if isinstance(fact, AttacksCompared))
