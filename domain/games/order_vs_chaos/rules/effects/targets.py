"""What a primitive names, or a refusal of the whole effect: OC-520."""

from __future__ import annotations

from domain.games.order_vs_chaos.state import Hero, State, Unit
from domain.kernel import Rejected


def cannot(path: str, message: str, field: str) -> Rejected:
    """The refusal under OC-520 of what stands at the path of an effect."""
    return Rejected("OC-520", message, f"{path}{field}")


def hero_named(state: State, seat: str | None, path: str, side: str | None = None) -> Hero:
    """The living hero of that seat, of that side. Raises `Rejected`."""
    hero = state.seats.get(seat or "")
    if hero is None or side not in (None, hero.side):
        raise cannot(path, "There is no such hero for this effect.", "seat")
    on_the_way_back = state.phase == "turn" and hero.location is None
    if not hero.alive or on_the_way_back:
        raise cannot(path, "This hero is dead.", "seat")
    return hero


def must_be_location(state: State, location: str, path: str, field: str = "location") -> None:
    """Raises `Rejected` for what is no location of the map."""
    if location not in state.places:
        raise cannot(path, "There is no such location on this map.", field)


def unit_named(state: State, unit: str | None, path: str) -> Unit:
    """That unit of the battle. Raises `Rejected`."""
    battle = state.battle
    if battle is None or unit not in battle.units:
        raise cannot(path, "This unit is not in a battle.", "unit")
    return battle.units[unit or ""]


def monster_named(state: State, location: str, path: str, field: str) -> str:
    """The type of the first monster there. Raises `Rejected`."""
    must_be_location(state, location, path, field)
    if not state.places[location].monsters:
        raise cannot(path, "No monster is there.", field)
    return state.places[location].monsters[0]
