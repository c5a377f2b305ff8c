"""Leaders and buildings: where they are, what they show, what they are worth in battle."""

from __future__ import annotations

from domain.games.chaos_order.components.box import LeaderSide
from domain.games.chaos_order.state import State, Totals


def leaders_on_map(state: State, seat: str) -> dict[str, str]:
    """Leader → region or `base`; leaders in the supply are left out."""
    found = dict.fromkeys(state.seats[seat].base_leaders, "base")
    for place, region in state.regions.items():
        for leader in region.leaders.get(seat, ()):
            found[leader] = place
    return found


def leader_side(state: State, seat: str, leader: str) -> LeaderSide:
    """The side that the leader shows (CO-535)."""
    return state.faction(seat).leaders[leader][state.seats[seat].leaders[leader]]


def base_strength(state: State, seat: str, place: str) -> Totals:
    """Strength, attack and shields of the pieces alone: fighters, leaders, buildings (CO-430, CO-440).

    In every battle of the region (CO-533), outposts with two strength each (CO-531), strongholds with what
    the set gives them (CO-532).
    """
    region, faction = state.regions[place], state.faction(seat)
    strength, attack, shields = region.fighters.get(seat, 0), 0, 0
    for leader in region.leaders.get(seat, ()):
        side = leader_side(state, seat, leader)
        strength, attack, shields = (
            strength + side.strength,
            attack + side.attack,
            shields + side.shields,
        )
    for built in region.buildings.values():
        if built.seat == seat:
            kind = faction.buildings[built.type]
            strength, attack, shields = (
                strength + kind.strength,
                attack + kind.attack,
                shields + kind.shields,
            )
    return Totals(strength, attack, shields)


def stands_somewhere(state: State, seat: str, kind: str) -> bool:
    """Whether the seat has a building of that type on the map."""
    return any(
        built.seat == seat and built.type == kind
        for region in state.regions.values()
        for built in region.buildings.values()
    )


def joined_leaders(state: State, seat: str) -> dict[str, tuple[str, ...]]:
    """Regions where the seat has more than one leader; empty for those who may (CO-368)."""
    found = {}
    for place, region in state.regions.items():
        if region.leaders and len(region.leaders.get(seat, ())) > 1:
            found[place] = region.leaders[seat]
    return {} if "many_leaders_per_region" in state.faction(seat).statics else found
