"""Minutes of a game, its rounds and turns, and of who is awaited, worked out by hand."""

from __future__ import annotations

import pytest

from domain.kernel.statistics import Moment, PlayClock, PlayingTime, Row

RED, BLUE = ("red",), ("blue",)


def at(minute: float) -> int:
    return round(minute * 60_000) + 1_772_910_000_000


def played(
    *entries: tuple[float, Moment], finished: bool = True, moved: dict[int, int | None] | None = None
) -> list:
    """Figures of a game that was opened in its setup, where red is awaited, with these entries by minute."""
    time = PlayingTime(PlayClock(at(0)), Moment(0, 0, "setup", RED), ("red", "blue"))
    for place, (minute, moment) in enumerate(entries):
        last = finished and place == len(entries) - 1
        time.follow(at(minute), (moved or {}).get(place), moment, is_finished=last)
    return list(time.rows())


def figure(rows: list[Row], measure: str, seat: str | None = None, **dimensions: str) -> tuple[float, float]:
    (row,) = [row for row in rows if (row.measure, row.seat, row.dimensions) == (measure, seat, dimensions)]
    return round(row.value, 6), row.weight


def first_game() -> list[Row]:
    """Set up in 4 minutes; turns of 2, 3.5 and 1.5 minutes in two rounds; in the last both are awaited."""
    return played(
        (4, Moment(1, 1, "play", RED)),
        (5, Moment(1, 1, "play", BLUE)),
        (6, Moment(2, 1, "play", BLUE)),
        (9.5, Moment(3, 2, "play", ("red", "blue"))),
        (11, Moment(3, 2, "finished")),
    )


def test_a_game_lasts_from_its_opening_to_the_entry_that_finished_it() -> None:
    assert figure(first_game(), "minutes") == (11, 1)


def test_rounds_and_turns_leave_the_setup_out() -> None:
    rows = first_game()
    assert figure(rows, "round_minutes", round="1") == (5.5, 1)
    assert figure(rows, "round_minutes", round="2") == (1.5, 1)
    assert len([row for row in rows if row.measure == "round_minutes"]) == 2
    assert figure(rows, "turn_minutes") == (7, 3)


def test_thinking_time_is_that_in_which_the_table_waits_for_a_seat() -> None:
    """Red: the setup, a minute and the end; blue: a minute in red's turn, its own turn, and the end."""
    rows = first_game()
    assert figure(rows, "thinking_minutes", "red") == (6.5, 1)
    assert figure(rows, "thinking_minutes", "blue") == (6, 1)


def test_a_break_belongs_to_nobody() -> None:
    """Half an hour is still played; a minute more is not."""
    play = Moment(1, 1, "play", RED)
    assert figure(played((30, play), (31, play)), "minutes") == (31, 1)
    rows = played((1, play), (32.5, play), (34, play))
    assert figure(rows, "minutes") == (2.5, 1)
    assert figure(rows, "round_minutes", round="1") == (1.5, 1)
    assert figure(rows, "thinking_minutes", "red") == (2.5, 1)


@pytest.mark.parametrize(
    ("moved_at", "minutes"),
    [(at(3), 2), (at(6), 5), (at(0.5), 5), (None, 5)],
    ids=["believed", "after it was recorded", "before the entry before", "not said"],
)
def test_when_a_move_was_made_is_believed_where_it_can_be(moved_at: int | None, minutes: float) -> None:
    """Two moves at the minutes 1 and 6; of the second somebody says when it was made."""
    rows = played((1, Moment(1, 1, "play", RED)), (6, Moment(1, 1, "play")), moved={1: moved_at})
    assert figure(rows, "turn_minutes") == (minutes, 1)


def entered(*moves: tuple[float, float | None], began: float | None = None) -> tuple[float, PlayClock]:
    """Minutes of a game opened at minute 10,000: its moves as they were recorded and, if said, made."""
    play = Moment(1, 1, "play", RED)
    clock = PlayClock(at(10_000), None if began is None else at(began))
    time = PlayingTime(clock, play, ("red", "blue"))
    for recorded, made in moves:
        time.follow(at(recorded), None if made is None else at(made), play, is_finished=False)
    return figure(list(time.rows()), "minutes")[0], clock


def test_moves_from_before_the_opening_are_counted_by_when_they_were_made() -> None:
    """From 100 to 130 and to 145; typing took two minutes."""
    minutes, clock = entered((10_001, 100), (10_001, 130), (10_002, 145))
    assert (minutes, clock.began, clock.now) == (45, at(100), at(145))
    minutes, clock = entered((10_001, 100), (10_001, 131), (10_002, 145))
    assert (minutes, clock.began) == (14, at(100)), "31 minutes are a break"


def test_an_opening_that_says_when_it_was_is_the_beginning() -> None:
    minutes, clock = entered((10_001, 100), (10_001, 110), began=95)
    assert (minutes, clock.began, clock.now) == (15, at(95), at(110))
    minutes, clock = entered((10_001, 100), began=10_001)
    assert (minutes, clock.began) == (0, at(100)), "later than it was recorded is not believed"


def test_what_is_typed_between_moves_of_another_time_takes_none_of_it() -> None:
    """A correction without a time of its own after 2 minutes; then two more moves of then."""
    minutes, clock = entered((10_001, 100), (10_002, None), (10_003, 120), (10_003, 125))
    assert (minutes, clock.now) == (27, at(125))


def test_moves_of_then_count_once_though_they_come_in_another_order() -> None:
    assert entered((10_001, 100), (10_001, 110), (10_001, 105), (10_001, 120))[0] == 20


def test_a_game_that_goes_on_as_it_is_recorded_has_both_parts() -> None:
    """20 minutes entered afterwards; then 15 minutes from the opening on."""
    minutes, clock = entered((10_001, 9_900), (10_002, 9_920), (10_010, None), (10_015, None))
    assert (minutes, clock.began, clock.now) == (35, at(9_900), at(10_015))


def test_what_is_corrected_after_the_end_takes_no_time() -> None:
    time = PlayingTime(PlayClock(at(0)), Moment(1, 1, "play", RED), ("red", "blue"))
    time.follow(at(2), None, Moment(1, 1, "finished"), is_finished=True)
    time.follow(at(9), None, Moment(1, 1, "finished"), is_finished=True)
    assert figure(list(time.rows()), "minutes") == (2, 1)


def test_a_clock_that_was_set_back_takes_nothing_off() -> None:
    play = Moment(1, 1, "play", RED)
    assert figure(played((5, play), (3, play), (6, play)), "minutes") == (6, 1)
