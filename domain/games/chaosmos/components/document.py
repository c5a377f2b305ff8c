"""The shape of a component set's JSON, and the spaces of its layouts (CM-301 … CM-305).

Stars and wormholes that are one space are merged into classes. The shape is checked before the
constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel import ThingName, ThingText

# The shape of a component set: what its JSON must look like before its constraints are asked.

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,47}$")]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Face = Annotated[int, Meta(ge=0)] | Literal["mirror", "infinity"]
Name = Annotated[str, Meta(min_length=1, max_length=80)]


class Thing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing with an id, which a set may call by a name and tell the text of; no name: it goes by its id."""

    name: ThingName = ""
    text: ThingText = ""


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """One effect of the closed vocabulary, CM-520 … CM-531. A card is cancelled by id, name or type."""

    effect: Literal[
        "score",
        "opponent_score",
        "cancel",
        "reduce_clock",
        "scry_hand",
        "scry_planet",
        "send_card",
        "on_open_banish_home",
        "on_open_no_take",
        "manual",
    ]
    n: int | None = None
    names: tuple[Name, ...] | None = None
    types: tuple[Name, ...] | None = None
    max: Annotated[int, Meta(ge=1)] | None = None
    cards: tuple[Id, ...] | None = None


class CardEntry(Thing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One kind of card."""

    id: Id
    count: Annotated[int, Meta(ge=1, le=76)]
    set_icon: Literal["standard", "bonus", "other"] | None
    bonus_rank: Literal[1, 2, 3] | None
    cost: Literal["action", "combat", "free"]
    single_use: bool
    flip: bool
    types: tuple[Name, ...]
    is_ovoid: bool
    is_enviro_gear: bool
    native_of: Id | None
    effects: tuple[Effect, ...]


class AlienEntry(Thing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One alien sheet. first_game: one of those that are dealt in the first game (CM-102)."""

    id: Id
    color: Name
    home: Id
    toxic: Id
    gear: Id
    hand_limit: Annotated[int, Meta(ge=1, le=76)] = 7
    abilities: tuple[Text, ...] = ()
    first_game: bool = False


class PlanetEntry(Thing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One planet hex."""

    id: Id


class Place(Thing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A star or wormhole, and the slots next to it."""

    id: Id
    slots: tuple[Id, ...]


class StarEntry(Place, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A full star."""


class WormholeEntry(Place, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A wormhole tile: its letter and the stars that it touches."""

    letter: Name
    stars: tuple[Id, ...]


class AsteroidEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An asteroid field: the edges (slot, star or wormhole) that it closes."""

    blocks: tuple[tuple[Id, Id], ...]


class LayoutEntry(Thing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One board."""

    id: Id
    kind: Literal["first_game", "standard", "two_player"]
    slots: tuple[Id, ...]
    fixed: dict[Id, Id] | None
    stars: tuple[StarEntry, ...]
    wormholes: tuple[WormholeEntry, ...]
    clock_pairs: tuple[tuple[Id, Id], ...]
    asteroids: tuple[AsteroidEntry, ...]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """A component set."""

    game: Literal["chaosmos"]
    name: Name
    invented: tuple[Text, ...]
    combat_die: Annotated[tuple[Face, ...], Meta(min_length=1)]
    aliens: tuple[AlienEntry, ...]
    planets: tuple[PlanetEntry, ...]
    cards: tuple[CardEntry, ...]
    layouts: tuple[LayoutEntry, ...]


# Spaces and the ways between them, CM-301 … CM-305: stars and wormholes merged into classes.


FIRST_GAME_ALIENS = ("Drusu", "Gazmae", "Haghouhen", "Vroon")


def known(things: Sequence[AlienEntry | PlanetEntry], names: Iterable[str]) -> set[str]:
    """The ids of those that the source calls so: by name, else by id, since names are translated."""
    by_name = {thing.name: thing.id for thing in things}
    ids = {thing.id for thing in things}
    found = (by_name.get(name, name.lower()) for name in names)
    return {id for id in found if id in ids}


def first_game_aliens(aliens: Sequence[AlienEntry]) -> tuple[str, ...]:
    """CM-102: the aliens that are marked so; where none is, those that the source names."""
    chosen = {alien.id for alien in aliens if alien.first_game} or known(aliens, FIRST_GAME_ALIENS)
    return tuple(alien.id for alien in aliens if alien.id in chosen)


class SlotMap(Struct, frozen=True):
    """A layout before planets stand in its slots.

    `space_of`: star or wormhole → the smallest id of its class; `beside`: slot → classes it touches, with
    whether an unblocked edge leads there (CM-305). `clock_sides`: class of a clock pair → slot → the star
    of the pair next to it. `wormholes`: the ids of the tiles.
    """

    space_of: Mapping[str, str]
    beside: Mapping[str, Mapping[str, bool]]
    clock_sides: Mapping[str, Mapping[str, str]]
    wormholes: frozenset[str]


class Board(Struct, frozen=True):
    """A layout with its planets. Spaces are named by the planet, or by the smallest id of the class.

    `members`: space → every id that names it; `near`: spaces one move away; `walled`: spaces that are
    adjacent only over edges that asteroid fields block (CM-312).
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
