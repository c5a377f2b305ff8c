"""Every measure of A Time of Chaos against its count by hand from the lines of the recorded games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from domain.games.time_of_chaos import GAME
from domain.kernel import Row
from tests.support.counted import CountedGame
from tests.support.curves import curves
from tests.support.games.time_of_chaos.counted_by_hand import board, deeds, results
from tests.support.games.time_of_chaos.counted_by_hand.counting import COUNTS, Counted
from tests.support.games.time_of_chaos.counted_by_hand.paper import Paper
from tests.support.recorded import library

RECORDED = {path.stem: path for path in library("time_of_chaos")}
CHAPTERS = (board, deeds, results)
DECLARED = GAME.statistics.declared
LAID_BY_HAND = {"ties"}
"""What no recorded game has a row of: `test_counted_tables` has the case."""


@cache
def folded(name: str) -> CountedGame:
    return CountedGame(GAME, RECORDED[name])


@cache
def on_paper(name: str) -> Paper:
    return Paper(RECORDED[name])


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
    assert sum(count.__module__ in {chapter.__name__ for chapter in CHAPTERS} for count in COUNTS.values())


@pytest.mark.parametrize("name", RECORDED)
def test_paper_ends_as_the_final_table(name: str):
    """What is counted on paper was played rightly: it ends with the recorded table."""
    paper = on_paper(name)
    for seat, table in paper.expected["seats"].items():
        assert (paper.points[seat], paper.supply[seat], paper.pawn[seat]) == (
            table["score"],
            table["supply"],
            table["pawn"],
        )
        assert paper.cloak[seat] == (table["cloak"] == "active")
    lying = {tile: cubes for tile, cubes in paper.cubes.items() if cubes}
    assert lying == {**paper.expected["chaos"], **paper.expected["order"]}
    assert paper.chaos == paper.expected["chaos"].keys()
    assert {era: len(left) for era, left in paper.undrawn.items()} == paper.expected["decks"]


@pytest.mark.parametrize("measure", DECLARED)
def test_every_row_is_as_counted_by_hand(measure: str):
    counted_somewhere = False
    for name in RECORDED:
        by_hand = plain(COUNTS[measure](on_paper(name)))
        rows = [row for row in folded(name).rows if row.measure == measure]
        assert plain(rows) == by_hand, name
        counted_somewhere |= bool(by_hand)
    assert counted_somewhere == (measure not in LAID_BY_HAND)


@pytest.mark.parametrize("name", RECORDED)
def test_rows_have_the_dimensions_that_their_measure_declares(name: str):
    for row in folded(name).rows:
        declared = DECLARED[row.measure]
        assert row.dimensions.keys() <= set(declared.dimensions)
        assert (row.seat is None) == (declared.per == "session")
        assert row.weight > 0


def total(name: str, measure: str, seat: str | None = None, **said: str) -> float:
    return folded(name).total(measure, seat, **said)


def test_figures_read_off_the_lines_of_a_game_of_three():
    """demo-3p-002: twenty turns, which green wins with 9 points; red delivers a fourth card in turn 18."""
    name = "demo-3p-002"
    assert [total(name, measure) for measure in ("turns", "rounds", "trigger_turn", "trigger_wins")] == [
        20,
        7,
        18,
        0,
    ]
    assert {seat: total(name, "score", seat) for seat in ("blue", "red", "green")} == {
        "blue": 7,
        "red": 6,
        "green": 9,
    }
    assert {seat: total(name, "penalties", seat) for seat in ("blue", "red", "green")} == {
        "blue": 1,
        "red": 3,
        "green": 2,
    }
    assert [total(name, "win_share", seat) for seat in ("blue", "red", "green")] == [0, 0, 1]
    assert total(name, "decided_by", by="score") == 1
    taken = {"grab": 4, "search": 1, "deliver": 5, "time_travel": 4, "travel": 4, "restore": 1}
    assert {deed: total(name, "actions", "green", action=deed) for deed in taken} == taken
    assert total(name, "unused_actions", "green") == 3 * 7 - sum(taken.values())
    assert total(name, "disorder_avoided", "green", action="time_travel") == 3
    carried = {"NP-C": 1, "PN-I": 5, "PN-D": 1, "NF-D": 0, "FN-E": 1}
    assert {card: total(name, "transit", "green", card=card) for card in carried} == carried
    assert total(name, "stranded_cards", "blue", via="grab") == 1
    assert total(name, "final_turn_points", "green") == 3 + 3  # PN-I and FN-E


def test_a_shared_win_counts_one_half_wherever_wins_are_counted():
    """demo-2p-001: 3 points, 6 chaos tiles and 3 cubes each; red triggered the end in turn 15."""
    name = "demo-2p-001"
    assert [total(name, "win_share", seat) for seat in ("red", "blue")] == [0.5, 0.5]
    assert total(name, "trigger_wins") == 0.5
    assert total(name, "decided_by", by="shared") == 1
    assert [total(name, "rank", seat) for seat in ("red", "blue")] == [1, 1]
    shares = [row.value for row in folded(name).rows if row.measure == "card_win_share"]
    assert shares == [0.5] * 7


@pytest.mark.parametrize("name", RECORDED)
def test_the_chaos_load_has_a_point_for_every_line_that_changed_it(name: str):
    """And one for each subject at the opening, when no tile is in chaos."""
    paper = on_paper(name)
    drawn = curves(GAME, RECORDED[name])["chaos-load"]
    curve = [(line, point.subject, point.value) for line, point in drawn]
    by_hand = [(0, subject, load) for subject, load in paper.loads[0].items()]
    for number, (before, loads) in enumerate(pairwise(paper.loads), 1):
        by_hand += [(number, name, load) for name, load in loads.items() if load != before[name]]
    assert curve == by_hand
