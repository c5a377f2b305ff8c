"""Forced steps: what a session may take by itself is what every recorded game did there anyway."""

from __future__ import annotations

import json

import pytest

from domain.games import REGISTRY
from domain.kernel import Game
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import forced_step
from tests.support.recorded import STAMP, library, opened

TAKING = [game for game in REGISTRY.values() if game.forced_steps]
GAMES_PLAYED = 4


@pytest.mark.parametrize("game", TAKING, ids=lambda game: game.key)
def test_a_recorded_game_goes_on_with_the_step_that_is_forced(game: Game[object]) -> None:
    found = set()
    for recorded in library(game.key)[:GAMES_PLAYED]:
        opening, *actions = map(json.loads, recorded.read_text().splitlines())
        _, work = opened(game, opening)
        seats = tuple(seat["seat"] for seat in opening["seats"])
        for action in actions:
            step = forced_step(game, work.position.state, seats)
            _, facts = work.record(action, STAMP, None)
            if step is not None:
                assert type(step) is codec_of(game).by_name[action["type"]]
                assert not any(map(game.exposes, facts))
                found.add(action["type"])
    assert found, f"{game.key} takes no step by itself"
    assert found <= game.forced_steps


def test_every_game_names_its_own_actions() -> None:
    for game in REGISTRY.values():
        assert game.forced_steps <= codec_of(game).by_name.keys()
