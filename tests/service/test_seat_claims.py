"""Seats that phones claim: each once, by the link of the whole table, and free again if the owner wants."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, place, problem
from tests.support.service.answers import Answer


@pytest.fixture
def table(app: Flask) -> Table:
    """A private reef whose owner has made the link of the whole table."""
    made = Table(app, REEF_OPENING | {"labels": {"red": "the one in red"}})
    reissue(made, "guest")
    return made


def reissue(table: Table, holder: str) -> None:
    answer = table.post("/tokens", {"holders": [holder]}, "owner", if_match=None)
    assert answer.status_code == 201, answer.text
    table.tokens |= answer.json["tokens"]


def claim(table: Table, seat: str, holder: str | None = "guest", **headers: str) -> Answer:
    return table.post(f"/seats/{seat}/claim", None, holder, if_match=None, **headers)


def claimed(table: Table) -> set[str]:
    return {one["seat"] for one in table.get("/people", "guest").json["items"] if one["claimed"]}


def test_a_guest_sees_names_and_no_hand_and_claims_a_seat_that_it_then_plays(table: Table) -> None:
    assert table.get("", "guest").json["you"] == {"role": "guest", "seat": None, "sees_all": False}
    assert table.get("/people", "guest").json["items"][0]["name"] == "the one in red"
    problem(table.act(place("red"), "guest"), 403, "not-allowed")
    taken = claim(table, "red")
    assert taken.status_code == 201
    assert taken.json["tokens"] == {"seat:red": table.tokens["seat:red"]}
    assert table.act(place("red"), "seat:red").status_code == 201
    assert claimed(table) == {"red"}


def test_two_phones_cannot_claim_one_seat(table: Table) -> None:
    key = {"Idempotency_Key": "only-this-phone-knows"}
    first, again = claim(table, "red", **key), claim(table, "red", **key)
    assert again.json == first.json
    for holder in ("guest", "owner"):
        problem(claim(table, "red", holder), 409, "seat-taken")
    assert claim(table, "blue", "owner").status_code == 201
    assert claimed(table) == {"red", "blue"}


def test_who_comes_by_the_link_of_a_seat_claims_it(table: Table) -> None:
    assert claim(table, "red", "seat:red").status_code == 201
    problem(claim(table, "red"), 409, "seat-taken")
    assert claim(table, "red", "seat:red").json["tokens"] == {"seat:red": table.tokens["seat:red"]}


def test_a_seat_whose_link_the_owner_replaces_is_free_again(table: Table) -> None:
    claim(table, "red")
    reissue(table, "seat:red")
    assert claimed(table) == set()
    assert claim(table, "red").json["tokens"] == {"seat:red": table.tokens["seat:red"]}


def test_nobody_else_claims_a_seat(table: Table) -> None:
    problem(claim(table, "red", None), 404, "not-found")
    for holder in ("spectator", "scribe", "seat:blue"):
        problem(claim(table, "red", holder), 403, "not-allowed")
    problem(claim(table, "mauve"), 404, "not-found")
    assert table.post("/close", {}).status_code == 201
    problem(claim(table, "red"), 409, "session-closed")
    assert claimed(table) == set()
