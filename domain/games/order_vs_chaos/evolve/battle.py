"""Battles."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.evolve.table import evolve, hurt, leaves_battle, off_the_map, with_unit
from domain.games.order_vs_chaos.state import Battle, State, hero_unit


@evolve.on(facts.BattleCaused)
def _(state: State, fact: facts.BattleCaused) -> State:
    return replace(state, waiting=(*state.waiting, (fact.location, fact.cause)))


@evolve.on(facts.BattleDropped)
def _(state: State, fact: facts.BattleDropped) -> State:
    return replace(state, waiting=tuple(one for one in state.waiting if one[0] != fact.location))


@evolve.on(facts.BattleStarted)
def _(state: State, fact: facts.BattleStarted) -> State:
    battle = Battle(
        location=fact.location,
        kind=fact.kind,  # type: ignore[arg-type]
        cause=fact.cause,
        units={unit.id: unit for unit in fact.units},
        phasing=fact.phasing,
    )
    totals = state.totals
    if fact.kind == "field":
        totals = replace(totals, battles=totals.battles + 1)
    waiting = tuple(one for one in state.waiting if one[0] != fact.location)
    state = replace(state, battle=battle, waiting=waiting, totals=totals)
    return replace(state, fought=True, step="encounter") if fact.phasing else state


@evolve.on(facts.WeaponsSelected)
def _(state: State, fact: facts.WeaponsSelected) -> State:
    assert state.battle is not None
    unit = hero_unit(fact.seat)
    weapons = tuple(state.box.attacks[weapon].id for weapon in fact.weapons)
    return replace(state, battle=with_unit(state.battle, unit, selected=weapons, bonus=fact.bonus))


@evolve.on(facts.BlockStepBegan)
def _(state: State, fact: facts.BlockStepBegan) -> State:
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, step="block", substep="declare"))


@evolve.on(facts.BlocksDeclared)
def _(state: State, fact: facts.BlocksDeclared) -> State:
    assert state.battle is not None
    battle = replace(state.battle, step="block", substep=None)
    for unit, debt in fact.debts.items():
        battle = with_unit(battle, unit, debt=debt, chits=battle.units[unit].chits + debt)
    return replace(state, battle=battle)


@evolve.on(facts.SegmentBegan)
def _(state: State, fact: facts.SegmentBegan) -> State:
    assert state.battle is not None
    substep = "rolls" if all(attack.target for attack in fact.attacks) else "targets"
    battle = replace(state.battle, step=fact.segment, substep=substep, attacks=fact.attacks)
    return replace(state, battle=battle)


@evolve.on(facts.TargetsDeclared)
def _(state: State, fact: facts.TargetsDeclared) -> State:
    battle = state.battle
    assert battle is not None
    attacks = tuple(
        replace(attack, target=fact.targets[attack.attack])
        if attack.unit == fact.unit and attack.attack in fact.targets
        else attack
        for attack in battle.attacks
    )
    substep = "rolls" if all(attack.target for attack in attacks) else "targets"
    return replace(state, battle=replace(battle, attacks=attacks, substep=substep))


def _attack(state: State, unit: str, attack: str, **changes: Any) -> State:
    battle = state.battle
    assert battle is not None
    attacks = tuple(
        replace(one, **changes) if one.attack == attack and one.unit == unit else one
        for one in battle.attacks
    )
    return replace(state, battle=replace(battle, attacks=attacks))


@evolve.on(facts.AttackRolled)
def _(state: State, fact: facts.AttackRolled) -> State:
    if fact.flat:
        return _attack(state, fact.unit, fact.attack, flat=True)
    return _attack(state, fact.unit, fact.attack, dice=fact.dice)


@evolve.on(facts.DieChanged)
def _(state: State, fact: facts.DieChanged) -> State:
    assert state.battle is not None
    one = next(
        attack for attack in state.battle.attacks if attack.unit == fact.unit and attack.attack == fact.attack
    )
    if fact.op in ("cancel", "exchange"):
        return _attack(
            state,
            fact.unit,
            fact.attack,
            cancelled=(*one.cancelled, fact.die),
            exchanged=one.exchanged + fact.damage,
        )
    dice = list(one.dice or ())
    dice[fact.die] = fact.face or dice[fact.die]
    rerolled = (*one.rerolled, fact.die) if fact.op == "reroll" else one.rerolled
    return _attack(state, fact.unit, fact.attack, dice=tuple(dice), rerolled=rerolled)


@evolve.on(facts.GainsTaken)
def _(state: State, fact: facts.GainsTaken) -> State:
    return _changed(state, fact.unit, fact.chits, fact.health, fact.track)


@evolve.on(facts.UnitChanged)
def _(state: State, fact: facts.UnitChanged) -> State:
    return _changed(state, fact.unit, fact.chits, fact.health, fact.track)


def _changed(state: State, unit: str, chits: int, health: int, track: int) -> State:
    battle = state.battle
    if battle is None or unit not in battle.units:
        return state
    one = battle.units[unit]
    return hurt(state, unit, -health, chits=one.chits + chits, track=one.track + track)


@evolve.on(facts.DamageDealt)
def _(state: State, fact: facts.DamageDealt) -> State:
    battle = state.battle
    assert battle is not None
    if fact.forgone:
        attacker = battle.units[fact.unit]
        battle = with_unit(battle, fact.unit, debt=attacker.debt - fact.forgone)
        state = replace(state, battle=battle)
    if not fact.absorbed and not fact.health:
        return state
    chits = battle.units[fact.target].chits - fact.absorbed
    return hurt(state, fact.target, fact.health, chits=chits)


@evolve.on(facts.SegmentResolved)
def _(state: State, fact: facts.SegmentResolved) -> State:
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, substep=None, attacks=()))


@evolve.on(facts.UnitKilled)
def _(state: State, fact: facts.UnitKilled) -> State:
    if fact.type is not None:
        totals = replace(state.totals, monsters_killed=state.totals.monsters_killed + 1)
        state = replace(state, totals=totals)
    if fact.location is not None and fact.type is not None:
        state = off_the_map(state, fact.type, fact.location)
    return replace(state, battle=leaves_battle(state.battle, fact.unit))


@evolve.on(facts.BattleStopped)
def _(state: State, fact: facts.BattleStopped) -> State:
    if state.battle is None:
        return state
    return replace(state, battle=replace(state.battle, stopped=True))


@evolve.on(facts.BlockSettled)
def _(state: State, fact: facts.BlockSettled) -> State:
    assert state.battle is not None
    unit = state.battle.units[fact.unit]
    return hurt(state, fact.unit, fact.health, chits=unit.chits - fact.chits, debt=0)


@evolve.on(facts.RetreatBegan)
def _(state: State, fact: facts.RetreatBegan) -> State:
    assert state.battle is not None
    battle = replace(state.battle, step="retreat", substep=None, retreat_queue=fact.queue)
    return replace(state, battle=battle)


@evolve.on(facts.Stayed)
def _(state: State, fact: facts.Stayed) -> State:
    return _next_in_queue(state, fact.seat)


@evolve.on(facts.Retreated)
def _(state: State, fact: facts.Retreated) -> State:
    state = _next_in_queue(state, fact.seat)
    if not fact.ok:
        return state
    return replace(state, totals=replace(state.totals, retreats=state.totals.retreats + 1))


def _next_in_queue(state: State, seat: str) -> State:
    assert state.battle is not None
    queue = tuple(name for name in state.battle.retreat_queue if name != seat)
    return replace(state, battle=replace(state.battle, retreat_queue=queue))


@evolve.on(facts.RoundBegan)
def _(state: State, fact: facts.RoundBegan) -> State:
    battle = state.battle
    assert battle is not None
    units = {
        name: unit if unit.selected is None else replace(unit, selected=None, bonus=None)
        for name, unit in battle.units.items()
    }
    units |= {unit.id: unit for unit in fact.joined}
    phasing = state.active is not None and hero_unit(state.active) in units
    state = replace(
        state,
        battle=replace(
            battle,
            round=fact.round,
            step="weapons",
            substep=None,
            units=units,
            retreat_queue=(),
            phasing=battle.phasing or phasing,
        ),
    )
    return replace(state, fought=True, step="encounter") if phasing else state


@evolve.on(facts.BattleEnded)
def _(state: State, fact: facts.BattleEnded) -> State:
    totals = replace(state.totals, battle_rounds=state.totals.battle_rounds + fact.rounds)
    return replace(state, battle=None, totals=totals)
