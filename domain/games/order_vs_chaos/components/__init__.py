"""Component sets of Order vs Chaos: the document, its constraints, and the box that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.order_vs_chaos.components import constraints
from domain.games.order_vs_chaos.components.box import Box, ready
from domain.games.order_vs_chaos.components.constraints import Constraint
from domain.games.order_vs_chaos.components.document import Document
from domain.kernel import ComponentFault, InvalidComponents, Json, shape_faults

__all__ = ["Box", "demo_sets", "faults_of_new", "read_box", "warnings"]

HOME = "domain.games.order_vs_chaos"

CONSTRAINTS: tuple[Constraint, ...] = (
    constraints.identity,
    constraints.dice,
    constraints.maps,
    constraints.location_cards,
    constraints.counts,
    constraints.tracks,
    constraints.sheets,
    constraints.arch_enemies,
    constraints.attacks,
    constraints.texts,
    constraints.invented,
)
"""The constraints that every set must meet, in the order in which faults are reported."""

OF_NEW: tuple[Constraint, ...] = (constraints.templates, constraints.instants, constraints.chosen_attacks)
"""The constraints that every set must meet that is uploaded now, besides those."""


def read_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document. Raises `InvalidComponents` with every fault."""
    try:
        read = msgspec.convert(dict(document), Document)
    except msgspec.ValidationError as error:
        shape = shape_faults(document, Document)
        raise InvalidComponents([replace(fault, constraint="OC-C01") for fault in shape]) from error
    faults = [fault for constraint in CONSTRAINTS for fault in constraint(read)]
    if faults:
        raise InvalidComponents(faults)
    return ready(read)


def faults_of_new(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """The faults of a valid document that only sets which are stored already may have."""
    read = msgspec.convert(dict(document), Document)
    return tuple(fault for constraint in OF_NEW for fault in constraint(read))


def warnings(document: Mapping[str, Json]) -> tuple[ComponentFault, ...]:
    """OC-C11: named parts that differ from the figures which the source gives."""
    return tuple(constraints.deviations(msgspec.convert(dict(document), Document)))


@cache
def demo_sets() -> Mapping[str, Mapping[str, Json]]:
    """The component sets that ship with the game, by name.

    `tuned` is the demo set with other arch enemies' health, by which neither side wins two games in three
    among bots (docs/games/order_vs_chaos.md).
    """
    demo = _packaged("demo.json")
    changed = _packaged("tuned.json")
    enemies = [{**enemy, "health": changed["arch_enemies"][enemy["id"]]} for enemy in demo["arch_enemies"]]
    tuned = {**demo, "edition": changed["edition"], "arch_enemies": enemies}
    return {"demo": demo, "tuned": tuned}


def _packaged(name: str) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.json.decode((files(HOME) / name).read_bytes())
    return document
