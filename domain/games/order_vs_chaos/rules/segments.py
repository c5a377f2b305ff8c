"""A round of battle, OC-410 … OC-439: weapons, blocks, targets, rolls and their results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import SEGMENTS, Flat, Majority, PerDie, Reroll, Text
from domain.games.order_vs_chaos.reading.called import called
from domain.games.order_vs_chaos.reading.fighters import (
    armor_stat,
    attacks_of,
    battle_boxes,
    dice_of,
    foes,
    may_block,
    must_select,
    unit_health,
    unit_max_health,
)
from domain.games.order_vs_chaos.rules.battle import bury, discard_thrown
from domain.games.order_vs_chaos.state import (
    ARCH_UNIT,
    Attack,
    Battle,
    Duty,
    State,
    hero_unit,
    seat_of_hero_unit,
)
from domain.kernel import Chance, Passage, Rejected, check

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
    """What an attack's dice come to: damage before a block, and gains for its owner."""

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
        """What arrives at the target."""
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
