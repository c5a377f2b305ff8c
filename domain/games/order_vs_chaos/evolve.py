"""What changes when something has become true: one small function a fact. Nothing here judges."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts as f
from domain.games.order_vs_chaos.components import SLOT
from domain.games.order_vs_chaos.state import (
    ARCH_UNIT,
    MOST_STAMINA,
    Battle,
    Duty,
    Final,
    Hero,
    Place,
    Result,
    State,
    hero_unit,
    seat_of_hero_unit,
    seats_of,
)
from domain.kernel import Evolution

evolve = Evolution[State]()


def _hero(state: State, seat: str, **changes: Any) -> dict[str, Hero]:
    return {**state.heroes, seat: replace(state.heroes[seat], **changes)}


def _place(state: State, location: str, **changes: Any) -> dict[str, Place]:
    return {**state.places, location: replace(state.places[location], **changes)}


def _unit(battle: Battle, unit: str, **changes: Any) -> Battle:
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **changes)})


def _without(items: tuple[Any, ...], *gone: Any) -> tuple[Any, ...]:
    """The items without one of each that is gone."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def _leaves(battle: Battle | None, unit: str) -> Battle | None:
    """The battle without that unit, its attacks and those aimed at it (OC-490)."""
    if battle is None or unit not in battle.units:
        return battle
    seat = seat_of_hero_unit(unit)
    attacks = tuple(one for one in battle.attacks if unit not in (one.unit, one.target))
    aimed = battle.substep == "targets" and all(one.target for one in attacks)
    return replace(
        battle,
        units={name: other for name, other in battle.units.items() if name != unit},
        attacks=attacks,
        substep="rolls" if aimed else battle.substep,
        retreat_queue=tuple(name for name in battle.retreat_queue if name != seat),
    )


def _hurt(state: State, unit: str, health: int, **changes: Any) -> State:
    """The unit with less health (negative: more), and its battle figures changed."""
    battle = state.battle
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        if battle is not None and unit in battle.units and changes:
            state = replace(state, battle=_unit(battle, unit, **changes))
        hero = state.heroes[seat]
        return replace(state, heroes=_hero(state, seat, health=max(0, hero.health - health)))
    if battle is None or unit not in battle.units:
        return state
    left = max(0, battle.units[unit].health - health)
    state = replace(state, battle=_unit(battle, unit, health=left, **changes))
    return replace(state, final=_final_health(state.final, unit, left)) if state.final is not None else state


def _final_health(final: Final, unit: str, left: int) -> Final:
    if unit == ARCH_UNIT:
        return replace(final, arch_health=left)
    return replace(final, monsters={**final.monsters, unit.removeprefix("monster:"): left})


@evolve.on(f.MapChosen)
def _(state: State, fact: f.MapChosen) -> State:
    kinds = state.box.maps[fact.map].kinds
    places = {name: Place(face="down" if kind == "card" else "none") for name, kind in kinds.items()}
    return replace(state, map_id=fact.map, places=places)


@evolve.on(f.ArchEnemySet)
def _(state: State, fact: f.ArchEnemySet) -> State:
    return replace(state, arch_enemy=state.box.arch_enemies[fact.arch_enemy].id)


@evolve.on(f.HeroChosen)
def _(state: State, fact: f.HeroChosen) -> State:
    heroes = _hero(
        state,
        fact.seat,
        hero=fact.hero,
        health=fact.health,
        stamina=MOST_STAMINA,
        special_tokens=fact.special_tokens,
    )
    return replace(state, heroes=heroes)


@evolve.on(f.MonsterTypeDrawn)
def _(state: State, fact: f.MonsterTypeDrawn) -> State:
    return replace(state, heroes=_hero(state, fact.seat, monster_type=state.box.monsters[fact.monster].id))


@evolve.on(f.DisplayFilled)
def _(state: State, fact: f.DisplayFilled) -> State:
    deck, discard = state.item_deck, state.item_discard
    if fact.reshuffled:
        deck, discard = deck | frozenset(discard), ()
    return replace(
        state,
        display=state.display + fact.items,
        displayed=True,
        item_deck=deck - frozenset(fact.items),
        item_discard=discard,
    )


