"""Depth and number of values of JSON are known before anything is built of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays import portable
from replays.nesting import BYTES_A_VALUE, FREE_VALUES, TooManyValues, TooNested, must_be_buildable

TRICKY = st.text('ab[]{},"\\', max_size=6)
TREES = st.recursive(
    TRICKY | st.integers() | st.none(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(TRICKY, below, max_size=4),
    max_leaves=20,
)


def depth_of(tree: Any) -> int:
    if not isinstance(tree, dict | list):
        return 0
    return 1 + max(map(depth_of, tree.values() if isinstance(tree, dict) else tree), default=0)


@given(tree=TREES, piece_bytes=st.integers(1, 40))
def test_the_depth_is_counted_outside_of_strings_wherever_the_text_is_cut(
    tree: Any, piece_bytes: int
) -> None:
    text, depth = json.dumps(tree).encode(), depth_of(tree)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(portable, "PIECE_BYTES", piece_bytes)
        must_be_buildable(text, depth)
        if depth:
            with pytest.raises(TooNested):
                must_be_buildable(text, depth - 1)


def test_what_goes_deep_and_up_again_within_a_piece_is_found() -> None:
    with pytest.raises(TooNested):
        must_be_buildable(b"[" * 6 + b"]" * 6, 5)


@pytest.mark.parametrize("value", [b"[],", b"{},", b"1,", b'"a",', b'{"a":1},'])
def test_more_values_than_the_length_explains_are_refused(value: bytes) -> None:
    with pytest.raises(TooManyValues):
        must_be_buildable(b"[" + value * 2 * FREE_VALUES + b"0]", 300)


def test_as_many_values_as_recorded_sessions_have_are_taken_at_any_length() -> None:
    for many in (FREE_VALUES, 5 * FREE_VALUES):
        must_be_buildable(b'["' + b'","'.join([b"," * (2 * BYTES_A_VALUE)] * many) + b'"]', 300)


@pytest.mark.parametrize("text", [b"", b'"', b'"\\', b"\\" * 1_000, b"]" * 1_000, b'"' * 1_001])
def test_what_is_no_json_is_left_to_its_reader(text: bytes) -> None:
    must_be_buildable(text * 200, 300)
