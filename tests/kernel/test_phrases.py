"""Phrases: how every game writes figures, counts and lists."""

from __future__ import annotations

import pytest

from domain.kernel import Run, capitalized, counted, figure, listed, listed_runs, signed, text_of, with_text
from domain.kernel.ui.words import lasted


@pytest.mark.parametrize(("number", "told"), [(3, "3"), (0, "0"), (-3, "−3")])
def test_a_figure_has_a_minus_sign_that_can_be_seen(number, told):
    assert figure(number) == told


@pytest.mark.parametrize(("number", "told"), [(3, "+3"), (0, "0"), (-3, "−3")])
def test_a_signed_figure_says_which_way_it_goes(number, told):
    assert signed(number) == told


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 cubes"), (1, "1 cube"), (2, "2 cubes"), (-1, "−1 cube"), (-2, "−2 cubes")]
)
def test_of_anything_but_one_there_are_several(number, told):
    assert counted(number, "cube") == told


@pytest.mark.parametrize(("number", "told"), [(1, "1 die"), (2, "2 dice")])
def test_several_things_may_have_a_word_of_their_own(number, told):
    assert counted(number, "die", "dice") == told


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (0.4, "under a minute"),
        (1, "1 min"),
        (59.4, "59 min"),
        (59.6, "1 h"),
        (75, "1 h 15 min"),
        (150, "2 h 30 min"),
    ],
)
def test_a_playing_time_is_told_in_hours_and_minutes(minutes, told):
    assert lasted(minutes) == told


@pytest.mark.parametrize(("text", "told"), [("the AI moves", "The AI moves"), ("Red", "Red"), ("", "")])
def test_a_sentence_begins_with_a_capital_and_keeps_its_others(text, told):
    assert capitalized(text) == told


LISTS = [
    ((), ""),
    (("Red",), "Red"),
    (("Red", "Blue"), "Red and Blue"),
    (("Red", "Blue", "Green"), "Red, Blue and Green"),
]


@pytest.mark.parametrize(("items", "told"), LISTS)
def test_the_last_item_of_a_list_follows_an_and(items, told):
    assert listed(items) == told


def test_the_last_item_of_a_list_may_follow_another_word():
    assert listed(("Red", "Blue", "Green"), " or ") == "Red, Blue or Green"


@pytest.mark.parametrize(("items", "told"), LISTS)
def test_a_list_of_runs_reads_like_a_list_of_texts(items, told):
    assert text_of(listed_runs([Run(item, seat=item) for item in items])) == told


def test_the_runs_of_a_list_go_on_meaning_their_things():
    assert listed_runs([Run("Red", seat="red"), "nobody"]) == (Run("Red", seat="red"), " and ", "nobody")


@pytest.mark.parametrize(
    ("told", "text", "both"),
    [
        ("costs 1 gem", "Draw a card", "costs 1 gem; Draw a card"),
        ("", "Draw a card", "Draw a card"),
        ("costs 1 gem", "", "costs 1 gem"),
        ("", "", ""),
    ],
)
def test_what_is_told_of_a_thing_and_its_text_are_set_apart_where_there_are_both(told, text, both):
    assert with_text(told, text, "; ") == both
