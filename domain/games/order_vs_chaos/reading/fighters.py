"""What may be read off the units of a battle: health, armor, attacks, dice."""

from __future__ import annotations

from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import ARCH_UNIT, Battle, State, Unit, seat_of_hero_unit


def units_of(battle: Battle, side: str) -> tuple[Unit, ...]:
    """The units of a side that are in the battle."""
    return tuple(unit for unit in battle.units.values() if unit.side == side)


def foes(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The enemy units that are in the battle."""
    return tuple(other.id for other in battle.units.values() if other.side != unit.side)


def armor_stat(state: State, unit: Unit) -> int:
    """The number on the sheet or card: chits at the start of a battle, and the limit of a block."""
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        return state.stat(seat, "armor")
    if unit.id == ARCH_UNIT:
        return state.box.arch_enemies[unit.type].armor
    return state.box.monsters[unit.type].armor


def unit_health(state: State, unit: Unit) -> int:
    """A unit's present health."""
    seat = seat_of_hero_unit(unit.id)
    return unit.health if seat is None else state.seats[seat].health


def unit_max_health(state: State, unit: Unit) -> int:
    """A unit's full health."""
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        return state.stat(seat, "health")
    if unit.id == ARCH_UNIT:
        return arch_full_health(state)
    return state.box.monsters[unit.type].health


def arch_full_health(state: State) -> int:
    """The arch enemy's health by the number of Order heroes in the game (OC-614)."""
    return state.box.arch_enemies[state.arch_enemy or ""].health[str(len(seats_of(state, "order")))]


def battle_boxes(state: State, unit: Unit) -> tuple[int, ...] | None:
    """A unit's battle track, if its sheet or card has one (OC-543)."""
    if unit.id == ARCH_UNIT:
        return state.box.arch_enemies[unit.type].battle_track
    if seat_of_hero_unit(unit.id) is not None:
        return state.box.heroes[unit.type].battle_track
    return state.box.monsters[unit.type].battle_track


def attacks_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The attacks that a unit has, in the order in which they are printed or owned."""
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        inherent = tuple(attack.id for attack in state.sheet(seat).attacks)
        return inherent + state.seats[seat].weapons
    card = state.box.arch_enemies[unit.type] if unit.id == ARCH_UNIT else state.box.monsters[unit.type]
    return tuple(attack.id for attack in card.attacks)


def must_select(state: State, unit: Unit) -> bool:
    """Whether the unit chooses its weapons each round: Order heroes and the Ghoul (OC-410, OC-412)."""
    seat = seat_of_hero_unit(unit.id)
    return seat is not None and (unit.side == "order" or state.sheet(seat).picks_one_attack)


def chosen_attacks(state: State, unit: Unit) -> tuple[str, ...]:
    """The attacks that the unit makes this round (OC-410 … OC-413)."""
    if must_select(state, unit):
        return unit.selected or ()
    return attacks_of(state, unit)


def dice_of(state: State, unit: Unit, attack: str) -> int:
    """How many dice that attack rolls (OC-432): printed, and the attack stat where it has the bonus."""
    printed = state.box.attacks[attack].dice
    seat = seat_of_hero_unit(unit.id)
    if seat is not None and (unit.side == "chaos" or unit.bonus == attack):
        return printed + state.stat(seat, "attack")
    return printed


def may_block(state: State) -> tuple[str, ...]:
    """The units whose chits are fewer than their armor stat (OC-420)."""
    battle = state.battle
    if battle is None:
        return ()
    return tuple(unit.id for unit in battle.units.values() if unit.chits < armor_stat(state, unit))
