"""Battles: their frame, rounds and retreats (OC-401 … OC-476, OC-490, OC-711, OC-712)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import (
    BLUE,
    SEGMENTS,
    Flat,
    Majority,
    PerDie,
    Reroll,
    Text,
)
from domain.games.order_vs_chaos.reading import (
    adjacent,
    armor_stat,
    attacks_of,
    battle_boxes,
    both_sides_at,
    called,
    chosen_attacks,
    dice_of,
    enemies_at,
    foes,
    heroes_at,
    living,
    may_block,
    must_select,
    owner_of,
    seats_from,
    seats_of,
    unit_health,
    unit_max_health,
    units_of,
)
from domain.games.order_vs_chaos.rules.growth import die
from domain.games.order_vs_chaos.rules.turn import cause_battle
from domain.games.order_vs_chaos.state import (
    ARCH_UNIT,
    Attack,
    Battle,
    Duty,
    State,
    Unit,
    hero_unit,
    seat_of_hero_unit,
)
from domain.kernel import Chance, Passage, Rejected, check

# The frame of a battle: OC-401 … OC-406, OC-450 … OC-452, OC-490, OC-712. The engine's part of it.


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
    """The units that fight in the present stage of the final battle (OC-615, OC-616)."""
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


# A round of battle, OC-410 … OC-439: weapons, blocks, targets, rolls and their results.

HANDS = 2


def running(state: State) -> Battle:
    """The running battle; a battle command without one is OC-402."""
    if state.battle is None:
        raise Rejected("OC-402", "There is no battle.")
    return state.battle


def check_step(battle: Battle, *steps: str, substep: str | None = None) -> None:
    """OC-403: the step of the battle, and where it has parts the part."""
    right = battle.step in steps and (substep is None or battle.substep == substep)
    check(right, "OC-403", f"The battle is at the {battle.step} step.")


def select_weapons(state: State, action: actions.SelectWeapons, chance: Chance) -> Passage[State]:
    """OC-410 … OC-412: two hands, one bonus; the Ghoul picks one attack."""
    battle = running(state)
    check_step(battle, "weapons")
    unit = battle.units.get(hero_unit(action.seat))
    chooses = unit is not None and unit.selected is None and must_select(state, unit)
    check(chooses, "OC-403", "You have no weapons to select now.", "seat")
    assert unit is not None
    owned = attacks_of(state, unit)
    for index, weapon in enumerate(action.weapons):
        fine = weapon in owned and weapon not in action.weapons[:index]
        name = called(state, weapon, "This weapon")
        check(fine, "OC-410", f"{name} is not available to this hero.", f"weapons/{index}")
    if unit.side == "chaos":
        single = len(action.weapons) == 1 and action.bonus is None
        check(single, "OC-412", "Pick one attack; it gets the whole stat.", "weapons")
        return (yield facts.WeaponsSelected(action.seat, action.weapons))
    hands = sum(state.box.attacks[weapon].hands or 0 for weapon in action.weapons)
    check(hands <= HANDS, "OC-410", f"These weapons need {hands} hands.", "weapons")
    bonus = action.bonus
    if len(action.weapons) == 1 and bonus is None:
        bonus = action.weapons[0]
    named = bonus in action.weapons if action.weapons else bonus is None
    check(named, "OC-411", "Put the attack stat on one selected weapon.", "bonus")
    return (yield facts.WeaponsSelected(action.seat, action.weapons, bonus))


def declare_blocks(state: State, action: actions.DeclareBlocks, chance: Chance) -> Passage[State]:
    """OC-420, OC-421: who blocks refills its chits and owes as much damage."""
    battle = running(state)
    check_step(battle, "block", substep="declare")
    able = may_block(state)
    for index, name in enumerate(action.units):
        fine = name in able and name not in action.units[:index]
        check(fine, "OC-420", f"{called(state, name, 'This fighter')} cannot block.", f"units/{index}")
    debts = {name: armor_stat(state, battle.units[name]) - battle.units[name].chits for name in action.units}
    return (yield facts.BlocksDeclared(debts))


def declare_targets(state: State, action: actions.DeclareTargets, chance: Chance) -> Passage[State]:
    """OC-431: a living enemy for each of the unit's attacks in this segment."""
    battle = running(state)
    check_step(battle, *SEGMENTS, substep="targets")
    due = {one.attack for one in battle.attacks if one.unit == action.unit and one.target is None}
    check(bool(due), "OC-431", "This unit has no target to declare.", "unit")
    check(action.targets.keys() == due, "OC-431", "Name a target for each open attack.", "targets")
    enemies = foes(battle, battle.units[action.unit])
    for attack, target in action.targets.items():
        arch = battle.kind == "screen" and target == ARCH_UNIT
        name = called(state, target, "This")
        check(target in enemies or arch, "OC-431", f"{name} is not an enemy here.", f"targets/{attack}")
        check(not arch, "OC-615", "You cannot target the arch enemy yet.", f"targets/{attack}")
    return (yield facts.TargetsDeclared(action.unit, action.targets))


