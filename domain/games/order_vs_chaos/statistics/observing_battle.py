"""Counting battles: damage, retreats, kills, and the final battle."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components.document import BLUE
from domain.games.order_vs_chaos.reading.fighters import unit_health
from domain.games.order_vs_chaos.state import ARCH_UNIT, Battle, State, hero_unit, seat_of_hero_unit
from domain.games.order_vs_chaos.statistics.observing import observes
from domain.games.order_vs_chaos.statistics.observing_map import count_dice
from domain.games.order_vs_chaos.statistics.observing_tokens import monster_gone
from domain.games.order_vs_chaos.statistics.tally import Tally


def _kind(name: str) -> str:
    return "hero" if name.startswith("hero:") else name.split(":", maxsplit=1)[0]


@observes(facts.BattleStarted)
def started(tally: Tally, before: State, fact: facts.BattleStarted, after: State) -> None:
    tally.fighters = {unit.id: unit.seat for unit in fact.units}
    tally.fate = {}
    if ARCH_UNIT in tally.fighters:
        enemy = after.box.arch_enemies[after.arch_enemy or ""]
        for weapon in sorted({attack.name for attack in enemy.attacks}):
            tally.add("arch_enemy_fought", weapon=weapon)
    if fact.location is not None:
        tally.add("battles_at", 1, location=fact.location)
    _lead(tally, after)


@observes(facts.RoundBegan)
def round_began(tally: Tally, before: State, fact: facts.RoundBegan, after: State) -> None:
    for unit in fact.joined:
        tally.fighters[unit.id] = unit.seat
        tally.fate.pop(unit.id, None)
    _lead(tally, after)


def _lead(tally: Tally, state: State) -> None:
    """Order's health less Chaos's, the arch enemy included, in the final battle."""
    battle, final = state.battle, state.final
    if battle is None or final is None:
        return
    health = {"order": 0, "chaos": 0}
    for unit in battle.units.values():
        health[unit.side] += unit_health(state, unit)
    if battle.kind == "screen":
        health["chaos"] += final.arch_health or 0
    lead = health["order"] - health["chaos"]
    tally.add("final_lead", lead, stage=battle.kind, round=str(battle.round))


@observes(facts.AttackRolled)
def rolled(tally: Tally, before: State, fact: facts.AttackRolled, after: State) -> None:
    if fact.seat is None and fact.unit != ARCH_UNIT:
        return
    whose = "arch_enemy_" if fact.seat is None else ""
    weapon = after.box.attacks[fact.attack].name
    tally.add(f"{whose}weapon_uses", 1, fact.seat, weapon=weapon, how="flat" if fact.flat else "rolled")
    if not fact.flat:
        tally.add(f"{whose}weapon_dice", len(fact.dice), fact.seat, weapon=weapon)
        count_dice(tally, after, fact.seat, fact.dice)


@observes(facts.DamageDealt)
def damage(tally: Tally, before: State, fact: facts.DamageDealt, after: State) -> None:
    attacker, target = tally.fighters.get(fact.unit), tally.fighters.get(fact.target)
    weapon = after.box.attacks[fact.attack].name
    overkill = fact.rolled - fact.forgone - fact.absorbed - fact.health
    parts = {"forgone": fact.forgone, "absorbed": fact.absorbed, "health": fact.health, "overkill": overkill}
    for seat, direction, by in ((attacker, "dealt", fact.unit), (target, "received", fact.target)):
        for part, amount in parts.items():
            if seat is not None and amount:
                tally.add(
                    "damage", amount, seat, direction=direction, part=part, segment=fact.segment, by=_kind(by)
                )
    if attacker is not None:
        tally.add("weapon_damage", fact.rolled, attacker, weapon=weapon)
        tally.add("weapon_forgone", fact.forgone, attacker, fact.rolled, weapon=weapon)
    elif fact.unit == ARCH_UNIT:
        tally.add("arch_enemy_weapon_damage", fact.rolled, weapon=weapon)
    if after.phase == "final" and attacker is not None:
        tally.add("final_damage", fact.absorbed + fact.health, attacker, by=_kind(fact.unit))


@observes(facts.Retreated)
def retreated(tally: Tally, before: State, fact: facts.Retreated, after: State) -> None:
    faces = after.box.die_faces
    expected = 1 - (1 - faces.count(BLUE) / len(faces)) ** len(fact.dice)
    tally.add("retreat_rate", fact.ok, fact.seat)
    tally.add("retreats_expected", expected, fact.seat)
    count_dice(tally, after, fact.seat, fact.dice)
    if fact.ok:
        tally.fate[f"hero:{fact.seat}"] = "retreated"


@observes(facts.UnitKilled)
def killed(tally: Tally, before: State, fact: facts.UnitKilled, after: State) -> None:
    tally.fate[fact.unit] = "died"
    for name in fact.by:
        owner = tally.fighters.get(name)
        if owner is not None:
            tally.add("kills", 1, owner, by=_kind(name), target=_kind(fact.unit))
    if fact.type is not None and fact.location is not None:
        monster_gone(tally, after, fact.type, fact.location, "killed")
    by_hero = any(name.startswith("hero:") for name in fact.by)
    if fact.type is not None and by_hero and not before.display:
        tally.add("kills_without_reward")


@observes(facts.DutyDone)
def lapsed(tally: Tally, before: State, fact: facts.DutyDone, after: State) -> None:
    """A reward lapses when others have taken the last item (OC-483)."""
    if fact.duty.kind == "take_reward" and fact.lapsed:
        tally.add("kills_without_reward")


@observes(facts.HeroDied)
def fell(tally: Tally, before: State, fact: facts.HeroDied, after: State) -> None:
    """A hero that an effect kills is in no `UnitKilled`."""
    name = hero_unit(fact.seat)
    if before.battle is not None and name in before.battle.units:
        tally.fate[name] = "died"


@observes(facts.BattleEnded)
def ended(tally: Tally, before: State, fact: facts.BattleEnded, after: State) -> None:
    battle = before.battle
    if battle is None:
        return
    for name, seat in tally.fighters.items():
        if seat_of_hero_unit(name) is None or seat is None:
            continue
        beaten = _wiped_out(tally, before, "chaos" if before.seats[seat].side == "order" else "order")
        result = tally.fate.get(name) or ("won" if name in battle.units and beaten else "left")
        role = "phasing" if seat == before.active else "other"
        tally.add("battles", 1, seat, role=role, result=result, kind=battle.kind)
        tally.add("battle_rounds", fact.rounds, seat, kind=battle.kind)
    if battle.kind == "field":
        _matchups(tally, before, bool(fact.order_left) and _wiped_out(tally, before, "chaos"))
    else:
        tally.add("final_rounds", fact.rounds, stage=battle.kind)


def _wiped_out(tally: Tally, state: State, side: str) -> bool:
    """Whether everybody of the side that was in the battle died in it; who retreated did not."""
    return all(
        tally.fate.get(name) == "died"
        for name, seat in tally.fighters.items()
        if side == ("chaos" if seat is None else state.seats[seat].side)
    )


def _matchups(tally: Tally, state: State, won: bool) -> None:
    battle: Battle | None = state.battle
    assert battle is not None
    heroes = [seat for seat in map(seat_of_hero_unit, tally.fighters) if seat is not None]
    monster = f"monster:{battle.location}"
    owner = tally.fighters.get(monster)
    kind = state.seats[owner].monster_type if owner is not None else None
    for seat in heroes:
        if state.seats[seat].side == "order" and kind is not None:
            hero = state.seats[seat].hero or ""
            tally.add("matchup_win_share", won, order_hero=hero, monster=kind)


@observes(facts.FinalPrepared)
def prepared(tally: Tally, before: State, fact: facts.FinalPrepared, after: State) -> None:
    for seat, health in fact.heroes.items():
        tally.add("final_health", health, unit=f"{after.seats[seat].side}_hero")
    for health in fact.monsters.values():
        tally.add("final_health", health, unit="monster")
    tally.add("final_health", fact.arch_health, unit="arch_enemy")


@observes(facts.DoomDamageTaken)
def doom_damage(tally: Tally, before: State, fact: facts.DoomDamageTaken, after: State) -> None:
    tally.add("doom_damage", fact.hero, unit="chaos_hero")
    tally.add("doom_damage", fact.monster, unit="monster")
