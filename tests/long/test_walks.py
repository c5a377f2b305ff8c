"""Walks in small, and proof that they notice a table that stops."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from domain.games import REGISTRY
from tests.games.test_every_game import game_of_bots, opened, seats_of
from tests.support.long import walks
from tests.support.long.campaign import Wanted


def test_no_walk_stops_that_was_not_said_to(tmp_path: Path) -> None:
    figures, faults = walks.run(Wanted(walks=40), tmp_path)
    assert faults == []
    assert "played on" in figures


def test_a_table_that_stops_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were nothing said beforehand, the walks would find what stops."""
    game = REGISTRY["chaos_order"]
    state = game_of_bots(game.key, 2, 0)[0].after
    seats = seats_of(opened(game.key, 2, 0))
    unoffered = type("Silent", (), {"is_finished": lambda _, at: False, "offers": lambda _, *at: ()})()
    assert walks.Walks(Random(1)).play_on(unoffered, state, seats) == "after 0 actions nobody can act"
    monkeypatch.setattr(walks, "obstacles", lambda *_: ())
    walked = walks.Walks(Random(3))
    assert any(walked.walk(game)[1] for _ in range(200))
