"""Battles by hand: who selected whom, the plans of the lines, the strength that was compared, the wounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from domain.games.chaos_order.facts import StrengthCompared, UnitsMoved
from tests.support.games.chaos_order.counted_by_hand.lines import Lines


@dataclass
class Battle:
    """A battle from its selection on; `strength` is empty if the game ended before it was compared."""

    selector: str
    opponent: str
    region: str
    plans: dict[str, dict[str, Any]] = field(default_factory=dict)
    strength: dict[str, int] = field(default_factory=dict)
    wounded: dict[str, int] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, str]:
        """Both seats."""
        return self.selector, self.opponent

    @property
    def victor(self) -> str:
        """CO-431 … CO-436, of the strengths and the sections."""
        one, other = self.sides
        stronger = one if self.strength[one] >= self.strength[other] else other
        weaker = other if stronger == one else one
        leaving = {seat for seat, plan in self.plans.items() if plan["section"] == "retreat"}
        if leaving == {stronger}:
            return weaker
        if leaving == {one, other} and self.strength[one] != self.strength[other]:
            return weaker
        return stronger

    @property
    def kind(self) -> str:
        """Whether the strengths were the same."""
        return "equal" if self.strength[self.selector] == self.strength[self.opponent] else "different"

    def wounds_by(self, seat: str) -> int:
        """Fighters that the seat wounded: those that the other lost to attacks."""
        other = self.opponent if seat == self.selector else self.selector
        return self.wounded.get(other, 0)


@cache
def battles(game: Lines) -> list[Battle]:
    """Every battle in order."""
    fought: list[Battle] = []
    for line in game.lines:
        said = line.said
        if said["type"] == "select_battle":
            fought.append(Battle(said["seat"], said["opponent"], said["region"]))
        if said["type"] == "commit_plan":
            fought[-1].plans[said["seat"]] = said
        for fact in line.facts:
            if isinstance(fact, StrengthCompared):
                fought[-1].strength = fact.strength
            if isinstance(fact, UnitsMoved) and fact.cause == "wound":
                fought[-1].wounded[fact.seat] = fact.fighters
    return fought


def compared(game: Lines) -> list[Battle]:
    """The battles that came to a victor."""
    return [battle for battle in battles(game) if battle.strength]
