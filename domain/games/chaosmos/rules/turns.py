"""Turns, CM-2xx and CM-380, and the end of the game, CM-6xx."""

from __future__ import annotations

from typing import Any

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    ActionSpent,
    ClockReduced,
    GameEnded,
    OvoidAwaited,
    TurnBegun,
    TurnEnded,
    TurnForfeited,
)
from domain.games.chaosmos.reading.unnamed import may_hold_the_ovoid, unnamed
from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.rules.naming import name_there
from domain.games.chaosmos.state import Cause, State, lone_ovoid_holder
from domain.kernel import Chance, Facts, Passage, check, left_of


def check_active(state: State, action: Any) -> None:
    """CM-201: it is this seat's turn."""
    check(state.is_active(action.seat), "CM-201", "Only on your own turn.", "seat")


def check_action_left(state: State) -> None:
    """CM-202."""
    check(state.the_turn.actions_left > 0, "CM-202", "You have used all your actions this turn.")


def spend_action(state: State, seat: str, kind: str) -> Passage[State]:
    """One action less; `kind` says for what."""
    return (yield ActionSpent(seat, kind))


def begin_turn(state: State, action: actions.BeginTurn, chance: Chance) -> Facts[State]:
    """CM-205: the window closes. CM-206: three actions, nobody attacked, no trade."""
    check(
        state.phase == "between_turns" and state.next == action.seat,
        "CM-201",
        "Another seat begins the next turn.",
        "seat",
    )
    yield TurnBegun(action.seat, state.turns_ended + 1)


def end_turn(state: State, action: actions.EndTurn, chance: Chance) -> Facts[State]:
    """CM-380."""
    yield from click(state)


def forfeit_if_active(state: State, seat: str) -> Passage[State]:
    """CM-208: only the seat whose turn it is loses the rest of it."""
    if state.is_active(seat) and not state.the_turn.forfeited:
        state = yield TurnForfeited(seat)
    return state


def end_if_forfeited(state: State) -> Passage[State]:
    """CM-472: a forfeited turn ends once everything is resolved."""
    if state.turn is not None and state.turn.forfeited and state.phase == "turn":
        state = yield from click(state)
    return state


def click(state: State) -> Passage[State]:
    """CM-207: the clock clicks; at 0 the game ends, else the window opens and the left neighbour is next."""
    turn = state.the_turn
    clock = state.clock - 1
    left = left_of(state.clockwise, turn.active)
    state = yield TurnEnded(
        turn.active, turn.number, turn.actions_left, clock, left if clock else None, turn.forfeited
    )
    if not clock:
        state = yield from end_game(state, "click")
    return state


def end_game(state: State, cause: Cause) -> Passage[State]:
    """CM-601 … CM-603. CM-R31: where the Ovoid may be an unnamed card of a hand, it is awaited first."""
    if may_hold_the_ovoid(state):
        return (yield OvoidAwaited(cause))
    return (yield GameEnded(lone_ovoid_holder(state), cause))


def show_ovoid(state: State, action: actions.ShowOvoid, chance: Chance) -> Facts[State]:
    """CM-R31: at clock 0 who holds the Ovoid shows it (CM-602); else it lies elsewhere (CM-603)."""
    check(state.phase == "showing", "CM-601", "You cannot show the Ovoid now.")
    holder = action.holder
    if holder is None:
        elsewhere = any(map(unnamed, (planet.face_down for planet in state.planets.values())))
        check(elsewhere, "CM-603", "It is in no envelope: someone has it in hand.", "holder", probes=True)
    else:
        check(holder in state.seats, "CM-602", "Unknown seat.", "holder")
        able = holder in may_hold_the_ovoid(state)
        check(able, "CM-602", "The Ovoid cannot be in this hand.", "holder", probes=True)
        state = yield from name_there(state, hand_of(holder), (state.box.ovoid,))
    chance.probed = True
    yield GameEnded(holder, state.awaited or "click")


def reduce_clock(state: State, seat: str, by: int) -> Passage[State]:
    """CM-505: the clock never goes below 0. The end itself is told once the card is resolved."""
    by = min(by, state.clock)
    return (yield ClockReduced(seat, by, state.clock - by))


def end_if_clock_is_zero(state: State) -> Passage[State]:
    """CM-601 … CM-603, by a card."""
    if state.clock == 0 and state.result is None:
        state = yield from end_game(state, "card")
    return state
