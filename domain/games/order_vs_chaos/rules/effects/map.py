"""Primitives on the map: tokens, monsters, heroes, location cards."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components import effects
from domain.games.order_vs_chaos.reading.map import heroes_at
from domain.games.order_vs_chaos.rules.battle import take_out
from domain.games.order_vs_chaos.rules.effects.targets import (
    cannot,
    hero_named,
    monster_named,
    must_be_location,
)
from domain.games.order_vs_chaos.rules.exploring import open_cards
from domain.games.order_vs_chaos.rules.growth import (
    gain_tokens,
    lay_tokens,
)
from domain.games.order_vs_chaos.rules.monsters import hero_arrives, monster_due, shift_monster
from domain.games.order_vs_chaos.rules.revealing import may_be_opened, reveal, reveal_under_heroes
from domain.games.order_vs_chaos.state import State, hero_unit
from domain.kernel import Chance, Passage, check


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
