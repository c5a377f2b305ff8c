"""Templates of sentences: members by their kind, places as runs, numbers with a visible sign."""

from __future__ import annotations

import pytest

from domain.kernel import Name, Naming, Run, SeatName, Sentences, by_value
from domain.kernel.ui.words import text_of

NAMING = Naming(
    {"north": Name("region", "the North")}, {"red": SeatName("Red", "red"), "blue": SeatName("Blue", "blue")}
)
SENTENCES = Sentences(
    {
        "region": lambda naming, id: Run(naming.name(id), place=id),
    }
)


def test_a_member_is_called_by_its_kind_and_a_number_is_written_as_it_is() -> None:
    words = SENTENCES.fact("{seat} loses {count} in {where:region}.", "chaos")
    told = words({"fact": "lost", "seat": "red", "count": -2, "where": "north"}, NAMING)
    assert text_of(told.says) == "Red loses −2 in the North."
    assert Run("Red", seat="red") in told.says
    assert told.tone == "chaos"


def test_an_action_names_a_member_of_a_fact_and_lists_seats() -> None:
    words = SENTENCES.action("{order.queue:seats} place in {moved.to:region}.")
    facts = [{"fact": "order", "queue": ["red", "blue"]}, {"fact": "moved", "to": "north"}]
    says = words({"type": "place"}, facts, NAMING)
    assert text_of(says) == "Red and Blue place in the North."
    assert Run("the North", place="north") in says


def test_an_action_shares_the_sentence_of_its_fact() -> None:
    template = "{seat} draws [{card}|a card]."
    words, draw = SENTENCES.action(template, of="drawn"), {"type": "draw", "seat": "red", "card": "Ace"}
    assert text_of(words(draw, [{"fact": "drawn", "card": "King"}], NAMING)) == "Red draws King."
    assert text_of(words(draw, [], NAMING)) == "Red draws Ace."


def test_a_bracket_is_left_out_where_a_member_is_missing_or_says_nothing() -> None:
    words = SENTENCES.fact("{seat} moves[ to {where:region}[ with {count}]][{cloak:if}, cloaked].")
    for members, text in (
        ({}, "Red moves."),
        ({"where": None, "count": 2, "cloak": False}, "Red moves."),
        ({"where": "north", "cloak": True}, "Red moves to the North, cloaked."),
        ({"where": "north", "count": 2}, "Red moves to the North with 2."),
    ):
        assert text_of(words({"fact": "moved", "seat": "red", **members}, NAMING).says) == text


def test_of_several_texts_in_a_bracket_the_first_that_is_complete_is_written() -> None:
    words = SENTENCES.action("{seat} takes [{taken.count}|{most} at most|nothing].")
    for facts, members, text in (
        ([{"fact": "taken", "count": 3}], {"most": 4}, "Red takes 3."),
        ([{"fact": "taken"}], {"most": 4}, "Red takes 4 at most."),
        ([], {"most": None}, "Red takes nothing."),
    ):
        assert text_of(words({"type": "take", "seat": "red", **members}, facts, NAMING)) == text


def test_what_must_be_there_is_not_left_out() -> None:
    for template in ("{seat} moves to {where:region}.", "{seat} moves [{by} steps|to {where:region}]."):
        with pytest.raises(KeyError, match="where"):
            SENTENCES.fact(template)({"fact": "moved", "seat": "red"}, NAMING)


def test_a_kind_may_get_the_whole_message_or_fact() -> None:
    sentences = Sentences(
        {"sum": lambda _, message: str(message["a"] + message["b"]) if message["a"] else ""}
    )
    words = sentences.action("{:sum}[ and {added.:sum}][ and {lost.:sum}].")
    says = words({"type": "add", "a": 1, "b": 2}, [{"fact": "added", "a": 3, "b": 4}], NAMING)
    assert says == ("3 and 7.",)


def test_the_value_of_a_member_decides_the_words() -> None:
    words = by_value(
        "way",
        {None: SENTENCES.fact("{seat} stays."), "air": SENTENCES.fact("{seat} flies.", "score")},
        SENTENCES.fact("{seat} goes by {way}."),
    )
    for members, text, tone in (
        ({}, "Red stays.", "plain"),
        ({"way": None}, "Red stays.", "plain"),
        ({"way": "air"}, "Red flies.", "score"),
        ({"way": "sea"}, "Red goes by sea.", "plain"),
    ):
        told = words({"fact": "moved", "seat": "red", **members}, NAMING)
        assert (text_of(told.says), told.tone) == (text, tone)
    with pytest.raises(KeyError):
        by_value("way", {"air": SENTENCES.action("{seat} flies.")})({"type": "go", "seat": "red"}, [], NAMING)
