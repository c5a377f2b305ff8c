"""A document that people write: every value that does not fit is told, at its place and in plain words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from domain.kernel.editing.shape import repaired, shape_faults


class Fish(Struct, tag_field="kind", tag="fish", forbid_unknown_fields=True):
    fins: Annotated[int, Meta(ge=0, le=4)]


class Crab(Struct, tag_field="kind", tag="crab", forbid_unknown_fields=True):
    claws: Literal["big", "small"]


class Card(Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(pattern="^[a-z]+$")]
    catch: Fish | Crab
    cost: dict[Literal["shells", "pearls"], Annotated[int, Meta(ge=0)]] = {}
    tide: Annotated[int, Meta(ge=1)] | Literal["ebb"] | None = None


class Box(Struct, forbid_unknown_fields=True):
    cards: Annotated[list[Card], Meta(min_length=1)]
    roads: list[tuple[str, str]]
    variant: bool = False


def card(id: str = "one", **changed: Any) -> dict[str, Any]:
    return {"id": id, "catch": {"kind": "fish", "fins": 2}, **changed}


SOUND = {"cards": [card()], "roads": [["a", "b"]]}


def told(document: dict[str, Any]) -> dict[str, str]:
    return {fault.pointer: fault.message for fault in shape_faults(document, Box)}


@pytest.mark.parametrize(
    ("changed", "pointer", "message"),
    [
        (
            card(catch={"kind": "fish", "fins": 9}),
            "/catch/fins",
            "A whole number from 0 to 4 is needed; this is 9.",
        ),
        (card(catch={"kind": "eel"}), "/catch/kind", "fish or crab is needed; this is “eel”."),
        (card(catch={"fins": 1}), "/catch", "Kind: fish or crab is needed; this is an object."),
        (card(catch=None), "/catch", "An object is needed; this is nothing (null)."),
        (card(catch={"kind": "crab"}), "/catch", "Claws is missing."),
        (
            card(catch={"kind": "fish", "fins": True}),
            "/catch/fins",
            "A whole number from 0 to 4 is needed; this is true.",
        ),
        (card(cost={"gold": 1}), "/cost/gold", "One of pearls or shells is needed; this is “gold”."),
        (
            card(tide="flood"),
            "/tide",
            "A whole number of at least 1 or ebb or nothing (null) is needed; this is “flood”.",
        ),
        (card("ONE"), "/id", "A text of letters, digits, _ and - is needed; this is “ONE”."),
        (card(price=3), "/price", "Nothing here is called price. Members are catch, cost, id or tide."),
    ],
)
def test_a_value_that_does_not_fit_is_told_at_its_place(
    changed: dict[str, Any], pointer: str, message: str
) -> None:
    assert told({**SOUND, "cards": [card(), changed]}) == {f"/cards/1{pointer}": message}


def test_all_faults_are_told_at_once() -> None:
    document = {"cards": [], "roads": [["a"], ["a", 7]], "variant": "yes", "a/b": 1}
    assert told(document) == {
        "/cards": "A list of at least 1 value is needed; this is a list of 0.",
        "/roads/0": "A list of 2 values is needed; this is a list of 1.",
        "/roads/1/1": "A text is needed; this is 7.",
        "/variant": "Yes or no (true or false) is needed; this is “yes”.",
        "/a~1b": "Nothing here is called a/b. Members are cards, roads or variant.",
    }
    assert told({"cards": [card()]}) == {"": "Roads is missing."}
    assert told(SOUND) == {}


def test_what_does_not_fit_hides_nothing_of_the_rest() -> None:
    document = {
        "cards": [card(tide="flood"), card("two", tide=3), card("new", tide="flood")],
        "roads": 7,
        "a": 1,
    }
    readable = repaired(document, shape_faults(document, Box), SOUND)
    assert readable == {"cards": [card(), card("two", tide=3)], "roads": SOUND["roads"]}
    assert repaired({"cards": [card()]}, shape_faults({"cards": [card()]}, Box), SOUND) == SOUND
