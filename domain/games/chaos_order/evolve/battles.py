"""Battles, income, relics, the end."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.evolve.changing import (
    NO_TOTALS,
    evolve,
    with_battle,
    with_board,
    with_relic,
    without_card,
)
from domain.games.chaos_order.state import (
    UNKNOWN,
    Battle,
    Plan,
    Result,
    State,
    Totals,
)


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
    boards = state.boards
    if fact.card is not None:
        card = UNKNOWN if fact.named else fact.card
        boards = {**boards, fact.seat: without_card(boards[fact.seat], card, fresh_first=True)}
    return replace(state, battle=battle, boards=boards)


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


@evolve.on(facts.RegionIncomeTaken)
def _(state: State, fact: facts.RegionIncomeTaken) -> State:
    income = replace(state.boards[fact.seat].income, region_row=fact.row)
    return with_board(state, fact.seat, income=income)


@evolve.on(facts.BuildingIncomeTaken)
def _(state: State, fact: facts.BuildingIncomeTaken) -> State:
    return with_board(state, fact.seat, income=replace(state.boards[fact.seat].income, buildings=True))


@evolve.on(facts.IncomeFinished)
def _(state: State, fact: facts.IncomeFinished) -> State:
    return with_board(state, fact.seat, income=replace(state.boards[fact.seat].income, finished=True))


@evolve.on(facts.RelicTaken)
def _(state: State, fact: facts.RelicTaken) -> State:
    state = with_relic(state, fact.region, None)
    relics = (*state.boards[fact.seat].relics, fact.relic)
    return replace(with_board(state, fact.seat, relics=relics), closing=fact.region)


@evolve.on(facts.RelicRemoved)
def _(state: State, fact: facts.RelicRemoved) -> State:
    state = with_relic(state, fact.region, None)
    return replace(state, relics_out=(*state.relics_out, fact.relic), closing=fact.region)


@evolve.on(facts.ManualEffectApplied)
def _(state: State, fact: facts.ManualEffectApplied) -> State:
    return replace(state, manual_effects=state.manual_effects + 1)


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    boards = {
        seat: replace(board, pending=()) if board.pending else board for seat, board in state.boards.items()
    }
    return replace(state, boards=boards, next_seats=(), result=Result(fact.winners, fact.reason))
