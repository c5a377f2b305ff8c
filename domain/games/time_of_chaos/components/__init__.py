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
from domain.games.time_of_chaos.components.constraints import faults_of, uneven_destinations, unshown_texts
from domain.kernel import ComponentFault, InvalidComponents, Json

__all__ = [
    "ERAS",
    "GRID",
    "REFRESHING_POINTS",
    "Box",
    "Card",
    "demo_sets",
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
    """The typed box of a document. Raises `InvalidComponents` naming every constraint that it breaks."""
    faults = list(faults_of(document))
    if faults:
        raise InvalidComponents(faults)
    return box.read(document)


def warnings(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """TC-C13: differences from the printed box that are not faults; names and texts that cannot be shown."""
    return (*uneven_destinations(document), *unshown_texts(document))