@evolve.on(f.FirstPlayerChosen)
def _(state: State, fact: f.FirstPlayerChosen) -> State:
    return replace(state, first_seat=fact.seat)


@evolve.on(f.HeroPlaced)
def _(state: State, fact: f.HeroPlaced) -> State:
    return replace(state, heroes=_hero(state, fact.seat, location=fact.location))


@evolve.on(f.TurnBegan)
def _(state: State, fact: f.TurnBegan) -> State:
    return replace(
        state,
        phase="turn",
        active=state.heroes[fact.seat].seat,
        turn=fact.turn,
        step="move",
        moves_used=0,
        opened=False,
        acted=False,
        fought=False,
        lost=False,
        passes=(),
    )


@evolve.on(f.XpGained)
def _(state: State, fact: f.XpGained) -> State:
    hero = state.heroes[fact.seat]
    return replace(
        state,
        heroes=_hero(
            state, fact.seat, xp_pending=hero.xp_pending + fact.n, xp_gained=hero.xp_gained + fact.n
        ),
    )


@evolve.on(f.XpLost)
def _(state: State, fact: f.XpLost) -> State:
    return state


@evolve.on(f.XpAllotted)
def _(state: State, fact: f.XpAllotted) -> State:
    hero = state.heroes[fact.seat]
    if len(fact.targets) > hero.xp_pending:
        raise LookupError(f"{fact.seat} has {hero.xp_pending} XP to allot")
    placed = Counter(fact.targets)
    slots = placed.pop(SLOT, 0)
    xp = dict(hero.xp)
    for track, n in placed.items():
        xp[track] = xp.get(track, 0) + n
    return replace(
        state,
        heroes=_hero(
            state,
            fact.seat,
            xp=xp,
            slots_unlocked=hero.slots_unlocked + slots,
            xp_pending=hero.xp_pending - len(fact.targets),
        ),
    )


@evolve.on(f.HeroMoved)
def _(state: State, fact: f.HeroMoved) -> State:
    heroes = _hero(state, fact.seat, location=fact.to)
    if fact.how == "move":
        return replace(state, heroes=heroes, moves_used=state.moves_used + 1)
    return replace(state, heroes=heroes, battle=_leaves(state.battle, hero_unit(fact.seat)))


@evolve.on(f.EnemiesPassed)
def _(state: State, fact: f.EnemiesPassed) -> State:
    return replace(state, passes=(*state.passes, fact.location))


@evolve.on(f.TurnLost)
def _(state: State, fact: f.TurnLost) -> State:
    return replace(state, lost=True)


@evolve.on(f.CardOpened)
def _(state: State, fact: f.CardOpened) -> State:
    state = replace(
        state,
        places=_place(state, fact.location, card=fact.card, face="up"),
        unopened=state.unopened - {fact.card},
    )
    if fact.by is None or fact.how == "effect":
        return state
    heroes = _hero(state, fact.by, opened=state.heroes[fact.by].opened + 1)
    return replace(state, heroes=heroes, opened=True, step="encounter")


@evolve.on(f.CardsSwapped)
def _(state: State, fact: f.CardsSwapped) -> State:
    a, b = state.places[fact.a], state.places[fact.b]
    places = {
        **state.places,
        fact.a: replace(a, card=b.card, face=b.face),
        fact.b: replace(b, card=a.card, face=a.face),
    }
    return replace(state, places=places)


@evolve.on(f.CardRemoved)
def _(state: State, fact: f.CardRemoved) -> State:
    state = replace(
        state,
        places=_place(state, fact.location, card=None, face="none"),
        removed_cards=(*state.removed_cards, fact.card),
    )
    if fact.by is None or fact.how not in ("closed", "destroyed"):
        return state
    hero = state.heroes[fact.by]
    if fact.how == "closed":
        return replace(state, heroes=_hero(state, fact.by, rifts_closed=hero.rifts_closed + 1))
    return replace(state, heroes=_hero(state, fact.by, shrines_destroyed=hero.shrines_destroyed + 1))


