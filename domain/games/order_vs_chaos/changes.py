"""Changes of a state that several facts share."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.order_vs_chaos.state import ARCH_UNIT, Battle, Final, Hero, Place, State, seat_of_hero_unit


def with_hero(state: State, seat: str, **changes: Any) -> dict[str, Hero]:
    return {**state.seats, seat: replace(state.seats[seat], **changes)}


def with_place(state: State, location: str, **changes: Any) -> dict[str, Place]:
    return {**state.places, location: replace(state.places[location], **changes)}


def with_unit(battle: Battle, unit: str, **changes: Any) -> Battle:
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **changes)})


def without(items: tuple[Any, ...], *gone: Any) -> tuple[Any, ...]:
    """The items without one of each that is gone."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def leaves_battle(battle: Battle | None, unit: str) -> Battle | None:
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


def hurt(state: State, unit: str, health: int, **changes: Any) -> State:
    """The unit with less health (negative: more), and its battle figures changed."""
    battle = state.battle
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        if battle is not None and unit in battle.units and changes:
            state = replace(state, battle=with_unit(battle, unit, **changes))
        hero = state.seats[seat]
        return replace(state, seats=with_hero(state, seat, health=max(0, hero.health - health)))
    if battle is None or unit not in battle.units:
        return state
    left = max(0, battle.units[unit].health - health)
    state = replace(state, battle=with_unit(battle, unit, health=left, **changes))
    return replace(state, final=_final_health(state.final, unit, left)) if state.final is not None else state


def _final_health(final: Final, unit: str, left: int) -> Final:
    if unit == ARCH_UNIT:
        return replace(final, arch_health=left)
    return replace(final, monsters={**final.monsters, unit.removeprefix("monster:"): left})


def off_the_map(state: State, kind: str, location: str) -> State:
    """The monster leaves its location, and the battle in which it fights there."""
    place = state.places[location]
    state = replace(state, places=with_place(state, location, monsters=without(place.monsters, kind)))
    battle, name = state.battle, f"monster:{location}"
    if battle is None or battle.location != location or name not in battle.units:
        return state
    if battle.units[name].type != kind or kind in state.places[location].monsters:
        return state
    return replace(state, battle=leaves_battle(battle, name))
