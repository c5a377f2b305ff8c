"""Rounds and phases, and whose choice is due."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light import facts
from domain.games.first_light.evolve.table import evolve, with_ai
from domain.games.first_light.state import FollowUp, State


@evolve.on(facts.StartPlayerSet)
def _(state: State, fact: facts.StartPlayerSet) -> State:
    return replace(state, start_player=fact.seat)


@evolve.on(facts.EventRevealed)
def _(state: State, fact: facts.EventRevealed) -> State:
    events = (*state.events, fact.event)
    return replace(state, round=state.round + 1, events=events, phase="plan", done=())


@evolve.on(facts.EffectApplied)
def _(state: State, fact: facts.EffectApplied) -> State:
    return state


@evolve.on(facts.PhaseBegun)
def _(state: State, fact: facts.PhaseBegun) -> State:
    begun = replace(state, phase=fact.phase, to_act=fact.to_act, first_slot=fact.first_slot, done=())
    if fact.schemes:
        return with_ai(begun, schemes_left=fact.schemes, moved=False)
    return begun


@evolve.on(facts.TurnPassed)
def _(state: State, fact: facts.TurnPassed) -> State:
    return replace(state, to_act=fact.seat)


@evolve.on(facts.FollowUpDue)
def _(state: State, fact: facts.FollowUpDue) -> State:
    return replace(state, pending=FollowUp(fact.kind, fact.seat, fact.clan, fact.value, fact.row))


@evolve.on(facts.FollowUpDone)
def _(state: State, fact: facts.FollowUpDone) -> State:
    return replace(state, pending=None)


@evolve.on(facts.RoundEnded)
def _(state: State, fact: facts.RoundEnded) -> State:
    ended = replace(state, start_player=fact.start_player)
    if ended.ai is None:
        return ended
    return with_ai(ended, discarded=(*ended.ai.discarded, *ended.ai.revealed), revealed=())


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    return replace(state, phase="finished", winners=fact.winners, decided_by=fact.decided_by)
