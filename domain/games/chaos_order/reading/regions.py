"""What stands in regions, and who controls them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.games.chaos_order.state import Region, State


def is_region(state: State, place: str) -> bool:
    """Whether the place is a region now: bases and tiles only where one was laid (CO-115)."""
    return place in state.regions or place in state.bases


def is_land(state: State, place: str) -> bool:
    """Whether the place is a land region in play."""
    return place in state.regions and state.box.places[place].kind != "lake"


def presence(region: Region) -> set[str]:
    """The seats with units or buildings in the region; either alone is enough (CO-405)."""
    seats = {*region.fighters, *region.leaders}
    if region.buildings:
        seats.update(built.seat for built in region.buildings.values())
    return seats


def has_presence(region: Region, seat: str) -> bool:
    """Whether this seat has a unit or building there."""
    return (
        seat in region.fighters
        or seat in region.leaders
        or any(built.seat == seat for built in region.buildings.values())
    )


def controller(region: Region) -> str | None:
    """The only seat with presence there, by whatever piece (CO-707); None when empty or contested (R1)."""
    found = None
    for seat in (*region.fighters, *region.leaders, *(built.seat for built in region.buildings.values())):
        if found is None:
            found = seat
        elif seat != found:
            return None
    return found


def controls(state: State, seat: str, place: str) -> bool:
    """Whether the seat controls the region; a base is always controlled by its own."""
    region = state.regions.get(place)
    return state.bases.get(place) == seat if region is None else controller(region) == seat


def controlled(state: State, seat: str) -> tuple[str, ...]:
    """The land and lake regions that the seat controls, without its base."""
    return tuple(
        place
        for place, region in state.regions.items()
        if (seat in region.fighters or seat in region.leaders or region.buildings)
        and controller(region) == seat
    )


def controlled_by_each(state: State) -> dict[str, list[str]]:
    """Of every seat the land and lake regions that it controls, without its base: the map is read once."""
    found: dict[str, list[str]] = {seat: [] for seat in state.seats}
    for place, region in state.regions.items():
        seat = controller(region)
        if seat in found:
            found[seat].append(place)
    return found


def land_of(state: State, places: Iterable[str]) -> int:
    """How many of these regions are land."""
    return sum(is_land(state, place) for place in places)


def controlled_land(state: State, seat: str) -> int:
    """How many land regions the seat controls (CO-607)."""
    return land_of(state, controlled(state, seat))


def count_of(state: State, seat: str, places: Sequence[str]) -> int:
    """The region count of a seat that controls these: with its base, and modifiers of this round (CO-463)."""
    return len(places) + 1 + state.seats[seat].region_bonus


def region_count(state: State, seat: str) -> int:
    """Regions controlled, the own base, and modifiers of this round (CO-463)."""
    return count_of(state, seat, controlled(state, seat))


def units(region: Region, seat: str) -> int:
    """Fighters and leaders of the seat there."""
    return region.fighters.get(seat, 0) + len(region.leaders.get(seat, ()))


def strongest_opponent(region: Region, seat: str) -> int:
    """The most units that another seat has there (CO-391)."""
    most = 0
    for other in {*region.fighters, *region.leaders}:
        if other != seat:
            most = max(most, units(region, other))
    return most


def contested(state: State) -> tuple[str, ...]:
    """The regions where a battle is due, in map order (CO-401)."""
    return tuple(place for place, region in state.regions.items() if len(presence(region)) > 1)


def relic_places(state: State) -> dict[int, str]:
    """Relic → region of the relics on the map."""
    return {region.relic: place for place, region in state.regions.items() if region.relic is not None}