def roll_attack(state: State, action: actions.RollAttack, chance: Chance) -> Passage[State]:
    """OC-432, OC-707: printed and bonus dice, perhaps none, or the flat damage instead. OC-510."""
    battle = running(state)
    check_step(battle, *SEGMENTS, substep="rolls")
    attack = attack_in(battle, action.unit, action.attack)
    check(attack is not None, "OC-430", "This attack is not made in this step.", "attack")
    assert attack is not None
    check(not attack.is_rolled, "OC-432", "This attack is already rolled.", "attack")
    unit = battle.units[action.unit]
    if action.flat:
        flat = state.box.attacks[action.attack].flat
        check(flat is not None, "OC-432", "This attack has no flat damage.", "flat")
        check(action.dice is None, "OC-432", "Flat damage replaces the whole roll.", "dice")
        return (yield facts.AttackRolled(action.unit, action.attack, (), True, unit.seat))
    number = dice_of(state, unit, action.attack)
    dice = chance.dice(
        action.dice,
        number,
        state.box.die_faces,
        field="dice",
        rule="OC-432",
        message=f"Roll {number} dice with faces of this set.",
    )
    return (yield facts.AttackRolled(action.unit, action.attack, dice, False, unit.seat))


def attack_in(battle: Battle, unit: str, attack: str) -> Attack | None:
    """That unit's attack in the running segment."""
    return next((one for one in battle.attacks if one.unit == unit and one.attack == attack), None)


class Result(Struct, frozen=True):
    """The result of an attack's dice: damage before a block, and gains for its owner."""

    damage: int = 0
    armor: int = 0
    heal: int = 0
    track: int = 0


def result_of(state: State, attack: Attack) -> Result:
    """OC-434, OC-435: numbers are damage; lightning does what the specials say. Cancelled dice do nothing.

    OC-414, OC-512, OC-513, OC-515.
    """
    card = state.box.attacks[attack.attack]
    if attack.flat:
        return Result(damage=card.flat or 0)
    dice = [face for index, face in enumerate(attack.dice or ()) if index not in attack.cancelled]
    gains = {"damage": attack.exchanged + sum(int(face) for face in dice if face.isdigit())}
    for special in card.specials:
        match special:
            case PerDie():
                times = dice.count(special.face)
            case Majority():
                times = int(dice.count(special.face) > dice.count(special.over))
            case Reroll() | Flat() | Text():
                continue
            case _:
                assert_never(special)
        for gain, amount in special.gain.items():
            gains[gain] = gains.get(gain, 0) + times * amount
    return Result(**gains)


def resolve_segment(state: State, action: actions.ResolveSegment, chance: Chance) -> Passage[State]:
    """OC-434 … OC-439: gains (OC-716), all damage at the same time, discards, the dead, rewards (OC-709).

    OC-436.
    """
    battle = running(state)
    check_step(battle, *SEGMENTS)
    order = action.order or {}
    attacks = _in_order(battle, order)
    check(all(one.is_rolled for one in attacks), "OC-432", "Roll every attack first.")
    results = [result_of(state, one) for one in attacks]
    state = yield from _gains(state, attacks, results)
    hits = _hits(state, attacks, results)
    absorbs = _absorbed(state, hits, action.absorb or {})
    state = yield from _damage(state, battle.step, hits, absorbs)
    state = yield from discard_thrown(state, battle.attacks)
    state = yield facts.SegmentResolved(battle.step)
    return (yield from _bury_all(state, hits))


