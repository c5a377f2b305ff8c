"""The box as the rules read it: tiles, cards, cubes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.games.time_of_chaos.components.document import Document
from domain.kernel import Json

ERAS = ("past", "present", "future")
GRID = 3
REFRESHING_POINTS = 3


class Card(Struct, frozen=True):
    """An artifact: the deck (era) that it is found in, the tile that it belongs to, its points.

    It does nothing else (TC-501).
    """

    id: str
    deck: str
    tile: str
    points: int
    name: str


class Box(Struct, frozen=True, eq=False):
    """A component set as the rules read it."""

    cities: Mapping[str, str]
    tiles: tuple[str, ...]
    era_of: Mapping[str, str]
    city_of: Mapping[str, str]
    cards: Mapping[str, Card]
    decks: Mapping[str, tuple[str, ...]]
    colors: tuple[str, ...]
    cubes_per_color: int


def tile_id(era: str, city: str) -> str:
    """The id of the tile of that city in that era."""
    return f"{era}:{city}"


def name_of(box: Box, tile: str) -> str:
    """The name of a tile: `Cinderhold in the past`; something else that was named is `That`."""
    if tile not in box.city_of:
        return "That"
    return f"{box.cities[box.city_of[tile]]} in the {box.era_of[tile]}"


def read(document: Document) -> Box:
    """The box of a document that breaks no constraint."""
    cards = {
        card.id: Card(
            card.id,
            card.deck,
            tile_id(card.destination.era, card.destination.city),
            card.points,
            card.name or card.id,
        )
        for card in document.cards
    }
    return Box(
        cities={city.id: city.name for city in document.cities},
        tiles=tuple(tile.id for tile in document.tiles),
        era_of={tile.id: tile.era for tile in document.tiles},
        city_of={tile.id: tile.city for tile in document.tiles},
        cards=cards,
        decks={era: tuple(card.id for card in cards.values() if card.deck == era) for era in ERAS},
        colors=document.colors,
        cubes_per_color=document.counts.cubes_per_color,
    )


def is_layout(layout: Json, cities: list[str]) -> bool:
    """Whether `layout` gives each era a 3×3 grid that holds each of the (sorted) cities once (TC-104)."""
    return (
        isinstance(layout, dict)
        and layout.keys() == set(ERAS)
        and all(
            _is_row(grid)
            and all(map(_is_row, grid))
            and sorted(city for row in grid for city in row) == cities
            for grid in layout.values()
        )
    )


def _is_row(line: Json) -> bool:
    return isinstance(line, list | tuple) and len(line) == GRID
