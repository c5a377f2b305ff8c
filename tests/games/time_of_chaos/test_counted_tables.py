"""Figures of small tables laid by hand, where no recorded game has the case."""

from __future__ import annotations

from typing import Any

from domain.games.time_of_chaos import GAME, facts
from domain.kernel import Fact, Row
from tests.games.time_of_chaos.table import ChaosTable, act, in_play


def counted(table: ChaosTable, *happens: Fact | dict[str, Any]) -> list[Row]:
    """What is counted from this table on: facts that are so, and actions that must be accepted."""
    tally = GAME.statistics.start(table.state)
    for one in happens:
        before = table.state
        told = table.play(one).facts if isinstance(one, dict) else (one,)
        for fact in told:
            after = GAME.evolve(before, fact)
            GAME.statistics.observe(tally, before, fact, after)
            before = after
        table.state = before
    return list(GAME.statistics.rows(tally, table.state))


def of(rows: list[Row], measure: str, seat: str | None = None) -> list[tuple[float, float]]:
    """Value and weight of a measure's rows."""
    return [(row.value, row.weight) for row in rows if (row.measure, row.seat) == (measure, seat)]


def test_a_turn_without_supply_is_one_in_which_it_was_empty_at_any_time():
    """Red's last cube goes with a time travel, and a restore gives it one back before the turn ends."""
    table = in_play().chaos("past:A", "red").supply(red=1)
    rows = counted(
        table,
        facts.TurnBegan("red", 1),
        facts.ActionStepBegan("red"),
        act("time_travel", "red", era="future", cube_on="arrival"),
        act("restore", "red", tile="past:A"),
        act("end_turn", "red"),
    )
    assert table.player("red").supply == 1
    assert of(rows, "turns_without_supply", "red") == [(1, 1)]
    assert of(rows, "turns_without_supply", "blue") == [(0, 1)]
    assert of(rows, "lowest_supply", "red") == [(0, 1)]


def test_a_turn_begun_without_supply_counts_once_and_in_the_own_turn_alone():
    table = in_play().chaos("past:A", "red").supply(red=0)
    rows = counted(
        table,
        facts.TurnBegan("blue", 1),
        facts.ActionStepBegan("blue"),
        act("end_turn", "blue"),
        act("send_disorder", "red"),
        act("end_turn", "red"),
    )
    assert of(rows, "turns_without_supply", "red") == [(1, 1)]
    assert of(rows, "turns_without_supply", "blue") == [(0, 1)]
    starved = [row for row in rows if row.measure == "sends"]
    assert [(row.seat, row.value, row.dimensions["outcome"]) for row in starved] == [("red", 1, "starved")]


def test_two_and_two_is_a_tie_and_so_is_one_of_each_of_three():
    table = in_play("red", "blue", "green").cubes("present:G", red=2, blue=2, green=1)
    table = table.cubes("future:G", red=1, blue=1, green=1).cubes("past:G", red=2, blue=1)
    rows = counted(table, facts.TurnBegan("red", 1), facts.ActionStepBegan("red"), act("end_turn", "red"))
    ties = {row.dimensions["tie"]: row.value for row in rows if row.measure == "ties"}
    assert ties == {"2-2": 1, "1-1-1": 1}
    assert of(rows, "blame", "red") == [(0, 3)]
    assert of(rows, "penalties_inflicted", "red") == [(2, 1)]
    assert [row.dimensions["in"] for row in rows if row.measure == "penalties_by_turn"] == [
        "own_turn",
        "others_turn",
        "others_turn",
    ]


def test_a_ratio_to_nothing_is_none():
    """A seat that did nothing but pay has no points an action, and no share of what it did not do."""
    table = in_play().penalties(red=2)
    rows = counted(table, facts.TurnBegan("red", 1), facts.ActionStepBegan("red"), act("end_turn", "red"))
    assert of(rows, "score", "red") == [(-2, 1)]
    ratios = ("points_per_action", "net_points_per_action", "search_share", "delivered_share", "blame")
    assert [measure for measure in ratios if of(rows, measure, "red")] == []
    ended = [row for row in rows if (row.measure, row.seat) == ("turns_ended", "red")]
    shares = {row.dimensions["era"]: row.value for row in ended}
    assert shares == {"past": 0, "present": 1, "future": 0}


def test_a_cloaked_delivery_of_three_is_a_use_and_a_refresh_and_wastes_the_others():
    """TC-415: the own cloak was spent when the 3 points came, blue's was not."""
    table = in_play().grabbed("red", "NF-A").pawns(red="future:A")
    rows = counted(
        table,
        facts.TurnBegan("red", 1),
        facts.ActionStepBegan("red"),
        act("deliver", "red", card="NF-A", cloak=True),
    )
    refreshes = [(row.seat, row.dimensions["by"]) for row in rows if row.measure == "cloak_refreshes"]
    assert refreshes == [("red", "own_delivery"), ("blue", "wasted")]
    assert of(rows, "disorder_avoided", "red") == [(1, 1)]
    assert of(rows, "disorder_made", "red") == []


def test_a_tile_that_fell_at_the_setup_has_been_chaos_since_before_the_first_turn():
    table = in_play()
    rows = counted(
        table,
        facts.TileFellAtSetup("past:A", None),
        facts.TurnBegan("red", 1),
        facts.TileRestored("past:A", ("red",), "red"),
    )
    assert of(rows, "chaos_lifetime") == [(table.state.turn, 1)]
    assert table.state.turn > 0
