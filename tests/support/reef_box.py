"""A reef whose box people edit: corals with points, the tide on both sides of the board, a constraint."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from domain.kernel import Boards, ComponentFault, ComponentSet, Game, InvalidComponents, Json
from domain.kernel.editing import Editing
from domain.kernel.ui.board import Board
from tests.support.reef import REEF, ReefState

MOST_POINTS = 6


class Coral(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    points: Annotated[int, Meta(ge=0)]
    name: str = ""


class Tide(Struct, frozen=True, forbid_unknown_fields=True):
    high: int
    low: int
    range: int = 0


class ReefBox(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    corals: tuple[Coral, ...]
    tide: Tide
    invented: tuple[str, ...] = ()


DEMO: dict[str, Json] = {
    "name": "reef",
    "corals": [
        {"id": "brain", "points": 2},
        {"id": "fan", "points": 3, "name": "Sea fan"},
        {"id": "fire", "points": 1},
    ],
    "tide": {"high": 4, "low": 1, "range": 3},
    "invented": ["corals/fan", "tide"],
}
DRAWING: dict[str, Json] = {"corals": {"brain": [0, 0], "fan": [1, 0], "fire": [2, 0]}}


def read_box(document: Mapping[str, Json]) -> ReefBox:
    """The box. No coral counts more than six."""
    try:
        box = msgspec.convert(document, ReefBox)
    except msgspec.ValidationError as error:
        raise InvalidComponents([ComponentFault("shape", str(error))]) from None
    faults = [
        ComponentFault(
            "points", f"A coral counts {MOST_POINTS} at most, not {coral.points}.", f"/corals/{row}/points"
        )
        for row, coral in enumerate(box.corals)
        if coral.points > MOST_POINTS
    ]
    if faults:
        raise InvalidComponents(faults)
    return box


def warnings(document: Mapping[str, Json]) -> list[ComponentFault]:
    """Three corals are printed in the rulebook."""
    number = len(document["corals"])
    told = ComponentFault("three", f"The rulebook shows 3 corals; here are {number}.", "/corals")
    return [] if number == len(DEMO["corals"]) else [told]


def derive(document: dict[str, Json]) -> dict[str, Json]:
    """The range of the tide follows from it."""
    tide = document["tide"]
    return {**document, "tide": {**tide, "range": tide["high"] - tide["low"]}}


def drawing_faults(drawing: Json, components: ComponentSet) -> Sequence[ComponentFault]:
    """Each coral of the box lies somewhere."""
    return [
        ComponentFault("place", f"{coral.id} has no place.", "/corals")
        for coral in components.box.corals
        if coral.id not in drawing["corals"]
    ]


BOXED: Game[ReefState] = dataclasses.replace(
    REEF,
    read_box=read_box,
    warnings=warnings,
    demo_sets=lambda: {"demo": DEMO},
    editing=Editing(document=ReefBox, derived=frozenset({"tide/range"}), derive=derive),
    boards=Boards(
        board=lambda view, drawing, naming: Board("", (), ()),
        drawings=lambda: {"demo": DRAWING},
        faults=drawing_faults,
    ),
)
