"""Counting armor: chits gained, used and wasted, and blocks."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.state import State, Unit
from domain.games.order_vs_chaos.statistics.observing import observes
from domain.games.order_vs_chaos.statistics.tally import Block, Tally


def _units(state: State) -> dict[str, Unit]:
    return {} if state.battle is None else state.battle.units


@observes(facts.BattleStarted, facts.RoundBegan)
def dealt(tally: Tally, before: State, fact: facts.BattleStarted | facts.RoundBegan, after: State) -> None:
    for unit in fact.units if isinstance(fact, facts.BattleStarted) else fact.joined:
        if unit.seat is not None and unit.chits:
            tally.add("chits_gained", unit.chits, unit.seat, source="stat")


@observes(facts.BlocksDeclared)
def blocks(tally: Tally, before: State, fact: facts.BlocksDeclared, after: State) -> None:
    for name, debt in fact.debts.items():
        owner = tally.fighters.get(name)
        tally.blocks[name] = Block(debt, _units(before)[name].chits)
        if owner is not None:
            tally.add("blocks", 1, owner)
            tally.add("block_debt", debt, owner, part="taken")
            tally.add("chits_gained", debt, owner, source="block")


@observes(facts.GainsTaken, facts.UnitChanged)
def gains(tally: Tally, before: State, fact: facts.GainsTaken | facts.UnitChanged, after: State) -> None:
    unit = _units(before).get(fact.unit)
    if unit is not None and unit.seat is not None and fact.chits > 0:
        source = "dice" if isinstance(fact, facts.GainsTaken) else "effect"
        tally.add("chits_gained", fact.chits, unit.seat, source=source)


@observes(facts.DamageDealt)
def damage(tally: Tally, before: State, fact: facts.DamageDealt, after: State) -> None:
    attacker, target = tally.fighters.get(fact.unit), tally.fighters.get(fact.target)
    if target is not None and fact.absorbed:
        tally.add("chits_used", fact.absorbed, target)
    if fact.target in tally.blocks:
        tally.blocks[fact.target].absorbed += fact.absorbed
    if fact.forgone and fact.unit in tally.blocks:
        tally.blocks[fact.unit].forgone += fact.forgone
        if attacker is not None:
            tally.add("block_debt", fact.forgone, attacker, part="damage")


@observes(facts.BlockSettled)
def settled(tally: Tally, before: State, fact: facts.BlockSettled, after: State) -> None:
    owner = tally.fighters.get(fact.unit)
    if owner is None:
        return
    for part, amount in (("chits", fact.chits), ("health", fact.health)):
        if amount:
            tally.add("block_debt", amount, owner, part=part)
    if fact.health:
        tally.add("block_value", -fact.health, owner, weight=0)


@observes(facts.RetreatBegan, facts.RoundBegan, facts.BattleEnded)
def value_blocks(tally: Tally, before: State, fact: object, after: State) -> None:
    """Chits of the block that were used, less the damage forgone; settlements count their health."""
    for name, block in tally.blocks.items():
        owner = tally.fighters.get(name)
        if owner is not None:
            used = min(block.debt, max(0, block.absorbed - block.before))
            tally.add("block_value", used - block.forgone, owner)
    tally.blocks = {}


@observes(
    facts.UnitKilled,
    facts.HeroDied,
    facts.HeroMoved,
    facts.MonsterMoved,
    facts.MonsterDiscarded,
    facts.BattleEnded,
)
def left(tally: Tally, before: State, fact: object, after: State) -> None:
    """Chits are lost when the battle ends for the unit (OC-405)."""
    for name, unit in _units(before).items():
        if name not in _units(after) and unit.seat is not None and unit.chits:
            tally.add("chits_wasted", unit.chits, unit.seat)
