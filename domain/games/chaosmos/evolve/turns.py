"""Turns: actions, tokens, places, the clock and the end."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos import facts
from domain.games.chaosmos.evolve.table import evolve, seated, with_player
from domain.games.chaosmos.state import Result, State, Turn


@evolve.on(facts.TurnBegun)
def _(state: State, fact: facts.TurnBegun) -> State:
    seated(state, fact.seat)
    return replace(state, phase="turn", next=None, turn=Turn(fact.turn, fact.seat))


@evolve.on(facts.ActionSpent)
def _(state: State, fact: facts.ActionSpent) -> State:
    """A fourth action, recorded against the rules, leaves none as well."""
    turn = state.the_turn
    return replace(state, turn=replace(turn, actions_left=max(0, turn.actions_left - 1)))


@evolve.on(facts.HypertokenSpent)
def _(state: State, fact: facts.HypertokenSpent) -> State:
    return _tokens(state, fact.seat, -1)


@evolve.on(facts.HypertokensAdded)
def _(state: State, fact: facts.HypertokensAdded) -> State:
    return _tokens(state, fact.seat, fact.n)


def _tokens(state: State, seat: str, n: int) -> State:
    player = state.seats[seat]
    return replace(
        state,
        supply=state.supply - n,
        seats=with_player(state, seat, replace(player, hypertokens=player.hypertokens + n)),
    )


@evolve.on(facts.Moved)
def _(state: State, fact: facts.Moved) -> State:
    player = state.seats[fact.seat]
    space = state.the_board.space_of[fact.to]
    return replace(state, seats=with_player(state, fact.seat, replace(player, position=space)))


@evolve.on(
    facts.FlipTriggered,
    facts.ResolutionChosen,
    facts.EnvelopeDeclined,
    facts.AbilityUsed,
    facts.TextFollowed,
)
def _(state: State, fact: object) -> State:
    return state


@evolve.on(facts.TurnForfeited)
def _(state: State, fact: facts.TurnForfeited) -> State:
    return replace(state, turn=replace(state.the_turn, forfeited=True))


@evolve.on(facts.ClockReduced)
def _(state: State, fact: facts.ClockReduced) -> State:
    """CM-601: at 0 nothing is left to do."""
    reduced = replace(state, clock=fact.clock, clock_cut=state.clock_cut + fact.by)
    if fact.clock:
        return reduced
    return replace(reduced, phase="finished", turn=None, next=None, combat=None, pending=None)


@evolve.on(facts.TurnEnded)
def _(state: State, fact: facts.TurnEnded) -> State:
    seated(state, fact.seat, fact.next)
    return replace(
        state,
        phase="finished" if fact.next is None else "between_turns",
        clock=fact.clock,
        turns_ended=state.turns_ended + 1,
        next=fact.next,
        turn=None,
        combat=None,
        pending=None,
    )


@evolve.on(facts.OvoidAwaited)
def _(state: State, fact: facts.OvoidAwaited) -> State:
    return replace(state, phase="showing", awaited=fact.cause)


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    seated(state, fact.winner)
    ended = replace(state, result=Result(fact.winner, fact.cause))
    return ended if state.phase != "showing" else replace(ended, phase="finished", awaited=None)
