"""The component sets of Chaos Order: the demo set, and the typed box of a document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from domain.games.chaos_order.components.box import Box
from domain.games.chaos_order.components.box_reading import build_box
from domain.games.chaos_order.components.constraints import constraint_faults, deviations, gaps
from domain.games.chaos_order.components.document import document_faults
from domain.kernel import ComponentFault, InvalidComponents, Json

__all__ = ["demo_sets", "faults_of_new", "read_box", "warnings"]

HOME = "domain.games.chaos_order"


@cache
def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The packaged component sets by name. Their invented parts say so in `invented`."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("demo.json").read_bytes())}


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` naming every constraint that it breaks."""
    faults = list(document_faults(document)) or list(constraint_faults(document))
    if faults:
        raise InvalidComponents(faults)
    return build_box(document)


def faults_of_new(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """The faults of a valid document that only sets which are stored already may have."""
    return tuple(gaps(document))


def warnings(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """CO-C13, CO-C20: numbers of things that differ from those of the source."""
    return tuple(deviations(document))
