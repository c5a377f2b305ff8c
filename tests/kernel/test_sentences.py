"""Templates of sentences: members by their kind, places as runs, numbers with a visible sign."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel import Name, Naming, Run, SeatName, Sentences
from domain.kernel.words import text_of

NAMING = Naming(
    {"north": Name("region", "the North")}, {"red": SeatName("Red", "red"), "blue": SeatName("Blue", "blue")}
)
SENTENCES = Sentences(
    {
        "region": lambda naming, id: Run(naming.name(id), place=id),
        "force": lambda _, message: f"{message['count']} {message['unit']}",
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


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"card": "Ace", "arrow": True}, "Red draws Ace along the arrow."),
        ({"card": "Ace", "arrow": False}, "Red draws Ace."),
        ({"card": None}, "Red draws a card."),
        ({}, "Red draws a card."),
        ({"card": "Ace", "count": 0}, "Red draws Ace, 0 left."),
        ({"card": "Ace", "order": []}, "Red draws Ace before ."),
    ],
)
def test_brackets_are_written_if_their_members_are_there(members: dict[str, Any], sentence: str) -> None:
    words = SENTENCES.fact(
        "{seat} draws [{card}|a card][{arrow:if} along the arrow][, {count} left][ before {order:seats}]."
    )
    assert text_of(words({"fact": "drawn", "seat": "red", **members}, NAMING).says) == sentence


def test_a_member_outside_brackets_must_be_there() -> None:
    with pytest.raises(KeyError):
        SENTENCES.fact("{seat} draws {card}.")({"fact": "drawn", "seat": "red"}, NAMING)
    with pytest.raises(KeyError):
        SENTENCES.action("{drawn.card} is drawn.")({"type": "draw"}, [], NAMING)


def test_a_kind_may_name_a_whole_message_or_fact() -> None:
    moved = {"fact": "moved", "count": 2, "unit": "knights"}
    assert text_of(SENTENCES.fact("There are {:force}.")(moved, NAMING).says) == "There are 2 knights."
    words = SENTENCES.action("[{moved.:force}|Nobody] moves.")
    assert text_of(words({"type": "move"}, [moved], NAMING)) == "2 knights moves."
    assert text_of(words({"type": "move"}, [], NAMING)) == "Nobody moves."


def test_an_action_shares_the_sentence_of_its_fact() -> None:
    template = "{seat} draws [{card}|a card]."
    words, draw = SENTENCES.action(template, of="drawn"), {"type": "draw", "seat": "red", "card": "Ace"}
    assert text_of(words(draw, [{"fact": "drawn", "card": "King"}], NAMING)) == "Red draws King."
    assert text_of(words(draw, [], NAMING)) == "Red draws Ace."


def test_the_value_of_a_member_chooses_the_words() -> None:
    told, by = SENTENCES.fact, SENTENCES.by
    words = by(
        "cause", {"storm": told("A storm.", "chaos"), None: told("No cause.")}, told("Because of {cause}.")
    )
    assert words({"fact": "lost", "cause": "storm"}, NAMING).tone == "chaos"
    assert text_of(words({"fact": "lost"}, NAMING).says) == "No cause."
    assert text_of(words({"fact": "lost", "cause": "war"}, NAMING).says) == "Because of war."
    said = by("decline", {True: SENTENCES.action("{seat} declines.")}, SENTENCES.action("{seat} accepts."))
    assert text_of(said({"type": "answer", "seat": "red", "decline": True}, [], NAMING)) == "Red declines."
    assert text_of(said({"type": "answer", "seat": "red"}, [], NAMING)) == "Red accepts."
