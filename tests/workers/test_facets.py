"""What a session and its seats can be filtered by."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.replays.logs import recorded_log
from workers.projections.sessions import facets

pytestmark = pytest.mark.unit


def test_words_of_a_seat_its_player_and_its_id_tags_once_and_options() -> None:
    opened = replace(
        recorded_log(actions=0).opened,
        seats=({"seat": "red", "color": "crimson", "handicap": 2}, {"seat": "blue"}),
        players={"red": "p1", "blue": ""},
        tags=("club", "final", "club"),
        options={"map": "large", "round_limit": 3, "draft": True},
    )
    rows = [(row["seat"], row["name"], row["value"]) for row in facets(opened)]
    assert {row["session"] for row in facets(opened)} == {opened.session}
    assert rows == [
        ("red", "color", "crimson"),
        ("red", "player", "p1"),
        ("red", "seat", "red"),
        ("blue", "seat", "blue"),
        ("", "tag", "club"),
        ("", "tag", "final"),
        ("", "option.map", "large"),
        ("", "option.round_limit", "3"),
        ("", "option.draft", "true"),
    ]
