"""The primitives of OC-520: what each one does, what it names, and when it cannot be carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components import effects
from domain.games.order_vs_chaos.reading import battle_boxes, heroes_at, unit_health, unit_max_health
from domain.games.order_vs_chaos.rules.battle import bury, take_out
from domain.games.order_vs_chaos.rules.exploring import may_be_opened, open_cards, reveal, reveal_under_heroes
from domain.games.order_vs_chaos.rules.growth import (
    change_doom,
    check_room,
    die,
    gain_tokens,
    gain_xp,
    gain_xp_as_side,
    lay_tokens,
    refill,
    restore_stamina,
)
from domain.games.order_vs_chaos.rules.turn import hero_arrives, monster_due, shift_monster
from domain.games.order_vs_chaos.state import MOST_DOOM, Duty, Hero, State, Unit, hero_unit, seat_of_hero_unit
from domain.kernel import Chance, Passage, Rejected, check

# What a primitive names, or a refusal of the whole effect: OC-520.


def cannot(path: str, message: str, field: str) -> Rejected:
    """The refusal under OC-520 of what stands at the path of an effect."""
    return Rejected("OC-520", message, f"{path}{field}")


def hero_named(state: State, seat: str | None, path: str, side: str | None = None) -> Hero:
    """The living hero of that seat, of that side. Raises `Rejected`."""
    hero = state.seats.get(seat or "")
    if hero is None or side not in (None, hero.side):
        raise cannot(path, "There is no such hero for this effect.", "seat")
    on_the_way_back = state.phase == "turn" and hero.location is None
    if not hero.alive or on_the_way_back:
        raise cannot(path, "This hero is dead.", "seat")
    return hero


def must_be_location(state: State, location: str, path: str, field: str = "location") -> None:
    """Raises `Rejected` if it is not a location on the map."""
    if location not in state.places:
        raise cannot(path, "There is no such location on this map.", field)


def unit_named(state: State, unit: str | None, path: str) -> Unit:
    """That unit of the battle. Raises `Rejected`."""
    battle = state.battle
    if battle is None or unit not in battle.units:
        raise cannot(path, "This unit is not in a battle.", "unit")
    return battle.units[unit or ""]


def monster_named(state: State, location: str, path: str, field: str) -> str:
    """The type of the first monster there. Raises `Rejected`."""
    must_be_location(state, location, path, field)
    if not state.places[location].monsters:
        raise cannot(path, "No monster is there.", field)
    return state.places[location].monsters[0]


# Primitives on heroes, units and doom: what they have, and in battle.


def doom(
    state: State, effect: effects.Doom, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    return (yield from change_doom(state, effect.side, effect.delta, "effect", seat))


def health(
    state: State, effect: effects.Health, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    if (effect.unit is None) == (effect.seat is None):
        raise cannot(path, "Either a unit or a seat.", "unit")
    if effect.unit is not None:
        unit = unit_named(state, effect.unit, path)
        owner = seat_of_hero_unit(unit.id)
        if owner is None:
            return (yield from _unit_health(state, unit, effect.delta, source))
        return (yield from _hero_health(state, owner, effect.delta, source))
    hero_named(state, effect.seat, path)
    return (yield from _hero_health(state, effect.seat or "", effect.delta, source))


def _within(delta: int, present: int, most: int) -> int:
    return max(-present, min(delta, most - present))


def _hero_health(state: State, seat: str, delta: int, source: str) -> Passage[State]:
    present = state.seats[seat].health
    change = _within(delta, present, max(present, state.stat(seat, "health")))
    if present + change == 0:
        state = yield from take_out(state, hero_unit(seat))
    if change:
        state = yield facts.HealthChanged(seat, change, source)
    if state.seats[seat].health == 0:
        state = yield from die(state, seat)
    return state


def _unit_health(state: State, unit: Unit, delta: int, source: str) -> Passage[State]:
    change = _within(delta, unit_health(state, unit), unit_max_health(state, unit))
    if unit_health(state, unit) + change == 0:
        state = yield from take_out(state, unit.id)
    if change:
        state = yield facts.UnitChanged(unit.id, health=change, cause=source)
    return (yield from bury(state, unit.id, ()))


def stamina(
    state: State, effect: effects.Stamina, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    hero_named(state, effect.seat, path)
    return (yield from restore_stamina(state, effect.seat, effect.delta, source))


def xp(
    state: State, effect: effects.Xp, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    if (effect.seat is None) == (effect.side is None):
        raise cannot(path, "Either a seat or a side.", "seat")
    if effect.side is not None:
        return (yield from gain_xp_as_side(state, effect.side, effect.amount, "effect"))
    hero_named(state, effect.seat, path)
    return (yield from gain_xp(state, effect.seat or "", effect.amount, "effect"))


def chits(
    state: State, effect: effects.Chits, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    unit = unit_named(state, effect.unit, path)
    change = max(effect.delta, -max(0, unit.chits))
    return (yield facts.UnitChanged(unit.id, chits=change, cause=source)) if change else state


def track(
    state: State, effect: effects.Track, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    unit = unit_named(state, effect.unit, path)
    boxes = battle_boxes(state, unit)
    if boxes is None:
        raise cannot(path, "This unit has no battle track.", "unit")
    change = _within(effect.delta, unit.track, len(boxes) - 1)
    return (yield facts.UnitChanged(unit.id, track=change, cause=source)) if change else state


def special_tokens(
    state: State, effect: effects.SpecialTokens, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    hero = hero_named(state, effect.seat, path)
    number = state.sheet(effect.seat).special_tokens or 0
    if not 0 <= hero.special_tokens + effect.delta <= number:
        raise cannot(path, "The hero has not so many special tokens.", "delta")
    return (yield facts.SpecialTokensChanged(effect.seat, effect.delta)) if effect.delta else state


def cancel_healing(
    state: State, effect: effects.CancelHealing, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    check(False, "OC-519", "A healing is cancelled when the shrine is used.", path.rstrip("/"))
    yield from ()
    return state


def end_battle(
    state: State, effect: effects.EndBattle, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    if state.battle is None:
        raise Rejected("OC-520", "There is no battle.", path.rstrip("/"))
    return (yield facts.BattleStopped())


# Primitives on items and event cards.


def item_take(
    state: State, effect: effects.ItemTake, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    """OC-504."""
    hero_named(state, effect.seat, path, "order")
    if effect.item not in state.display:
        raise cannot(path, "This item is not on display.", "item")
    check_room(state, effect.seat, effect.item, None)
    return (yield facts.ItemGained(effect.seat, effect.item, "effect"))


def item_discard(
    state: State, effect: effects.ItemDiscard, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    hero = hero_named(state, effect.seat, path, "order")
    if effect.item not in (*hero.weapons, *hero.equipment):
        raise cannot(path, "This hero owns no such item.", "item")
    return (yield facts.ItemDiscarded(effect.seat, effect.item, "effect"))


def display_discard(
    state: State, effect: effects.DisplayDiscard, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    if effect.item not in state.display:
        raise cannot(path, "This item is not on display.", "item")
    return (yield facts.DisplayItemsDiscarded((effect.item,), "effect", seat))


def display_refill(
    state: State, effect: effects.DisplayRefill, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    return (yield from refill(state, effect.items, chance, f"{path}items", seat))


def event_draw(
    state: State, effect: effects.EventDraw, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    hero_named(state, effect.seat, path, "chaos")
    return (yield facts.DutyRaised(Duty("draw_event", seat=effect.seat, n=effect.n)))


# Primitives on the map: tokens, monsters, heroes, location cards.


def token_place(
    state: State, effect: effects.TokenPlace, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    must_be_location(state, effect.location, path)
    return (yield from lay_tokens(state, effect.location, effect.n, "effect"))


def token_discard(
    state: State, effect: effects.TokenDiscard, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    must_be_location(state, effect.location, path)
    if state.places[effect.location].tokens < effect.n:
        raise cannot(path, "So many tokens do not lie there.", "n")
    return (yield facts.TokensMoved(effect.location, "supply", effect.n, "effect"))


def token_gain(
    state: State, effect: effects.TokenGain, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    hero_named(state, effect.seat, path, "chaos")
    return (yield from gain_tokens(state, effect.seat, effect.n, "effect"))


def monster_place(
    state: State, effect: effects.MonsterPlace, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    must_be_location(state, effect.location, path)
    return (yield from monster_due(state, effect.location))


def monster_move(
    state: State, effect: effects.MonsterMove, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    kind = monster_named(state, effect.origin, path, "from")
    must_be_location(state, effect.to, path, "to")
    if effect.to == effect.origin:
        raise cannot(path, "The monster is there already.", "to")
    state = yield from take_out(state, f"monster:{effect.origin}")
    return (yield from shift_monster(state, kind, effect.origin, effect.to))


def monster_discard(
    state: State, effect: effects.MonsterDiscard, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    kind = monster_named(state, effect.location, path, "location")
    state = yield from take_out(state, f"monster:{effect.location}")
    return (yield facts.MonsterDiscarded(kind, effect.location, "effect"))


def hero_move(
    state: State, effect: effects.HeroMove, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    hero = hero_named(state, effect.seat, path)
    must_be_location(state, effect.to, path, "to")
    arch = hero.side == "order" and effect.to == state.map.arch_enemy
    check(not arch, "OC-306", "Order may not enter the arch enemy's location.", f"{path}to")
    if effect.to == hero.location:
        raise cannot(path, "The hero is there already.", "to")
    state = yield from take_out(state, hero_unit(effect.seat))
    state = yield facts.HeroMoved(effect.seat, hero.location, effect.to, "effect")
    return (yield from hero_arrives(state, effect.seat, "effect"))


def pass_enemies(
    state: State, effect: effects.PassEnemies, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    active = effect.seat == state.active
    check(active, "OC-304", "Only the active hero passes enemies.", f"{path}seat")
    must_be_location(state, effect.location, path)
    return (yield facts.EnemiesPassed(effect.seat, effect.location))


def swap_cards(
    state: State, effect: effects.SwapCards, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    for field, place in (("a", effect.a), ("b", effect.b)):
        must_be_location(state, place, path, field)
        if state.places[place].face == "none":
            raise cannot(path, "No card lies there.", field)
    if effect.a == effect.b:
        raise cannot(path, "Two locations are swapped.", "b")
    state = yield facts.CardsSwapped(effect.a, effect.b)
    under = [
        place
        for place in (effect.a, effect.b)
        if may_be_opened(state, place)
        and (heroes_at(state, place, "order") or heroes_at(state, place, "chaos"))
    ]
    for cards in reveal_under_heroes(state, under, effect.opened, chance, f"{path}opened"):
        state = yield from open_cards(state, cards, seat, "effect")
    return state


def open_card(
    state: State, effect: effects.OpenCard, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    must_be_location(state, effect.location, path)
    free = may_be_opened(state, effect.location)
    check(free, "OC-320", "This location cannot be opened now.", f"{path}location")
    cards = reveal(state, effect.location, effect.card, effect.cascade, chance, path)
    return (yield from open_cards(state, cards, seat, "effect"))


def remove_card(
    state: State, effect: effects.RemoveCard, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    must_be_location(state, effect.location, path)
    card = state.places[effect.location].card
    if card is None:
        raise cannot(path, "No face-up card lies there.", "location")
    return (yield facts.CardRemoved(effect.location, card, "effect", seat))


# What each primitive of OC-520 does, and when it cannot be carried out.

Carry = Callable[[State, Any, Chance, str | None, str, str], Passage[State]]
"""(state, effect, chance, acting seat, source, path of the effect) → the story of the effect."""


def apply(
    state: State, listed: tuple[effects.Effect, ...], chance: Chance, seat: str | None, source: str
) -> Passage[State]:
    """The effects in order; the rest is dropped once Chaos doom is 13 (OC-604)."""
    for index, effect in enumerate(listed):
        if state.phase == "turn" and state.chaos >= MOST_DOOM:
            return state
        name = effects.name_of(effect)
        path = f"effects/{index}"
        final = state.phase == "final" and name in effects.MAP_PRIMITIVES
        check(not final, "OC-621", "What changes the map has no place in the final battle.", path)
        state = yield from PRIMITIVES[name](state, effect, chance, seat, source, f"{path}/")
    return state


def note(
    state: State, effect: effects.Note, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    yield from ()
    return state


PRIMITIVES: Mapping[str, Carry] = {
    "doom": doom,
    "health": health,
    "stamina": stamina,
    "xp": xp,
    "chits": chits,
    "track": track,
    "token_place": token_place,
    "token_discard": token_discard,
    "token_gain": token_gain,
    "special_tokens": special_tokens,
    "monster_place": monster_place,
    "monster_move": monster_move,
    "monster_discard": monster_discard,
    "hero_move": hero_move,
    "pass_enemies": pass_enemies,
    "swap_cards": swap_cards,
    "open": open_card,
    "remove_card": remove_card,
    "item_take": item_take,
    "item_discard": item_discard,
    "display_discard": display_discard,
    "display_refill": display_refill,
    "event_draw": event_draw,
    "cancel_healing": cancel_healing,
    "end_battle": end_battle,
    "note": note,
}
