"""When a text may be used: OC-210, OC-503, OC-506, OC-507, OC-619."""

from __future__ import annotations

from domain.games.order_vs_chaos.components.document import Ability
from domain.games.order_vs_chaos.state import ARCH_UNIT, State

OWN_TURN = "own_turn"
OWN_BATTLE = "own_battle"
PASSIVE = "passive"


def fits_time(state: State, seat: str | None, unit: str | None, timing: str) -> bool:
    """Whether the timing holds for that seat or unit. All seats are active in the final battle (OC-619).

    OC-518.
    """
    battle = state.battle
    match timing:
        case "own_turn":
            return state.phase == "final" or (seat is not None and seat == state.active)
        case "own_battle":
            return battle is not None and unit in battle.units
        case "any_battle":
            return battle is not None
        case "round_start_any_battle":
            return battle is not None and battle.step == "weapons"
        case _:
            return timing == "any"


def abilities_of(state: State, seat: str | None, unit: str | None) -> tuple[Ability, ...]:
    """The abilities of a hero, or of a monster or the arch enemy in its battle."""
    if seat is not None:
        hero = state.seats.get(seat)
        return () if hero is None or hero.hero is None else state.sheet(seat).abilities
    battle = state.battle
    if unit is None or battle is None or unit not in battle.units or unit.startswith("hero:"):
        return ()
    kind = battle.units[unit].type
    card = state.box.arch_enemies[kind] if unit == ARCH_UNIT else state.box.monsters[kind]
    return card.abilities


def ability_of(state: State, seat: str | None, unit: str | None, ability: str) -> Ability | None:
    """That ability, unless it is passive: passive ones are never used."""
    return next(
        (one for one in abilities_of(state, seat, unit) if one.id == ability and one.timing != PASSIVE),
        None,
    )