def _in_order(battle: Battle, order: Mapping[str, tuple[str, ...]]) -> list[Attack]:
    """OC-422: the attacks, each unit's in the order that its controller chose."""
    made: dict[str, list[str]] = {}
    for one in battle.attacks:
        made.setdefault(one.unit, []).append(one.attack)
    for unit, chosen in order.items():
        fits = sorted(chosen) == sorted(made.get(unit, ())) and bool(chosen)
        check(fits, "OC-422", "The order must name exactly the unit's attacks in this step.", f"order/{unit}")
    wanted = {unit: list(order.get(unit, names)) for unit, names in made.items()}
    return sorted(
        battle.attacks, key=lambda one: (list(made).index(one.unit), wanted[one.unit].index(one.attack))
    )


def _gains(state: State, attacks: list[Attack], results: list[Result]) -> Passage[State]:
    """OC-434: chits, health up to the maximum, battle track within its boxes."""
    for attack, result in zip(attacks, results, strict=True):
        if not (result.armor or result.heal or result.track):
            continue
        assert state.battle is not None
        unit = state.battle.units[attack.unit]
        health = min(result.heal, unit_max_health(state, unit) - unit_health(state, unit))
        boxes = battle_boxes(state, unit)
        track = 0 if boxes is None else min(result.track, len(boxes) - 1 - unit.track)
        state = yield facts.GainsTaken(attack.unit, attack.attack, result.armor, max(0, health), track)
    return state


class Hit(Struct, frozen=True):
    """An attack's damage, and how much of it a block forgoes (OC-422)."""

    attack: Attack
    rolled: int
    forgone: int

    @property
    def damage(self) -> int:
        """The damage that arrives at the target."""
        return self.rolled - self.forgone


def _hits(state: State, attacks: list[Attack], results: list[Result]) -> list[Hit]:
    assert state.battle is not None
    debts = {name: unit.debt for name, unit in state.battle.units.items()}
    hits = []
    for attack, result in zip(attacks, results, strict=True):
        forgone = min(result.damage, debts[attack.unit])
        debts[attack.unit] -= forgone
        hits.append(Hit(attack, result.damage, forgone))
    return hits


def _most_absorbed(chits: Mapping[str, int], hits: list[Hit]) -> dict[str, int]:
    """OC-437: for each unit the chits that may absorb, at most the damage."""
    most: dict[str, int] = dict.fromkeys(chits, 0)
    for hit in hits:
        if hit.attack.target is not None:
            most[hit.attack.target] = min(chits[hit.attack.target], most[hit.attack.target] + hit.damage)
    return most


def _absorbed(state: State, hits: list[Hit], chosen: Mapping[str, int]) -> dict[str, int]:
    """OC-437: chits that absorb; by default as many as there are."""
    assert state.battle is not None
    most = _most_absorbed({name: max(0, unit.chits) for name, unit in state.battle.units.items()}, hits)
    for unit, number in chosen.items():
        fits = number <= most.get(unit, -1)
        check(fits, "OC-437", f"At most {most.get(unit, 0)} chits can absorb damage.", f"absorb/{unit}")
    return {**most, **chosen}


def _damage(state: State, segment: str, hits: list[Hit], absorbs: dict[str, int]) -> Passage[State]:
    assert state.battle is not None
    health = {name: unit_health(state, unit) for name, unit in state.battle.units.items()}
    left = dict(absorbs)
    for hit in hits:
        target = hit.attack.target or ""
        absorbed = min(hit.damage, left[target])
        left[target] -= absorbed
        hurt = min(hit.damage - absorbed, health[target])
        health[target] -= hurt
        state = yield facts.DamageDealt(
            hit.attack.unit, hit.attack.attack, target, segment, hit.rolled, hit.forgone, absorbed, hurt
        )
    return state


def _bury_all(state: State, hits: list[Hit]) -> Passage[State]:
    """OC-438, OC-480, OC-481: the dead at the same time; the killers of a monster are due an item."""
    assert state.battle is not None
    rewards: list[tuple[str, ...]] = []
    for unit in tuple(state.battle.units.values()):
        if unit_health(state, unit) > 0:
            continue
        by = tuple(
            dict.fromkeys(hit.attack.unit for hit in hits if hit.attack.target == unit.id and hit.damage > 0)
        )
        state = yield from bury(state, unit.id, by)
        seats = tuple(seat for name in by if (seat := seat_of_hero_unit(name)) is not None)
        if unit.id.startswith("monster:") and seats:
            rewards.append(seats)
    if state.display:
        for seats in rewards:
            state = yield facts.DutyRaised(Duty("take_reward", candidates=seats))
    return state


# Retreats: OC-470 … OC-476, OC-711.


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
