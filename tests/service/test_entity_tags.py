"""Entity tags by content: who has an answer already is not sent it again."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.conftest import REEF_OPENING, Table, place, problem
from tests.service.test_statistics import follow
from tests.support.service.answers import Answer, answered

FOR_EVERYBODY = ("/v1/games", "/v1/statistics")
OVER_SESSIONS = ("/v1/games/reef", "/v1/sessions", "/v1/statistics/time_of_chaos/score?group_by=count")
OF_A_SESSION = ("/timeline", "/scores")


def asked_again(client: FlaskClient, path: str, first: Answer, **headers: str) -> Answer:
    sent = {"If-None-Match": first.headers["ETag"]} | headers
    return answered(client.get(path, headers=sent))


def is_unchanged(again: Answer, first: Answer) -> bool:
    names = ("ETag", "Cache-Control", "Vary")
    same = all(again.headers.get(name) == first.headers.get(name) for name in names)
    return again.status_code == 304 and not again.data and same


@pytest.mark.parametrize("path", FOR_EVERYBODY + OVER_SESSIONS)
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_an_answer_over_many_sessions_is_not_sent_twice(
    client: FlaskClient, path: str, accepted: str
) -> None:
    accepting = {"Accept-Encoding": accepted}
    first = answered(client.get(path, headers=accepting))
    assert first.status_code == 200
    assert is_unchanged(asked_again(client, path, first, **accepting), first)
    assert answered(client.get(path, headers={"If-None-Match": '"another"'})).status_code == 200
    several = {"If-None-Match": f'"another", {first.headers["ETag"]}'}
    assert answered(client.get(path, headers=several)).status_code == 304


def test_a_list_that_has_grown_is_sent_anew(everywhere: Flask) -> None:
    client = everywhere.test_client()
    first = answered(client.get("/v1/sessions"))
    Table(everywhere, REEF_OPENING)
    follow(everywhere)
    assert is_unchanged(asked_again(client, "/v1/sessions", first), first)
    Table(everywhere, REEF_OPENING | {"visibility": "public"})
    follow(everywhere)
    grown = asked_again(client, "/v1/sessions", first)
    assert grown.status_code == 200
    assert len(grown.json["items"]) == 1


@pytest.mark.parametrize("path", OF_A_SESSION)
def test_what_is_derived_of_a_session_is_not_sent_twice(everywhere: Flask, path: str) -> None:
    table = Table(everywhere, REEF_OPENING).acted(place())
    follow(everywhere)
    first = table.get(path)
    assert first.json["as_of"] == 2
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in first.headers["Vary"]
    again = table.get(path, If_None_Match=first.headers["ETag"])
    assert is_unchanged(again, first)
    problem(table.get(path, None, If_None_Match=first.headers["ETag"]), 404, "not-found")
    table.acted(place("blue"))
    follow(everywhere)
    anew = table.get(path, If_None_Match=first.headers["ETag"])
    assert anew.status_code == 200
    assert anew.json["as_of"] == 3


def test_a_component_set_is_kept_for_ever_under_its_hash(client: FlaskClient) -> None:
    body = {"game": "reef", "document": {"name": "reef", "edition": 2}}
    path = answered(client.post("/v1/component-sets", json=body)).headers["Location"]
    first = answered(client.get(path))
    assert first.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert is_unchanged(asked_again(client, path, first), first)
    for name in ("demo", "0" * 64):
        missing = answered(client.get(f"/v1/component-sets/{name}"))
        problem(missing, 404, "not-found")
        assert "Cache-Control" not in missing.headers


def test_an_export_is_not_sent_twice(reef: Table) -> None:
    first = reef.get("/export")
    assert is_unchanged(reef.get("/export", If_None_Match=first.headers["ETag"]), first)
    problem(reef.get("/export", "seat:red", If_None_Match=first.headers["ETag"]), 403, "not-allowed")
    reef.acted(place())
    assert reef.get("/export", If_None_Match=first.headers["ETag"]).status_code == 200
