"""What may be read off the map: who stands where, which monsters are in the game, where a step leads."""

from __future__ import annotations

from domain.games.order_vs_chaos.state import FIGURES_OF_A_TYPE, State


def heroes_at(state: State, location: str | None, side: str) -> tuple[str, ...]:
    """Seats of a side whose heroes stand there."""
    if location is None:
        return ()
    return tuple(
        seat for seat, hero in state.seats.items() if hero.location == location and hero.side == side
    )


def enemies_at(state: State, side: str, location: str | None) -> bool:
    """Whether an enemy of that side is at the location: a hero, or a monster for Order."""
    if location is None:
        return False
    if side == "order":
        return bool(state.places[location].monsters or heroes_at(state, location, "chaos"))
    return bool(heroes_at(state, location, "order"))


def both_sides_at(state: State, location: str) -> bool:
    """Whether Order and Chaos meet there."""
    return bool(heroes_at(state, location, "order")) and enemies_at(state, "order", location)


def owned_types(state: State) -> tuple[str, ...]:
    """The monster types in this game (OC-108)."""
    return tuple(hero.monster_type for hero in state.seats.values() if hero.monster_type is not None)


def types_left(state: State) -> tuple[str, ...]:
    """Owned types with a figure that is not on the map (OC-340). OC-344."""
    used: dict[str, int] = {}
    for place in state.places.values():
        for kind in place.monsters:
            used[kind] = used.get(kind, 0) + 1
    return tuple(kind for kind in owned_types(state) if used.get(kind, 0) < FIGURES_OF_A_TYPE)


def owner_of(state: State, monster: str) -> str | None:
    """The seat that owns a monster type."""
    return next((seat for seat, hero in state.seats.items() if hero.monster_type == monster), None)


def wormholes(state: State) -> tuple[str, ...]:
    """Locations with a face-up wormhole."""
    return tuple(location for location in state.places if state.card_kind(location) == "wormhole")


def adjacent(state: State, location: str) -> tuple[str, ...]:
    """Where a hero may step or retreat to from there (OC-302): along edges and between wormholes. OC-303."""
    near = state.map.neighbours[location]
    if state.card_kind(location) != "wormhole":
        return near
    return near + tuple(hole for hole in wormholes(state) if hole != location and hole not in near)
