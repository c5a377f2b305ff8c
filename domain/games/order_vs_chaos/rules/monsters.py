"""Monsters on the map: OC-308, OC-340 … OC-346."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading.called import called
from domain.games.order_vs_chaos.reading.duties import duties
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.reading.map import enemies_at, heroes_at, owned_types, types_left
from domain.games.order_vs_chaos.rules.growth import lay_tokens
from domain.games.order_vs_chaos.state import Duty, State
from domain.kernel import Chance, Passage, check

TOKEN = "token"


def monster_due(state: State, location: str) -> Passage[State]:
    """Somebody has to place a monster there (OC-340)."""
    return (yield facts.DutyRaised(Duty("place_monster", location=location)))


def token_instead(state: State, location: str) -> Passage[State]:
    """OC-341: no figure is left, so a token goes on the location; that causes no battle (OC-704)."""
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
