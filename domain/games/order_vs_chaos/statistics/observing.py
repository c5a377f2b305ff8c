"""Which function counts each kind of fact, and what these functions count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components.document import BLUE
from domain.games.order_vs_chaos.reading import seats_of, unit_health
from domain.games.order_vs_chaos.rules.cards import PASSIVE
from domain.games.order_vs_chaos.state import (
    ARCH_UNIT,
    MOST_CARRIED,
    Battle,
    Hero,
    State,
    Unit,
    hero_unit,
    seat_of_hero_unit,
)
from domain.games.order_vs_chaos.statistics.tally import Block, Tally, round_of
from domain.kernel import Fact

# Every kind of fact, and the functions that count it.

Observer = Callable[[Tally, State, Any, State], None]
OBSERVERS: dict[type[Fact], list[Observer]] = defaultdict(list)


def observes(*kinds: type[Fact]) -> Callable[[Observer], Observer]:
    """The decorated function counts facts of these types."""

    def keep(function: Observer) -> Observer:
        for kind in kinds:
            OBSERVERS[kind].append(function)
        return function

    return keep


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count what the fact says."""
    for observer in OBSERVERS.get(type(fact), ()):
        observer(tally, before, fact, after)


# Counting doom, exploring, rifts, XP, moves and deaths.

CARD_KINDS = frozenset(
    {
        "quartermaster",
        "chaos_rift",
        "order_shrine",
        "healing_shrine",
        "rift",
        "wandering_monster",
        "wormhole",
    }
)
EARLY_ROUNDS = 5


@observes(facts.DoomChanged)
def doom(tally: Tally, before: State, fact: facts.DoomChanged, after: State) -> None:
    moved = fact.after - fact.before
    tally.add("doom_by_cause", moved, track=fact.side, cause=fact.cause)
    if fact.seat is not None:
        tally.add("doom_caused", moved, fact.seat, track=fact.side, cause=fact.cause)
    tally.doom[round_of(after)] = (after.order, after.chaos)


@observes(facts.DutyRaised, facts.DutyDone)
def overflow(tally: Tally, before: State, fact: facts.DutyRaised | facts.DutyDone, after: State) -> None:
    """Count an overflow once: when one of several points is taken, the rest is due again as the same one."""
    duty = fact.duty
    if duty.kind != "overflow_gain" or duty.seat != seats_of(after, "order")[0]:
        return
    if isinstance(fact, facts.DutyDone):
        tally.overflow_left = duty.n - 1
    elif tally.overflow_left:
        tally.overflow_left = 0
    else:
        tally.add("doom_by_cause", duty.n, track="order", cause="overflow")


@observes(facts.TurnBegan)
def turn(tally: Tally, before: State, fact: facts.TurnBegan, after: State) -> None:
    tally.doom[round_of(after)] = (after.order, after.chaos)
    if before.active is not None:
        unused = before.stat(before.active, "move") - before.moves_used
        tally.add("moves_unused", unused, before.active)
        if not before.display:
            tally.add("turns_with_empty_display")


@observes(facts.CardOpened)
def opened(tally: Tally, before: State, fact: facts.CardOpened, after: State) -> None:
    card = after.box.cards[fact.card]
    explored = fact.how != "effect"
    tally.opener = fact.by if explored else None
    if fact.by is not None and explored:
        tally.add("cards_opened", 1, fact.by, kind=card.kind, how=fact.how)
    tally.add("opening_turn", after.turn, kind=card.kind)
    if card.kind == "rift":
        tally.rifts[fact.card] = after.turn
        tally.add("rifts", state="opened")


@observes(facts.XpGained, facts.XpLost)
def xp(tally: Tally, before: State, fact: facts.XpGained | facts.XpLost, after: State) -> None:
    if isinstance(fact, facts.XpLost):
        tokens = _tokens_to_come(before, fact) if fact.converted else 0
        for to, number in (("token", tokens), ("nothing", fact.n - tokens)):
            if number:
                tally.add("xp_lost", number, fact.seat, to=to)
        return
    tally.add("xp_gained", fact.n, fact.seat, cause=fact.cause)
    tally.add("xp_by_round", fact.n, fact.seat, round=str(round_of(after)))
    opener = after.seats.get(tally.opener or "")
    if fact.cause in CARD_KINDS and opener is not None and opener.side != after.seats[fact.seat].side:
        tally.add("xp_given_away", fact.n, opener.seat)


