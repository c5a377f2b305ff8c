"""The box of A Time of Chaos: tiles, cards, cubes; constraints TC-C01 … TC-C13."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel import ComponentFault, InvalidComponents, Json

SCHEMA = "component-set/time_of_chaos/1"
ERAS = ("past", "present", "future")
CITIES = 9
CARDS = 54
CARDS_PER_DECK = 18
COLORS = 4
REFRESHING_POINTS = 3
COUNTS = {
    "cubes_per_color": 12,
    "minus_one_tokens": 12,
    "cloaking_tokens": 4,
    "pawns": 4,
    "player_aids": 4,
}
GRID = 3
CITY_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")


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


@cache
def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The packaged component sets by name. Their invented parts say so in `invented`."""
    document = files(__package__).joinpath("demo.json").read_bytes()
    return {"demo": msgspec.json.decode(document)}


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` naming every constraint that it breaks."""
    faults = list(_faults(document))
    if faults:
        raise InvalidComponents(faults)
    cards = {
        card["id"]: Card(
            card["id"],
            card["deck"],
            tile_id(card["destination"]["era"], card["destination"]["city"]),
            card["points"],
            card.get("name", card["id"]),
        )
        for card in document["cards"]
    }
    tiles = tuple(tile["id"] for tile in document["tiles"])
    return Box(
        cities={city["id"]: city["name"] for city in document["cities"]},
        tiles=tiles,
        era_of={tile["id"]: tile["era"] for tile in document["tiles"]},
        city_of={tile["id"]: tile["city"] for tile in document["tiles"]},
        cards=cards,
        decks={era: tuple(card.id for card in cards.values() if card.deck == era) for era in ERAS},
        colors=tuple(document["colors"]),
        cubes_per_color=document["counts"]["cubes_per_color"],
    )


def warnings(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """TC-C13: within each deck each (city, foreign era) pair should be the destination of one card."""
    seen = Counter(
        (card["deck"], card["destination"]["era"], card["destination"]["city"]) for card in document["cards"]
    )
    uneven = [
        f"{deck} → {tile_id(era, city['id'])}"
        for deck in ERAS
        for era in ERAS
        if era != deck
        for city in document["cities"]
        if seen[deck, era, city["id"]] != 1
    ]
    if not uneven:
        return ()
    return (ComponentFault("TC-C13", "Destinations are not spread evenly: " + ", ".join(uneven), "/cards"),)


def _faults(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
    checks = (
        ("TC-C01", "", _c01),
        ("TC-C02", "/eras", _c02),
        ("TC-C03", "/cities", _c03),
        ("TC-C04", "/tiles", _c04),
        ("TC-C05", "/cards", _c05),
        ("TC-C06", "/cards", _c06),
        ("TC-C07", "/cards", _c07),
        ("TC-C08", "/cards", _c08),
        ("TC-C09", "/colors", _c09),
        ("TC-C10", "/counts", _c10),
        ("TC-C11", "/invented", _c11),
        ("TC-C12", "/demo_layout", _c12),
    )
    for constraint, pointer, holds in checks:
        try:
            reason = holds(document)
        except (KeyError, TypeError, AttributeError, IndexError):
            reason = "This part is missing or has another shape than the format asks for."
        if reason:
            yield ComponentFault(constraint, reason, pointer)


def _unless(holds: bool, reason: str) -> str | None:
    return None if holds else reason


def _c01(document: Mapping[str, Json]) -> str | None:
    edition = document["edition"]
    return _unless(
        document["schema"] == SCHEMA
        and document["game"] == "time_of_chaos"
        and isinstance(edition, str)
        and bool(edition),
        f"schema must be {SCHEMA}, game time_of_chaos, edition a non-empty text.",
    )


def _c02(document: Mapping[str, Json]) -> str | None:
    return _unless(document["eras"] == list(ERAS), f"eras must be {', '.join(ERAS)}, in this order.")


def _c03(document: Mapping[str, Json]) -> str | None:
    ids = [city["id"] for city in document["cities"]]
    names = [city["name"] for city in document["cities"]]
    return _unless(
        len(ids) == CITIES
        and len(set(ids)) == CITIES
        and all(CITY_ID.fullmatch(city) for city in ids)
        and len(set(names)) == CITIES
        and all(isinstance(name, str) and name for name in names),
        f"There must be {CITIES} cities with unique ids and unique, non-empty names.",
    )


def _c04(document: Mapping[str, Json]) -> str | None:
    pairs = {(era, city["id"]) for era in ERAS for city in document["cities"]}
    tiles = document["tiles"]
    return _unless(
        len(tiles) == len(pairs)
        and {(tile["era"], tile["city"]) for tile in tiles} == pairs
        and all(tile["id"] == tile_id(tile["era"], tile["city"]) for tile in tiles),
        "Every (era, city) pair must be exactly one tile, with the id <era>:<city>.",
    )


def _c05(document: Mapping[str, Json]) -> str | None:
    ids = [card["id"] for card in document["cards"]]
    return _unless(
        len(ids) == CARDS
        and len(set(ids)) == CARDS
        and all(isinstance(card, str) and card for card in ids)
        and all(isinstance(card.get("name", ""), str) for card in document["cards"]),
        f"There must be {CARDS} cards with unique, non-empty ids; a name, where there is one, is a text.",
    )


def _c06(document: Mapping[str, Json]) -> str | None:
    decks = Counter(card["deck"] for card in document["cards"])
    return _unless(
        decks == dict.fromkeys(ERAS, CARDS_PER_DECK), f"Each era's deck must have {CARDS_PER_DECK} cards."
    )


def _c07(document: Mapping[str, Json]) -> str | None:
    """TC-501 rests on this."""
    cities = {city["id"] for city in document["cities"]}
    for card in document["cards"]:
        destination = card["destination"]
        if destination["era"] not in ERAS or destination["city"] not in cities:
            return f"The destination of {card['id']} is no tile."
        if destination["era"] == card["deck"]:
            return f"{card['id']} belongs to the era that it is found in."
    return None


def _c08(document: Mapping[str, Json]) -> str | None:
    points: list[Any] = [card["points"] for card in document["cards"]]
    return _unless(
        all(type(value) is int and value >= 1 for value in points) and REFRESHING_POINTS in points,
        f"Points must be integers of at least 1, and one card must be worth {REFRESHING_POINTS}.",
    )


def _c09(document: Mapping[str, Json]) -> str | None:
    colors = document["colors"]
    return _unless(
        isinstance(colors, list)
        and len(colors) == COLORS
        and len(set(colors)) == COLORS
        and all(isinstance(color, str) and color for color in colors),
        f"There must be {COLORS} unique, non-empty colours.",
    )


def _c10(document: Mapping[str, Json]) -> str | None:
    figures = ", ".join(f"{name} {count}" for name, count in COUNTS.items())
    counts = document["counts"]
    return _unless(
        counts == COUNTS and all(type(count) is int for count in counts.values()),
        f"counts must be: {figures}.",
    )


def _c11(document: Mapping[str, Json]) -> str | None:
    invented = document["invented"]
    return _unless(
        isinstance(invented, list) and all(key in document for key in invented),
        "invented must list keys of this document.",
    )


def _c12(document: Mapping[str, Json]) -> str | None:
    if "demo_layout" not in document:
        return None
    cities = sorted(city["id"] for city in document["cities"])
    return _unless(
        is_layout(document["demo_layout"], cities),
        f"demo_layout must give each era {GRID} rows of {GRID} cities, each city once.",
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
