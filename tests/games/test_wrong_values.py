"""A value that is wrong in a box is reported at that value, in words that hold no name of a rule."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import Game
from tests.support.games.wrong_values import told, wrong_values

EVERY = 29
LEAST_SHARE = 0.95


EDITED = [game for game in GAMES if game.editing is not None]
"""A game need not let people edit its box."""


@pytest.mark.parametrize("game", EDITED, ids=lambda game: game.key)
def test_a_wrong_value_is_told_at_its_place(game: Game[Any]) -> None:
    places: Counter[str] = Counter()
    for wrong in wrong_values(game.demo_sets()["demo"], EVERY):
        place, message = told(game, wrong)
        places[place] += 1
        assert not re.search(rf"\b{game.prefix}-\w?\d", message), message
    refused = places.total() - places["taken"]
    assert places["value"] + places["row"] >= LEAST_SHARE * refused
    assert places["document"] == 0
