"""`--order SEED` changes places, and loses none."""

from __future__ import annotations

from random import Random

import pytest

from tests.shuffled import shuffled


class Item:
    """A test of a file."""

    def __init__(self, path: str, name: str) -> None:
        self.path, self.name = path, name


def test_files_change_places_and_tests_theirs_within_a_file() -> None:
    items = [Item(path, f"{path}{number}") for path in "abcdef" for number in range(5)]
    made = shuffled(items, Random(1))
    assert sorted(item.name for item in made) == [item.name for item in items]
    files = [item.path for item in made][::5]
    assert sorted(files) == list("abcdef") != files
    assert all(len({item.path for item in made[at : at + 5]}) == 1 for at in range(0, 30, 5))
    assert [item.name for item in made if item.path == "a"] != [f"a{number}" for number in range(5)]
    assert [item.name for item in shuffled(items, Random(1))] == [item.name for item in made]
    assert [item.name for item in shuffled(items, Random(2))] != [item.name for item in made]


def test_what_is_made_for_a_parameter_is_made_once_in_any_order(request: pytest.FixtureRequest) -> None:
    """Pytest brings those together that share it, if it comes last."""
    hook = request.config.hook.pytest_collection_modifyitems
    called = [implementation.plugin_name for implementation in reversed(hook.get_hookimpls())]
    assert called.index("tests.shuffled") < called.index("funcmanage")
