"""Opening a session, looking at it, and what may be done in it."""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.conftest import REEF_OPENING, Table, place, problem, recorded


def test_an_opening_answers_with_everybodys_tokens(reef: Table) -> None:
    assert set(reef.tokens) == {"owner", "scribe", "spectator", "seat:red", "seat:blue"}
    assert len(set(reef.tokens.values())) == 5
    assert UUID(reef.id).version == 7
    assert reef.opened["session"]["version"] == 1


def test_the_secret_is_committed_to_and_not_shown(reef: Table) -> None:
    shown = reef.get().text + reef.get("/entries").text
    secret = reef.app.extensions["tablelog"].registers.secret(reef.id)
    assert len(reef.get().json["commitment"]) == 64
    assert len(secret) * 8 == 256
    assert secret.hex() not in shown


@pytest.mark.parametrize(
    ("change", "status", "kind"),
    [
        ({"game": "whist"}, 422, "unknown-game"),
        ({"game": 7}, 422, "invalid"),
        ({"component_set": "0" * 64}, 422, "unknown-component-set"),
        ({"seats": []}, 422, "invalid"),
        ({"seats": [{"seat": "red", "color": "red"}]}, 409, "rule"),
        ({"seats": [{"seat": "Red!", "color": "red"}, {"seat": "blue", "color": "blue"}]}, 422, "invalid"),
        ({"seats": [{"seat": "red", "color": "red"}, {"seat": "red", "color": "blue"}]}, 422, "invalid"),
        ({"timezone": "Middle/Earth"}, 422, "invalid"),
        ({"timezone": "localtime"}, 422, "invalid"),
        ({"visibility": "secret"}, 422, "invalid"),
        ({"players": {"green": "p1"}}, 422, "invalid"),
        ({"options": {"rounds": "three"}}, 422, "invalid"),
        ({"options": {"laps": 3}}, 422, "invalid"),
        ({"colour": "red"}, 422, "invalid"),
        ({"tags": ["A tag"]}, 422, "invalid"),
        ({"moved_at": "2026-02-30T10:00:00Z"}, 422, "invalid"),
    ],
)
def test_a_faulty_opening_is_refused(
    client: FlaskClient, change: dict[str, object], status: int, kind: str
) -> None:
    problem(client.post("/v1/sessions", json=REEF_OPENING | change), status, kind)


def test_every_fault_of_an_opening_is_named_by_a_pointer(client: FlaskClient) -> None:
    faulty = REEF_OPENING | {"chance": "fate", "seats": [{"seat": "red"}, {"seat": "blue", "color": 3}]}
    errors = problem(client.post("/v1/sessions", json=faulty), 422, "invalid")["errors"]
    assert {error["pointer"] for error in errors} == {"/chance", "/seats/0/color", "/seats/1/color"}


def test_opening_again_with_the_same_id_gives_the_first_answer(client: FlaskClient) -> None:
    first = client.post("/v1/sessions", json=REEF_OPENING, headers={"Idempotency-Key": "open-1-8f3a9c51d2"})
    again = client.post("/v1/sessions", json=REEF_OPENING | {"action_id": "open-1-8f3a9c51d2"})
    assert "Idempotent-Replayed" not in first.headers
    assert again.status_code == 201
    assert again.json["tokens"] == first.json["tokens"]
    assert again.headers["Idempotent-Replayed"] == "true"
    other = client.post(
        "/v1/sessions",
        json=REEF_OPENING | {"sandbox": True},
        headers={"Idempotency-Key": "open-1-8f3a9c51d2"},
    )
    problem(other, 422, "action-id-reused")


def test_an_id_that_opens_has_sixteen_signs_or_more(client: FlaskClient) -> None:
    assert (
        client.post("/v1/sessions", json=REEF_OPENING | {"action_id": "8f3a9c51d27b04e6"}).status_code == 201
    )
    refused = client.post("/v1/sessions", json=REEF_OPENING | {"action_id": "8f3a9c51d27b04e"})
    assert problem(refused, 422, "invalid")["errors"][0]["pointer"] == "/action_id"


def test_nobody_becomes_the_owner_by_repeating_what_can_be_read_of_the_opening(client: FlaskClient) -> None:
    opening = REEF_OPENING | {"action_id": "only-the-opener-knows-this"}
    opened = client.post("/v1/sessions", json=opening).json
    session, owner = f"/v1/sessions/{opened['session']['id']}", opened["tokens"]["owner"]
    for holder in ("owner", "seat:red", "spectator"):
        bearer = {"Authorization": f"Bearer {opened['tokens'][holder]}"}
        assert "only-the-opener" not in client.get(f"{session}/entries", headers=bearer).text
    assert (
        "only-the-opener"
        not in client.get(f"{session}/export", headers={"Authorization": f"Bearer {owner}"}).text
    )
    client.post(
        f"{session}/tokens", json={"holders": ["owner"]}, headers={"Authorization": f"Bearer {owner}"}
    )
    again = client.post("/v1/sessions", json=opening)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "owner" not in again.json["tokens"]
    problem(client.post("/v1/sessions", json=REEF_OPENING | {"action_id": "guessable"}), 422, "invalid")
    short = client.post("/v1/sessions", json=REEF_OPENING, headers={"Idempotency-Key": "1" * 15})
    problem(short, 422, "invalid")
    long_enough = client.post("/v1/sessions", json=REEF_OPENING, headers={"Idempotency-Key": "1" * 16})
    assert long_enough.status_code == 201


