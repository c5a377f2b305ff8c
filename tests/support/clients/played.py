"""The games that clients play, and what they must have seen of them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from domain.games import REGISTRY
from tests.support.recorded import library, played_to_the_end

A_LIST = 100
"""Actions that are sent at once."""


def shortest(game: str) -> dict[str, Any]:
    """A recorded game as it is sent: its opening, and its actions in lists."""
    path = min(library(game), key=lambda one: one.stat().st_size)
    opening, *actions = [json.loads(line) for line in path.read_text().splitlines()]
    lists = [actions[first : first + A_LIST] for first in range(0, len(actions), A_LIST)]
    _, draft, _ = played_to_the_end(REGISTRY[game], path)
    winners = list(draft.game.standing(draft.position.state).winners)
    return {"title": game, "opening": opening, "actions": lists, "winners": winners}


@cache
def games() -> tuple[dict[str, Any], ...]:
    """A recorded game of each title."""
    return tuple(shortest(game) for game in REGISTRY)


def check(told: dict[str, Any]) -> None:
    """What a client saw of each game is what was played."""
    assert list(told) == list(REGISTRY)
    for game in games():
        seen = told[game["title"]]
        played = sum(map(len, game["actions"]))
        assert seen["version"] == played + 2
        assert seen["status"] == "finished"
        assert seen["kinds"] == ["recorded", "closed"]
        assert seen["offers"]
        assert seen["winners"] == game["winners"]
        assert seen["streamed"]
        assert seen["refused"] == "/problems/not-found"
