"""Component sets of First Light: the document, its constraints, and the box that the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

import msgspec

from domain.games.first_light.components import box, constraints, constraints_cards
from domain.games.first_light.components.box import Box, Layout
from domain.games.first_light.components.constraints import Constraint
from domain.games.first_light.components.document import Document
from domain.kernel import ComponentFault, InvalidComponents, Json

__all__ = ["Box", "Layout", "demo_sets", "read_box", "warnings"]

GAME = "first_light"
HOME = "domain.games.first_light"

CONSTRAINTS: tuple[Constraint, ...] = (
    constraints.base,
    constraints.boards,
    constraints.planet,
    constraints.trade,
    constraints.negotiation,
    constraints_cards.effects,
    constraints_cards.characters,
    constraints_cards.counts,
    constraints_cards.items,
    constraints_cards.opponents,
    constraints_cards.schemes,
)
"""The constraints of every set, in the order of the faults in a report."""


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` with every fault."""
    try:
        parts = msgspec.convert(document, Document)
    except msgspec.ValidationError as error:
        raise InvalidComponents([ComponentFault("shape", str(error))]) from error
    faults = [fault for constraint in CONSTRAINTS for fault in constraint(parts)]
    if parts.game != GAME:
        faults.append(ComponentFault("game", f"This is a box of {parts.game}.", "/game"))
    if not faults and not parts.variant:
        faults = _deviations(parts)
    if faults:
        raise InvalidComponents(faults)
    return box.read(parts)


def warnings(document: Mapping[str, Json]) -> Sequence[ComponentFault]:
    """The differences of a declared variant from the printed edition, and of which parts there are more."""
    parts = msgspec.convert(document, Document)
    return [*constraints_cards.surplus(parts), *_deviations(parts)]


def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The set that ships with the game; what is invented in it says so."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("demo.json").read_bytes())}


def _deviations(parts: Document) -> list[ComponentFault]:
    return [fault for faults in constraints_cards.deviations(parts) for fault in faults]
