"""The form that opens a table: factions (CO-101) and land tiles that are already laid (CO-114)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.chaos_order.components.box import Box
from domain.games.chaos_order.rules.setup import used_locations
from domain.kernel import (
    Choice,
    ComponentSet,
    Each,
    OpeningForm,
    Optional,
    ParameterWords,
    Question,
    ValueWords,
    readable,
)


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    """The form at so many factions."""
    box: Box = components.box
    factions = {faction.id: ValueWords(faction.name) for faction in box.factions.values()}
    faction = Question(
        domain=Choice(tuple(factions)),
        words=ParameterWords(asks="Which faction?", values=factions),
        differ=True,
    )
    return OpeningForm(
        seat={"faction": faction},
        options={"land_tiles": _land_tiles(components.document, box, count)},
        called_by="faction",
    )


def _land_tiles(document: Mapping[str, Any], box: Box, count: int) -> Question | None:
    """Each location of a used set takes a tile of that set; nothing to ask where none is used (CO-113)."""
    tiles = {
        location: (name, tuple(tile.id for tile in box.tiles.values() if tile.set == name))
        for name, locations in used_locations(box, count).items()
        for location in locations
    }
    if not tiles:
        return None
    words = {location: ValueWords(readable(location), f"{name} set") for location, (name, _) in tiles.items()}
    words |= {
        tile["id"]: ValueWords(readable(tile["id"]), tile["terrain"]) for tile in document["land_tiles"]
    }
    return Question(
        domain=Optional(Each({location: Choice(laid) for location, (_, laid) in tiles.items()})),
        words=ParameterWords(
            asks="Which land tiles go where?",
            hint="If left open, they are placed at random at the start.",
            when="more",
            values={**words, "null": ValueWords("Place them at the table")},
        ),
        differ=True,
    )
