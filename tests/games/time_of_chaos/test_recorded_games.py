"""Complete recorded games of A Time of Chaos end exactly as the independent tables say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.games.time_of_chaos import GAME
from tests.support.games.time_of_chaos.final_table import final_table
from tests.support.recorded import library, played_to_the_end


@pytest.mark.parametrize("recorded", library("time_of_chaos"), ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    assert final_table(draft.position.state, actions) == expected