@evolve.on(f.LocationActed)
def _(state: State, fact: f.LocationActed) -> State:
    return replace(state, acted=True, step="encounter")


@evolve.on(f.RiftAttacked)
def _(state: State, fact: f.RiftAttacked) -> State:
    return state


@evolve.on(f.TokensMoved)
def _(state: State, fact: f.TokensMoved) -> State:
    for end, n in ((fact.origin, -fact.n), (fact.to, fact.n)):
        seat = seat_of_hero_unit(end)
        if end == "supply":
            state = replace(state, token_supply=state.token_supply + n)
        elif seat is not None:
            state = replace(state, heroes=_hero(state, seat, tokens=state.heroes[seat].tokens + n))
        else:
            state = replace(state, places=_place(state, end, tokens=state.places[end].tokens + n))
    seat = seat_of_hero_unit(fact.origin)
    if seat is not None and fact.cause == "delivery":
        delivered = state.heroes[seat].delivered + fact.n
        state = replace(state, heroes=_hero(state, seat, delivered=delivered))
    return state


@evolve.on(f.DoomChanged)
def _(state: State, fact: f.DoomChanged) -> State:
    moved = fact.after - fact.before
    totals = state.totals
    if fact.side == "order":
        if moved > 0 and fact.cause == "effect":
            totals = replace(totals, order_doom_gains=totals.order_doom_gains + moved)
        return replace(state, order=fact.after, totals=totals)
    if fact.cause == "effect":
        totals = replace(totals, doom_effects=totals.doom_effects + moved)
    return replace(state, chaos=fact.after, totals=totals)


@evolve.on(f.MonsterPlaced)
def _(state: State, fact: f.MonsterPlaced) -> State:
    place = state.places[fact.location]
    totals = replace(state.totals, monsters_placed=state.totals.monsters_placed + 1)
    places = _place(state, fact.location, monsters=(*place.monsters, fact.type))
    return replace(state, places=places, totals=totals)


@evolve.on(f.TokenInstead)
def _(state: State, fact: f.TokenInstead) -> State:
    number = state.totals.tokens_instead_of_monsters + 1
    return replace(state, totals=replace(state.totals, tokens_instead_of_monsters=number))


@evolve.on(f.MonsterMoved)
def _(state: State, fact: f.MonsterMoved) -> State:
    state = _off_the_map(state, fact.type, fact.origin)
    place = state.places[fact.to]
    return replace(state, places=_place(state, fact.to, monsters=(*place.monsters, fact.type)))


@evolve.on(f.MonsterDiscarded)
def _(state: State, fact: f.MonsterDiscarded) -> State:
    return _off_the_map(state, fact.type, fact.location)


def _off_the_map(state: State, kind: str, location: str) -> State:
    """The monster leaves its location, and the battle in which it fights there."""
    place = state.places[location]
    state = replace(state, places=_place(state, location, monsters=_without(place.monsters, kind)))
    battle, name = state.battle, f"monster:{location}"
    if battle is None or battle.location != location or name not in battle.units:
        return state
    if battle.units[name].type != kind or kind in state.places[location].monsters:
        return state
    return replace(state, battle=_leaves(battle, name))


@evolve.on(f.HealthChanged)
def _(state: State, fact: f.HealthChanged) -> State:
    return _hurt(state, hero_unit(fact.seat), -fact.delta)


@evolve.on(f.StaminaChanged)
def _(state: State, fact: f.StaminaChanged) -> State:
    stamina = state.heroes[fact.seat].stamina + fact.delta
    return replace(state, heroes=_hero(state, fact.seat, stamina=stamina))


@evolve.on(f.SpecialTokensChanged)
def _(state: State, fact: f.SpecialTokensChanged) -> State:
    number = state.heroes[fact.seat].special_tokens + fact.delta
    return replace(state, heroes=_hero(state, fact.seat, special_tokens=number))


@evolve.on(f.HeroDied)
def _(state: State, fact: f.HeroDied) -> State:
    hero = state.heroes[fact.seat]
    heroes = _hero(state, fact.seat, health=0, location=None, alive=fact.returns, deaths=hero.deaths + 1)
    state = replace(state, heroes=heroes, battle=_leaves(state.battle, hero_unit(fact.seat)))
    if not fact.returns:
        return state
    return replace(state, pending=(*state.pending, Duty("resurrect", seat=fact.seat)))


