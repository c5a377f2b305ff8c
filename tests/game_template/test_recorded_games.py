"""Complete recorded games of Game Template end with the tables beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.game_template import GAME
from replays.final_table import final_table
from tests.support.recorded import played_to_the_end, recorded_in

RECORDED = recorded_in("tests/game_template/recorded_games")


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text("utf-8"))
    assert final_table(GAME, draft.position.state, actions) == expected
