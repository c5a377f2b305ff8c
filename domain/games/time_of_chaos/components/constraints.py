"""The constraints of a component set: TC-C01 … TC-C12, and TC-C13, which is only a warning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.games.time_of_chaos.components.box import ERAS, GRID, REFRESHING_POINTS, is_layout, tile_id
from domain.kernel import UNKNOWN, ComponentFault, Json, told_of

SCHEMA = "component-set/time_of_chaos/1"
CITIES = 9
CARDS = 54
CARDS_PER_DECK = 18
COLORS = 4
COUNTS = {
    "cubes_per_color": 12,
    "minus_one_tokens": 12,
    "cloaking_tokens": 4,
    "pawns": 4,
    "player_aids": 4,
}
CITY_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")


def faults_of(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
    """Every constraint that the document breaks."""
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
        and UNKNOWN not in ids
        and all(isinstance(card.get("name", ""), str) for card in document["cards"]),
        f"There must be {CARDS} cards with unique, non-empty ids, none of them {UNKNOWN}; "
        "a name, where there is one, is a text.",
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
            return f"The destination of {card['id']} is not a tile."
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
        isinstance(invented, list)
        and all(isinstance(place, str) and place.partition("/")[0] in document for place in invented),
        "invented must list keys of this document, or places below them.",
    )


def _c12(document: Mapping[str, Json]) -> str | None:
    if "demo_layout" not in document:
        return None
    cities = sorted(city["id"] for city in document["cities"])
    return _unless(
        is_layout(document["demo_layout"], cities),
        f"demo_layout must give each era {GRID} rows of {GRID} cities, each city once.",
    )


def uneven_destinations(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
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
    if uneven:
        yield ComponentFault("TC-C13", "Destinations are not spread evenly: " + ", ".join(uneven), "/cards")


def unshown_texts(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
    """Names and texts of cities, tiles and cards that are not text, or too long: pages leave them out.

    The format never refused other members: a set that has such is warned of them.
    """
    for part in ("cities", "tiles", "cards"):
        for index, thing in enumerate(document[part]):
            for member, told in zip(("name", "text"), told_of(thing), strict=True):
                if member in thing and thing[member] != told:
                    pointer = f"/{part}/{index}/{member}"
                    yield ComponentFault("texts", "This is not a text, or too long to be shown.", pointer)