@evolve.on(f.HeroResurrected)
def _(state: State, fact: f.HeroResurrected) -> State:
    heroes = _hero(
        state, fact.seat, health=fact.health, location=fact.location, stamina=MOST_STAMINA, alive=True
    )
    battle = state.battle
    if battle is not None and fact.location is not None and battle.location == fact.location:
        battle = replace(battle, outside=(*battle.outside, fact.seat))
    pending = _without(state.pending, Duty("resurrect", seat=fact.seat))
    return replace(state, heroes=heroes, battle=battle, pending=pending)


@evolve.on(f.ItemGained)
def _(state: State, fact: f.ItemGained) -> State:
    hero = state.heroes[fact.seat]
    totals = state.totals
    if fact.via == "reward":
        totals = replace(totals, reward_items=totals.reward_items + 1)
    if fact.item in state.box.weapons:
        heroes = _hero(state, fact.seat, weapons=(*hero.weapons, fact.item))
    else:
        heroes = _hero(state, fact.seat, equipment=(*hero.equipment, fact.item))
    return replace(state, heroes=heroes, display=_without(state.display, fact.item), totals=totals)


@evolve.on(f.ItemDiscarded)
def _(state: State, fact: f.ItemDiscarded) -> State:
    hero = state.heroes[fact.seat]
    heroes = _hero(
        state,
        fact.seat,
        weapons=_without(hero.weapons, fact.item),
        equipment=_without(hero.equipment, fact.item),
    )
    return replace(state, heroes=heroes, item_discard=(*state.item_discard, fact.item))


@evolve.on(f.DisplayItemsDiscarded)
def _(state: State, fact: f.DisplayItemsDiscarded) -> State:
    return replace(
        state,
        display=_without(state.display, *fact.items),
        item_discard=state.item_discard + fact.items,
    )


@evolve.on(f.EventDrawn)
def _(state: State, fact: f.EventDrawn) -> State:
    deck, discard = state.event_deck, state.event_discard
    if fact.reshuffled:
        deck, discard = deck | frozenset(discard), ()
    pending, heroes = _drawn_one(state.pending, fact.seat), state.heroes
    if fact.keep:
        heroes = _hero(state, fact.seat, kept=(*heroes[fact.seat].kept, fact.card))
    else:
        pending = (*pending, Duty("resolve_event", seat=fact.seat, card=fact.card))
    return replace(
        state, event_deck=deck - {fact.card}, event_discard=discard, pending=pending, heroes=heroes
    )


def _drawn_one(pending: tuple[Duty, ...], seat: str) -> tuple[Duty, ...]:
    for index, duty in enumerate(pending):
        if duty.kind == "draw_event" and duty.seat == seat:
            left = (replace(duty, n=duty.n - 1),) if duty.n > 1 else ()
            return (*pending[:index], *left, *pending[index + 1 :])
    return pending


@evolve.on(f.EventResolved)
def _(state: State, fact: f.EventResolved) -> State:
    return replace(
        state,
        pending=_without(state.pending, Duty("resolve_event", seat=fact.seat, card=fact.card)),
        event_discard=(*state.event_discard, fact.card),
    )


@evolve.on(f.EventPlayed)
def _(state: State, fact: f.EventPlayed) -> State:
    kept = _without(state.heroes[fact.seat].kept, fact.card)
    return replace(
        state,
        heroes=_hero(state, fact.seat, kept=kept),
        event_discard=(*state.event_discard, fact.card),
    )


@evolve.on(f.ManualEffects)
def _(state: State, fact: f.ManualEffects) -> State:
    return state


@evolve.on(f.DutyRaised)
def _(state: State, fact: f.DutyRaised) -> State:
    _must_be_of_this_table(state, fact.duty)
    return replace(state, pending=(*state.pending, fact.duty))