def test_a_private_session_is_not_there_for_a_stranger(reef: Table) -> None:
    other = Table(reef.app, REEF_OPENING)
    unknown = reef.client.get("/v1/sessions/00000000-0000-7000-8000-000000000000")
    for answer in (reef.get(holder=None), reef.client.get(reef.url, headers=other.headers("owner"))):
        own = {"instance": reef.url, "request_id": answer.headers["X-Request-Id"]}
        assert problem(answer, 404, "not-found") == unknown.json | own
    problem(reef.act(place(), None), 404, "not-found")


def test_a_session_opened_to_all_is_seen_but_not_recorded_by_a_stranger(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"visibility": "link"})
    assert table.get(holder=None).json["you"] == {"role": "stranger", "seat": None, "sees_all": False}
    problem(table.act(place(), None), 401, "bad-token")
    problem(table.get("/offers", None), 401, "bad-token")


def test_a_state_is_what_the_asker_may_see(reef: Table) -> None:
    reef.acted({"type": "hide_pearl", "seat": "red", "pearl": "black"})
    pearls = {holder: reef.get(holder=holder).json["view"]["pearls"] for holder in reef.tokens}
    assert pearls["owner"] == pearls["scribe"] == pearls["seat:red"] == {"red": "black"}
    assert pearls["seat:blue"] == pearls["spectator"] == {}


def test_a_state_has_its_version_as_tag_and_is_not_sent_twice(reef: Table) -> None:
    answer, tag = reef.get(), reef.tag
    assert answer.headers["ETag"] == tag
    assert reef.get(If_None_Match=tag).status_code == 304
    assert reef.get(If_None_Match='"1"').status_code == 200, "a number alone may be of another log"
    reef.acted(place())
    assert reef.get(If_None_Match=tag).status_code == 200


def test_the_table_at_an_earlier_version_stays_what_it_was(reef: Table) -> None:
    reef.acted(place("red", 1), place("blue", 3))
    reef.post("/retractions", {"to": 2, "reason": "misread"})
    assert [reef.get(f"?at={n}").json["view"]["turn"] for n in (1, 2, 3, 4)] == [1, 2, 3, 2]
    problem(reef.get("?at=5"), 409, "not-live")
    problem(reef.get("?at=0"), 422, "invalid")
    problem(reef.get("?at=1&at=2"), 422, "invalid")
    problem(reef.get("?version=1"), 422, "invalid")


def test_a_finished_game_is_seen_with_a_seats_eyes_by_whoever_sees_all_of_it(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    table.act(actions[:40])
    problem(table.get("?as=red"), 409, "not-finished")
    problem(table.get("?as=red", "seat:blue"), 403, "not-allowed")
    problem(table.get("/entries?as=red", "seat:blue"), 403, "not-allowed")
    assert table.act(actions[40:]).status_code == 201
    assert table.get().json["status"] == "finished"
    as_red, as_blue = (table.get(f"?at=20&as={seat}").json["view"] for seat in ("red", "blue"))
    assert as_red != as_blue
    problem(table.get("?as=green"), 422, "invalid")
    for holder in ("seat:blue", "spectator"):
        assert table.get("?at=20&as=red", holder).json["view"] == as_red


def test_the_log_of_a_finished_game_is_read_with_a_seats_eyes(app: Flask) -> None:
    """What the game opened at its end is shut again: each entry is as that seat saw it then."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    table.act(actions[:40])
    then = {seat: table.get("/entries", f"seat:{seat}").json["items"] for seat in ("red", "blue")}
    table.act(actions[40:])
    for seat, seen in then.items():
        items = table.get(f"/entries?as={seat}&limit=41").json["items"]
        own = [entry | {"action_id": None} for entry in seen]
        assert [entry | {"action_id": None} for entry in items] == own
    assert then["red"] != then["blue"]
    lines = table.get("/entries?as=red", Accept="application/x-ndjson").text.splitlines()
    assert [json.loads(line) for line in lines][:41] == items_as_red(table)
    problem(table.get("/entries?as=green"), 422, "invalid")


def items_as_red(table: Table) -> list[dict[str, object]]:
    """The first page of the log as red saw it, by way of its cursor."""
    first = table.get("/entries?as=red&limit=30")
    assert "as=red" in first.headers["Link"]
    after = table.get(f"/entries?as=red&limit=11&cursor={first.json['next']}")
    return [*first.json["items"], *after.json["items"]]


def test_offers_are_of_the_asking_seat(reef: Table) -> None:
    red = reef.get("/offers", "seat:red").json["offers"]
    assert [offer["type"] for offer in red] == ["place_cubes"]
    assert reef.get("/offers", "seat:blue").json["offers"] == []
    assert {offer["type"] for offer in reef.get("/offers", "scribe").json["offers"]} == {
        "place_cubes",
        "roll_storm",
    }
    assert reef.get("/offers?seat=red", "scribe").json["offers"] == red
    problem(reef.get("/offers?seat=blue", "seat:red"), 403, "not-allowed")
    problem(reef.get("/offers?seat=green", "scribe"), 422, "invalid")
    problem(reef.get("/offers", "spectator"), 403, "not-allowed")


def test_every_entry_has_a_salt_of_its_own_of_128_bits(reef: Table) -> None:
    """So that nobody finds by trying what a digest stands for."""
    reef.acted(place("red"))
    stored = reef.app.extensions["tablelog"].store.read(reef.id)
    salts = {json.loads(entry.body)["salt"] for entry in stored}
    assert [len(bytes.fromhex(salt)) for salt in salts] == [16, 16]
