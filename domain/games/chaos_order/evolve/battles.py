"""Battles, step by step."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.evolve.table import (
    NO_TOTALS,
    evolve,
    with_battle,
    without_card,
)
from domain.games.chaos_order.state import (
    Battle,
    Plan,
    State,
    Totals,
)
from domain.kernel import UNKNOWN


@evolve.on(facts.CombatTurnGiven)
def _(state: State, fact: facts.CombatTurnGiven) -> State:
    return replace(state, combat_turn=fact.seat)


@evolve.on(facts.BattleSelected)
def _(state: State, fact: facts.BattleSelected) -> State:
    return replace(state, battle=Battle(fact.region, fact.selector, fact.opponent))


@evolve.on(facts.PlanCommitted)
def _(state: State, fact: facts.PlanCommitted) -> State:
    assert state.battle is not None
    plans = {**state.battle.plans, fact.seat: Plan(fact.section, fact.tactics, fact.card)}
    battle = replace(state.battle, plans=plans, step="reveal" if len(plans) > 1 else "plan")
    seats = state.seats
    if fact.card is not None:
        card = UNKNOWN if fact.named else fact.card
        seats = {**seats, fact.seat: without_card(seats[fact.seat], card, fresh_first=True)}
    return replace(state, battle=battle, seats=seats)


@evolve.on(facts.PlansRevealed)
def _(state: State, fact: facts.PlansRevealed) -> State:
    return with_battle(state, revealed=True, step="effects")


@evolve.on(facts.DieRolled)
def _(state: State, fact: facts.DieRolled) -> State:
    assert state.battle is not None
    return with_battle(state, dice={**state.battle.dice, fact.seat: fact.face})


@evolve.on(facts.CombatBonusGained)
def _(state: State, fact: facts.CombatBonusGained) -> State:
    assert state.battle is not None
    had = state.battle.bonus.get(fact.seat, NO_TOTALS)
    bonus = Totals(had.strength + fact.strength, had.attack + fact.attack, had.shields + fact.shields)
    return with_battle(state, bonus={**state.battle.bonus, fact.seat: bonus})


@evolve.on(facts.StrengthCompared)
def _(state: State, fact: facts.StrengthCompared) -> State:
    return with_battle(state, victor=fact.victor, retreats=fact.retreats, step="victory")


@evolve.on(facts.AttacksCompared)
def _(state: State, fact: facts.AttacksCompared) -> State:
    return with_battle(state, step="wounds")


@evolve.on(facts.BattleStepBegan)
def _(state: State, fact: facts.BattleStepBegan) -> State:
    return with_battle(state, step=fact.step)


@evolve.on(facts.BattleEnded)
def _(state: State, fact: facts.BattleEnded) -> State:
    return replace(state, battle=None, discard=state.discard + fact.cards)
