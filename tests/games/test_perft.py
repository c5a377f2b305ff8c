"""The numbers of legal actions are kept as data: whoever takes one out of a game's offers sees it here."""

from __future__ import annotations

import json

import pytest

from domain.games import REGISTRY
from tests.support.games.perft import TABLE, perft

KEPT = json.loads(TABLE.read_text("utf-8"))
"""A game whose numbers are not kept is no less sound: who wants them kept writes the table anew."""


def test_the_table_is_of_games_that_are_there() -> None:
    assert KEPT.keys() <= REGISTRY.keys()


@pytest.mark.parametrize("key", KEPT)
def test_as_many_actions_are_legal_as_ever(key: str) -> None:
    kept, found = KEPT[key], perft(key)
    assert found.keys() == kept.keys()
    for name, rows in found.items():
        for row, before in zip(rows, kept[name], strict=True):
            assert row == before, f"{name}: step, offers, actions, actions after one of each offer"
