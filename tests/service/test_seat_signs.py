"""The letters by which seats are told apart."""

from __future__ import annotations

import pytest

from service.reports.curves import letters_of


@pytest.mark.parametrize(
    ("labels", "letters"),
    [
        (["Red", "Blue"], ["R", "B"]),
        (["Blue", "Black"], ["Bu", "Ba"]),
        (["Blue", "Black", "Brown"], ["Bu", "Ba", "Br"]),
        (["Seat 1", "Seat 2"], ["S1", "S2"]),
        (["Ann", "Anna"], ["A", "Aa"]),
        (["Ann", "Ann"], ["A1", "A2"]),
    ],
)
def test_no_two_seats_have_the_same_letters(labels: list[str], letters: list[str]) -> None:
    assert letters_of(labels) == letters
