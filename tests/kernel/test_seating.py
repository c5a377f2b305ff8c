"""Around the table, as seen from one seat."""

from __future__ import annotations

import pytest

from domain.kernel import clockwise_from, left_of

TABLE = {"red": 1, "blue": 2, "green": 3}


@pytest.mark.parametrize(
    ("seat", "around"),
    [
        ("red", ("red", "blue", "green")),
        ("blue", ("blue", "green", "red")),
        ("green", ("green", "red", "blue")),
    ],
)
def test_everybody_sits_clockwise_from_each_seat(seat: str, around: tuple[str, ...]):
    assert clockwise_from(TABLE, seat) == around
    assert left_of(TABLE, seat) == around[1]


def test_alone_at_the_table_one_sits_on_the_own_left():
    assert clockwise_from(["red"], "red") == ("red",)
    assert left_of(["red"], "red") == "red"


def test_a_seat_that_nobody_has_is_nowhere_at_the_table():
    for look in (clockwise_from, left_of):
        with pytest.raises(ValueError):
            look(TABLE, "white")
