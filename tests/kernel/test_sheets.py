"""The sheet of a box: what pages ask for follows from the types of a document and a few declared words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from domain.kernel.editing import ByKind, Editing, Graph, Total, fields_in, sheet_of
from domain.kernel.editing.sheet import ChoiceOption


class Gain(Struct, tag_field="do", tag="gain"):
    what: Literal["shells", "pearls"]
    n: Annotated[int, Meta(ge=1, le=9)] = 1


class Either(Struct, tag_field="do", tag="either"):
    of: list[Gain | Either]


class Works(Struct):
    when: Literal["now", "end"]
    points: int = 0
    cost: dict[Literal["shells", "pearls"], Annotated[int, Meta(ge=0)]] = {}


class ReefCard(Struct):
    id: Annotated[str, Meta(pattern="^[a-z]+$")]
    works: Works
    effects: list[Gain | Either]
    home: str | None = None
    text: Annotated[str, Meta(max_length=2_000)] = ""


class Reef(Struct):
    id: str
    name: str


class Sides(Struct):
    sides: dict[str, Reef]


class ReefBox(Struct):
    game: str
    cards: tuple[ReefCard, ...]
    reefs: Annotated[list[Reef], Meta(min_length=2)]
    board: Sides
    tide: Annotated[int, Meta(ge=1)] | Literal["ebb"]
    roads: list[tuple[str, str]]
    variant: bool = False


EDITING = Editing(
    document=ReefBox,
    order=("reefs",),
    titles={"cards/*/works": "How it works"},
    hints={"cards": "The cards of the deck."},
    units={"cards/*/works/points": "points"},
    labels={"now": "at once", "cards/*/effects/*:gain": "Take from the supply"},
    refs={"cards/*/home": "reefs"},
    totals={"cards": Total(12)},
    kinds={"cards/*/works": ByKind("when", {"now": ("cost",), "end": ("points",)})},
    maps={"roads": Graph(places=("reefs",))},
    blanks={"reefs": {"name": "A reef"}},
)


def paths() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for section in sheet_of(EDITING):
        for field in fields_in(section.field):
            found.setdefault(field.path, field)
    return found


def test_sections_come_in_the_declared_order_and_say_what_is_confirmed_in_them() -> None:
    parts = [(section.key, section.part) for section in sheet_of(EDITING)]
    assert parts == [
        ("reefs", "row"),
        ("cards", "row"),
        ("board", "side"),
        ("tide", "whole"),
        ("roads", "whole"),
        ("variant", "whole"),
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("cards", {"is_": "table", "hint": "The cards of the deck.", "total": Total(12)}),
        ("cards/*/works", {"is_": "variants", "tag": "when", "title": "How it works"}),
        ("cards/*/works/points", {"is_": "number", "unit": "points", "default": 0}),
        ("cards/*/works/cost", {"is_": "amounts", "least": 0}),
        (
            "cards/*/effects/*/what",
            {"options": (ChoiceOption("shells", "Shells"), ChoiceOption("pearls", "Pearls"))},
        ),
        ("cards/*/home", {"is_": "choice", "of": "reefs", "optional": True}),
        ("cards/*/text", {"is_": "text", "long": True, "most": 2_000}),
        ("cards/*/id", {"is_": "text", "pattern": "^[a-z]+$", "required": True}),
        ("cards/*/effects", {"is_": "list", "blank": {"do": "gain", "what": "shells"}}),
        ("cards/*/effects/*", {"is_": "variants", "tag": "do"}),
        ("cards/*/effects/*/of/*", {"is_": "same", "of": "cards/*/effects/*"}),
        ("reefs", {"is_": "table", "least": 2, "blank": {"name": "A reef"}}),
        ("board/sides", {"is_": "keyed", "blank": {"id": "", "name": ""}}),
        ("roads", {"is_": "list", "map": Graph(places=("reefs",))}),
        ("roads/*", {"is_": "list", "least": 2, "most": 2}),
        ("variant", {"is_": "tick", "default": False}),
    ],
)
def test_a_type_and_its_declaration_give_a_field(path: str, expected: dict[str, Any]) -> None:
    field = paths()[path]
    assert {name: getattr(field, name) for name in expected} == expected


def test_values_and_kinds_read_as_declared() -> None:
    effects = paths()["cards/*/effects/*"]
    assert [variant.label for variant in effects.variants] == ["Take from the supply", "Either"]
    works = paths()["cards/*/works"]
    assert [(one.label, [field.key for field in one.fields], one.blank) for one in works.variants] == [
        ("at once", ["cost"], {"when": "now"}),
        ("End", ["points"], {"when": "end"}),
    ]
    assert [inner.is_ for inner in paths()["tide"].fields] == ["number", "choice"]


def test_a_member_may_be_hidden_and_an_id_may_be_another_value() -> None:
    labels = {**EDITING.labels, "cards/*/home:sea": "the open sea"}
    hidden = EDITING.hidden | {"reefs/*/name"}
    editing = msgspec.structs.replace(EDITING, labels=labels, hidden=hidden)
    fields = {field.path: field for section in sheet_of(editing) for field in fields_in(section.field)}
    assert fields["cards/*/home"].options == (ChoiceOption("sea", "the open sea"),)
    assert "reefs/*/name" not in fields
    assert fields["reefs"].blank == {"name": "A reef"}


def test_a_type_that_nobody_could_enter_is_refused() -> None:
    class Loose(Struct):
        card: dict[str, Any]

    with pytest.raises(TypeError, match=r"card/\*: nobody could enter"):
        sheet_of(Editing(document=Loose))
