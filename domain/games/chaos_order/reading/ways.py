"""Where units can go: borders, mountains, tunnels, lakes."""

from __future__ import annotations

from domain.games.chaos_order.components.constraints_map import TUNNEL_FROM
from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.reading.regions import is_region
from domain.games.chaos_order.state import State


def neighbours(state: State, place: str) -> list[str]:
    """Regions across a border without a mountain, or through an open tunnel (CO-360, CO-361)."""
    found = []
    for border in state.box.beside[place]:
        if border.id not in state.mountains:
            other = border.beyond(place)
            if is_region(state, other):
                found.append(other)
    for tunnel, ends in state.box.tunnels.items():
        if place in ends and len(state.clockwise) >= TUNNEL_FROM[tunnel]:
            found.append(ends[1] if ends[0] == place else ends[0])
    return found


def reachable(state: State, seat: str, place: str) -> list[str]:
    """Where the seat's units can step from a place: neighbours, and from its base CO-362, CO-524."""
    found = neighbours(state, place)
    board = state.seats[seat]
    if place == board.base:
        anywhere = has_ability(state, seat, "base_adjacent_to_any_building")
        found += [
            other
            for other, region in state.regions.items()
            if other not in found
            and any(
                built.seat == seat and (anywhere or built.type == "outpost")
                for built in region.buildings.values()
            )
        ]
    return found


def closed_tunnel(state: State, one: str, other: str) -> bool:
    """Whether the two places are the ends of a tunnel that is closed at this faction count."""
    return any(
        {one, other} == set(ends) and len(state.clockwise) < TUNNEL_FROM[tunnel]
        for tunnel, ends in state.box.tunnels.items()
    )


def may_enter(state: State, seat: str, place: str) -> bool:
    """Whether units of the seat may move there: a land region, for Oxataya a lake too (CO-366, CO-556)."""
    return place in state.regions and (
        state.box.places[place].kind != "lake" or "lake_access" in state.faction(seat).statics
    )
