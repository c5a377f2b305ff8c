"""A refusal by a rule names what may be recorded instead, and links the rule."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import Table, place, problem, recorded

BLUE_BEFORE_RED = {"type": "place_pawn", "seat": "blue", "tile": "past:A"}
"""The first player places first (TC-110), and in the present (TC-111)."""


@pytest.fixture
def table(app: Flask) -> Table:
    """Pawns are to be placed."""
    opening, *actions = recorded("demo-2p-001")
    first = next(number for number, action in enumerate(actions) if action["type"] == "place_pawn")
    return Table(app, opening).acted(actions[:first])


def test_a_refusal_names_the_legal_types_and_the_legal_values_of_the_refused_one(reef: Table) -> None:
    refused = problem(reef.act(place("red", 99)), 409, "rule")
    offers = reef.get("/offers", "scribe").json["offers"]
    assert refused["legal"]["actions"] == list(dict.fromkeys(offer["type"] for offer in offers))
    assert refused["legal"]["offer"] in offers
    assert refused["legal"]["offer"]["type"] == "place_cubes"
    assert refused["legal"]["version"] == reef.version
    assert (
        reef.client.get(refused["legal"]["offers"], headers=reef.headers("scribe")).json["offers"] == offers
    )


def test_what_may_not_be_done_at_all_has_no_legal_values(table: Table) -> None:
    refused = problem(table.act({"type": "end_turn", "seat": "red"}), 409, "rule")
    assert "offer" not in refused["legal"]
    assert refused["legal"]["actions"] == ["place_pawn"]


def test_a_seat_is_told_what_it_is_offered_itself(table: Table) -> None:
    offered = {seat: table.get("/offers", f"seat:{seat}").json["offers"] for seat in ("red", "blue")}
    for seat, offers in offered.items():
        action = {"type": "place_pawn", "seat": seat, "tile": "past:A"}
        legal = problem(table.act(action, f"seat:{seat}"), 409, "rule")["legal"]
        assert legal["actions"] == [offer["type"] for offer in offers]
        assert legal.get("offer") == (offers[0] if offers else None)
    assert sorted(map(len, offered.values())) == [0, 1]


def test_a_list_is_told_of_the_session_as_it_stands(reef: Table) -> None:
    """What the list would have made of the table is nobody's business before it is recorded."""
    before = reef.get("/offers", "scribe").json["offers"]
    refused = problem(reef.act([place("red"), place("blue", 99)]), 409, "rule")
    assert refused["index"] == 1
    assert refused["legal"]["actions"] == list(dict.fromkeys(offer["type"] for offer in before))
    assert refused["legal"]["version"] == reef.version == 1


def test_a_rehearsal_is_told_the_same(reef: Table) -> None:
    rehearsed = problem(reef.post("/actions?dry_run=true", place("red", 99)), 409, "rule")
    assert rehearsed["legal"] == problem(reef.act(place("red", 99)), 409, "rule")["legal"]


def test_a_refusal_links_its_rule(table: Table) -> None:
    refused: dict[str, Any] = problem(table.act(BLUE_BEFORE_RED), 409, "rule")
    rule = table.client.get(refused["rule_link"]).json
    assert (rule["id"], rule["sentence"]) == (refused["rule"], refused["rule_text"])


def test_a_refusal_by_a_rule_that_stands_in_no_rulebook_links_none(reef: Table) -> None:
    assert "rule_link" not in problem(reef.act(place("red", 99)), 409, "rule")


def test_a_refusal_of_another_kind_offers_nothing(reef: Table) -> None:
    assert "legal" not in problem(reef.act({"type": "no_such_thing"}), 422, "invalid")
