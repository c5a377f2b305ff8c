"""A recorder's token: records for the whole table, and sees what everybody sees or one seat knows."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, place, problem, recorded

BEFORE_BLUE_DELIVERS = 33
CARD = "NF-A"
"""Blue grabbed it, and delivers it next."""
PEARL = "the black one"
DELIVERY = {"type": "deliver", "seat": "blue", "card": CARD}


def given(table: Table, *holders: str) -> Table:
    """The table with tokens of these recorders."""
    answer = table.post("/tokens", {"holders": holders}, "owner", if_match=None)
    assert answer.status_code == 201, answer.text
    assert set(answer.json["tokens"]) == set(holders)
    table.tokens |= answer.json["tokens"]
    return table


@pytest.fixture
def recording(reef: Table) -> Table:
    """A reef with a recorder who has no seat, and one who plays red."""
    return given(reef, "recorder", "recorder:red")


@pytest.fixture
def chaos(app: Flask) -> Table:
    """A Time of Chaos, whose recorder plays red: blue holds a card that it grabbed, where it belongs."""
    opening, *actions = recorded("demo-2p-001")
    table = given(Table(app, opening), "recorder", "recorder:red")
    assert actions[BEFORE_BLUE_DELIVERS] == DELIVERY
    assert table.act(actions[:BEFORE_BLUE_DELIVERS]).status_code == 201
    return table


def last(table: Table) -> dict[str, Any]:
    entry: dict[str, Any] = table.get(f"/entries?from={table.version}").json["items"][0]
    return entry


def test_it_is_issued_by_the_owner_alone_and_not_at_the_opening(reef: Table) -> None:
    assert not any(holder.startswith("recorder") for holder in reef.tokens)
    for holder in ("scribe", "seat:red", "spectator"):
        problem(reef.post("/tokens", {"holders": ["recorder"]}, holder), 403, "not-allowed")
    for wrong in ("recorder:mauve", "recorder:", "recorder:red:red", "scribe:red"):
        problem(reef.post("/tokens", {"holders": [wrong]}, "owner"), 422, "invalid")
    given(reef, "recorder:blue")
    assert reef.get("", "recorder:blue").json["you"] == {
        "role": "recorder",
        "seat": "blue",
        "sees_all": False,
    }
    problem(reef.post("/tokens", {"holders": ["recorder"]}, "recorder:blue"), 403, "not-allowed")


def test_it_is_revoked_by_name_and_with_everybodys(recording: Table) -> None:
    old = dict(recording.tokens)
    given(recording, "recorder")
    assert recording.get("", "recorder:red").status_code == 200
    void = {"Authorization": f"Bearer {old['recorder']}"}
    problem(recording.client.get(recording.url, headers=void), 401, "bad-token")
    everybodys = recording.post("/tokens", {}, "owner", if_match=None).json["tokens"]
    assert not any(holder.startswith("recorder") for holder in everybodys)
    for holder in ("recorder", "recorder:red"):
        problem(recording.get("", holder), 401, "bad-token")


@pytest.mark.parametrize("holder", ["recorder", "recorder:red"])
def test_it_records_for_every_seat_and_the_table_and_its_entries_say_so(
    recording: Table, holder: str
) -> None:
    for action in (place("red"), place("blue"), {"type": "roll_storm", "face": 3}):
        assert recording.act(action, holder).status_code == 201
        seat = {"seat": "red"} if holder == "recorder:red" else {}
        by = last(recording)["by"]
        assert (by["role"], by.get("seat")) == ("recorder", seat.get("seat"))
    assert recording.get("/audit").json["passed"]
    assert recording.post("/notes", {"text": "well met"}, holder).status_code == 201
    taken_back = recording.post("/retractions", {"to": 2, "reason": "misread"}, holder)
    assert taken_back.status_code == 201


def test_it_mends_ends_copies_and_breaks_nothing(recording: Table) -> None:
    recording.acted(place("red"))
    for holder in ("recorder", "recorder:red"):
        against = place("red", against_rules=True, reason="it happened")
        fact = {"fact": "cubes_placed", "seat": "red", "region": "south", "count": 1}
        for path, body in (
            ("/actions", against),
            ("/corrections", {"facts": [fact], "reason": "forgotten"}),
            ("/close", {}),
            ("/forks", {}),
        ):
            problem(recording.post(path, body, holder), 403, "not-allowed")
        for path in ("/export", "/audit", "?as=red"):
            problem(recording.get(path, holder), 403, "not-allowed")


def test_it_sees_what_its_seat_knows_and_no_more(recording: Table) -> None:
    recording.acted({"type": "hide_pearl", "seat": "blue", "pearl": PEARL})
    for holder in ("recorder", "recorder:red"):
        for path in ("", "/entries", "/offers", "/timeline"):
            assert PEARL not in recording.get(path, holder).text
    given(recording, "recorder:blue")
    assert PEARL in recording.get("/entries", "recorder:blue").text
    assert recording.get("", "recorder:red").json["view"] == recording.get("", "seat:red").json["view"]


def test_where_a_game_does_not_shield_its_seats_others_are_not_offered(recording: Table) -> None:
    def actors(holder: str) -> set[str | None]:
        return {offer["seat"] for offer in recording.get("/offers", holder).json["offers"]}

    assert "red" in actors("scribe")
    assert "red" in actors("recorder:red")
    assert "red" not in actors("recorder")
    assert recording.get("/offers?seat=red", "recorder").json["offers"] == []
    problem(recording.get("/offers?seat=mauve", "recorder"), 422, "invalid")


def test_where_a_game_does_not_shield_its_seats_a_refusal_is_told_without_its_words(recording: Table) -> None:
    refused = problem(recording.act(place("blue"), "recorder:red"), 409, "rule")
    assert (refused["rule"], refused["field"]) == ("RF-1", "seat")
    assert refused["detail"] == "The rules do not allow Blue to do this."
    note = last(recording)
    assert (note["kind"], note["refusal"], note["visible_to"]) == ("noted", "RF-1", None)
    assert note["text"].startswith("The recorder’s entry could not be recorded")
    before = recording.version
    assert (
        problem(recording.act(place("red", count=9), "recorder:red"), 409, "rule")["detail"] != note["text"]
    )
    assert recording.version == before
    for count in (1, 99):
        tried = recording.post("/actions?dry_run=true", place("red", count), "recorder")
        assert tried.json == {"version": before, "dry_run": True, "untold": True}
    assert recording.version == before


def delivered(table: Table, holder: str) -> list[str]:
    """The cards that blue may deliver, as this holder is offered them."""
    offers = table.get("/offers?seat=blue", holder).json["offers"]
    return [
        card
        for offer in offers
        if offer["type"] == "deliver" and "cloak" not in offer["parameters"]
        for card in offer["parameters"]["card"]["values"]
    ]


def test_a_hand_that_it_does_not_know_is_offered_as_all_that_it_may_hold(chaos: Table) -> None:
    assert delivered(chaos, "scribe") == delivered(chaos, "seat:blue") == [CARD]
    for holder in ("recorder", "recorder:red"):
        possible = delivered(chaos, holder)
        assert CARD in possible
        hand = chaos.get("", holder).json["view"]["seats"]["blue"]["hand"]
        assert CARD not in str(hand)
    kinds = {(offer["seat"], offer["type"]) for offer in chaos.get("/offers", "recorder:red").json["offers"]}
    assert ("blue", "end_turn") in kinds


def test_what_it_guesses_of_a_hidden_hand_is_told_to_the_table(chaos: Table) -> None:
    found = chaos.app.extensions["tablelog"].handler.look(chaos.id)
    other = next(card for card in found.state.decks[found.state.box.cards[CARD].deck])
    before = chaos.version
    problem(chaos.act(DELIVERY | {"card": other}, "seat:blue"), 409, "rule")
    assert chaos.version == before, "blue knows its own hand"
    problem(chaos.act(DELIVERY | {"card": other}, "recorder:red"), 409, "rule")
    assert (last(chaos)["kind"], last(chaos)["refusal"]) == ("noted", "TC-332")
    told = chaos.version
    for card in (DELIVERY["card"], other):
        tried = chaos.post("/actions?dry_run=true", DELIVERY | {"card": card}, "recorder:red")
        assert tried.json == {"version": told, "dry_run": True, "untold": True}
    assert chaos.version == told
    problem(chaos.act([DELIVERY, {"type": "end_turn", "seat": "blue"}], "recorder:red"), 422, "must-be-last")
    assert last(chaos)["refusal"] == "must-be-last"
    assert chaos.act(DELIVERY, "recorder:red").status_code == 201
    assert last(chaos)["by"] == {"role": "recorder", "seat": "red"}


def test_it_claims_its_own_seat_and_no_other(recording: Table) -> None:
    def claim(seat: str, holder: str) -> Any:
        body = {"name": "by the recorder"}
        return recording.client.put(
            f"{recording.url}/people/{seat}", json=body, headers=recording.headers(holder)
        )

    assert claim("red", "recorder:red").status_code == 200
    problem(claim("blue", "recorder:red"), 403, "another-seat")
    problem(claim("red", "recorder"), 403, "not-allowed")


def test_what_it_draws_for_another_seat_it_does_not_see(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = given(Table(app, opening | {"chance": "drawn", "may_declare": True}), "recorder")
    grab = next(place for place, action in enumerate(actions) if action["type"] == "grab")
    assert table.act(actions[:grab]).status_code == 201
    answer = table.act({"type": "grab", "seat": actions[grab]["seat"]}, "recorder")
    assert answer.status_code == 201
    card = last(table)["action"]["card"]
    assert card not in answer.text
    assert card not in table.get(f"/entries?from={table.version}", "recorder").text


def test_the_opening_gives_no_recorder_even_when_repeated(app: Flask) -> None:
    opening = REEF_OPENING | {"action_id": "an-opening-that-nobody-guesses"}
    table = given(Table(app, opening), "recorder")
    again = app.test_client().post("/v1/sessions", json=opening).json["tokens"]  # type: ignore[index]
    assert set(again) == {"owner", "scribe", "spectator", "seat:red", "seat:blue"}
    assert table.get("", "recorder").status_code == 200
