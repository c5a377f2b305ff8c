"""Our final table in the words of the recorded games' expected ones."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from domain.games.time_of_chaos import GAME
from domain.kernel import TRUTH


def final_table(state: Any, actions: int) -> dict[str, Any]:
    """Everything that an expected file holds."""
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
        for seat, player in view["seats"].items()
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
