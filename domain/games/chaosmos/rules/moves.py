"""Moving, CM-310 … CM-321."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import EnvelopeReturned, HypertokenSpent, Moved
from domain.games.chaosmos.rules.turns import check_action_left, spend_action
from domain.games.chaosmos.state import State
from domain.kernel import Chance, Facts, Passage, check


def move(state: State, action: actions.Move, chance: Chance) -> Facts[State]:
    """CM-310 … CM-314: one step between a planet and a star or wormhole space. CM-313."""
    check_action_left(state)
    board, here = state.the_board, state.seats[action.seat].position or ""
    to = board.space_of.get(action.to)
    check(to is not None, "CM-301", "Unknown space.", "to")
    to = to or ""
    both_planets = here in state.planets and to in state.planets
    neither = here not in state.planets and to not in state.planets
    check(not both_planets and not neither, "CM-311", "Move between a planet and a star.", "to")
    check(to in board.near[here] or to in board.walled[here], "CM-310", "That space is not adjacent.", "to")
    check(to in board.near[here], "CM-312", "An asteroid field is in the way.", "to")
    state = yield from spend_action(state, action.seat, "move")
    yield from go(state, action.seat, to, "move")


def hyperspace(state: State, action: actions.Hyperspace, chance: Chance) -> Facts[State]:
    """CM-320, CM-321: anywhere else on the board."""
    check_action_left(state)
    player = state.seats[action.seat]
    to = state.the_board.space_of.get(action.to)
    check(to is not None, "CM-301", "Unknown space.", "to")
    check(player.hypertokens > 0, "CM-321", "You have no hypertokens left.")
    check(to != player.position, "CM-320", "Jump to another space.", "to")
    state = yield from spend_action(state, action.seat, "hyperspace")
    state = yield HypertokenSpent(action.seat)
    yield from go(state, action.seat, to or "", "hyperspace")


def go(
    state: State, seat: str, to: str, via: Literal["move", "hyperspace", "banish", "trap", "text"]
) -> Passage[State]:
    """CM-314: who leaves a controlled planet returns its envelope. Banishing ends control anyway (CM-R25)."""
    here = state.seats[seat].position or ""
    if to != here or via in ("banish", "trap"):
        state = yield from give_up_control(state, seat)
    return (yield Moved(seat, here, to, via))


def give_up_control(state: State, seat: str) -> Passage[State]:
    """CM-345."""
    planet = state.controlled_by(seat)
    if planet is not None:
        state = yield EnvelopeReturned(seat, planet)
    return state
