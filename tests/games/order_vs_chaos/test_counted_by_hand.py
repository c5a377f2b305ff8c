"""Measures of recorded games hold against counts from the lines and final tables, made without the fold."""

from __future__ import annotations

from functools import cache

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.statistics.measures import GAME as OF_GAME
from domain.games.order_vs_chaos.statistics.measures import SEAT
from tests.counted import CountedGame
from tests.games.order_vs_chaos.counted_at_the_end import COUNTS_AT_THE_END
from tests.games.order_vs_chaos.counted_by_hand import COUNTS as COUNTS_OF_LINES
from tests.recorded import library

COUNTS = {**COUNTS_OF_LINES, **COUNTS_AT_THE_END}
RECORDED = {path.stem: path for path in library("order_vs_chaos")}
PLAYED = ("demo-2p-001", "demo-3p-002", "bots-5p-tuned-012")


@cache
def counted(name: str) -> CountedGame:
    return CountedGame(GAME, RECORDED[name])


def test_every_count_by_hand_is_of_a_declared_measure():
    assert COUNTS.keys() <= GAME.statistics.declared.keys()


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("measure", COUNTS)
def test_the_rows_of_a_measure_are_those_counted_by_hand(measure: str, name: str):
    game = counted(name)
    declared = GAME.statistics.declared[measure]
    own = set(declared.dimensions) - set(SEAT if declared.per == "seat" else OF_GAME)
    rows = {
        (row.seat, tuple(sorted((key, row.dimensions[key]) for key in own))): (row.value, row.weight)
        for row in game.rows
        if row.measure == measure
    }
    assert len(rows) == sum(row.measure == measure for row in game.rows), "no row stands there twice"
    by_hand = {
        (seat, tuple(sorted(dimensions.items()))): (value, weight)
        for seat, dimensions, value, weight in COUNTS[measure](game)
    }
    assert rows.keys() == by_hand.keys()
    for key, figures in by_hand.items():
        assert rows[key] == pytest.approx(figures), key


def test_figures_read_off_the_file_of_a_game_of_three():
    game = counted("demo-3p-002")
    assert [game.total("win_share", seat) for seat in ("blue", "black", "yellow")] == [0, 0, 1]
    assert sum(game.total("attempts", seat) for seat in ("blue", "black")) == 14
    assert game.total("attempts", "yellow", target="healing_shrine") == 3
    assert game.total("deliveries", "yellow") == 5
    assert game.total("turns") == 42


@pytest.mark.parametrize("name", PLAYED)
def test_every_weapon_used_has_its_owner(name: str):
    rows = counted(name).rows
    owners = {(row.seat, row.dimensions["weapon"]) for row in rows if row.measure == "weapon_owners"}
    used = {(row.seat, row.dimensions["weapon"]) for row in rows if row.measure == "weapon_uses"}
    assert used <= owners
    assert all(row.weight == row.value == 1 for row in rows if row.measure == "weapon_owners")
