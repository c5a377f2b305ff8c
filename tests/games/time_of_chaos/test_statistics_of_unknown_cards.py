"""What is counted of a game whose grabbed cards nobody saw: all but what hangs on their faces (TC-R41)."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.kernel import UNKNOWN, Row
from tests.games.time_of_chaos.table import ChaosTable, in_play
from tests.games.time_of_chaos.test_games_with_unknown_cards import without_faces
from tests.support.counted import CountedGame
from tests.support.recorded import library

HANG_ON_FACES = {"draws_against_expectation", "card_seen", "card_taken", "stranded_points"}


@pytest.fixture(params=library("time_of_chaos"), ids=lambda path: path.stem)
def both(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[CountedGame, CountedGame]:
    """The recorded game, and the same without the faces of what was grabbed."""
    recorded: Path = request.param
    opening, actions = without_faces(recorded)
    faceless = tmp_path / recorded.name
    faceless.write_text("\n".join(map(json.dumps, [opening, *actions])))
    shutil.copy(recorded.with_suffix(".expected.json"), tmp_path)
    return CountedGame(GAME, recorded), CountedGame(GAME, faceless)


def counted(rows: list[Row]) -> Counter[Any]:
    return Counter(
        (row.measure, row.seat, row.value, row.weight, *sorted(row.dimensions.items()))
        for row in rows
        if row.measure not in HANG_ON_FACES
    )


def test_all_but_faces_is_counted_as_ever(both: tuple[CountedGame, CountedGame]):
    seen, faceless = both
    missing = counted(seen.rows) - counted(faceless.rows)
    assert not counted(faceless.rows) - counted(seen.rows)
    assert {measure for measure, *_ in missing} <= {"transit"}
    for seat in seen.state.clockwise:
        assert faceless.total("card_taken", seat) == seen.total("card_taken", seat)


def test_what_hangs_on_a_face_is_told_of_known_cards_alone(both: tuple[CountedGame, CountedGame]):
    seen, faceless = both
    kept = {
        held.card: seat
        for seat, player in seen.state.seats.items()
        for held in player.hand
        if held.via == "grab"
    }
    for card, seat in kept.items():
        assert seen.total("card_taken", seat, card=card) == 1
        assert faceless.total("card_taken", seat, card=card) == 0
        assert not [
            row for row in faceless.rows if row.measure == "card_seen" and row.dimensions["card"] == card
        ]
    unknown = sum(faceless.total("card_taken", seat, card=UNKNOWN) for seat in seen.state.clockwise)
    assert unknown == len(kept)
    searched = sum(action.get("refill") is not None for action in seen.actions)
    draws = [row for row in faceless.rows if row.measure == "draws_against_expectation"]
    assert sum(row.value for row in draws) == searched
    assert sum(row.weight for row in draws) == pytest.approx(searched)


def rows_of(table: ChaosTable, *counted: Any) -> list[Row]:
    tally, state = GAME.statistics.start(table.state), table.state
    for fact in counted:
        before, state = state, GAME.evolve(state, fact)
        GAME.statistics.observe(tally, before, fact, state)
    return list(GAME.statistics.rows(tally, state))


def test_a_card_that_may_be_the_unknown_one_is_neither_seen_nor_unseen():
    rows = rows_of(in_play(), facts.CardTaken("red", UNKNOWN, "past", "grab"))
    told = {row.dimensions["card"] for row in rows if row.measure == "card_seen"}
    pool = set(in_play().state.decks["past"])
    assert told.isdisjoint(pool)
    assert told | pool == set(in_play().state.box.cards)


def test_a_card_is_on_its_way_from_where_it_was_drawn_not_from_where_it_was_named():
    drawn = (facts.TurnBegan("red", 1), facts.CardTaken("red", UNKNOWN, "present", "grab"))
    later = (
        facts.TurnBegan("red", 3),
        facts.CardNamed("red", "NP-D"),
        facts.CardDelivered("red", "NP-D", 2, "grab"),
    )
    (transit,) = (row for row in rows_of(in_play(), *drawn, *later) if row.measure == "transit")
    assert (transit.value, transit.dimensions["card"]) == (1, "NP-D")


def test_which_of_two_unknown_cards_was_named_is_not_known_nor_is_how_long_it_was_carried():
    drawn = facts.CardTaken("red", UNKNOWN, "present", "grab")
    named = [
        fact
        for card in ("NP-D", "NP-E")
        for fact in (facts.CardNamed("red", card), facts.CardDelivered("red", card, 1, "grab"))
    ]
    first, later = facts.TurnBegan("red", 1), facts.TurnBegan("red", 3)
    for told, transits in (((first, drawn, later, drawn), []), ((first, drawn, drawn, later), [1, 1])):
        rows = rows_of(in_play(), *told, *named)
        assert [row.value for row in rows if row.measure == "transit"] == transits


def test_an_unknown_card_left_in_hand_is_a_card_without_points():
    table = in_play().grabbed("red", "NP-A").unknown("red", "past")
    rows = {
        row.measure: row.value
        for row in rows_of(table)
        if row.seat == "red" and row.dimensions.get("via") == "grab" and row.measure.startswith("stranded")
    }
    assert rows == {"stranded_cards": 2, "stranded_points": 2}
