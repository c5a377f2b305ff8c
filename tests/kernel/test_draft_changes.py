"""Changes of a draft: places are named by ids, the rest is shared, and every change can be undone."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import REGISTRY
from domain.kernel.components import canonical
from domain.kernel.editing.changes import (
    Add,
    BadChange,
    DraftChange,
    Move,
    Set,
    Take,
    address_of,
    between,
    changed,
    pointer_of,
    undo_of,
)

BOX: dict[str, Any] = {
    "base": {"costs": [0, 3, 4], "a/b": {"~": 1}},
    "items": [
        {"id": "lamp", "points": 1, "cost": {"water": 2}},
        {"id": "cannon", "points": 3, "cost": {}},
        {"id": "cells", "points": 3},
    ],
}


def ids(document: Any) -> list[str]:
    return [row["id"] for row in document["items"]]


def test_two_people_change_a_box_at_once() -> None:
    """Each names the card by its id, so neither minds that the other has moved it."""
    moved = changed(BOX, [Move("items/cannon", before="lamp"), Add("items", {"id": "drill"}, before=0)])
    assert ids(moved) == ["drill", "cannon", "lamp", "cells"]
    both = changed(moved, [Set("items/lamp/cost/water", 5), Take("items/cells"), Set("base/costs/1", 9)])
    assert both["items"][2] == {"id": "lamp", "points": 1, "cost": {"water": 5}}
    assert both["base"]["costs"] == [0, 9, 4]
    assert ids(both) == ["drill", "cannon", "lamp"]


def test_what_is_unchanged_is_shared_and_the_old_document_stays() -> None:
    before = canonical(BOX)
    after = changed(BOX, [Set("items/lamp/points", 7)])
    assert canonical(BOX) == before
    assert after["base"] is BOX["base"]
    assert after["items"][1] is BOX["items"][1]
    assert after["items"][0]["cost"] is BOX["items"][0]["cost"]


def test_a_member_that_was_left_out_can_be_given_and_left_out_again() -> None:
    given = changed(BOX, [Set("items/cells/text", "Once a game"), Add("items/cells/effects", {"do": "draw"})])
    assert given["items"][2]["effects"] == [{"do": "draw"}]
    assert changed(given, [Take("items/cells/text"), Take("items/cells/effects")]) == BOX


def test_a_card_gets_another_id_that_is_free() -> None:
    assert ids(changed(BOX, [Set("items/lamp/id", "torch"), Set("items/torch/points", 2)]))[0] == "torch"
    with pytest.raises(BadChange, match="already has a row"):
        changed(BOX, [Set("items/lamp/id", "cells")])


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (Set("items/torch/points", 1), "items/torch"),
        (Set("items/0/points", 1), "items/0"),
        (Set("base/costs/3", 1), "base/costs/3"),
        (Set("base/prices/0", 1), "base/prices"),
        (Set("items/lamp/points/high", 1), "items/lamp/points/high"),
        (Set("items/lamp", {"points": 1}), "items/lamp"),
        (Set("items/lamp", {"id": "cells"}), "items/lamp"),
        (Set("items/lamp/id", None), "items/lamp/id"),
        (Set("", {}), ""),
        (Take("items/lamp/text"), "items/lamp/text"),
        (Take("items/lamp/id"), "items/lamp/id"),
        (Add("items", {"id": "lamp"}), "items"),
        (Add("items", {"id": ""}), "items"),
        (Add("items", {"id": "drill"}, before="torch"), "items"),
        (Add("items/lamp/points", 1), "items/lamp/points"),
        (Move("items/lamp", before="torch"), "items/lamp"),
        (Move("items/lamp", before=3), "items/lamp"),
        (Move("items/lamp/points"), "items/lamp/points"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_with_its_place(change: DraftChange, at: str) -> None:
    with pytest.raises(BadChange) as refused:
        changed(BOX, [Set("base/costs/0", 1), change])
    assert (refused.value.at, refused.value.index) == (at, 1)
    with pytest.raises(BadChange):
        undo_of(BOX, [change])


@pytest.mark.parametrize(
    ("change", "back"),
    [
        (Set("items/lamp/points", 9), Set("items/lamp/points", 1)),
        (Set("items/lamp/text", "new"), Take("items/lamp/text")),
        (Set("items/lamp/id", "torch"), Set("items/torch/id", "lamp")),
        (Set("items/cells", {"id": "drill"}), Set("items/drill", {"id": "cells", "points": 3})),
        (Set("base/costs/1", 9), Set("base/costs/1", 3)),
        (Take("items/lamp/cost"), Set("items/lamp/cost", {"water": 2})),
        (Take("items/cells"), Add("items", {"id": "cells", "points": 3})),
        (Take("base/costs/1"), Add("base/costs", 3, before="1")),
        (Add("items", {"id": "drill"}, before="cannon"), Take("items/drill")),
        (Add("base/costs", 5), Take("base/costs/3")),
        (Add("items/cells/effects", "draw"), Take("items/cells/effects")),
        (Move("items/lamp"), Move("items/lamp", before="cannon")),
        (Move("items/cells", before="lamp"), Move("items/cells")),
        (Move("items/cannon", before="cells"), Move("items/cannon", before="cells")),
        (Move("base/costs/0"), Move("base/costs/2", before="0")),
    ],
)
def test_an_undo_touches_nothing_else(change: DraftChange, back: DraftChange) -> None:
    """So it can still be taken after somebody else has changed another card."""
    assert undo_of(BOX, [change]) == (back,)


def test_rows_that_share_an_id_are_told_apart_by_index() -> None:
    """A file may bring such a box; each of its rows can be put right, and that can be undone."""
    twice = {"items": [{"id": "lamp"}, {"id": "lamp"}, {"id": "drill"}, {"points": 1}]}
    with pytest.raises(BadChange, match="does not name one row"):
        changed(twice, [Take("items/lamp")])
    right = [Set("items/1/id", "torch"), Set("items/3/id", "cells"), Set("items/lamp/points", 4)]
    after = changed(twice, right)
    assert [row["id"] for row in after["items"]] == ["lamp", "torch", "drill", "cells"]
    assert changed(after, undo_of(twice, right)) == twice


def test_pointers_and_addresses_name_the_same_places() -> None:
    for at, pointer in {
        "items/cannon/cost": "/items/1/cost",
        "items/cells/text": "/items/2/text",
        "base/costs/2": "/base/costs/2",
        "base/a~1b/~0": "/base/a~1b/~0",
        "": "",
    }.items():
        assert pointer_of(BOX, at) == pointer
        assert address_of(BOX, pointer) == at
    assert address_of(BOX, "/items/9/cost/0") == "items/9/cost/0"
    with pytest.raises(BadChange):
        pointer_of(BOX, "items/torch/cost")


def test_changes_are_read_from_a_request() -> None:
    sent = [
        {"do": "set", "at": "items/lamp/points", "value": None},
        {"do": "add", "at": "items", "value": {"id": "drill"}, "before": "cells"},
        {"do": "move", "at": "items/lamp"},
        {"do": "take", "at": "items/cannon"},
    ]
    assert json.loads(msgspec.json.encode(read := msgspec.convert(sent, list[DraftChange]))) == sent
    assert ids(changed(BOX, read)) == ["drill", "cells", "lamp"]


NAMES = st.sampled_from(["a", "b", "c", "~", "x/y", "7", "1"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3),
    lambda below: (
        st.lists(below, max_size=3)
        | st.dictionaries(NAMES, below, max_size=3)
        | st.lists(st.builds(lambda id, more: {**more, "id": id}, NAMES, st.dictionaries(NAMES, below)))
    ),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(NAMES, VALUES, max_size=3)


def places(value: Any, pointer: str = "") -> list[str]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, item in below:
        place = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        found += [place, *places(item, place)]
    return found


@st.composite
def changes_of(draw: st.DrawFn, document: Any) -> DraftChange:
    pointers = places(document)
    at = address_of(document, draw(st.sampled_from(pointers))) if pointers else draw(NAMES)
    at += draw(st.sampled_from(["", "", "", "/id", "/a"]))
    kind = draw(st.sampled_from([Set, Take, Add, Move]))
    before = draw(st.none() | st.integers(0, 2) | NAMES)
    if kind is Set:
        return Set(at, draw(VALUES | NAMES))
    if kind is Add:
        return Add(at, draw(VALUES), before)
    return Take(at) if kind is Take else Move(at, before)


@settings(max_examples=60)
@given(st.data())
def test_any_changes_are_undone_exactly_and_told_by_both_names(data: st.DataObject) -> None:
    document = data.draw(DOCUMENTS)
    for pointer in places(document):
        assert pointer_of(document, address_of(document, pointer)) == pointer
    taken: list[DraftChange] = []
    after = document
    for _ in range(4):
        change = data.draw(changes_of(after))
        try:
            after = changed(after, [change])
        except BadChange:
            continue
        taken.append(change)
    before = canonical(document)
    assert changed(document, taken) == after
    back = undo_of(document, taken)
    assert canonical(changed(after, back)) == before
    assert canonical(changed(document, undo_of(after, back))) == canonical(after)
    assert canonical(changed(document, between(document, after))) == canonical(after)
    assert canonical(document) == before


def test_every_value_of_the_packaged_sets_has_an_address() -> None:
    for game in REGISTRY.values():
        for document in game.demo_sets().values():
            for pointer in places(document)[::7]:
                assert pointer_of(document, address_of(document, pointer)) == pointer
