"""What is counted, on the end of a game counted by hand."""

from __future__ import annotations

from domain.game_template import GAME
from domain.kernel import Point
from tests.game_template.table import GameTable, act


def test_every_measure_counts_what_it_says():
    table = GameTable().holding(red=["sun-2", "sun-5"], blue=["moon-4"]).deck()
    before = table.play({"type": "choose_first_player", "first_player": "blue"}).state
    tally = GAME.statistics.start(before)
    for action in (
        act("play_cards", "blue", cards=["moon-4"], bet="high", roll=5),  # out
        act("play_cards", "red", cards=["sun-2", "sun-5"], bet="low", roll=3),  # 2 scored, 5 out
    ):
        for fact in table.play(action).facts:
            GAME.statistics.observe(tally, before, fact, table.state)
    rows = {(row.measure, row.seat): row for row in GAME.statistics.rows(tally, table.state)}
    assert rows["score", "red"].value == 2
    assert rows["score", "blue"].value == 0
    assert (rows["win_share", "red"].value, rows["win_share", "blue"].value) == (1, 0)
    assert (rows["scored_share", "red"].value, rows["scored_share", "red"].weight) == (1, 2)
    assert rows["scored_share", "red"].dimensions == {"position": "1", "bet": "low"}
    assert (rows["scored_share", "blue"].value, rows["scored_share", "blue"].weight) == (0, 1)


def test_the_series_tells_how_many_cards_a_seat_holds():
    (series,) = GAME.series
    table = GameTable().turn_of("red")
    before = table.state
    assert [*series.points(None, (), before)] == [Point("red", 0), Point("blue", 0)]
    table.play(act("draw_card", "red", card="sun-1"))
    assert [*series.points(before, table.facts, table.state)] == [Point("red", 1)]
