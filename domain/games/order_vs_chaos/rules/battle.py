"""The frame of a battle: OC-401 … OC-406, OC-450 … OC-452, OC-490, OC-712. The engine's part of it."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components.document import SEGMENTS
from domain.games.order_vs_chaos.reading.fighters import (
    armor_stat,
    chosen_attacks,
    foes,
    may_block,
    must_select,
    unit_health,
    units_of,
)
from domain.games.order_vs_chaos.reading.heroes import living, seats_from, seats_of
from domain.games.order_vs_chaos.reading.map import adjacent, both_sides_at, enemies_at, heroes_at, owner_of
from domain.games.order_vs_chaos.rules.growth import die
from domain.games.order_vs_chaos.state import (
    ARCH_UNIT,
    Attack,
    Battle,
    State,
    Unit,
    hero_unit,
    seat_of_hero_unit,
)
from domain.kernel import Passage


def start_waiting(state: State) -> Passage[State]:
    """OC-345: the phasing hero's own battle first, the others in the order in which they were caused."""
    own = state.seats[state.active].location if state.active is not None else None
    location, cause = next((one for one in state.waiting if one[0] == own), state.waiting[0])
    if not both_sides_at(state, location):
        return (yield facts.BattleDropped(location))
    units = field_units(state, location)
    phasing = state.active is not None and any(unit.id == hero_unit(state.active) for unit in units)
    return (yield facts.BattleStarted(location, "field", units, cause, phasing))


def field_units(state: State, location: str) -> tuple[Unit, ...]:
    """Every hero and monster at the location, with chits as dealt (OC-401, OC-404, OC-406). OC-343."""
    seats = (*heroes_at(state, location, "order"), *heroes_at(state, location, "chaos"))
    units = [hero_of_battle(state, seat) for seat in seats]
    for kind in state.places[location].monsters[:1]:
        monster = Unit(
            f"monster:{location}", "chaos", owner_of(state, kind), kind, state.box.monsters[kind].health
        )
        units.append(dealt(state, monster))
    return tuple(units)


def hero_of_battle(state: State, seat: str) -> Unit:
    """A hero as it joins a battle."""
    hero = state.seats[seat]
    return dealt(state, Unit(hero_unit(seat), hero.side, seat, hero.hero or ""))


def dealt(state: State, unit: Unit) -> Unit:
    """The unit with chits equal to its armor stat (OC-404)."""
    return replace(unit, chits=armor_stat(state, unit))


def final_units(state: State) -> tuple[Unit, ...]:
    """Who fights in the present stage of the final battle (OC-615, OC-616)."""
    assert state.final is not None
    units = [hero_of_battle(state, seat) for seat in living(state, "order")]
    if state.final.stage == "arch":
        arch = Unit(ARCH_UNIT, "chaos", None, state.arch_enemy or "", state.final.arch_health or 0)
        return (*units, dealt(state, arch))
    units += [hero_of_battle(state, seat) for seat in living(state, "chaos")]
    for seat in seats_of(state, "chaos"):
        health = state.final.monsters[seat]
        if health > 0:
            kind = state.seats[seat].monster_type or ""
            units.append(dealt(state, Unit(f"monster:{seat}", "chaos", seat, kind, health)))
    return tuple(units)


def advance(state: State) -> Passage[State]:
    """Carry the running battle on to the next choice that somebody has (OC-403). OC-451."""
    battle = state.battle
    assert battle is not None
    if battle.stopped or not units_of(battle, "order") or not units_of(battle, "chaos"):
        return (yield from end(state))
    if battle.step == "weapons":
        if any(must_select(state, unit) and unit.selected is None for unit in battle.units.values()):
            return state
        if may_block(state):
            return (yield facts.BlockStepBegan())
        return (yield from next_segment(state))
    if battle.step == "block":
        if battle.substep is None:
            return (yield from next_segment(state))
        return state if may_block(state) else (yield facts.BlocksDeclared({}))
    if battle.step == "retreat":
        return (yield from _next_retreat(state, battle))
    if battle.substep is None:
        return (yield from next_segment(state))
    if battle.substep == "targets" and (only := _only_target(battle)) is not None:
        return (yield only)
    if not battle.attacks:
        return (yield facts.SegmentResolved(battle.step))
    return state


def _only_target(battle: Battle) -> facts.TargetsDeclared | None:
    """OC-431: the open attacks of a unit that has one enemy left."""
    for unit in battle.units.values():
        due = [one.attack for one in battle.attacks if one.unit == unit.id and one.target is None]
        enemies = foes(battle, unit)
        if due and len(enemies) == 1:
            return facts.TargetsDeclared(unit.id, dict.fromkeys(due, enemies[0]))
    return None


def _next_retreat(state: State, battle: Battle) -> Passage[State]:
    """OC-472: a hero that has nowhere to go any more has no try."""
    if not battle.retreat_queue:
        return (yield from next_round(state))
    seat = battle.retreat_queue[0]
    return state if retreat_targets(state, seat) else (yield facts.Stayed(seat))


