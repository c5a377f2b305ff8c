"""The turn, moving and monsters on the map (OC-201 … OC-209, OC-301 … OC-308, OC-340 … OC-346).

It also holds the first checks of every action: its phase, open duties, and whether a battle is running.
"""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading import (
    adjacent,
    called,
    duties,
    enemies_at,
    has_duty,
    heroes_at,
    owned_types,
    seats_of,
    types_left,
)
from domain.games.order_vs_chaos.rules.growth import lay_tokens
from domain.games.order_vs_chaos.state import Duty, State
from domain.kernel import Action, Chance, Passage, Rejected, check, left_of

# Monsters on the map: OC-308, OC-340 … OC-346.

TOKEN = "token"


def monster_due(state: State, location: str) -> Passage[State]:
    """Somebody has to place a monster there (OC-340)."""
    return (yield facts.DutyRaised(Duty("place_monster", location=location)))


def token_instead(state: State, location: str) -> Passage[State]:
    """OC-341: no figure is left, so the location gets a token; that causes no battle (OC-704)."""
    state = yield facts.TokenInstead(location)
    return (yield from lay_tokens(state, location, 1, "no_figure"))


def put_monster(
    state: State, kind: str, location: str, by: str | None, *, timeout: bool = False
) -> Passage[State]:
    """A monster comes onto the map."""
    state = yield facts.MonsterPlaced(kind, location, by, timeout)
    return (yield from monster_arrives(state, location, "placement"))


def shift_monster(state: State, kind: str, origin: str, to: str) -> Passage[State]:
    """A monster is shoved or moved."""
    state = yield facts.MonsterMoved(kind, origin, to)
    return (yield from monster_arrives(state, to, "effect"))


def monster_arrives(state: State, location: str, cause: str) -> Passage[State]:
    """OC-342: of two monsters Order discards one; OC-308: with an Order hero there is a battle."""
    there = state.places[location].monsters
    if heroes_at(state, location, "order"):
        state = yield from cause_battle(state, location, cause)
    if len(there) > 1:
        if len(set(there)) == 1:
            state = yield facts.MonsterDiscarded(there[-1], location, "surplus")
        else:
            state = yield facts.DutyRaised(Duty("surplus_monster", location=location, types=there))
    return state


def hero_arrives(state: State, seat: str, cause: str) -> Passage[State]:
    """OC-308: a hero that was moved to an enemy has to fight."""
    hero = state.seats[seat]
    if hero.location is not None and enemies_at(state, hero.side, hero.location):
        state = yield from cause_battle(state, hero.location, cause)
    return state


def cause_battle(state: State, location: str, cause: str) -> Passage[State]:
    """The battle waits until the command, its duties and any running battle are done (OC-345)."""
    if any(place == location for place, _ in state.waiting):
        return state
    return (yield facts.BattleCaused(location, cause))


def place_monster(state: State, action: actions.PlaceMonster, chance: Chance) -> Passage[State]:
    """OC-340: Chaos chooses the type; after ten seconds an Order seat may."""
    first = next(duties(state, "place_monster"), None)
    check(
        first is not None and first.location == action.location,
        "OC-211",
        "Place the monsters in the order they came up.",
        "location",
    )
    side = "order" if action.timeout else "chaos"
    check(
        action.chosen_by in seats_of(state, side),
        "OC-340",
        "Chaos chooses; Order only after the time is up.",
        "chosen_by",
    )
    check_type(state, action.monster, "monster")
    if first is not None:
        state = yield facts.DutyDone(first)
    by = action.chosen_by
    return (yield from put_monster(state, action.monster, action.location, by, timeout=action.timeout))


def check_type(state: State, monster: str, field: str) -> None:
    """OC-340: a type owned in this game, with a figure left."""
    owned = monster in owned_types(state)
    name = called(state, monster, "this monster")
    check(owned, "OC-340", f"No seat has {name}.", field)
    check(monster in types_left(state), "OC-340", f"No {name} figures are left.", field)


def check_choice(state: State, place: str, field: str) -> None:
    """A type, or "token" exactly when no figure is left (OC-340, OC-341)."""
    if types_left(state):
        check(place != TOKEN, "OC-341", "Figures are left: place a monster.", field)
        check_type(state, place, field)
    else:
        check(place == TOKEN, "OC-341", "No figures are left: place a token.", field)


def put_choice(state: State, place: str, location: str, by: str) -> Passage[State]:
    """The monster, or the token instead."""
    if place == TOKEN:
        return (yield from token_instead(state, location))
    return (yield from put_monster(state, place, location, by))


def discard_surplus_monster(
    state: State, action: actions.DiscardSurplusMonster, chance: Chance
) -> Passage[State]:
    """OC-342: Order's choice; no reward for it."""
    duty = next((duty for duty in duties(state, "surplus_monster") if duty.location == action.location), None)
    check(duty is not None, "OC-211", "There is no extra monster at this location.", "location")
    assert duty is not None
    check(action.monster in duty.types, "OC-342", "Discard one of the two monsters there.", "monster")
    state = yield facts.DutyDone(duty)
    return (yield facts.MonsterDiscarded(action.monster, action.location, "surplus"))


# The turn and moving: OC-201 … OC-209, OC-301 … OC-307.


def check_turn(state: State, seat: str) -> None:
    """OC-203, OC-205: the active seat, and its turn is not lost."""
    check(seat == state.active, "OC-203", "Only on your own turn.", "seat")
    check(not state.lost, "OC-205", "After this battle you can only end your turn.")


def check_here(state: State, seat: str) -> None:
    """Check what opening and location actions require first: OC-203, OC-205, OC-207."""
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


# The first checks of every action: its phase, the duties, whether a battle runs.

SETUP = frozenset(actions.SETUP)
DUTIES = frozenset(actions.DUTIES)
MAP = frozenset(actions.MAP)
BATTLE = frozenset(actions.BATTLE)
ANY_TIME = frozenset(actions.ANY_TIME)


def check_phase(state: State, action: Action) -> None:
    """The first three of the fixed order of rejections: phase, duties, battle."""
    kind = type(action)
    over = state.phase == "finished" or (state.phase == "final" and kind in MAP)
    if over:
        raise Rejected("OC-601", "Turns are over." if state.phase == "final" else "The game is over.")
    if kind in SETUP:
        check(state.phase == "setup", "OC-114", "The setup is over.")
    elif kind not in DUTIES and state.phase == "setup":
        raise Rejected("OC-114", "Finish the setup first.")
    if kind not in DUTIES and kind not in ANY_TIME:
        check(not has_duty(state), "OC-211", "Make the pending choice first.")
    if kind in MAP:
        check(state.battle is None, "OC-402", "Finish the battle first.")
    elif kind in BATTLE and state.battle is None:
        raise Rejected("OC-402", "There is no battle.")