def _must_be_of_this_table(state: State, duty: Duty) -> None:
    """Raises `LookupError` for a duty that names nothing on this table: a correction can hold one."""
    if duty.kind in ("draw_event", "resolve_event", "resurrect", "overflow_gain"):
        state.heroes[duty.seat or ""]
    if duty.kind in ("place_monster", "surplus_monster"):
        state.places[duty.location or ""]
    if duty.kind == "resolve_event":
        state.box.events[duty.card or ""]
    for kind in duty.types:
        state.box.monsters[kind]
    for seat in duty.candidates:
        state.heroes[seat]


@evolve.on(f.DutyDone)
def _(state: State, fact: f.DutyDone) -> State:
    return replace(state, pending=_without(state.pending, fact.duty))


@evolve.on(f.BattleCaused)
def _(state: State, fact: f.BattleCaused) -> State:
    return replace(state, waiting=(*state.waiting, (fact.location, fact.cause)))


@evolve.on(f.BattleDropped)
def _(state: State, fact: f.BattleDropped) -> State:
    return replace(state, waiting=tuple(one for one in state.waiting if one[0] != fact.location))


@evolve.on(f.BattleStarted)
def _(state: State, fact: f.BattleStarted) -> State:
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


@evolve.on(f.WeaponsSelected)
def _(state: State, fact: f.WeaponsSelected) -> State:
    assert state.battle is not None
    unit = hero_unit(fact.seat)
    weapons = tuple(state.box.attacks[weapon].id for weapon in fact.weapons)
    return replace(state, battle=_unit(state.battle, unit, selected=weapons, bonus=fact.bonus))


@evolve.on(f.BlockStepBegan)
def _(state: State, fact: f.BlockStepBegan) -> State:
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, step="block", substep="declare"))


@evolve.on(f.BlocksDeclared)
def _(state: State, fact: f.BlocksDeclared) -> State:
    assert state.battle is not None
    battle = replace(state.battle, step="block", substep=None)
    for unit, debt in fact.debts.items():
        battle = _unit(battle, unit, debt=debt, chits=battle.units[unit].chits + debt)
    return replace(state, battle=battle)


@evolve.on(f.SegmentBegan)
def _(state: State, fact: f.SegmentBegan) -> State:
    assert state.battle is not None
    substep = "rolls" if all(attack.target for attack in fact.attacks) else "targets"
    battle = replace(state.battle, step=fact.segment, substep=substep, attacks=fact.attacks)
    return replace(state, battle=battle)


@evolve.on(f.TargetsDeclared)
def _(state: State, fact: f.TargetsDeclared) -> State:
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


@evolve.on(f.AttackRolled)
def _(state: State, fact: f.AttackRolled) -> State:
    if fact.flat:
        return _attack(state, fact.unit, fact.attack, flat=True)
    return _attack(state, fact.unit, fact.attack, dice=fact.dice)


@evolve.on(f.DieChanged)
def _(state: State, fact: f.DieChanged) -> State:
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


@evolve.on(f.GainsTaken)
def _(state: State, fact: f.GainsTaken) -> State:
    return _changed(state, fact.unit, fact.chits, fact.health, fact.track)


@evolve.on(f.UnitChanged)
def _(state: State, fact: f.UnitChanged) -> State:
    return _changed(state, fact.unit, fact.chits, fact.health, fact.track)


def _changed(state: State, unit: str, chits: int, health: int, track: int) -> State:
    battle = state.battle
    if battle is None or unit not in battle.units:
        return state
    one = battle.units[unit]
    return _hurt(state, unit, -health, chits=one.chits + chits, track=one.track + track)


@evolve.on(f.DamageDealt)
def _(state: State, fact: f.DamageDealt) -> State:
    battle = state.battle
    assert battle is not None
    if fact.forgone:
        attacker = battle.units[fact.unit]
        battle = _unit(battle, fact.unit, debt=attacker.debt - fact.forgone)
        state = replace(state, battle=battle)
    if not fact.absorbed and not fact.health:
        return state
    chits = battle.units[fact.target].chits - fact.absorbed
    return _hurt(state, fact.target, fact.health, chits=chits)


