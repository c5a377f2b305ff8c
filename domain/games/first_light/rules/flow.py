"""The way through a round: whose die acts next, and when a phase gives way to the next. FL-230..247, 719."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.rules.dice import garage_slots, headquarters_dice
from domain.games.first_light.state import State
from domain.kernel import Passage, clockwise_from

SCHEMES_A_ROUND = 2
"""FL-410."""


def unlocked(state: State, bonus: str) -> bool:
    """Whether the AI has unlocked the Progress Tile with this bonus."""
    ai = state.ai
    return ai is not None and bonus in state.box.box.opponents[ai.opponent].progress_order[: ai.unlocked]


def begin_execution(state: State) -> Passage[State]:
    """FL-230: Headquarters dice first, whatever the turn order."""
    first = next(headquarters_dice(state), None)
    if first is None:
        return (yield from begin_schemes(state))
    slot, die = first
    return (yield facts.PhaseBegun("headquarters", die.owner, slot))


def begin_schemes(state: State) -> Passage[State]:
    """FL-234: then the AI, if it plays."""
    if state.ai is None:
        return (yield from begin_garages(state))
    schemes = SCHEMES_A_ROUND + unlocked(state, "execute")
    return (yield facts.PhaseBegun("schemes", schemes=schemes))


def begin_garages(state: State) -> Passage[State]:
    """FL-235: then the Garages, from the start player; who has no die there has no turn (FL-702)."""
    for seat in clockwise_from(state.seats, state.start_player or next(iter(state.seats))):
        if garage_slots(state.seats[seat]):
            return (yield facts.PhaseBegun("garages", seat))
    return (yield facts.PhaseBegun("harvest"))


def advance(state: State) -> Passage[State]:
    """What follows an action that is over (FL-247, FL-719); nothing while a follow-up is due."""
    if state.pending is not None or state.to_act is None:
        return state
    acted = state.to_act
    if state.phase == "headquarters":
        following = next(headquarters_dice(state), None)
        if following is None:
            return (yield from begin_schemes(state))
        if following[1].owner != acted:
            state = yield facts.TurnPassed(following[1].owner)
        return state
    _, *others = clockwise_from(state.seats, acted)
    for seat in (*others, acted):
        if garage_slots(state.seats[seat]):
            return state if seat == acted else (yield facts.TurnPassed(seat))
    return (yield facts.PhaseBegun("harvest"))
