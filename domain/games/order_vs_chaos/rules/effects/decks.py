"""Primitives on items and event cards."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components import effects
from domain.games.order_vs_chaos.rules.display import check_room, refill
from domain.games.order_vs_chaos.rules.effects.targets import cannot, hero_named
from domain.games.order_vs_chaos.state import Duty, State
from domain.kernel import Chance, Passage


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
