"""The opening token: without it nobody opens a session where the operator wants it so."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.conftest import REEF_OPENING, MakeApp, problem
from tests.service.test_reach import EDITION
from tests.support.service.answers import answered

TOKEN = "let-us-play-tonight"
OPERATOR = "the operator of this service"


@pytest.fixture
def guarded(make_app: MakeApp) -> Flask:
    return make_app(opening_token=TOKEN, operator_token=OPERATOR)


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def opened(client: FlaskClient, token: str = TOKEN) -> tuple[str, dict[str, str]]:
    """A session's id and tokens."""
    answer = answered(client.post("/v1/sessions", json=REEF_OPENING, headers=bearing(token)))
    assert answer.status_code == 201, answer.text
    return answer.json["session"]["id"], answer.json["tokens"]


def test_who_holds_it_opens_a_session_and_plays_by_the_sessions_own_tokens(guarded: Flask) -> None:
    client = guarded.test_client()
    session, tokens = opened(client)
    act = {"type": "place_cubes", "seat": "red", "region": "north", "count": 1}
    headers = bearing(tokens["seat:red"]) | {"If-Match": "*"}
    assert client.post(f"/v1/sessions/{session}/actions", json=act, headers=headers).status_code == 201


def test_a_stranger_is_told_whom_to_ask(guarded: Flask) -> None:
    client = guarded.test_client()
    for headers in ({}, {"Authorization": TOKEN}, {"Authorization": f"Basic {TOKEN}"}, bearing("")):
        answer = client.post("/v1/sessions", json=REEF_OPENING, headers=headers)
        told = problem(answer, 403 if headers else 401, "not-allowed" if headers else "bad-token")
        assert "opening link" in told["detail"]
        assert TOKEN not in answer.text
    assert client.get("/v1/sessions?sandbox=any", headers=bearing(OPERATOR)).json["items"] == []


def test_a_token_of_a_session_opens_no_other(guarded: Flask) -> None:
    client = guarded.test_client()
    _, tokens = opened(client)
    answer = client.post("/v1/sessions", json=REEF_OPENING, headers=bearing(tokens["owner"]))
    problem(answer, 403, "not-allowed")


def test_it_is_asked_for_before_anything_is_read(guarded: Flask) -> None:
    problem(guarded.test_client().post("/v1/sessions", data=b"{"), 401, "bad-token")


def test_it_opens_no_session_that_is_there(guarded: Flask) -> None:
    client = guarded.test_client()
    session, _ = opened(client)
    problem(client.get(f"/v1/sessions/{session}", headers=bearing(TOKEN)), 404, "not-found")


def test_who_may_fork_a_session_needs_no_other_token(guarded: Flask) -> None:
    client = guarded.test_client()
    session, tokens = opened(client)
    url = f"/v1/sessions/{session}/forks"
    assert client.post(url, json={}, headers=bearing(tokens["owner"])).status_code == 201
    problem(client.post(url, json={}, headers=bearing(tokens["seat:red"])), 403, "not-allowed")
    problem(client.post(url, json={}, headers=bearing(TOKEN)), 404, "not-found")


def test_a_component_set_is_uploaded_by_who_may_open(guarded: Flask) -> None:
    client = guarded.test_client()
    _, tokens = opened(client)
    problem(client.post("/v1/component-sets", data=b"{"), 401, "bad-token")
    owner = bearing(tokens["owner"])
    problem(client.post("/v1/component-sets", json=EDITION, headers=owner), 403, "not-allowed")
    assert client.post("/v1/component-sets", json=EDITION, headers=bearing(TOKEN)).status_code == 201


def exported(make_app: MakeApp, client: FlaskClient) -> tuple[str, bytes, dict[str, str]]:
    session, tokens = opened(client)
    file = client.get(f"/v1/sessions/{session}/export", headers=bearing(tokens["owner"]))
    assert file.status_code == 200
    return session, file.data, tokens


def test_files_are_imported_by_who_may_open(make_app: MakeApp, tmp_path, guarded: Flask) -> None:
    _, file, _ = exported(make_app, guarded.test_client())
    other = make_app(
        opening_token=TOKEN,
        log_url=f"sqlite:///{tmp_path}/other.db",
        tables_url=f"sqlite:///{tmp_path}/other-tables.db",
    ).test_client()
    sent = {"data": file, "content_type": "application/json"}
    problem(other.post("/v1/imports", **sent), 401, "bad-token")
    _, mine = opened(other)
    told = problem(other.post("/v1/imports", **sent, headers=bearing(mine["owner"])), 422, "invalid-file")
    assert "opening link" in told["detail"]
    answer = other.post("/v1/imports", **sent, headers=bearing(TOKEN))
    assert [item["status"] for item in answer.json["items"]] == ["imported"]


def test_an_owner_brings_its_own_session_up_to_date(make_app: MakeApp, guarded: Flask) -> None:
    _, file, tokens = exported(make_app, guarded.test_client())
    sent = {"data": file, "content_type": "application/json", "headers": bearing(tokens["owner"])}
    answer = guarded.test_client().post("/v1/imports", **sent)
    assert answer.status_code == 201, answer.text
    assert answer.json["items"][0]["status"] == "already_there"


def test_a_form_says_whether_it_is_needed(guarded: Flask, app: Flask) -> None:
    for one, needed in ((guarded, True), (app, False)):
        form = one.test_client().get("/v1/games/reef/opening").json
        assert form["needs_opening_token"] is needed
        assert TOKEN not in json.dumps(form)


def test_where_none_is_set_everybody_opens(client: FlaskClient) -> None:
    assert client.post("/v1/sessions", json=REEF_OPENING).status_code == 201
