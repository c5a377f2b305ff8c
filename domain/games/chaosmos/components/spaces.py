"""Spaces and the ways between them, CM-301 … CM-305: stars and wormholes merged into classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from domain.games.chaosmos.components.document import LayoutEntry, Place


class SlotMap(Struct, frozen=True):
    """A layout before planets stand in its slots.

    `space_of`: star or wormhole → the smallest id of its class; `beside`: slot → classes it touches, with
    whether an unblocked edge leads there (CM-305). `clock_sides`: class of a clock pair → slot → the star
    of the pair that it lies beside. `wormholes`: the ids of the tiles.
    """

    space_of: Mapping[str, str]
    beside: Mapping[str, Mapping[str, bool]]
    clock_sides: Mapping[str, Mapping[str, str]]
    wormholes: frozenset[str]


class Board(Struct, frozen=True):
    """A layout with its planets. Spaces are named by the planet, or by the smallest id of the class.

    `members`: space → every id that names it; `near`: spaces one move away; `walled`: spaces that lie
    beside each other only over edges that asteroid fields block (CM-312).
    """

    planet_at_slot: Mapping[str, str]
    space_of: Mapping[str, str]
    members: Mapping[str, tuple[str, ...]]
    near: Mapping[str, tuple[str, ...]]
    walled: Mapping[str, tuple[str, ...]]


def slot_map(layout: LayoutEntry) -> SlotMap:
    """Merge what is one space: CM-302 (a wormhole and its stars), CM-303 (a letter), CM-304 (the clock)."""
    space_of = _classes(
        [star.id for star in layout.stars] + [hole.id for hole in layout.wormholes],
        [
            *((hole.id, star) for hole in layout.wormholes for star in hole.stars),
            *(
                (one.id, other.id)
                for one in layout.wormholes
                for other in layout.wormholes
                if one.letter == other.letter
            ),
            *layout.clock_pairs,
        ],
    )
    blocked = {edge for field in layout.asteroids for edge in field.blocks}
    beside: dict[str, dict[str, bool]] = {slot: {} for slot in layout.slots}
    places: tuple[Place, ...] = (*layout.stars, *layout.wormholes)
    for place in places:
        for slot in place.slots:
            space = space_of[place.id]
            beside[slot][space] = beside[slot].get(space, False) or (slot, place.id) not in blocked
    clock_sides = {
        space_of[pair[0]]: {slot: star.id for star in layout.stars if star.id in pair for slot in star.slots}
        for pair in layout.clock_pairs
    }
    return SlotMap(space_of, beside, clock_sides, frozenset(hole.id for hole in layout.wormholes))


def _classes(ids: Iterable[str], same: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each id → the smallest id of its class under the transitive closure of `same` (CM-305)."""
    names = {name: name for name in ids}
    for one, other in same:
        keep, drop = sorted((names[one], names[other]))
        names = {name: keep if leader == drop else leader for name, leader in names.items()}
    return names


def board(slots: SlotMap, planet_at_slot: Mapping[str, str]) -> Board:
    """The board with these planets in its slots."""
    space_of = {**slots.space_of, **{planet: planet for planet in planet_at_slot.values()}}
    members: dict[str, tuple[str, ...]] = {}
    for name, space in space_of.items():
        members[space] = (*members.get(space, ()), name)
    near: dict[str, tuple[str, ...]] = dict.fromkeys(members, ())
    walled: dict[str, tuple[str, ...]] = dict.fromkeys(members, ())
    for slot, spaces in slots.beside.items():
        planet = planet_at_slot[slot]
        for space, is_open in spaces.items():
            ways = near if is_open else walled
            ways[planet] = (*ways[planet], space)
            ways[space] = (*ways[space], planet)
    return Board(planet_at_slot, space_of, members, near, walled)
