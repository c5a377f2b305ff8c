"""The declaration of a game's box for people who edit it: words, totals, maps, blanks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.kernel.messages import Json

Unit: TypeAlias = Literal["row", "side", "whole"]


class Total(Struct, frozen=True):
    """How many a box of the source holds: `number` of rows, or of the sum of their `member`.

    A page counts with it. It is never a fault: a box may differ.
    """

    number: int
    member: str = ""


class ByKind(Struct, frozen=True):
    """A struct in which one member, the kind, decides which of the others count.

    kind: the name of that member. members: kind → the members that it asks for, in their order; a kind that
    is missing has none.
    """

    kind: str
    members: Mapping[str, tuple[str, ...]]


class Lattice(Struct, frozen=True, omit_defaults=True, tag_field="is", tag="lattice"):
    """A map whose places lie on hexagons: neighbours follow from where they lie.

    places: the one table of places, below the map (`spaces`). neighbours: the member of a place with
    direction → id of the neighbour. directions: the six of them clockwise, beginning to the right, as the
    document calls them. ends: the member of a place with direction → id of the place at the other end of
    its straight line, for directions in which an arrow leads off the map.
    """

    places: tuple[str]
    neighbours: str
    directions: tuple[str, str, str, str, str, str]
    ends: str = ""


class Roads(Struct, frozen=True, omit_defaults=True):
    """A kind of road between two places of a map.

    at: the list below the map in which each row is a road (`edges`); or, with a `*`, the member of each place
    that lists the ids of the places next to it (`stars/*/slots`). joins: the tables of both ends. ends: the
    member of a row that holds the two ids; empty: the row is the pair itself.
    """

    at: str
    joins: tuple[str, str]
    ends: str = ""


class Graph(Struct, frozen=True, omit_defaults=True, tag_field="is", tag="graph"):
    """A map of places and roads. places: its tables of places, below the map; a row may be a mere id.

    named_in: further lists below the map, whose entries name places, and objects with places as keys. What
    names a place there goes with it.
    """

    places: tuple[str, ...]
    roads: tuple[Roads, ...] = ()
    named_in: tuple[str, ...] = ()


class Editing(Struct, frozen=True, kw_only=True):
    """The declaration of a game's box. Paths are members joined by `/`; `*` is any row, key or kind.

    document: the type of a whole document; sections are its members.
    order: the sections that come first; the others follow in the order of the type.
    hidden: paths of what nobody edits, such as the schema or `invented`. A blank has them where its row needs
      them.
    titles, hints, units: path → what it is called, where on the card it is printed, what it counts.
    labels: value of a closed vocabulary → what people read; path:value where one path differs.
    refs: path of an id → path of the table whose rows it names (`"cards/*/native_of": "aliens"`). Labels at
      that path (path:value) are values that are allowed instead of an id.
    totals: path of a table → how many there should be.
    kinds: path of a struct → which of its members count for which kind.
    maps: path of a map → how it is drawn and changed.
    derived, derive: paths that are never asked, and the function that fills them in: document → document.
    blanks: path of a table → content of a row that stands for a card nobody has entered, without its id.
    decks: a section of cards that a table sees while it plays → the blanks that can take the place of a row,
      one for each copy, without their ids; none: the row has to stay.
    parts: section → what is confirmed as one thing. Without a word: a row of a table with ids, a side of a
      board with sides, else the whole section.
    """

    document: type[Struct]
    order: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset({"schema", "game", "invented"})
    titles: Mapping[str, str] = {}
    hints: Mapping[str, str] = {}
    units: Mapping[str, str] = {}
    labels: Mapping[str, str] = {}
    refs: Mapping[str, str] = {}
    totals: Mapping[str, Total] = {}
    kinds: Mapping[str, ByKind] = {}
    maps: Mapping[str, Lattice | Graph] = {}
    derived: frozenset[str] = frozenset()
    derive: Callable[[Json], Json] | None = None
    blanks: Mapping[str, Json] = {}
    decks: Mapping[str, Callable[[Mapping[str, Json]], Sequence[Json]]] = {}
    parts: Mapping[str, Unit] = {}
