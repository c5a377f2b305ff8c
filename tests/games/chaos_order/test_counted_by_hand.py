"""Every measure and series of Chaos Order against its count by hand from the recorded games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from domain.games.chaos_order import GAME
from domain.kernel import Row
from tests.support.counted import CountedGame
from tests.support.games.chaos_order.counted_by_hand.lines import Lines
from tests.support.games.chaos_order.counted_by_hand.measures import COUNTS, Counted
from tests.support.recorded import library

RECORDED = {path.stem: path for path in library("chaos_order")}
DECLARED = GAME.statistics.declared


@cache
def folded(name: str) -> CountedGame:
    return CountedGame(GAME, RECORDED[name])


@cache
def in_lines(name: str) -> Lines:
    return Lines(RECORDED[name])


def plain(rows: Iterable[Row | Counted]) -> list[tuple[str, ...]]:
    """Rows in order, as words that two counts have in common."""
    return sorted(
        (
            row.seat or "",
            repr(row.said if isinstance(row, Counted) else tuple(sorted(row.dimensions.items()))),
            f"{float(row.value):.9f} ÷ {float(row.weight):.9f}",
        )
        for row in rows
    )


def test_the_counts_by_hand_are_those_of_the_declared_measures():
    assert COUNTS.keys() == DECLARED.keys()


@pytest.mark.parametrize("measure", DECLARED)
def test_every_row_is_as_counted_by_hand(measure: str):
    counted_somewhere = False
    for name in RECORDED:
        by_hand = plain(COUNTS[measure](in_lines(name)))
        rows = [row for row in folded(name).rows if row.measure == measure]
        assert plain(rows) == by_hand, name
        counted_somewhere |= bool(by_hand)
    assert counted_somewhere


@pytest.mark.parametrize("name", RECORDED)
def test_rows_have_the_dimensions_that_their_measure_declares(name: str):
    for row in folded(name).rows:
        declared = DECLARED[row.measure]
        assert row.dimensions.keys() == set(declared.dimensions)
        assert (row.seat is None) == (declared.per == "session")
        assert row.weight > 0
