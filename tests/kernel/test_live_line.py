"""The live line: which entries stand, whatever was taken back and how often."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.session import is_live, live_before, live_numbers, newest_live
from domain.kernel.session.session import LiveLine, live_with

TAKEN_BACK = st.lists(st.none() | st.integers(1, 40), max_size=40)
"""What each entry after the opening takes back to; None where it is played on."""


@given(TAKEN_BACK)
def test_an_entry_stands_unless_a_later_one_took_it_back(entries: list[int | None]) -> None:
    live, wanted, lines = live_with(None, 1), [1], [live_with(None, 1)]
    for number, to in enumerate(entries, 2):
        if to is not None and to < number:
            live, wanted = lines[to - 1], list(live_numbers(lines[to - 1]))
        live, wanted = live_with(live, number), [*wanted, number]
        lines.append(live)
        assert live_numbers(live) == wanted
        assert newest_live(live) == number
        assert [one for one in range(number + 2) if is_live(live, one)] == wanted
        before = {
            one: max((other for other in wanted if other < one), default=0) for one in range(1, number + 2)
        }
        assert {one: live_before(live, one) for one in before} == before


def test_what_stands_without_a_gap_is_one_run() -> None:
    live = live_with(None, 1)
    for number in range(2, 1_001):
        live = live_with(live, number)
    assert live == LiveLine(1, 1_000, None)
    assert live_with(live, 1_002) == LiveLine(1_002, 1_002, live)
