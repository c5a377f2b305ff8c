"""The shape of a component set as JSON (GT-C1)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel import ThingName, ThingText

Name = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$")]


class CardPrinted(Struct, frozen=True):
    """One card of the deck."""

    id: Name
    value: int
    name: ThingName = ""
    text: ThingText = ""


class Document(Struct, frozen=True):
    """An edition of the box."""

    schema: str
    game: str
    edition: str
    colors: tuple[Name, ...]
    cards: tuple[CardPrinted, ...]
    invented: tuple[str, ...] = ()