def next_segment(state: State) -> Passage[State]:
    """The next segment in which a living unit attacks (OC-430); after the last, OC-423 and the retreats.

    OC-516.
    """
    battle = state.battle
    assert battle is not None
    done = SEGMENTS.index(battle.step) + 1 if battle.step in SEGMENTS else 0
    for segment in SEGMENTS[done:]:
        attacks = tuple(
            Attack(unit.id, attack, targets[0] if len(targets) == 1 else None)
            for unit in battle.units.values()
            for targets in (foes(battle, unit),)
            for attack in chosen_attacks(state, unit)
            if state.box.attacks[attack].segment == segment
        )
        if attacks:
            return (yield facts.SegmentBegan(segment, attacks))
    before = state
    state = yield from settle(state)
    if state is not before:
        return state
    queue = retreat_queue(state, battle) if battle.kind == "field" else ()
    if queue:
        return (yield facts.RetreatBegan(queue))
    return (yield from next_round(state))


def settle(state: State) -> Passage[State]:
    """OC-423, OC-715: blockers pay the rest of their debt with chits, then with health, at the same time."""
    battle = state.battle
    assert battle is not None
    blockers = [unit for unit in battle.units.values() if unit.debt > 0]
    for unit in blockers:
        chits = min(max(0, unit.chits), unit.debt)
        health = min(unit.debt - chits, unit_health(state, unit))
        state = yield facts.BlockSettled(unit.id, unit.debt, chits, health)
    for unit in blockers:
        state = yield from bury(state, unit.id, ())
    return state


def bury(state: State, name: str, by: tuple[str, ...]) -> Passage[State]:
    """A unit at 0 health is dead (OC-438); others live on."""
    battle = state.battle
    unit = battle.units.get(name) if battle is not None else None
    if battle is None or unit is None or unit_health(state, unit) > 0:
        return state
    seat = seat_of_hero_unit(name)
    if seat is not None:
        state = yield facts.UnitKilled(name, by, battle.location)
        return (yield from die(state, seat))
    kind = None if name == ARCH_UNIT else unit.type
    return (yield facts.UnitKilled(name, by, battle.location, kind))


def retreat_queue(state: State, battle: Battle) -> tuple[str, ...]:
    """OC-470: the phasing hero, the side opposed to the active seat, the others; each clockwise.

    A hero with nowhere to go has no try (OC-472).
    """
    able = [
        seat
        for seat in seats_from(state, state.active)
        if hero_unit(seat) in battle.units and retreat_targets(state, seat)
    ]
    phasing = state.seats[state.active].side if state.active is not None else "order"
    return tuple(sorted(able, key=lambda seat: (seat != state.active, state.seats[seat].side == phasing)))


def retreat_targets(state: State, seat: str) -> tuple[str, ...]:
    """OC-472: adjacent and free of enemies; only if there is none, adjacent with enemies."""
    hero = state.seats[seat]
    near = [
        place
        for place in adjacent(state, hero.location or "")
        if hero.side == "chaos" or place != state.map.arch_enemy
    ]
    free = tuple(place for place in near if not enemies_at(state, hero.side, place))
    return free or tuple(near)


def next_round(state: State) -> Passage[State]:
    """OC-403: the next round; who was brought here by effects joins now (OC-712)."""
    battle = state.battle
    assert battle is not None
    joined: tuple[Unit, ...] = ()
    if battle.location is not None:
        joined = tuple(
            unit
            for unit in field_units(state, battle.location)
            if unit.id not in battle.units and unit.seat not in _outside(battle, unit)
        )
    state = yield facts.RoundBegan(battle.round + 1, joined)
    if joined and any(place == battle.location for place, _ in state.waiting):
        state = yield facts.BattleDropped(battle.location or "")
    return state


def _outside(battle: Battle, unit: Unit) -> tuple[str, ...]:
    return battle.outside if seat_of_hero_unit(unit.id) is not None else ()


def end(state: State) -> Passage[State]:
    """OC-450, OC-491: settlement, then the battle is over. Left with an enemy, the turn is lost (OC-205)."""
    battle = state.battle
    assert battle is not None
    state = yield from discard_thrown(state, battle.attacks)
    state = yield from settle(state)
    state = yield from close(state, "effect" if battle.stopped else "won")
    active = state.active
    if active is None or not battle.phasing or state.lost:
        return state
    hero = state.seats[active]
    if enemies_at(state, hero.side, hero.location):
        state = yield facts.TurnLost(active)
    return state


def close(state: State, cause: str) -> Passage[State]:
    """The battle is over; chits are gone (OC-405)."""
    battle = state.battle
    assert battle is not None
    order, chaos = ([unit.id for unit in units_of(battle, side)] for side in ("order", "chaos"))
    return (yield facts.BattleEnded(battle.location, battle.round, cause, tuple(order), tuple(chaos)))


def discard_thrown(state: State, attacks: tuple[Attack, ...]) -> Passage[State]:
    """OC-439: weapons to be discarded on use, once they were rolled. OC-514."""
    for attack in attacks:
        seat = seat_of_hero_unit(attack.unit)
        if seat is None or not attack.is_rolled or not state.box.attacks[attack.attack].discard_on_use:
            continue
        if attack.attack in state.seats[seat].weapons:
            state = yield facts.ItemDiscarded(seat, attack.attack, "thrown")
    return state


def take_out(state: State, name: str) -> Passage[State]:
    """OC-490: a unit leaves by an effect: thrown weapons among the attacks that are lost are spent."""
    battle = state.battle
    if battle is None or name not in battle.units:
        return state
    lost = tuple(attack for attack in battle.attacks if name in (attack.unit, attack.target))
    return (yield from discard_thrown(state, lost))
