"""Every row of every measure, beside what was counted by hand from the recorded games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from domain.games.chaosmos import GAME
from domain.kernel import Row
from tests.support.counted import CountedGame
from tests.support.games.chaosmos.counted_by_hand import Recording, by_hand
from tests.support.hand_counts import rows_of, uncovered
from tests.support.recorded import library

GAMES = library("chaosmos")
MEASURES = [measure.key for measure in GAME.statistics.measures]


@cache
def recording(path: Path) -> Recording:
    return Recording(path)


@cache
def folded(path: Path) -> list[Row]:
    return CountedGame(GAME, path).rows


def test_every_measure_is_counted_by_hand_and_no_other():
    assert sorted(by_hand.counters) == sorted(MEASURES)


@pytest.mark.parametrize("measure", MEASURES)
def test_every_row_is_the_one_counted_by_hand(measure: str):
    for path in GAMES:
        counted = by_hand.counted(recording(path), measure)
        rows = rows_of(folded(path), measure)
        assert rows.keys() == counted.keys(), path.stem
        for key, pair in counted.items():
            assert rows[key] == pytest.approx(pair), (path.stem, key)


@pytest.mark.parametrize("measure", MEASURES)
def test_some_recorded_game_gives_the_measure_a_row(measure: str):
    assert any(rows_of(folded(path), measure) for path in GAMES)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whoever_counts_is_looked_at(path: Path):
    assert uncovered(GAME, folded(path)) == []
