"""Gestures that correct a board, and what a game declares so that they become facts.

A gesture names what stands on the board that its sender sees; a game turns it into facts from the view of
that sender alone, so no gesture can ask about anything hidden. Gestures follow each other: each one is made
on the table that those before it lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.kernel.messages import Fact, Json
from domain.kernel.ui.board import Card, Line, Piece
from domain.kernel.ui.words import Naming

Id = Annotated[str, Meta(min_length=1, max_length=120)]
MOST_STEPS = 1_000
Steps = Annotated[int, Meta(ge=-MOST_STEPS, le=MOST_STEPS)]

SUPPLY = "supply"
"""The source or goal of what is taken from the supply, or put back into it."""


class MovePiece(Struct, frozen=True, forbid_unknown_fields=True, tag_field="gesture", tag="moved"):
    """A piece goes from one place to another.

    piece: its id on the board or in a tray. count: how many, of a pile. source, goal: the id of a place, of a
    zone or of a tray.
    """

    piece: Id
    count: Annotated[int, Meta(ge=1, le=MOST_STEPS)]
    source: Id
    goal: Id


class CountLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="gesture", tag="counted"):
    """A number is higher or lower than shown. line: the id of a `Line`. by: the difference."""

    line: Id
    by: Steps


class SetMark(Struct, frozen=True, forbid_unknown_fields=True, tag_field="gesture", tag="set"):
    """A mark stands on another step of a track. seat: whose mark. at: the step."""

    track: Id
    seat: Id
    at: Steps


class TurnOver(Struct, frozen=True, forbid_unknown_fields=True, tag_field="gesture", tag="flipped"):
    """A piece, a card or a place shows another face. piece: its id. face: one of `MendingMat.faces`."""

    piece: Id
    face: Id


class DealCard(Struct, frozen=True, forbid_unknown_fields=True, tag_field="gesture", tag="dealt"):
    """A card goes somewhere else. card: its id. source, goal: the id of a place, zone or tray, or a seat."""

    card: Id
    source: Id
    goal: Id


Gesture: TypeAlias = MovePiece | CountLine | SetMark | TurnOver | DealCard

Mended: TypeAlias = Sequence[Fact] | str
"""The facts that record a gesture; or a sentence: why that cannot be put right here."""

NOT_HERE = "That cannot be put right here."
"""The sentence where a game has nothing more to say."""

Mend: TypeAlias = Callable[[Json, Gesture, Naming], Mended]
"""(the view, a gesture, naming) → the facts that record it; or a sentence: why that cannot be put right here.

Facts need not ask the rules. What the view does not show must be answered by a sentence. A `LookupError` or a
`ValueError` means that the gesture names something that is not there.
"""


class Tray(Struct, frozen=True, omit_defaults=True):
    """A place next to the board, shown while it is put right: the supply, a box, what a seat has in store.

    Its pieces and cards can be taken from it, and others put into it. seat: whose it is. lines: numbers that
    the board itself does not show.
    """

    id: str
    name: str
    seat: str | None = None
    pieces: tuple[Piece, ...] = ()
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()


class MendingMat(Struct, frozen=True):
    """Everything that can be put right and that the board itself does not show.

    trays: what lies next to it. faces: by the id of a piece, a card or a place, the faces that it can show
    besides the one that it shows now.
    """

    trays: tuple[Tray, ...] = ()
    faces: Mapping[str, tuple[str, ...]] = {}


@dataclass(frozen=True, kw_only=True)
class Mending:
    """How a board is put right. mat: (the view, naming) → the trays and faces."""

    mend: Mend
    mat: Callable[[Json, Naming], MendingMat] = field(default=lambda view, naming: MendingMat())