def _tokens_to_come(state: State, lost: facts.XpLost) -> int:
    """Tokens that the lost XP becomes: as many as the supply has and the hero or its location takes."""
    hero = state.seats[lost.seat]
    room = MOST_CARRIED - hero.tokens if hero.location is None else lost.n
    return min(lost.n, room, state.token_supply)


@observes(facts.XpAllotted)
def allotted(tally: Tally, before: State, fact: facts.XpAllotted, after: State) -> None:
    for target in fact.targets:
        tally.add("xp_allotted", 1, fact.seat, track=target)


@observes(facts.RiftAttacked)
def attacked(tally: Tally, before: State, fact: facts.RiftAttacked, after: State) -> None:
    faces = after.box.die_faces
    share = faces.count("blue" if fact.target == "rift" else "yellow") / len(faces)
    expected = 1 - (1 - share) ** fact.number
    figures = {
        "attempts": 1.0,
        "success_rate": float(fact.success),
        "expected_successes": expected,
        "luck": fact.success - expected,
    }
    for measure, value in figures.items():
        tally.add(measure, value, fact.seat, target=fact.target, number=str(fact.number))
    count_dice(tally, after, fact.seat, fact.dice)


def count_dice(tally: Tally, state: State, seat: str | None, dice: tuple[str, ...]) -> None:
    """Count the faces seen, and the expected number of each; dice of no seat are the arch enemy's."""
    faces = state.box.die_faces
    if not dice:
        return
    measure = "arch_enemy_die_faces" if seat is None else "die_faces"
    for face in sorted(set(faces)):
        tally.add(measure, dice.count(face), seat, len(dice) * faces.count(face) / len(faces), face=face)


@observes(facts.CardRemoved)
def removed(tally: Tally, before: State, fact: facts.CardRemoved, after: State) -> None:
    card = after.box.cards[fact.card]
    if card.kind != "rift":
        return
    since = tally.rifts.pop(fact.card, None)
    if fact.how != "closed":
        tally.add("rifts", state="removed")
        return
    tally.add("rifts", state="closed")
    if since is not None:
        tally.add("rift_lifetime", after.turn - since, number=str(card.number))
    if round_of(after) <= EARLY_ROUNDS:
        tally.rifts_by_round_5 += 1


@observes(facts.HeroMoved)
def moved(tally: Tally, before: State, fact: facts.HeroMoved, after: State) -> None:
    tally.add("visits", 1, location=fact.to)
    if fact.how == "move":
        tally.add("path_length", 1, fact.seat)


@observes(facts.HeroDied)
def died(tally: Tally, before: State, fact: facts.HeroDied, after: State) -> None:
    tally.add("deaths", 1, fact.seat, stage=after.phase)
    if fact.location is not None:
        tally.add("deaths_at", 1, location=fact.location)


# Counting tokens and monsters on the map.


@observes(facts.TokensMoved)
def tokens(tally: Tally, before: State, fact: facts.TokensMoved, after: State) -> None:
    giver, taker = seat_of_hero_unit(fact.origin), seat_of_hero_unit(fact.to)
    if fact.origin == "supply":
        tally.add("tokens_placed", fact.n, cause=fact.cause)
    else:
        tally.add("tokens_moved", fact.n, how=fact.cause)
    if taker is not None:
        tally.carried[taker] += [after.turn] * fact.n
    if giver is not None:
        tally.add("deliveries", 1, giver)
        tally.add("tokens_per_delivery", fact.n, giver)
        for since in tally.carried.pop(giver, []):
            tally.add("delivery_time", after.turn - since, giver)


@observes(facts.MonsterPlaced)
def placed(tally: Tally, before: State, fact: facts.MonsterPlaced, after: State) -> None:
    tally.add("monsters_placed", 1, type=fact.type)
    if fact.timeout:
        tally.add("timeouts")
    tally.monsters[fact.location].append((fact.type, after.turn))
    held = sum(bool(place.monsters) for place in after.places.values())
    tally.most_monsters = max(tally.most_monsters, held)
    if tally.first_monster is None:
        tally.first_monster = after.turn


@observes(facts.TokenInstead)
def instead(tally: Tally, before: State, fact: facts.TokenInstead, after: State) -> None:
    tally.add("tokens_instead")


def _take(tally: Tally, kind: str, location: str) -> int | None:
    """The turn in which that monster came onto the map; of two of a type the last goes (OC-342)."""
    here = tally.monsters[location]
    for index in reversed(range(len(here))):
        if here[index][0] == kind:
            return here.pop(index)[1]
    return None


