"""Battles, step by step."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.chaos_order.changes import NO_TOTALS, with_battle, without_card
from domain.games.chaos_order.state import Battle, BattleStep, Plan, State, Totals
from domain.kernel import UNKNOWN, Fact, PublicFact


class CombatTurnGiven(PublicFact, frozen=True, tag="combat_turn_given"):
    """The seat is to select a battle."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, combat_turn=self.seat)


class Declared(Totals, frozen=True):
    """What one side declares before the plans (CO-404)."""

    gems: int = 0
    cards: int = 0


class BattleSelected(PublicFact, frozen=True, tag="battle_selected"):
    """A battle begins. `declared`: seat → what it has before the plans."""

    region: str
    selector: str
    opponent: str
    declared: dict[str, Declared]

    def applied(self, state: State) -> State:
        return replace(state, battle=Battle(self.region, self.selector, self.opponent))


class PlanCommitted(Fact, frozen=True, tag="plan_committed"):
    """A sealed plan; the used card goes to the wheel. `named`: it had been an unknown card until now."""

    seat: str
    section: str
    tactics: Literal["none", "use", "bluff"]
    card: str | None = None
    named: bool = False

    def applied(self, state: State) -> State:
        assert state.battle is not None
        plans = {**state.battle.plans, self.seat: Plan(self.section, self.tactics, self.card)}
        battle = replace(state.battle, plans=plans, step="reveal" if len(plans) > 1 else "plan")
        seats = state.seats
        if self.card is not None:
            card = UNKNOWN if self.named else self.card
            seats = {**seats, self.seat: without_card(seats[self.seat], card, fresh_first=True)}
        return replace(state, battle=battle, seats=seats)


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    """Both plans are open."""

    plans: dict[str, Plan]

    def applied(self, state: State) -> State:
        return with_battle(state, revealed=True, step="effects")


class DieRolled(PublicFact, frozen=True, tag="die_rolled"):
    """A combat die shows a face (its position)."""

    seat: str
    face: int

    def applied(self, state: State) -> State:
        assert state.battle is not None
        return with_battle(state, dice={**state.battle.dice, self.seat: self.face})


class CombatBonusGained(PublicFact, frozen=True, tag="combat_bonus_gained"):
    """Effects changed the totals of one side."""

    seat: str
    strength: int = 0
    attack: int = 0
    shields: int = 0

    def applied(self, state: State) -> State:
        assert state.battle is not None
        had = state.battle.bonus.get(self.seat, NO_TOTALS)
        bonus = Totals(had.strength + self.strength, had.attack + self.attack, had.shields + self.shields)
        return with_battle(state, bonus={**state.battle.bonus, self.seat: bonus})


class StrengthCompared(PublicFact, frozen=True, tag="strength_compared"):
    """Step 1: who won and why; `retreats`: the loser leaves by retreat."""

    strength: dict[str, int]
    victor: str
    reason: Literal["strength", "tie", "retreat"]
    retreats: bool = False

    def applied(self, state: State) -> State:
        return with_battle(state, victor=self.victor, retreats=self.retreats, step="victory")


class AttacksCompared(PublicFact, frozen=True, tag="attacks_compared"):
    """Step 2: totals, and the fighters that each side loses."""

    attack: dict[str, int]
    shields: dict[str, int]
    wounds: dict[str, int]

    def applied(self, state: State) -> State:
        return with_battle(state, step="wounds")


class BattleStepBegan(PublicFact, frozen=True, tag="battle_step_began"):
    """The battle goes on with another step."""

    step: BattleStep

    def applied(self, state: State) -> State:
        return with_battle(state, step=self.step)


class BattleEnded(PublicFact, frozen=True, tag="battle_ended"):
    """The used cards are discarded in this order, the wheels put back."""

    region: str
    cards: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        return replace(state, battle=None, discard=state.discard + self.cards)
