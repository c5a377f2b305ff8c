"""The names of the cities, tiles, eras, artifacts and seats of A Time of Chaos."""

from __future__ import annotations

from collections.abc import Mapping, Set

from domain.games.time_of_chaos.components import ERAS, tile_id
from domain.kernel import (
    SEAT_COLORS,
    ComponentSet,
    Json,
    Name,
    Naming,
    Run,
    SeatName,
    Sentences,
    counted,
    told_of,
)

ERA_NAMES = {era: era.capitalize() for era in ERAS}


KINDS = {
    **dict.fromkeys(("seat", "queue", "first_player", "active", "final_turns", "result"), "seat"),
    **dict.fromkeys(("giver", "taker"), "seat"),
    **dict.fromkeys(("tile", "origin", "to", "source", "sources"), "tile"),
    **dict.fromkeys(("city", "layout"), "city"),
    **dict.fromkeys(("card", "displays", "refill"), "card"),
    **dict.fromkeys(("era", "deck", "layout[]", "displays[]"), "era"),
    **dict.fromkeys(("color", "colors", "kept", "before"), "color"),
    "action": "action",
}
"""The kinds of things that members of actions and facts, and keys of objects, name."""


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Every city, tile, era, artifact and colour of the set.

    A set may give an artifact the id of something else; the artifact is then called by its id.
    """
    document, invented = components.document, frozenset(components.invented)
    cities = {city["id"]: told_of(city)[0] or city["id"] for city in document["cities"]}
    return {
        **{
            card["id"]: _card(card, cities, _is_invented(invented, "cards", card["id"]))
            for card in document["cards"]
        },
        **{
            color: Name("color", color.capitalize(), invented="colors" in invented)
            for color in document["colors"]
        },
        **{era: Name("era", name) for era, name in ERA_NAMES.items()},
        **{
            tile["id"]: _tile(tile, cities, _is_invented(invented, "cities", tile["city"]))
            for tile in document["tiles"]
        },
        **{
            city["id"]: Name(
                "city",
                cities[city["id"]],
                told_of(city)[1],
                invented=_is_invented(invented, "cities", city["id"]),
            )
            for city in document["cities"]
        },
    }


def _is_invented(invented: Set[str], part: str, id: str) -> bool:
    """Whether the set lists the whole part as invented, or this row of it."""
    return part in invented or f"{part}/{id}" in invented


def _card(card: Json, cities: Mapping[str, str], invented: bool) -> Name:
    goal = card["destination"]
    name, text = told_of(card)
    return Name(
        "card",
        name or card["id"],
        text,
        value=str(card["points"]),
        of=card["deck"],
        place=tile_id(goal["era"], goal["city"]),
        invented=invented,
    )


def _tile(tile: Json, cities: Mapping[str, str], invented: bool) -> Name:
    name, text = told_of(tile)
    return Name(
        "tile",
        name or f"{cities[tile['city']]} in the {tile['era']}",
        text,
        of=tile["era"],
        place=tile["id"],
        invented=invented,
    )


def seat_name(seat: Mapping[str, Json], names: Mapping[str, Name]) -> SeatName:
    """A seat is called by its colour."""
    color = str(seat["color"])
    return SeatName(color.capitalize(), color.lower() if color.lower() in SEAT_COLORS else None)


def city_of(tile: str) -> str:
    """The city's id in a tile's."""
    return tile.partition(":")[2]


def era_of(tile: str) -> str:
    """The era in a tile's id."""
    return tile.partition(":")[0]


def tile_run(naming: Naming, tile: str) -> Run:
    """`Cinderhold in the past`."""
    return Run(naming.name(tile), place=tile)


def city_run(naming: Naming, tile: str) -> Run:
    """`Cinderhold`, where the era goes without saying."""
    return Run(naming.name(city_of(tile)), place=tile)


def card_name(naming: Naming, card: str) -> Name:
    """An artifact of the set; one that is nowhere in it has nothing but its id."""
    known = naming.components.get(card)
    return known if known is not None and known.kind == "card" else Name("card", card)


def card_run(naming: Naming, card: str) -> Run:
    """The artifact's name."""
    return Run(card_name(naming, card).name, piece=card)


def belongs(naming: Naming, card: str) -> str:
    """The points of an artifact and where it belongs: `3 ★, to Brightwater in the present`."""
    name = card_name(naming, card)
    goal = f"to {naming.name(name.place)}" if name.place else ""
    return ", ".join(part for part in (f"{name.value} ★" if name.value else "", goal) if part)


def cubes(number: int) -> str:
    """`1 cube`, `2 cubes`, `no cubes`."""
    return counted(number, "cube") if number else "no cubes"


SENTENCES = Sentences(
    {
        "tile": tile_run,
        "city": city_run,
        "card": card_run,
        "cubes": lambda _, number: cubes(number),
    }
)
