"""The box of Game Template: its document, its constraints, its typed reading."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec

from domain.game_template.components.box import Box
from domain.game_template.components.constraints import faults
from domain.game_template.components.document import Document
from domain.kernel import ComponentFault, InvalidComponents, Json

HOME = "domain.game_template"

__all__ = ["Box", "demo_sets", "read_box"]


def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The packaged component sets by name. Parts that no publisher confirms are listed in `invented`."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("demo.json").read_bytes())}


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` with every fault."""
    try:
        parts = msgspec.convert(document, Document)
    except msgspec.ValidationError as error:
        raise InvalidComponents([ComponentFault("GT-C1", str(error))]) from error
    if found := list(faults(parts)):
        raise InvalidComponents(found)
    return Box(parts.colors, {card.id: card.value for card in parts.cards})
