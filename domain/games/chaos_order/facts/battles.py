"""Battles, step by step."""

from __future__ import annotations

from typing import Literal

from domain.games.chaos_order.state import BattleStep, Plan, Totals
from domain.kernel import Fact


class CombatTurnGiven(Fact, frozen=True, tag="combat_turn_given"):
    """The seat is to select a battle."""

    seat: str


class Declared(Totals, frozen=True):
    """What one side declares before the plans (CO-404)."""

    gems: int = 0
    cards: int = 0


class BattleSelected(Fact, frozen=True, tag="battle_selected"):
    """A battle begins. `declared`: seat → what it has before the plans."""

    region: str
    selector: str
    opponent: str
    declared: dict[str, Declared]


class PlanCommitted(Fact, frozen=True, tag="plan_committed"):
    """A sealed plan; the used card goes to the wheel. `named`: it had been an unknown card until now."""

    seat: str
    section: str
    tactics: Literal["none", "use", "bluff"]
    card: str | None = None
    named: bool = False


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    """Both plans are open."""

    plans: dict[str, Plan]


class DieRolled(Fact, frozen=True, tag="die_rolled"):
    """A combat die shows a face (its position)."""

    seat: str
    face: int


class CombatBonusGained(Fact, frozen=True, tag="combat_bonus_gained"):
    """Effects changed the totals of one side."""

    seat: str
    strength: int = 0
    attack: int = 0
    shields: int = 0


class StrengthCompared(Fact, frozen=True, tag="strength_compared"):
    """Step 1: who won and why; `retreats`: the loser leaves by retreat."""

    strength: dict[str, int]
    victor: str
    reason: Literal["strength", "tie", "retreat"]
    retreats: bool = False


class AttacksCompared(Fact, frozen=True, tag="attacks_compared"):
    """Step 2: totals, and the fighters that each side loses."""

    attack: dict[str, int]
    shields: dict[str, int]
    wounds: dict[str, int]


class BattleStepBegan(Fact, frozen=True, tag="battle_step_began"):
    """The battle goes on with another step."""

    step: BattleStep


class BattleEnded(Fact, frozen=True, tag="battle_ended"):
    """The used cards are discarded in this order, the wheels put back."""

    region: str
    cards: tuple[str, ...] = ()
