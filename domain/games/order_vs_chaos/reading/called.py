"""What refusals call the things that an action names by id: as it is printed on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.order_vs_chaos.state import State


def called(state: State, id: str | None, otherwise: str) -> str:
    """The name of a location, fighter, attack, item, ability or event card; `otherwise` where it is none."""
    box = state.box
    tables: tuple[Mapping[str, Any], ...] = (
        box.attacks,
        box.equipment,
        box.events,
        box.monsters,
        box.heroes,
        box.arch_enemies,
    )
    for table in tables:
        if id is not None and id in table:
            return str(table[id].name)
    if state.battle is not None and (unit := state.battle.units.get(id or "")) is not None:
        return called(state, unit.type, otherwise)
    for side in box.document.maps:
        for place in side.locations:
            if side.id == state.map.id and place.id == id:
                return place.name
    for fighter in box.document.fighters:
        for ability in fighter.abilities:
            if ability.id == id:
                return ability.name
    return otherwise
