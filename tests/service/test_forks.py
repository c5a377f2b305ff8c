"""Forks: whose play they are, who may make one, and that they tell nobody what the origin hides."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_statistics import follow

GROUP = {
    "tags": ["league"],
    "players": {"red": "ann", "blue": "bob"},
    "labels": {"red": "Ann", "blue": "Bob"},
}
PEARL = "hidden-under-the-northern-rock"


def forked(table: Table, body: dict[str, Any], holder: str = "scribe") -> Any:
    answer = table.post("/forks", body, holder, if_match=None)
    assert answer.status_code == 201, answer.text
    return answer.json


def test_a_fork_is_a_private_sandbox_session_of_nobody(app: Flask) -> None:
    table = Table(app, REEF_OPENING | GROUP | {"visibility": "public"})
    session = forked(table, {})["session"]
    assert session["sandbox"] is True
    assert session["visibility"] == "private"
    assert (session["tags"], session["players"], session["labels"]) == ([], {}, {})


def test_a_fork_is_what_its_request_says(app: Flask) -> None:
    table = Table(app, REEF_OPENING | GROUP | {"visibility": "public"})
    asked = {"sandbox": False, "visibility": "link", "tags": ["what-if"], "players": {"red": "eve"}}
    session = forked(table, asked | {"labels": {"blue": "Blue corner"}})["session"]
    assert session == session | asked | {"labels": {"blue": "Blue corner"}}


@pytest.mark.parametrize("member", ["players", "labels"])
def test_a_fork_names_its_own_seats(reef: Table, member: str) -> None:
    errors = problem(reef.post("/forks", {member: {"green": "eve"}}), 422, "invalid")["errors"]
    assert errors[0]["pointer"] == f"/{member}/green"


@pytest.mark.parametrize(
    ("origin", "wider"), [("private", "link"), ("private", "public"), ("link", "public")]
)
def test_a_fork_is_no_more_visible_than_its_origin(app: Flask, origin: str, wider: str) -> None:
    """It names its origin, and a session opened by link is there for whoever knows its id."""
    table = Table(app, REEF_OPENING | {"visibility": origin})
    errors = problem(table.post("/forks", {"visibility": wider}), 422, "invalid")["errors"]
    assert errors[0]["pointer"] == "/visibility"
    assert forked(table, {"visibility": origin})["session"]["visibility"] == origin


def test_a_branch_does_not_count_unless_it_is_asked_to(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public", "players": {"red": "ann"}})
    assert table.act(actions).status_code == 201
    forked(table, {"visibility": "public"})
    follow(app)
    path = "/v1/statistics/time_of_chaos/score"
    assert table.client.get(path).json["rows"][0]["n"] == 1
    assert len(table.client.get("/v1/sessions").json["items"]) == 1
    forked(table, {"visibility": "public", "sandbox": False})
    follow(app)
    assert table.client.get(path).json["rows"][0]["n"] == 2
    assert table.client.get(f"{path}?player=ann").json["rows"][0]["n"] == 1


LOOKERS = ("seat:red", "seat:blue", "spectator")


def refused(table: Table) -> None:
    for holder in LOOKERS:
        problem(table.post("/forks", {"at": 1}, holder, if_match=None), 403, "not-allowed")
        problem(table.get("/export", holder), 403, "not-allowed")


@pytest.mark.parametrize("visibility", ["private", "link", "public"])
def test_who_does_not_see_everything_forks_nothing(app: Flask, visibility: str) -> None:
    table = Table(app, REEF_OPENING | {"visibility": visibility})
    table.acted({"type": "hide_pearl", "seat": "red", "pearl": PEARL}, place("red"))
    refused(table)
    stranger = table.post("/forks", {}, None, if_match=None)
    if visibility == "private":
        problem(stranger, 404, "not-found")
    else:
        problem(stranger, 401, "bad-token")
    other = Table(app, REEF_OPENING)
    foreign = {"Authorization": f"Bearer {other.tokens['owner']}"}
    answer = table.client.post(table.url + "/forks", json={}, headers=foreign)
    assert answer.status_code == (404 if visibility == "private" else 403)


@pytest.mark.parametrize("holder", [*LOOKERS, None])
def test_a_finished_game_that_opened_is_forked_by_whoever_may_look(app: Flask, holder: str | None) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    table.act(actions[:-1])
    status = 401 if holder is None else 403
    assert table.post("/forks", {"at": 20}, holder, if_match=None).status_code == status
    table.act(actions[-1:])
    made = table.post("/forks", {"at": 20}, holder, if_match=None).json
    assert made["session"]["you"]["role"] == "owner"
    assert made["session"]["version"] == 20
    owner = {"Authorization": f"Bearer {made['tokens']['owner']}"}
    assert table.client.get(f"/v1/sessions/{made['session']['id']}", headers=owner).status_code == 200


@pytest.mark.parametrize("holder", [*LOOKERS, None])
def test_a_fork_of_a_session_that_others_recorded_is_always_a_sandbox(app: Flask, holder: str | None) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    table.act(actions)
    assert table.post("/forks", {}, holder, if_match=None).json["session"]["sandbox"] is True
    errors = problem(table.post("/forks", {"sandbox": False}, holder, if_match=None), 422, "invalid")[
        "errors"
    ]
    assert errors[0]["pointer"] == "/sandbox"


def test_who_may_open_no_session_here_forks_none(make_app: MakeApp) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(make_app(), opening | {"visibility": "public"})
    table.act(actions)
    table.client = make_app(opening_token="the-operators-own-word").test_client()
    problem(table.post("/forks", {}, None, if_match=None), 401, "bad-token")
    problem(table.post("/forks", {}, "spectator", if_match=None), 403, "not-allowed")
    forked(table, {})


def test_a_finished_game_that_keeps_hidden_things_keeps_them_from_forkers(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"visibility": "public", "options": {"rounds": 1}})
    table.acted({"type": "hide_pearl", "seat": "red", "pearl": PEARL}, place("red"), place("blue"))
    assert table.get().json["status"] == "finished"
    refused(table)
    problem(table.post("/forks", {}, None, if_match=None), 401, "bad-token")
    for holder in ("seat:blue", "spectator", None):
        answer = table.get("/audit", holder)
        problem(answer, 403, "not-allowed")
        assert PEARL not in answer.text


def test_a_fork_is_cut_for_its_lookers_as_the_origin_is(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"visibility": "link", "options": {"rounds": 1}})
    table.acted({"type": "hide_pearl", "seat": "red", "pearl": PEARL}, place("red"), place("blue"))
    made = forked(table, {"visibility": "link"})
    there = f"/v1/sessions/{made['session']['id']}"
    for holder in ("seat:blue", "spectator", None):
        headers = {} if holder is None else {"Authorization": f"Bearer {made['tokens'][holder]}"}
        for path in ("", "/entries", "?at=2"):
            answer = table.client.get(there + path, headers=headers)
            assert answer.status_code == 200, answer.text
            assert PEARL not in answer.text
        problem(table.client.get(there + "/audit", headers=headers), 403, "not-allowed")


def test_a_fork_tells_its_maker_nothing_of_the_origins_secret_draws(app: Flask) -> None:
    """The scribe sees all that was played, but not what will be drawn; the fork draws by its own secret."""
    table = Table(app, REEF_OPENING | {"chance": "drawn"}).acted({"type": "roll_storm"})
    found = app.extensions["tablelog"]
    secret = found.registers.secret(table.id).hex()
    made = forked(table, {"at": 1})
    headers = {"Authorization": f"Bearer {made['tokens']['owner']}", "If-Match": "*"}
    there = f"/v1/sessions/{made['session']['id']}"
    assert table.client.post(there + "/close", json={}, headers=headers).status_code == 201
    seen = [json.dumps(made)]
    seen += [
        table.client.get(there + path, headers=headers).text for path in ("/export", "/audit", "/entries")
    ]
    assert not any(secret in text for text in seen)
    assert made["session"]["commitment"] != table.get().json["commitment"]


def test_the_audit_of_a_fork_compares_with_no_more_than_was_copied(app: Flask) -> None:
    """What the origin plays after the fork changes nothing in the fork's audit, whoever may run it."""
    table = Table(app, REEF_OPENING).acted(place("red"))
    made = forked(table, {})
    headers = {"Authorization": f"Bearer {made['tokens']['owner']}"}
    there = f"/v1/sessions/{made['session']['id']}/audit"
    before = table.client.get(there, headers=headers).data
    table.acted({"type": "hide_pearl", "seat": "red", "pearl": PEARL}, place("blue"))
    table.post("/retractions", {"to": 1, "reason": "misread"})
    assert table.client.get(there, headers=headers).data == before


def test_who_was_scribe_once_repeats_no_fork(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    key = {"Idempotency_Key": "a-fork-that-nobody-guesses"}
    made = table.post("/forks", {}, **key)
    assert made.status_code == 201
    assert table.post("/tokens", {"holders": ["scribe"]}, "owner", if_match=None).status_code == 201
    problem(table.post("/forks", {}, **key), 401, "bad-token")
    problem(table.post("/forks", {}, "owner", **key), 422, "action-id-reused")


def test_a_branch_of_a_branch_is_a_sandbox_too(app: Flask) -> None:
    """Who made a branch is its scribe; what was tried out there becomes nobody's play by another fork."""
    branch = forked(Table(app, REEF_OPENING), {})
    client = app.test_client()
    headers = {"Authorization": f"Bearer {branch['tokens']['owner']}"}
    path = f"/v1/sessions/{branch['session']['id']}/forks"
    refused = client.post(path, json={"sandbox": False}, headers=headers)
    assert problem(refused, 422, "invalid")["errors"][0]["pointer"] == "/sandbox"
    assert client.post(path, json={}, headers=headers).json["session"]["sandbox"] is True
