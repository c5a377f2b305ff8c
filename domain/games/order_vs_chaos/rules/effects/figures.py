"""Primitives on heroes, units and doom: what they have, and in battle."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components import effects
from domain.games.order_vs_chaos.reading.fighters import battle_boxes, unit_health, unit_max_health
from domain.games.order_vs_chaos.rules.battle import bury, take_out
from domain.games.order_vs_chaos.rules.effects.targets import cannot, hero_named, unit_named
from domain.games.order_vs_chaos.rules.growth import (
    change_doom,
    die,
    gain_xp,
    gain_xp_as_side,
    restore_stamina,
)
from domain.games.order_vs_chaos.state import State, Unit, hero_unit, seat_of_hero_unit
from domain.kernel import Chance, Passage, Rejected, check


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
