"""Complete recorded games of A Time of Chaos end exactly as the independent tables say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME
from domain.kernel import TRUTH
from tests.recorded import library, played_to_the_end


def final_table(state: Any, actions: int) -> dict[str, Any]:
    """Our table in the words of the expected one (the samples' README)."""
    view = json.loads(msgspec.json.encode(GAME.view(state, TRUTH)))
    result = state.result
    seats = {
        seat: {
            "score": result.scores[seat],
            "chaos_tiles": result.chaos_tiles[seat],
            "supply": player["supply"],
            "penalties": player["penalties"],
            "tableau": player["tableau"],
            "hand": [held["card"] for held in player["hand"]],
            "cloak": player["cloak"],
            "pawn": player["pawn"],
        }
        for seat, player in view["players"].items()
    }
    cubes = {
        side: {
            name: tile["cubes"]
            for name, tile in view["tiles"].items()
            if tile["side"] == side and tile["cubes"]
        }
        for side in ("chaos", "order")
    }
    return {
        "turns": view["turn"],
        "actions": actions,
        "scope": view["options"]["restore_scope"],
        "end_trigger": view["end_trigger"],
        "seats": seats,
        "winners": list(result.winners),
        **cubes,
        "decks": view["decks"],
        "displays": view["displays"],
    }


@pytest.mark.parametrize("recorded", library("time_of_chaos"), ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    assert final_table(draft.position.state, actions) == expected
