"""Component sets of A Time of Chaos: the document's constraints, and the box that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from domain.games.time_of_chaos.components import box
from domain.games.time_of_chaos.components.box import (
    ERAS,
    GRID,
    REFRESHING_POINTS,
    Box,
    Card,
    is_layout,
    name_of,
    tile_id,
)
from domain.games.time_of_chaos.components.constraints import (
    CONSTRAINTS,
    CONSTRAINTS_OF_NEW,
    no_refreshing_card,
    other_counts,
    uneven_destinations,
    unshown_texts,
)
from domain.games.time_of_chaos.components.document import Document, loosened
from domain.kernel import ComponentFault, InvalidComponents, Json, shape_faults

__all__ = [
    "ERAS",
    "GRID",
    "REFRESHING_POINTS",
    "Box",
    "Card",
    "demo_sets",
    "faults_of_new",
    "is_layout",
    "name_of",
    "read_box",
    "tile_id",
    "warnings",
]

HOME = "domain.games.time_of_chaos"


@cache
def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The packaged component sets by name. Their invented parts say so in `invented`."""
    document = files(HOME).joinpath("demo.json").read_bytes()
    return {"demo": msgspec.json.decode(document)}


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` with every fault."""
    parts = _read(document)
    faults = [fault for constraint in CONSTRAINTS for fault in constraint(parts)]
    if faults:
        raise InvalidComponents(faults)
    return box.read(parts)


def faults_of_new(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """The faults of a new set that a stored set may have: equal names, and unknown parts in `invented`."""
    parts = _read(document)
    return tuple(fault for constraint in CONSTRAINTS_OF_NEW for fault in constraint(parts))


def warnings(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """The differences from the rulebook's box, and the names and texts that cannot be shown."""
    parts = _read(document)
    return (
        *other_counts(parts),
        *no_refreshing_card(parts),
        *uneven_destinations(parts),
        *unshown_texts(document),
    )


def _read(document: Json) -> Document:
    read = loosened(document)
    try:
        return msgspec.convert(read, Document)
    except msgspec.ValidationError as error:
        raise InvalidComponents(shape_faults(read, Document)) from error
