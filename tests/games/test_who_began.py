"""Who began: each game says it by its own rules. The seats here were read in the logs by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.games.first_light import GAME as FIRST_LIGHT
from domain.games.first_light.facts import StartPlayerSet
from tests.support.recorded import STAMP, library, opened, played_to_the_end

BEGAN = {
    "time_of_chaos": {
        "demo-2p-001": "red",
        "demo-3p-002": "green",
        "demo-4p-003": "yellow",
        "demo-4p-006": "blue",
    },
    "chaosmos": {"bots-3p-random": "south", "bots-4p-first": "east", "demo-2p-two-001": "north"},
    "first_light": {
        "bots-1p-ai-105": "yellow",
        "bots-2p-unseen-104": "blue",
        "demo-2p-001": "black",
        "demo-3p-002": "yellow",
        "demo-4p-003": "red",
    },
    "order_vs_chaos": {
        "bots-3p-022": "black",
        "demo-2p-001": "white",
        "demo-3p-002": "blue",
        "demo-4p-003": "green",
    },
    "chaos_order": {
        "bots-2p-land": "circadians",
        "bots-3p-shared": "oxataya",
        "demo-2p-105-001": "p2",
        "demo-4p-105-003": "p3",
        "demo-5p-105-004": "p4",
    },
}
"""By game and log: the seat that the entry of the start player names, or that prices first in round 1."""
LOGS = [(game, stem) for game, logs in BEGAN.items() for stem in logs]


@pytest.mark.parametrize(("key", "stem"), LOGS)
def test_who_began_is_said_by_the_rules_of_the_game(key: str, stem: str) -> None:
    game: Any = REGISTRY[key]
    path = next(path for path in library(key) if path.stem == stem)
    session, draft, _ = played_to_the_end(game, path)
    assert game.starter(session.state) is None
    assert game.starter(draft.position.state) == BEGAN[key][stem]


def test_fl_121_the_start_player_began_though_another_acted_first() -> None:
    """In round 1 the start player may have put all dice on Farms: then somebody else takes the first turn."""
    opening, *actions = map(json.loads, library("first_light")[-1].read_text().splitlines())
    _, draft = opened(FIRST_LIGHT, opening)
    for action in actions:
        draft.record(action, STAMP, None)
        if draft.position.state.round == 1:
            break
    seats = list(draft.position.state.seats)
    state = FIRST_LIGHT.evolve(draft.position.state, StartPlayerSet(seats[2]))
    assert FIRST_LIGHT.starter(state) == seats[2], "a marker that is corrected in round 1 was with that seat"
    later = FIRST_LIGHT.evolve(
        draft.position.state.__class__(**_members(state, round=2)), StartPlayerSet(seats[1])
    )
    assert FIRST_LIGHT.starter(later) == seats[2], "one that is corrected later says nothing of round 1"


def _members(state: Any, **changes: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__} | changes
