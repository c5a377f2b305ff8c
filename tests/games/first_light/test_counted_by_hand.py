"""Every row of every measure, beside what was counted by hand from the recorded games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from domain.games.first_light import GAME
from domain.kernel import Row
from tests.counted import CountedGame
from tests.games.first_light.counted_by_hand import COUNTED, Recording, counted
from tests.games.first_light.counted_by_hand.recording import Key
from tests.recorded import library

GAMES = library("first_light")
MEASURES = [measure.key for measure in GAME.statistics.measures]


@cache
def recording(path: Path) -> Recording:
    return Recording(path)


@cache
def folded(path: Path) -> list[Row]:
    return CountedGame(GAME, path).rows


def rows_of(path: Path, measure: str) -> dict[Key, tuple[float, float]]:
    """The rows of the fold by seat and dimensions, none twice."""
    rows = [row for row in folded(path) if row.measure == measure]
    found = {(row.seat, tuple(sorted(row.dimensions.items()))): (row.value, row.weight) for row in rows}
    assert len(found) == len(rows)
    return found


def test_every_measure_is_counted_by_hand_and_no_other():
    assert sorted(COUNTED) == sorted(MEASURES)


@pytest.mark.parametrize("measure", MEASURES)
def test_every_row_is_the_one_counted_by_hand(measure: str):
    for path in GAMES:
        by_hand = counted(recording(path), measure)
        rows = rows_of(path, measure)
        assert rows.keys() == by_hand.keys(), path.stem
        for key, pair in by_hand.items():
            assert rows[key] == pytest.approx(pair), (path.stem, key)


@pytest.mark.parametrize("measure", MEASURES)
def test_some_recorded_game_gives_the_measure_a_row(measure: str):
    assert any(rows_of(path, measure) for path in GAMES)