@evolve.on(f.SegmentResolved)
def _(state: State, fact: f.SegmentResolved) -> State:
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, substep=None, attacks=()))


@evolve.on(f.UnitKilled)
def _(state: State, fact: f.UnitKilled) -> State:
    if fact.type is not None:
        totals = replace(state.totals, monsters_killed=state.totals.monsters_killed + 1)
        state = replace(state, totals=totals)
    if fact.location is not None and fact.type is not None:
        state = _off_the_map(state, fact.type, fact.location)
    return replace(state, battle=_leaves(state.battle, fact.unit))


@evolve.on(f.UnitLeft)
def _(state: State, fact: f.UnitLeft) -> State:
    return replace(state, battle=_leaves(state.battle, fact.unit))


@evolve.on(f.BattleStopped)
def _(state: State, fact: f.BattleStopped) -> State:
    if state.battle is None:
        return state
    return replace(state, battle=replace(state.battle, stopped=True))


@evolve.on(f.BlockSettled)
def _(state: State, fact: f.BlockSettled) -> State:
    assert state.battle is not None
    unit = state.battle.units[fact.unit]
    return _hurt(state, fact.unit, fact.health, chits=unit.chits - fact.chits, debt=0)


@evolve.on(f.RetreatBegan)
def _(state: State, fact: f.RetreatBegan) -> State:
    assert state.battle is not None
    battle = replace(state.battle, step="retreat", substep=None, retreat_queue=fact.queue)
    return replace(state, battle=battle)


@evolve.on(f.Stayed)
def _(state: State, fact: f.Stayed) -> State:
    return _next_in_queue(state, fact.seat)


@evolve.on(f.Retreated)
def _(state: State, fact: f.Retreated) -> State:
    state = _next_in_queue(state, fact.seat)
    if not fact.ok:
        return state
    return replace(state, totals=replace(state.totals, retreats=state.totals.retreats + 1))


def _next_in_queue(state: State, seat: str) -> State:
    assert state.battle is not None
    queue = tuple(name for name in state.battle.retreat_queue if name != seat)
    return replace(state, battle=replace(state.battle, retreat_queue=queue))


@evolve.on(f.RoundBegan)
def _(state: State, fact: f.RoundBegan) -> State:
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


@evolve.on(f.BattleEnded)
def _(state: State, fact: f.BattleEnded) -> State:
    totals = replace(state.totals, battle_rounds=state.totals.battle_rounds + fact.rounds)
    return replace(state, battle=None, totals=totals)


@evolve.on(f.FinalBegan)
def _(state: State, fact: f.FinalBegan) -> State:
    heroes = {seat: replace(hero, location=None) for seat, hero in state.heroes.items()}
    return replace(state, phase="final", active=None, waiting=(), battle=None, heroes=heroes, final=Final())


@evolve.on(f.FinalPrepared)
def _(state: State, fact: f.FinalPrepared) -> State:
    heroes = {
        seat: replace(hero, health=fact.heroes.get(seat, hero.health)) for seat, hero in state.heroes.items()
    }
    final = Final("prep", fact.arch_health, {seat: fact.monsters[seat] for seat in seats_of(state, "chaos")})
    return replace(state, heroes=heroes, final=final)


@evolve.on(f.DoomDamageTaken)
def _(state: State, fact: f.DoomDamageTaken) -> State:
    assert state.final is not None
    left = max(0, state.heroes[fact.seat].health - fact.hero)
    monster = max(0, state.final.monsters.get(fact.seat, 0) - fact.monster)
    return replace(
        state,
        heroes=_hero(state, fact.seat, health=left, alive=left > 0),
        final=replace(state.final, monsters={**state.final.monsters, fact.seat: monster}),
    )


@evolve.on(f.StageBegan)
def _(state: State, fact: f.StageBegan) -> State:
    assert state.final is not None
    return replace(state, final=replace(state.final, stage=fact.stage))


@evolve.on(f.GameWon)
def _(state: State, fact: f.GameWon) -> State:
    result = Result(fact.side, fact.stage, fact.reason)  # type: ignore[arg-type]
    return replace(state, phase="finished", active=None, battle=None, pending=(), result=result)
