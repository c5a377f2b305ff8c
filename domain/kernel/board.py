"""Boards: the table as a picture of places and pieces, made from the view alone.

A game makes them in one room, its `board.py`, from the JSON of the view, never from the state: a board can
so show nothing that the view does not hold. Coordinates that the view lacks lie in a drawing beside the
component set. Without that room a game has a plain board (`plain_board`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.components import ComponentFault, ComponentSet
from domain.kernel.messages import Json
from domain.kernel.words import Naming

Point: TypeAlias = tuple[float, float]
"""x to the right and y down, in the units of the zone's size."""


class Box(Struct, frozen=True, tag_field="kind", tag="box"):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float


class Hex(Struct, frozen=True, tag_field="kind", tag="hex"):
    """A hexagon with a corner at the top: centre, and from there to a corner."""

    x: float
    y: float
    radius: float


class Disc(Struct, frozen=True, tag_field="kind", tag="disc"):
    """A circle."""

    x: float
    y: float
    radius: float


class Outline(Struct, frozen=True, tag_field="kind", tag="outline"):
    """A closed line through these points."""

    points: tuple[Point, ...]


Shape: TypeAlias = Annotated[
    Box | Hex | Disc | Outline, msgspec.Meta(description="Where a place lies in its zone.")
]

PlaceTone: TypeAlias = Literal["neutral", "order", "chaos", "land", "water", "cold", "warm", "goal", "closed"]


class Piece(Struct, frozen=True, omit_defaults=True):
    """Something that stands on a place. `id` is the same for life, so that a page can move it.

    count: how many alike stand there as one. face: what a die, a card or a token shows. label: for ears.
    """

    id: str
    kind: Literal["pawn", "cube", "figure", "building", "die", "token", "tile", "flag"]
    label: str
    seat: str | None = None
    count: int = 1
    face: str | None = None


class Place(Struct, frozen=True, omit_defaults=True):
    """A place of a zone. name: in full; short: where there is little room. note: one line more for ears.

    at: where its name and pieces stand, if not in the middle of its shape. owner: the seat that holds it.
    marks: symbols of the page's sprite that stand on it.
    """

    id: str
    name: str
    shape: Shape
    short: str = ""
    tone: PlaceTone = "neutral"
    owner: str | None = None
    marks: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    note: str = ""
    at: Point | None = None


class Scenery(Struct, frozen=True, omit_defaults=True):
    """What a zone shows behind its places: a coast, a mountain, a field. Nobody stands there."""

    shape: Shape
    tone: PlaceTone = "neutral"


class Link(Struct, frozen=True, omit_defaults=True):
    """A way between two places of a zone. via: the points that it bends at, from its start."""

    start: str
    end: str
    kind: Literal["road", "blocked", "tunnel", "wormhole"] = "road"
    label: str = ""
    via: tuple[Point, ...] = ()


class Mark(Struct, frozen=True, omit_defaults=True):
    """Where a seat or a side stands on a track."""

    at: int
    label: str
    seat: str | None = None


class Track(Struct, frozen=True, omit_defaults=True):
    """A row of steps. steps: the names of single steps, where they have any."""

    id: str
    title: str
    least: int
    most: int
    marks: tuple[Mark, ...] = ()
    steps: Mapping[str, str] = {}


class Card(Struct, frozen=True, omit_defaults=True):
    """A card, face up, or its back. `id` is None where the viewer may not tell it from others.

    value: what is printed large (points, strength). text: the rest of it. place: where it belongs.
    """

    id: str | None
    label: str
    value: str = ""
    text: str = ""
    icon: str | None = None
    place: str | None = None
    back: bool = False


class Line(Struct, frozen=True, omit_defaults=True):
    """A figure with its name and symbol. alarm: it should be seen at once. short: beside the seat's sign."""

    label: str
    value: str
    icon: str | None = None
    alarm: bool = False
    short: bool = False


class Zone(Struct, frozen=True, omit_defaults=True):
    """A part of the board: a map, a grid, a track, a row of cards, a mat, a list of lines.

    size: width and height in units of its own, for zones with places. rank: the order on the page; one below
    0 stands before all maps. of: the seat that it belongs to. folded: where there is little room it shows its
    title and note alone, until somebody opens it, an offer leads there, or an entry changes it.
    """

    id: str
    title: str
    kind: Literal["map", "grid", "track", "cards", "mat", "list"]
    rank: int = 50
    note: str = ""
    size: Point | None = None
    of: str | None = None
    folded: bool = False
    scenery: tuple[Scenery, ...] = ()
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    tracks: tuple[Track, ...] = ()
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()


class SeatPanel(Struct, frozen=True, omit_defaults=True):
    """What lies before a seat. score: as the table would count it now; None where it cannot be told.

    role: who plays it in this game (a hero, an alien, a faction), where it is known.
    """

    seat: str
    label: str
    color: str | None = None
    score: str | None = None
    lines: tuple[Line, ...] = ()
    cards: tuple[Card, ...] = ()
    active: bool = False
    winner: bool = False
    role: str | None = None


class Board(Struct, frozen=True):
    """The table as a page draws it. title: where the game stands, in words (`Round 3`)."""

    title: str
    zones: tuple[Zone, ...]
    seats: tuple[SeatPanel, ...]


@dataclass(frozen=True, kw_only=True)
class Boards:
    """A game's own boards.

    board: (view, drawing, naming) → the board; without a drawing of its own a set gets `None`.
    drawings: of the packaged component sets, by name. faults: what is wrong with a drawing for a set.
    """

    board: Callable[[Json, Json | None, Naming], Board]
    drawings: Callable[[], Mapping[str, Json]] = field(default=dict)
    faults: Callable[[Json, ComponentSet], Sequence[ComponentFault]] = field(
        default=lambda drawing, components: ()
    )
