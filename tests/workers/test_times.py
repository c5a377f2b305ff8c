"""Times of the log as figures take them."""

from __future__ import annotations

import pytest

from workers.projections.statistics import believable, milliseconds


def test_times_count_from_1970_in_any_zone() -> None:
    assert milliseconds("1970-01-01T00:00:01.500Z") == 1_500
    assert milliseconds("1970-01-01T02:00:00.000+02:00") == 0


@pytest.mark.parametrize(
    ("said", "taken"), [("1970-01-01T00:00:02Z", 2_000), ("2026-02-30T12:00:00Z", None), (None, None)]
)
def test_a_day_that_no_month_has_is_not_believed(said: str | None, taken: int | None) -> None:
    assert believable(said) == taken
