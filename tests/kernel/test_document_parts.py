"""Parts of a box: what is confirmed as one thing, what a set says of itself, and what changed."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, Struct

from domain.games import REGISTRY
from domain.kernel.editing.changes import Add, Move, Set, Take, changed
from domain.kernel.editing.declaration import Editing
from domain.kernel.editing.parts import (
    MemberDifference,
    PartDifference,
    attested,
    differences,
    parts_of,
    ticks_of,
    unconfirmed,
    with_invented,
)
from domain.kernel.session.opening import load_components


class Box(Struct):
    """A box whose members no test asks for."""


EDITING = Editing(document=Box)
BOX: dict[str, Any] = {
    "game": "sample",
    "base": {"costs": [0, 3, 4]},
    "arch_enemies": [{"id": "old_one", "health": {"2": 8}}, {"id": "a/b", "health": {}}],
    "board": {"by_size": {"2": "small"}, "sides": {"small": [1], "large": [1, 2]}},
    "planet": {"sides": {"a": {"spaces": [{"id": "s1"}, {"id": "s2"}]}}},
    "colors": ["red", "blue"],
    "invented": [],
}
PARTS = [
    "base",
    "arch_enemies/old_one",
    "arch_enemies/a~1b",
    "board",
    "board/sides/small",
    "board/sides/large",
    "planet/sides/a",
    "colors",
]


def listing(*invented: Any) -> dict[str, Any]:
    return {**BOX, "invented": list(invented)}


def not_attested(*invented: Any) -> list[str]:
    document = listing(*invented)
    return unconfirmed(parts_of(EDITING, document), attested(EDITING, document))


def test_a_row_a_side_and_a_section_are_parts() -> None:
    parts = parts_of(EDITING, BOX)
    assert list(parts) == PARTS
    assert parts["board"] == {"by_size": {"2": "small"}}
    assert parts["board/sides/large"] == [1, 2]
    assert parts["arch_enemies/a~1b"] is BOX["arch_enemies"][1]


def test_a_game_says_what_is_one_part() -> None:
    editing = Editing(document=Box, hidden=frozenset({"colors"}), parts={"arch_enemies": "whole"})
    assert parts_of(editing, {"arch_enemies": BOX["arch_enemies"], "colors": []}) == {
        "arch_enemies": BOX["arch_enemies"]
    }
    rows = Editing(document=Box, parts={"arch_enemies": "row"})
    assert list(parts_of(rows, {"arch_enemies": [{"health": 1}, {"id": "x"}]})) == [
        "arch_enemies/0",
        "arch_enemies/x",
    ]
    assert parts_of(rows, {"arch_enemies": "lost"}) == {"arch_enemies": "lost"}


def test_a_change_takes_the_tick_of_its_part_alone() -> None:
    ticks = ticks_of(parts_of(EDITING, BOX))
    after = changed(BOX, [Set("arch_enemies/old_one/health/2", 9), Set("board/by_size/2", "large")])
    assert unconfirmed(parts_of(EDITING, after), ticks) == ["arch_enemies/old_one", "board"]
    back = changed(after, [Set("arch_enemies/old_one/health/2", 8), Move("arch_enemies/old_one")])
    assert unconfirmed(parts_of(EDITING, back), ticks) == ["board"]


def test_what_a_set_lists_is_not_attested() -> None:
    assert attested(EDITING, {key: BOX[key] for key in ("base", "colors")}) == {}
    assert not_attested() == []
    assert not_attested("arch_enemies/old_one", "board/sides/small") == [
        "arch_enemies/old_one",
        "board/sides/small",
    ]
    assert not_attested("board") == ["board", "board/sides/large", "board/sides/small"]
    assert not_attested("board/by_size", "base/costs/1", "planet/sides/a/spaces/s1") == [
        "base",
        "board",
        "planet/sides/a",
    ]


def test_a_sentence_belongs_to_the_sections_that_it_begins_with() -> None:
    enemies = ["arch_enemies/a~1b", "arch_enemies/old_one"]
    assert not_attested("Arch enemies: all figures") == enemies
    assert not_attested("arch_enemies[].health", "colors, base: all but red") == [*enemies, "base", "colors"]
    assert not_attested("arch_enemies/gone") == enemies
    for whole in ("which sizes share a board", "based on a guess", "", 7, None):
        assert not_attested(whole) == sorted(PARTS)
    assert attested(EDITING, {**BOX, "invented": "base"}) == {}


def test_a_section_without_a_tick_is_listed_as_one() -> None:
    ticks = ticks_of(parts_of(EDITING, BOX))
    assert with_invented(EDITING, BOX, ticks) == BOX
    few = {part: ticks[part] for part in ("board/sides/small", "arch_enemies/old_one", "colors")}
    written = with_invented(EDITING, BOX, few)
    assert written["invented"] == [
        "arch_enemies/a~1b",
        "base",
        "board/by_size",
        "board/sides/large",
        "planet",
    ]
    assert attested(EDITING, written) == few


@settings(max_examples=25)
@given(st.sampled_from(list(REGISTRY.values())), st.data())
def test_any_ticks_of_a_packaged_set_come_back_from_its_list(game: Any, data: st.DataObject) -> None:
    """And the game loads the set: it takes the addresses of parts in the list."""
    document = game.demo_sets()["demo"]
    all_ticks = ticks_of(parts_of(EDITING, document))
    sections = sorted({part.partition("/")[0] for part in all_ticks})
    taken = data.draw(st.sets(st.sampled_from(sorted(all_ticks) + sections)))
    ticks = {part: tick for part, tick in all_ticks.items() if not taken & {part, part.partition("/")[0]}}
    written = with_invented(EDITING, document, ticks)
    assert attested(EDITING, written) == ticks
    assert load_components(game, written, new=True).invented == tuple(written["invented"])


def test_two_versions_are_compared_part_by_part() -> None:
    after = changed(
        copy.deepcopy(BOX),
        [
            Set("base/costs/1", 5),
            Set("arch_enemies/old_one/health/2", True),
            Set("arch_enemies/old_one/name", None),
            Take("arch_enemies/a~1b"),
            Add("arch_enemies", {"id": "deceiver"}, before="old_one"),
            Add("planet/sides/a/spaces", {"id": "s3"}, before="s2"),
            Set("board/sides/tiny", []),
            Add("colors", "green", before=0),
            Set("game", "other"),
        ],
    )
    assert differences(EDITING, BOX, after) == (
        PartDifference("base", "changed", (MemberDifference("base/costs/1", 3, 5),)),
        PartDifference(
            "arch_enemies/old_one",
            "changed",
            (
                MemberDifference("arch_enemies/old_one/health/2", 8, True),
                MemberDifference("arch_enemies/old_one/name", UNSET, None),
            ),
        ),
        PartDifference(
            "arch_enemies/a~1b",
            "removed",
            (MemberDifference("arch_enemies/a~1b", {"id": "a/b", "health": {}}),),
        ),
        PartDifference(
            "planet/sides/a",
            "changed",
            (MemberDifference("planet/sides/a/spaces/s3", after={"id": "s3"}),),
        ),
        PartDifference(
            "colors", "changed", (MemberDifference("colors", ["red", "blue"], ["green", "red", "blue"]),)
        ),
        PartDifference(
            "arch_enemies/deceiver",
            "added",
            (MemberDifference("arch_enemies/deceiver", after={"id": "deceiver"}),),
        ),
        PartDifference("board/sides/tiny", "added", (MemberDifference("board/sides/tiny", after=[]),)),
    )
    assert differences(EDITING, BOX, copy.deepcopy(BOX)) == ()


def test_rows_in_another_order_are_a_difference_of_their_section() -> None:
    after = changed(BOX, [Move("arch_enemies/old_one"), Move("planet/sides/a/spaces/s1")])
    keys = ["old_one", "a/b"]
    spaces = BOX["planet"]["sides"]["a"]["spaces"]
    assert differences(EDITING, BOX, after) == (
        PartDifference(
            "planet/sides/a",
            "changed",
            (MemberDifference("planet/sides/a/spaces", spaces, spaces[::-1]),),
        ),
        PartDifference("arch_enemies", "reordered", (MemberDifference("arch_enemies", keys, keys[::-1]),)),
    )
