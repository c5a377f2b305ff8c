"""The names of cards, tiles, spaces of the planet and seats of First Light, and the printed texts.

A view does not repeat what is printed on boards and cards; the names of a set come with its box.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import Thing, Tile
from domain.games.first_light.words import printed
from domain.games.first_light.words.printed import space_names
from domain.kernel import SEAT_COLORS, ComponentSet, Json, Name, Naming, Run, SeatName, capitalized, readable

KINDS = {
    **dict.fromkeys(("seat", "seats", "start_player", "owner", "winners", "to_act"), "seat"),
    **dict.fromkeys(("hands[]", "characters[]", "plans[]", "changes[]"), "seat"),
    **dict.fromkeys(("item", "items", "hands", "keep", "bottom", "drawn", "discard", "cards"), "card"),
    **dict.fromkeys(("character", "characters", "event", "effect", "cause", "saved", "changes"), "card"),
    **dict.fromkeys(("tile", "new_top", "farm_tops", "upgrade_tops", "token"), "card"),
    **dict.fromkeys(("space", "move_to", "cleared", "caches[]"), "space"),
    **dict.fromkeys(("clan", "die", "source", "goal", "resources_paid.cause"), "clan"),
    "caches": "cache",
    "scheme": "scheme",
}
"""The kinds of things that members of actions and facts, and keys of objects, name.

Items, Events, characters and tiles are of one kind: any of them may have lowered a price.
"""


class Names(dict[str, Name]):
    """The names of a component set, and the set that they stand on."""

    def __init__(self, known: Known) -> None:
        super().__init__(_named(known.box))
        self.known = known


@dataclass(frozen=True)
class Known:
    """A set by its content hash, which stands for all that is printed in it."""

    hash: str
    box: Box = field(compare=False)


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Every card, tile, character, opponent, Scheme, clan and space of the set."""
    return names_of(Known(components.hash, components.box))


@lru_cache(maxsize=8)
def names_of(known: Known) -> Names:
    """Made once per set: every entry of a log is rendered with them."""
    return Names(known)


def box_of(naming: Naming) -> Box:
    """All that is printed on the boards and cards of the set."""
    return known_of(naming).box


def known_of(naming: Naming) -> Known:
    """The set that things are called after."""
    called = naming.components
    assert isinstance(called, Names)
    return called.known


def _named(box: Box) -> Iterator[tuple[str, Name]]:
    """Where two parts share an id, it names the later one; `tile_name` distinguishes tiles."""
    document = box.document
    for clan in document.clans:
        yield clan, Name("clan", clan.capitalize(), icon="users")
    for opponent in document.ai_opponents:
        yield opponent.id, _of(opponent, "opponent", readable(opponent.id), printed.opponent(opponent))
    for scheme in document.schemes:
        yield scheme.id, _of(scheme, "scheme", _numbered(scheme.id), printed.scheme(scheme))
    for cache in document.gem_caches:
        yield cache.id, _of(cache, "cache", f"Gem Cache of {cache.points} ★", value=str(cache.points))
    for character in document.characters:
        text = printed.character(character.effect)
        yield character.id, _of(character, "card", capitals(character.id), text)
    for tile in document.upgrade_tiles:
        yield tile.id, _of(tile, "card", printed.upgrade_tile(tile), printed.upgrade_text(tile))
    for farm in document.farm_tiles:
        yield farm.id, _of(farm, "card", printed.farm_tile(farm), printed.farm_text(farm))
    for event in document.events:
        yield event.id, _of(event, "card", capitals(event.id), printed.event(event))
    for item in document.items:
        text = printed.item(item)
        yield item.id, _of(item, "card", capitals(item.id), text, value=str(item.points))
    for side in document.planet.sides.values():
        lie = space_names(side, document.control_room.directions)
        for space in side.spaces:
            yield space.id, Name("space", space.name or lie[space.id], space.text, place=space.id)


def _of(thing: Thing, kind: str, name: str, text: str = "", value: str = "") -> Name:
    return Name(kind, thing.name or name, thing.text or text, value=value)


SPELT = {"id": "ID", "captains": "Captain’s", "of": "of", "an": "an", "the": "the", "from": "from"}
"""Words of ids that are not written with a capital alone."""


def capitals(id: str) -> str:
    """`aqua_cannon` → `Aqua Cannon`."""
    words = [SPELT.get(word, word.capitalize()) for word in id.split("_")]
    return capitalized(" ".join(words))


def _numbered(id: str) -> str:
    """`scheme_04` → `Scheme 4`."""
    word, _, number = id.rpartition("_")
    return f"{readable(word)} {int(number)}" if word and number.isdigit() else readable(id)


def tile_name(naming: Naming, kind: str, tile: str) -> str:
    """The name of a Farm or Upgrade Tile."""
    known = _tiles(naming, kind).get(tile)
    if known is None:
        return naming.name(tile)
    return known.name or (printed.farm_tile(known) if kind == "farm" else printed.upgrade_tile(known))


def tile_text(naming: Naming, kind: str, tile: str) -> str:
    """The effect of a Farm or Upgrade Tile, as text."""
    known = _tiles(naming, kind).get(tile)
    if known is None:
        return ""
    return known.text or (printed.farm_text(known) if kind == "farm" else printed.upgrade_text(known))


def _tiles(naming: Naming, kind: str) -> Mapping[str, Tile[str]]:
    box = box_of(naming)
    return box.farm_tiles if kind == "farm" else box.upgrade_tiles


def seat_name(seat: Mapping[str, Json], names: Mapping[str, Name]) -> SeatName:
    """A seat is called by its colour."""
    color = str(seat["color"])
    return SeatName(readable(color), color.lower() if color.lower() in SEAT_COLORS else None)


def owner_run(naming: Naming, owner: str, rival: str = "The AI") -> Run:
    """The owner of a die: a seat, or the AI, which is called `rival`."""
    return naming.seat(owner) if owner in naming.seats else Run(rival)


def card_run(naming: Naming, card: str) -> Run:
    """An Item or an Event."""
    return Run(naming.name(card), piece=card)


def space_run(naming: Naming, space: str) -> Run:
    """`the far east`."""
    return Run(naming.name(space), place=space)
