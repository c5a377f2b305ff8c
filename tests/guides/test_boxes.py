"""The guide to a box is written from the sheet, and the page of each game names it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import Game
from tests.support.guides.boxes import described, guide_of
from tests.support.guides.games import page_of

EDITED = [game for game in GAMES if game.editing is not None]
"""A game need not let people edit its box."""


@pytest.mark.parametrize("game", EDITED, ids=lambda game: game.key)
def test_a_box_is_described_as_it_is_declared(game: Game[Any]) -> None:
    assert guide_of(game).read_text("utf-8") == described(game), (
        "run .venv/bin/python -m tests.support.guides.boxes"
    )
    assert f"(../boxes/{game.key}.md)" in page_of(game).read_text("utf-8")
