"""A test of the test: each leak, planted in every game that has what it needs, is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

from domain.games import REGISTRY
from domain.kernel import Game
from tests.games.test_secrets import GAMES, SEARCH
from tests.support.games.order_vs_chaos.probed_table import at_the_shrine
from tests.support.planted_leaks import (
    DECKS,
    LEAKS,
    Planted,
    deck_published,
    hands_asked_in_secret,
    hands_offered,
    no_probe_marked,
    own_hand_shown,
)
from tests.support.twins import LaidOut
from tests.support.two_worlds import Compared, Leak, compare_worlds

LACKING: dict[str, frozenset[str]] = {
    own_hand_shown.__name__: frozenset(game.key for game in GAMES) - {"lanterns"},
    deck_published.__name__: frozenset(game.key for game in GAMES) - {*DECKS},
    no_probe_marked.__name__: frozenset({"chaosmos"}),
    hands_offered.__name__: frozenset(game.key for game in GAMES if not game.shields_seats),
    hands_asked_in_secret.__name__: frozenset(game.key for game in GAMES if not game.shields_seats),
}
"""Games without what a leak needs: only in Lanterns is an own hand hidden; two states know no deck; and of
Chaosmos only texts that are carried out by hand and names of unknown cards probe, which played games of the
demo set do not have (CM-530 and CM-R31 have their tests).
Nobody records for other seats by their offers where a game does not shield its seats.
"""


TABLES: dict[tuple[str, str], Callable[[], LaidOut]] = {
    ("order_vs_chaos", no_probe_marked.__name__): at_the_shrine,
}
"""Leaks that show at tables which a played game may come to or not: the table is laid out."""
RARE = {(no_probe_marked.__name__, "chaos_order"): ((4,), 1500)}
"""Where a leak shows seldom: the numbers of seats that are searched, and how long. In Chaos Order only a card
probes of which the last copy is hidden (CO-509).
"""


def compare(game: Game[Any], table: LaidOut, leak: Planted | None) -> None:
    """Follow the twin of a table that is laid out. Raises `Leak`."""
    shown = game if leak is None else leak(game, table.seats)
    Compared().follow(shown, table.twin, table, Random(1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(game: Game[Any], leak: Planted):
    if game.key in LACKING.get(leak.__name__, ()):
        return
    with pytest.raises(Leak):
        look_for(game, leak)


def look_for(game: Game[Any], leak: Planted) -> None:
    """Raises `Leak`."""
    laid_out = TABLES.get((game.key, leak.__name__))
    if laid_out is None:
        counts, enough = RARE.get((leak.__name__, game.key), (game.seat_counts, SEARCH.enough))
        compare_worlds(replace(game, seat_counts=counts), structs.replace(SEARCH, enough=enough), leak)
    else:
        compare(game, laid_out(), leak)


@pytest.mark.parametrize(("key", "leak"), TABLES)
def test_a_table_that_is_laid_out_for_a_leak_has_none_of_its_own(key: str, leak: str):
    compare(REGISTRY[key], TABLES[key, leak](), None)
