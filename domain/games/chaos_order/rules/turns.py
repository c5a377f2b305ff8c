"""Turns of the action phases, CO-23x and CO-24x: act or pass, main and auxiliary action, end."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import Column
from domain.games.chaos_order.reading.pieces import joined_leaders
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import (
    AUTOMATIC,
    awaited,
    change_energy,
    change_gems,
    settle,
    triggers,
)
from domain.games.chaos_order.rules.prices import act_cost
from domain.games.chaos_order.state import State
from domain.kernel import Passage, check


def column_of(state: State, seat: str) -> Column:
    """The column of the present phase's track where the seat's marker stands."""
    return state.box.tracks[state.phase][state.seats[seat].research[state.phase] - 1]


def _deciding(state: State, seat: str) -> None:
    gate.turn(state, seat)
    check(state.stage == "decide", "CO-233", "You have already chosen.")
    gate.nothing_pending(state)


def act(state: State, action: actions.Act, draws: Draws) -> Passage[State]:
    """CO-233 … CO-237. The pricer can spend what it earns in the same phase (CO-703)."""
    seat = action.seat
    _deciding(state, seat)
    to_owner, to_supply, pricer = act_cost(state, seat)
    check(
        state.seats[seat].energy >= to_owner + to_supply,
        "CO-237",
        f"Acting costs {to_owner + to_supply} energy.",
    )
    state = yield from change_energy(state, seat, -to_supply, "act_cost")
    if to_owner and pricer is not None:
        state = yield facts.EnergyChanged(seat, -to_owner, "act_cost", pricer)
        state = yield facts.EnergyChanged(pricer, to_owner, "act_cost", seat)
    state = yield facts.ActChosen(seat, state.phase)
    return (yield from settle(state, seat, draws, triggers(state, seat, f"act:{state.phase}")))


def pass_turn(state: State, action: actions.Pass, draws: Draws) -> Passage[State]:
    """CO-233, CO-238."""
    seat = action.seat
    _deciding(state, seat)
    to_owner, to_supply, _ = act_cost(state, seat)
    able = state.seats[seat].energy >= to_owner + to_supply
    state = yield facts.PassChosen(seat, state.phase, able)
    return (yield from settle(state, seat, draws, triggers(state, seat, f"pass:{state.phase}")))


def begin_main_action(state: State, action: actions.BeginMainAction, draws: Draws) -> Passage[State]:
    """CO-239, CO-240: the top row of the column (CO-301, CO-310, CO-330, CO-345, CO-363)."""
    seat = action.seat
    gate.acting(state, seat)
    check(state.main == "open", "CO-239", "You have already started the main action this turn.")
    gate.nothing_pending(state)
    state = yield facts.MainActionBegan(seat)
    return (yield from settle(state, seat, draws, awaited(column_of(state, seat).main, "main", main=True)))


def end_main_action(state: State, action: actions.EndMainAction, draws: Draws) -> Passage[State]:
    """CO-239, CO-243, CO-368."""
    gate.acting(state, action.seat)
    check(state.main == "running", "CO-239", "You have not started the main action.")
    return (yield from _end_main(state, action.seat, draws))


def only_main_is_left(state: State, seat: str) -> bool:
    """Whether nothing is pending but what the seat's main action left (CO-722)."""
    return all(
        not board.pending or (other == seat and all(item.main for item in board.pending))
        for other, board in state.seats.items()
    )


def _end_main(state: State, seat: str, draws: Draws) -> Passage[State]:
    """What the main action left is dropped, research too (CO-255); anything else is settled first."""
    check(
        only_main_is_left(state, seat),
        "CO-722",
        "Resolve or decline the pending effect first.",
    )
    check(
        not joined_leaders(state, seat),
        "CO-368",
        "Two leaders share a region: move one of them on.",
    )
    state = yield facts.MainActionEnded(seat)
    while state.result is None:
        pending = state.seats[seat].pending
        if not pending or not pending[-1].main or pending[-1].effect.do in AUTOMATIC:
            break
        state = yield facts.EffectDropped(seat)
        state = yield from settle(state, seat, draws)
    return state


def auxiliary_action(state: State, action: actions.AuxiliaryAction, draws: Draws) -> Passage[State]:
    """CO-241, CO-242: the bottom row (CO-302, CO-311, CO-331, CO-349, CO-370).

    A main action that spends nothing is enough for it (CO-704).
    """
    seat = action.seat
    gate.acting(state, seat)
    check(
        state.main == "done" and not state.auxiliary_done,
        "CO-241",
        "Take the auxiliary action once, after the main action.",
    )
    options = column_of(state, seat).auxiliary
    check(action.option < len(options), "CO-242", "Unknown option.", "option")
    option, board = options[action.option], state.seats[seat]
    check(
        board.energy >= option.energy and board.gems >= option.gems,
        "CO-241",
        "Pay the whole cost of the auxiliary action first.",
    )
    gate.nothing_pending(state)
    state = yield facts.AuxiliaryTaken(seat, action.option)
    state = yield from change_energy(state, seat, -option.energy, "auxiliary")
    state = yield from change_gems(state, seat, -option.gems, "auxiliary")
    return (yield from settle(state, seat, draws, awaited(option.effects, "auxiliary")))


def end_turn(state: State, action: actions.EndTurn, draws: Draws) -> Passage[State]:
    """CO-233: every seat has one turn a phase; CO-243."""
    seat = action.seat
    gate.turn(state, seat)
    check(state.stage != "decide", "CO-233", "Act or pass first.")
    if state.main == "running":
        state = yield from _end_main(state, seat, draws)
        if state.result is not None:
            return state
    else:
        gate.nothing_pending(state)
        check(not joined_leaders(state, seat), "CO-368", "Two leaders share a region.")
    return (yield facts.TurnEnded(seat))
