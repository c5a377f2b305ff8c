"""The order of a statistic's rows."""

from __future__ import annotations

import pytest

from domain.kernel.messages import Json
from service.queries.question import Order, in_order


def rows(*groups: Json, **figures: list[float | None]) -> list[dict[str, Json]]:
    return [
        {"group": {"round": group}, **{name: values[place] for name, values in figures.items()}}
        for place, group in enumerate(groups)
    ]


def order(found: list[dict[str, Json]], by: Order) -> list[Json]:
    return [row["group"]["round"] for row in in_order(found, by)]


def test_round_10_comes_after_round_9() -> None:
    assert order(rows("10", "9", "1", "2.5", "-3"), "group") == ["-3", "1", "2.5", "9", "10"]


def test_numbers_come_before_words_and_words_by_their_letters() -> None:
    assert order(rows("red", "3", "blue", "3a"), "group") == ["3", "3a", "blue", "red"]
    assert order(rows("red", "3", "blue"), "-group") == ["red", "blue", "3"]


@pytest.mark.parametrize(("by", "found"), [("value", ["2", "1", "3"]), ("-value", ["3", "1", "2"])])
def test_rows_are_ordered_by_a_figure(by: Order, found: list[str]) -> None:
    assert order(rows("1", "2", "3", value=[0.5, -1.0, 2.0]), by) == found


@pytest.mark.parametrize("by", ["mean", "-mean"])
def test_who_has_no_such_figure_stands_last_and_equal_ones_by_their_groups(by: Order) -> None:
    assert order(rows("10", "9", "2", mean=[1.0, 1.0, None]), by) == ["9", "10", "2"]


def test_a_statistic_without_groups_has_its_row() -> None:
    assert in_order([{"group": {}, "value": 1.0}], "-value") == [{"group": {}, "value": 1.0}]


def test_rows_with_too_few_sessions_stand_before_those_without_the_figure() -> None:
    found = rows("1", "2", "3", "4", value=[9.0, 1.0, None, 2.0])
    for row, too_few in zip(found, (True, False, True, False), strict=True):
        row["too_few"] = too_few
    assert order(found, "-value") == ["4", "2", "1", "3"]
    assert order(found, "value") == ["2", "4", "1", "3"]
    assert order(found, "group") == ["1", "2", "3", "4"]


def test_rows_of_several_measures_are_ordered_by_the_value_of_one() -> None:
    values = ((3.0, 1.0), (None, 2.0), (1.0, None))
    found: list[dict[str, Json]] = [
        {
            "group": {"round": str(place)},
            "n": place,
            "measures": {
                name: None if value is None else {"value": value}
                for name, value in zip(("score", "n_of_cards"), both, strict=True)
            },
        }
        for place, both in enumerate(values)
    ]
    measures = ("score", "n_of_cards")
    assert [row["n"] for row in in_order(found, "score", measures)] == [2, 0, 1]
    assert [row["n"] for row in in_order(found, "-n_of_cards", measures)] == [1, 0, 2]
    assert [row["n"] for row in in_order(found, "-n", measures)] == [2, 1, 0]
