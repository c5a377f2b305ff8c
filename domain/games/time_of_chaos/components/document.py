"""The document of a component set: what stands in it, and what is read of one that is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kernel import Json, ThingName, ThingText, told_of

Row: TypeAlias = tuple[str, str, str]
Rows: TypeAlias = tuple[Row, Row, Row]
"""A grid of cities, as it may lie on the table."""

MOST_SEATS = 4
"""Each player has a pawn and a cloak (TC-108), and a colour of their own (TC-109)."""
FEWEST_CUBES = 12
"""With fewer, all cubes can end up on tiles that never fall, and nobody can act (TC-231, TC-404)."""

Era: TypeAlias = Literal["past", "present", "future"]
Filled = Annotated[str, Meta(min_length=1)]
CityId = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,31}$")]
CityName = Annotated[str, Meta(min_length=1, max_length=80)]
Points = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
OneEach = Annotated[int, Meta(ge=MOST_SEATS)]


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the document."""


class PrintedCity(Part, frozen=True):
    """A city: one tile in each era."""

    id: CityId
    name: CityName
    text: ThingText = ""


class PrintedTile(Part, frozen=True):
    """A city in one era; its id is `<era>:<city>`. Without a name it goes by its city and era."""

    id: str
    era: Era
    city: str
    name: ThingName = ""
    text: ThingText = ""


class Destination(Part, frozen=True):
    """The tile that an artifact belongs to."""

    era: Era
    city: str


class PrintedCard(Part, frozen=True):
    """An artifact. `deck`: the era that it is found in."""

    id: Filled
    deck: Era
    destination: Destination
    points: Points
    name: ThingName = ""
    text: ThingText = ""


class Counts(Part, frozen=True):
    """How many of each lie in the box. Only the cubes are counted in a game."""

    cubes_per_color: Annotated[int, Meta(ge=FEWEST_CUBES)]
    minus_one_tokens: Count
    cloaking_tokens: OneEach
    pawns: OneEach
    player_aids: Count


class Document(Part, frozen=True):
    """An edition of the box (TC-C01)."""

    schema: Literal["component-set/time_of_chaos/1"]
    game: Literal["time_of_chaos"]
    edition: Filled
    eras: tuple[Era, ...]
    cities: tuple[PrintedCity, ...]
    tiles: tuple[PrintedTile, ...]
    cards: tuple[PrintedCard, ...]
    colors: tuple[Filled, ...]
    counts: Counts
    invented: tuple[str, ...]
    demo_layout: dict[Era, Rows] = {}


Printed: TypeAlias = PrintedCity | PrintedTile | PrintedCard
PRINTED: Mapping[str, type[Printed]] = {"cities": PrintedCity, "tiles": PrintedTile, "cards": PrintedCard}


def loosened(document: Json) -> Json:
    """The document without what a stored set may hold and nobody reads.

    Such are members without a meaning, and names and texts that cannot be shown. A city whose name cannot be
    shown goes by its id.
    """
    if not isinstance(document, Mapping):
        return document
    read = _known(document, Document)
    for part, kind in PRINTED.items():
        if isinstance(read.get(part), list | tuple):
            read[part] = [_row(row, kind) for row in read[part]]
    return read


def _known(value: Mapping[str, Json], kind: type[Struct]) -> dict[str, Json]:
    return {name: member for name, member in value.items() if name in kind.__struct_fields__}


def _row(row: Json, kind: type[Printed]) -> Json:
    if not isinstance(row, Mapping):
        return row
    read = _known(row, kind)
    for member, shown in zip(("name", "text"), told_of(row), strict=True):
        if member in read and read[member] != shown:
            del read[member]
    if kind is PrintedCity and "name" in row and "id" in read:
        read.setdefault("name", read["id"])
    if isinstance(goal := read.get("destination"), Mapping):
        read["destination"] = _known(goal, Destination)
    return read
