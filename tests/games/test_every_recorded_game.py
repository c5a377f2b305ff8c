"""Recorded games of every title: what `tablelog simulate --recorded` wrote is played to the same table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import Game
from replays.final_table import final_table
from tests.support.recorded import library, played_to_the_end

every_game = pytest.mark.parametrize("game", tuple(REGISTRY.values()), ids=lambda game: game.key)
WHOLE_TABLE = {"actions", "standing", "table"}
"""The members of a table that is told whole. Others are told in a game's own words: its tests read them."""


@every_game
def test_a_recorded_game_that_tells_its_whole_table_ends_with_it(game: Game[Any]):
    for recorded in library(game.key):
        expected = json.loads(recorded.with_suffix(".expected.json").read_text("utf-8"))
        if expected.keys() == WHOLE_TABLE:
            _, draft, actions = played_to_the_end(game, recorded)
            state = draft.position.state
            assert game.is_finished(state)
            assert not game.invariants(state)
            assert final_table(game, state, actions) == expected, recorded.name
