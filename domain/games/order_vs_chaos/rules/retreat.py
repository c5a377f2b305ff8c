"""Retreats: OC-470 … OC-476, OC-711."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import BLUE
from domain.games.order_vs_chaos.reading.map import enemies_at
from domain.games.order_vs_chaos.rules.battle import close, retreat_targets
from domain.games.order_vs_chaos.rules.monsters import cause_battle
from domain.games.order_vs_chaos.rules.segments import check_step, running
from domain.games.order_vs_chaos.state import State
from domain.kernel import Chance, Passage, check


def attempt_retreat(state: State, action: actions.AttemptRetreat, chance: Chance) -> Passage[State]:
    """OC-471, OC-472: a blue lightning among as many dice as the move stat. OC-473, OC-474."""
    battle = running(state)
    check_step(battle, "retreat")
    _check_head(state, action.seat)
    targets = retreat_targets(state, action.seat)
    if action.dice is None:
        check(action.to in targets, "OC-472", "Name where the hero would go.", "to")
    number = state.stat(action.seat, "move")
    dice = chance.dice(
        action.dice,
        number,
        state.box.die_faces,
        field="dice",
        rule="OC-471",
        message=f"Roll {number} dice with faces of this set.",
    )
    if BLUE not in dice:
        return (yield facts.Retreated(action.seat, dice, False))
    check(action.to in targets, "OC-472", "The hero cannot retreat there.", "to")
    to = action.to or ""
    hero = state.seats[action.seat]
    state = yield facts.Retreated(action.seat, dice, True, to)
    state = yield facts.HeroMoved(action.seat, hero.location, to, "retreat")
    if action.seat != state.active:
        return state
    state = yield from close(state, "retreat")
    state = yield facts.TurnLost(action.seat)
    if enemies_at(state, hero.side, to):
        state = yield from cause_battle(state, to, "retreat")
    return state


def stay(state: State, action: actions.Stay, chance: Chance) -> Passage[State]:
    """OC-470: no try."""
    battle = running(state)
    check_step(battle, "retreat")
    _check_head(state, action.seat)
    return (yield facts.Stayed(action.seat))


def _check_head(state: State, seat: str) -> None:
    battle = running(state)
    check(
        battle.retreat_queue[:1] == (seat,), "OC-470", "Another hero decides about retreating first.", "seat"
    )
