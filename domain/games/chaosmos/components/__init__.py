"""Component sets of Chaosmos: the document, its constraints, and the box that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from domain.games.chaosmos.components import box
from domain.games.chaosmos.components.box import Alien, Box, Card, Mode
from domain.games.chaosmos.components.constraints import faults_of, faults_of_new_set, warnings_of
from domain.games.chaosmos.components.document import Document
from domain.kernel import ComponentFault, InvalidComponents, Json

__all__ = ["Alien", "Box", "Card", "Mode", "demo_sets", "faults_of_new", "read_box", "warnings"]

HOME = "domain.games.chaosmos"


@cache
def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The packaged component sets by name. Their invented parts say so in `invented`."""
    document = files(HOME).joinpath("demo.json").read_bytes()
    return {"demo": msgspec.json.decode(document)}


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` naming every constraint that it breaks."""
    try:
        tree = msgspec.convert(document, Document)
    except msgspec.ValidationError as error:
        raise InvalidComponents([ComponentFault("document-shape", str(error))]) from error
    faults = list(faults_of(tree))
    if faults:
        raise InvalidComponents(faults)
    return box.read(tree)


def faults_of_new(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """The faults of a valid document for which a new set is refused."""
    return tuple(faults_of_new_set(msgspec.convert(document, Document)))


def warnings(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """Where the box of a valid document differs from that of the source, though the rules allow it."""
    return tuple(warnings_of(msgspec.convert(document, Document)))
