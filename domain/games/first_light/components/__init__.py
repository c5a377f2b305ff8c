"""Component sets of First Light: the document, its constraints, and the box that the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

import msgspec

from domain.games.first_light.components import box, constraints, constraints_cards
from domain.games.first_light.components.box import Box, Layout
from domain.games.first_light.components.constraints import Constraint
from domain.games.first_light.components.document import KINDS, Document
from domain.kernel import ByKind, ComponentFault, InvalidComponents, Json

__all__ = ["Box", "Layout", "demo_sets", "faults_of_new", "read_box", "warnings"]

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


KINDS_OF_BEFORE = {
    **KINDS,
    "ai_opponents/*/negotiation_points": ByKind("kind", {"per_die": ("points",), "per_row": ("points",)}),
}
OF_A_KIND = {
    member for kind in KINDS_OF_BEFORE.values() for members in kind.members.values() for member in members
}
"""The members of parts that count for some kinds of part alone."""


OWN_FIGURES = "If your box has other figures, tick “Own figures” (`variant`)."


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` with every fault."""
    try:
        parts = _parts(document)
    except msgspec.ValidationError as error:
        raise InvalidComponents([ComponentFault("shape", str(error))]) from error
    faults = [fault for constraint in CONSTRAINTS for fault in constraint(parts)]
    if parts.game != GAME:
        faults.append(ComponentFault("game", f"This is a box of {parts.game}.", "/game"))
    if not faults and not parts.variant:
        faults = [
            msgspec.structs.replace(found, message=f"{found.message} {OWN_FIGURES}")
            for found in constraints_cards.deviations(parts)
        ]
    if faults:
        raise InvalidComponents(faults)
    return box.read(parts)


def faults_of_new(document: Mapping[str, Json]) -> Sequence[ComponentFault]:
    """The faults for which a new set is refused, although a stored one may have them."""
    return list(constraints_cards.of_new_sets(_parts(document)))


def warnings(document: Mapping[str, Json]) -> Sequence[ComponentFault]:
    """The differences of a declared variant from the printed edition, and which counts are other."""
    parts = _parts(document)
    return [*constraints_cards.other_counts(parts), *constraints_cards.deviations(parts)]


def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The set that ships with the game; what is invented in it says so."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("demo.json").read_bytes())}


def _parts(document: Mapping[str, Json]) -> Document:
    """The typed document. Raises `msgspec.ValidationError`.

    Members that do not count for their kind may hold anything in a set that is stored: they are left out.
    """
    try:
        return msgspec.convert(document, Document)
    except msgspec.ValidationError:
        for path, kind in KINDS_OF_BEFORE.items():
            document = _counted(document, path.split("/"), kind)
        return msgspec.convert(document, Document)


def _counted(value: Json, path: Sequence[str], kind: ByKind) -> Json:
    """The value with only those members, in the parts at the path, that count for the kind of the part."""
    if path and isinstance(value, Mapping):
        return {
            key: _counted(below, path[1:], kind) if path[0] in ("*", key) else below
            for key, below in value.items()
        }
    if path and isinstance(value, list | tuple) and path[0] == "*":
        return [_counted(below, path[1:], kind) for below in value]
    if path or not isinstance(value, Mapping):
        return value
    own = kind.members.get(str(value.get(kind.kind)), ())
    return {member: below for member, below in value.items() if member in own or member not in OF_A_KIND}
