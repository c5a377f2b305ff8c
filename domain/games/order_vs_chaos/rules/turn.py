"""The turn and moving: OC-201 … OC-209, OC-301 … OC-307."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading.map import adjacent, enemies_at
from domain.games.order_vs_chaos.rules.monsters import cause_battle
from domain.games.order_vs_chaos.state import State
from domain.kernel import Chance, Passage, check, left_of


def check_turn(state: State, seat: str) -> None:
    """OC-203, OC-205: the active seat, and its turn is not lost."""
    check(seat == state.active, "OC-203", "Only on your own turn.", "seat")
    check(not state.lost, "OC-205", "After this battle you can only end your turn.")


def check_here(state: State, seat: str) -> None:
    """What opening and location actions ask for first: OC-203, OC-205, OC-207."""
    check_turn(state, seat)
    hero = state.seats[seat]
    check(
        not enemies_at(state, hero.side, hero.location),
        "OC-207",
        "Beat the enemy at this location first.",
    )


def check_moving(state: State, seat: str) -> None:
    """OC-204: moves and fights by choice belong to the move step. OC-202."""
    check_turn(state, seat)
    check(state.step == "move", "OC-204", "Your move is over.")


def move(state: State, action: actions.Move, chance: Chance) -> Passage[State]:
    """One step (OC-301 … OC-306); an enemy there ends the moving with a battle (OC-304). OC-305."""
    check_moving(state, action.seat)
    hero = state.seats[action.seat]
    left = state.stat(action.seat, "move") - state.moves_used
    check(left > 0, "OC-301", "You have no move points left.")
    near = adjacent(state, hero.location or "")
    check(action.to in near, "OC-302", "That location is not adjacent.", "to")
    check(
        hero.side == "chaos" or action.to != state.map.arch_enemy,
        "OC-306",
        "Order cannot enter the arch enemy's location before the final battle.",
        "to",
    )
    state = yield facts.HeroMoved(action.seat, hero.location, action.to)
    if enemies_at(state, hero.side, action.to) and action.to not in state.passes:
        state = yield from cause_battle(state, action.to, "move")
    return state


def fight(state: State, action: actions.Fight, chance: Chance) -> Passage[State]:
    """OC-208: a hero that has not moved may attack the enemy that shares its location."""
    check_moving(state, action.seat)
    hero = state.seats[action.seat]
    able = state.moves_used == 0 and enemies_at(state, hero.side, hero.location)
    check(able, "OC-208", "You can only fight the enemy where you stand before you move.")
    return (yield from cause_battle(state, hero.location or "", "fight"))


def end_turn(state: State, action: actions.EndTurn, chance: Chance) -> Passage[State]:
    """OC-201, OC-209: the turn passes clockwise."""
    check(action.seat == state.active, "OC-203", "Only on your own turn.", "seat")
    return (yield facts.TurnBegan(left_of(state.seats, action.seat), state.turn + 1))