def monster_gone(tally: Tally, state: State, kind: str, location: str, how: str) -> None:
    """A monster left the map."""
    tally.add("monsters_gone", 1, type=kind, how=how)
    since = _take(tally, kind, location)
    if since is not None:
        tally.add("monster_lifetime", state.turn - since, type=kind, ended=how)


@observes(facts.MonsterMoved)
def shoved(tally: Tally, before: State, fact: facts.MonsterMoved, after: State) -> None:
    since = _take(tally, fact.type, fact.origin)
    tally.monsters[fact.to].append((fact.type, after.turn if since is None else since))


@observes(facts.MonsterDiscarded)
def discarded(tally: Tally, before: State, fact: facts.MonsterDiscarded, after: State) -> None:
    monster_gone(tally, after, fact.type, fact.location, "discarded")


# Counting armor: chits gained, used and wasted, and blocks.


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
def damage_to_chits(tally: Tally, before: State, fact: facts.DamageDealt, after: State) -> None:
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


# Counting what heroes spend and get: stamina, items and event cards.


def paid_abilities(state: State, hero: Hero) -> list[str]:
    """The abilities of the seat's hero that cost stamina (OC-506)."""
    if hero.hero is None:
        return []
    return [one.id for one in state.sheet(hero.seat).abilities if one.stamina and one.timing != PASSIVE]


@observes(facts.StaminaChanged)
def stamina(tally: Tally, before: State, fact: facts.StaminaChanged, after: State) -> None:
    if fact.delta < 0 and fact.cause in paid_abilities(after, after.seats[fact.seat]):
        tally.add("stamina_spent", -fact.delta, fact.seat, ability=fact.cause)
    elif fact.delta > 0:
        tally.add("stamina_regained", fact.delta, fact.seat, cause=source_name(after, fact.cause))


@observes(facts.HeroResurrected)
def resurrected(tally: Tally, before: State, fact: facts.HeroResurrected, after: State) -> None:
    gained = after.seats[fact.seat].stamina - before.seats[fact.seat].stamina
    if gained:
        tally.add("stamina_regained", gained, fact.seat, cause="resurrection")


def item_name(state: State, item: str) -> str:
    """The name that copies of an item share."""
    if item in state.box.weapons:
        return state.box.weapons[item].name
    return state.box.equipment[item].name


def source_name(state: State, source: str) -> str:
    """The name that copies of a card share; abilities, locations and special tokens stand by their ids."""
    for cards in (state.box.attacks, state.box.equipment, state.box.events):
        if source in cards:
            return cards[source].name
    return source


@observes(facts.DisplayFilled)
def filled(tally: Tally, before: State, fact: facts.DisplayFilled, after: State) -> None:
    for item in fact.items:
        tally.add("item_pick_rate", 0, item=item_name(after, item))
    if after.phase != "setup":
        tally.add("refills")


@observes(facts.ItemGained)
def gained(tally: Tally, before: State, fact: facts.ItemGained, after: State) -> None:
    name = item_name(after, fact.item)
    tally.add("items_gained", 1, fact.seat, via=fact.via, item=name)
    tally.add("item_pick_rate", 1, weight=0, item=name)


@observes(facts.ItemDiscarded)
def spent(tally: Tally, before: State, fact: facts.ItemDiscarded, after: State) -> None:
    tally.add("items_discarded", 1, fact.seat, cause=fact.cause, item=item_name(after, fact.item))


@observes(facts.DisplayItemsDiscarded)
def display(tally: Tally, before: State, fact: facts.DisplayItemsDiscarded, after: State) -> None:
    discarder = after.seats.get(fact.seat or "")
    if fact.cause != "refresh" and discarder is not None and discarder.side == "chaos":
        tally.add("items_discarded_by_chaos", len(fact.items))


@observes(facts.ManualEffects)
def manual(tally: Tally, before: State, fact: facts.ManualEffects, after: State) -> None:
    tally.add("manual_effects", 1, source=source_name(after, fact.source))


@observes(facts.EventResolved, facts.EventPlayed)
def event(tally: Tally, before: State, fact: facts.EventResolved | facts.EventPlayed, after: State) -> None:
    how = "played" if isinstance(fact, facts.EventPlayed) else "resolved"
    tally.add("events_used", 1, card=after.box.events[fact.card].name, how=how)
    if fact.split:
        tally.add("split_decisions")


# Counting battles: damage, retreats, kills, and the final battle.


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
