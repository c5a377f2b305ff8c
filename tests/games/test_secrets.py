"""Hidden means hidden: worlds that a viewer cannot tell apart look the same to it, to the byte."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import Game
from tests.support.lanterns import LANTERNS
from tests.support.two_worlds import Search, compare_worlds

GAMES: tuple[Game[Any], ...] = (TEMPLATE, LANTERNS, *REGISTRY.values())
SEARCH = Search(twins=80, enough=600, moments=300, entries_on=10)
KINDS = (
    "entries",
    "proofs",
    "views",
    "knowledge",
    "offers",
    "words",
    "boards",
    "refusals",
    "standing",
    "series",
    "statistics",
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same_to_it(game: Game[Any]):
    compared = compare_worlds(game, SEARCH)
    assert all(compared.kinds[kind] for kind in (*KINDS, "exposures")), compared.kinds
