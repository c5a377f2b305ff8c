"""Words of free forms: the game's own, else made of the names of its code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.games.time_of_chaos.words import WORDS
from domain.kernel.ui.plain_words import member_word, message_word, plain_hint, value_words

OWN = replace(
    WORDS,
    kinds={"winner": "seat"},
    forms={
        "pawn_moved": "A pawn goes",
        "origin": "From",
        "card_dealt.origin": "Out of",
        "via=travel": "By road",
        "origin=": "Off the board",
    },
)


def test_what_has_no_words_is_called_by_its_name() -> None:
    assert message_word(None, "pawn_moved") == "Pawn moved"
    assert member_word(None, "pawn_moved", "cube_on") == "Cube on"
    assert value_words(None, "pawn_moved", "via", ["time_travel", 3]) == {
        "time_travel": "Time travel",
        "3": "3",
    }


def test_a_game_calls_messages_members_and_values_by_its_own_words() -> None:
    assert message_word(OWN, "pawn_moved") == "A pawn goes"
    assert member_word(OWN, "pawn_moved", "origin") == "From"
    assert member_word(OWN, "card_dealt", "origin") == "Out of"
    assert value_words(OWN, "pawn_moved", "via", ["travel", "setup"]) == {
        "travel": "By road",
        "setup": "Setup",
    }


def test_an_empty_member_is_nothing_and_an_empty_seat_is_nobody() -> None:
    assert value_words(OWN, "pawn_moved", "origin", [None]) == {"": "Off the board"}
    assert value_words(OWN, "pawn_moved", "card", [None]) == {"": "Nothing"}
    assert value_words(OWN, "game_ended", "winner", [None]) == {"": "Nobody"}
    assert value_words(None, "game_ended", "seat", [None]) == {"": "Nobody"}


@pytest.mark.parametrize(
    ("meaning", "hint"),
    [
        (
            "A pawn stands on another tile; `origin` is None when it is placed.",
            "A pawn stands on another tile.",
        ),
        ("The three grids (TC-103).", "The three grids."),
        ("A card came to a hand: from the deck (`grab`).", "A card came to a hand."),
        ("`count` cubes went back.", ""),
        ("TC-205 … TC-211.", ""),
        ("CO-R3.", ""),
        ("Seat → aliens dealt.", ""),
        ("", ""),
    ],
)
def test_a_hint_is_what_a_docstring_says_without_the_words_of_the_code(meaning: str, hint: str) -> None:
    assert plain_hint(meaning) == hint
