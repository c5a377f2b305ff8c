"""What follows by itself once nothing is pending: phases, battle steps, the end of the round."""

from __future__ import annotations

from domain.games.chaos_order import facts
from domain.games.chaos_order.components.box import ACTION_PHASES, PHASES
from domain.games.chaos_order.reading.seats import anybody_pending
from domain.games.chaos_order.rules.combat import due_turn
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import control_triggers
from domain.games.chaos_order.rules.prices import action_turns, neutral_tokens, ready_tokens
from domain.games.chaos_order.rules.relics import begin_round, close_round
from domain.games.chaos_order.rules.resolution import go_on_with_battle
from domain.games.chaos_order.state import State
from domain.kernel import Passage


def go_on(before: State, state: State, draws: Draws) -> Passage[State]:
    """Carry the game on, step by step, as far as it goes without a command."""
    while True:
        if state.result is not None:
            return state
        if state.box.control_watchers:
            state = yield from control_triggers(before, state, draws)
        if state.result is not None or anybody_pending(state):
            return state
        before = state
        state = yield from _step(state, draws)
        if state is before:
            return state


def _step(state: State, draws: Draws) -> Passage[State]:
    """One step: the next phase (CO-201), of a battle, or of the end of a round; CO-129 after setup."""
    phase = state.phase
    if phase in ACTION_PHASES:
        return state if state.next_seats else (yield from _begin(state, _after(phase)))
    if phase == "combat":
        return (yield from _combat(state, draws))
    if phase == "set_prices":
        state = yield from ready_tokens(state)
        if state.next_seats:
            return state
        state = yield from neutral_tokens(state)
        return (yield from _begin(state, ACTION_PHASES[0]))
    if phase == "check_relics" and state.closing is not None:
        return (yield from close_round(state))
    if phase == "setup" and state.setup == "units" and not state.next_seats:
        return (yield from begin_round(state, 1))
    return state


def _after(phase: str) -> str:
    return PHASES[PHASES.index(phase) + 1]


def _begin(state: State, phase: str) -> Passage[State]:
    turns = action_turns(state, phase) if phase in ACTION_PHASES else ()
    return (yield facts.PhaseBegan(phase, turns))


def _combat(state: State, draws: Draws) -> Passage[State]:
    """CO-402; with three in a region the victor fights on (CO-454, CO-712)."""
    if state.battle is not None:
        return (yield from go_on_with_battle(state, draws))
    turn = due_turn(state, state.combat_turn or state.flare_gun)
    if turn is None:
        return (yield from _begin(state, "gain_income"))
    return state if turn == state.combat_turn else (yield facts.CombatTurnGiven(turn))
