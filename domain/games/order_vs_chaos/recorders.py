"""The seats that may record what no hero does: dice of monsters, common decisions, public steps.

Anything else is recorded by its actor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from domain.games.order_vs_chaos.reading import may_block, seats_of
from domain.games.order_vs_chaos.state import State, Unit, seat_of_hero_unit
from domain.kernel import Json


def recorders(state: State, action: Mapping[str, Json]) -> Collection[str] | None:
    """The seats that may record the action themselves; None: its actor."""
    units = state.battle.units if state.battle is not None else {}
    match action["type"]:
        case "choose_map" | "set_arch_enemy" | "fill_display" | "choose_first_player":
            return tuple(state.seats)  # OC-103, OC-104, OC-109, OC-113: the table's, in sight of all
        case "discard_surplus_monster" | "allot_doom_damage":
            return seats_of(state, "order")  # OC-342, OC-613
        case "declare_targets" | "roll_attack" | "change_dice" | "use_ability":
            unit = units.get(action.get("unit") or "")
            return None if unit is None or seat_of_hero_unit(unit.id) else controllers(state, [unit])
        case "declare_blocks":
            return controllers(state, (units[name] for name in may_block(state)))  # OC-420
        case "resolve_segment":
            return controllers(state, units.values())  # OC-422, OC-437
        case _:
            return None


def controllers(state: State, units: Iterable[Unit]) -> tuple[str, ...]:
    """A hero's player, a monster's owner (OC-108), for the arch enemy the Chaos seats together (OC-618)."""
    seats: dict[str, None] = {}
    for unit in units:
        seats |= dict.fromkeys((unit.seat,) if unit.seat is not None else seats_of(state, "chaos"))
    return tuple(seats)
