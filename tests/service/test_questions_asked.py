"""Questions over HTTP: all games together, several measures, pages, and what cannot be asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import REGISTRY
from tests.service.conftest import Table, problem
from tests.service.jobs.test_answers import not_yet
from tests.service.test_clubs import follow
from tests.support.service.answers import answered
from tests.support.service.recorded_tables import finished_table

ALL = "/v1/statistics/all"
SCORE = "/v1/statistics/time_of_chaos/score"


@pytest.fixture
def tables(app: Flask) -> dict[str, Table]:
    """A finished public session of each game."""
    found = {game: finished_table(app, game, visibility="public", sandbox=False) for game in REGISTRY}
    follow(app)
    return found


def get(client: FlaskClient, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_all_games_are_asked_at_once_and_each_row_leads_to_its_sessions(
    client: FlaskClient, tables: dict[str, Table]
) -> None:
    results = {game: table.get("/result").json for game, table in tables.items()}
    path = f"{ALL}?measures=wins,rank,score,minutes,rounds&group_by=game&quantiles=0.5&least=1"
    found = get(client, path)
    assert (found["game"], found["measures"][0], found["group_by"]) == ("all", "wins", ["game"])
    rows = {row["group"]["game"]: row for row in found["rows"]}
    assert rows.keys() == tables.keys()
    for game, row in rows.items():
        seats = [one for one in results[game]["seats"] if one["place"] is not None]
        measures = row["measures"]
        assert measures["wins"]["total"] == sum(one["winner"] for one in seats)
        assert measures["wins"]["rows"] == len(seats)
        assert measures["rank"]["total"] == sum(one["rank"] for one in seats)
        assert (measures["score"] is None) == (seats[0]["score"] is None)
        assert measures["rounds"]["value"] == measures["rounds"]["quantiles"]["0.5"]
        assert row["too_few"] is False
        assert [item["id"] for item in get(client, row["sessions"])["items"]] == [tables[game].id]
    by_session = get(client, f"{ALL}/wins?group_by=session,won")["rows"]
    assert {row["group"]["session"] for row in by_session} == {table.id for table in tables.values()}
    for row in by_session:
        assert row["value"] == row["group"]["won"]
        assert [item["id"] for item in get(client, row["sessions"])["items"]] == [row["group"]["session"]]
    whole = get(client, f"{ALL}/rank")["rows"][0]
    assert len(get(client, whole["sessions"])["items"]) == whole["n"] == len(tables)


def test_what_all_games_have_alike_is_listed(client: FlaskClient) -> None:
    items = [one for one in get(client, "/v1/statistics")["items"] if one["game"] == "all"]
    assert {"wins", "rank", "score", "minutes", "rounds", "turns"} <= {one["key"] for one in items}
    for item in items:
        assert {"game", "count", "month", "session"} <= set(item["group_by"])
        assert get(client, item["statistics"])["rows"] == []


def test_a_curve_has_a_row_for_each_round(client: FlaskClient, tables: dict[str, Table]) -> None:
    path = "/v1/statistics/time_of_chaos/score_by_round?group_by=round&quantiles=0.25,0.5,0.75"
    rows = get(client, path)["rows"]
    assert [row["group"]["round"] for row in rows] == list(range(1, len(rows) + 1))
    result = tables["time_of_chaos"].get("/result").json
    assert rows[-1]["total"] == sum(one["score"] for one in result["seats"])
    assert all(row["quantiles"].keys() == {"0.25", "0.5", "0.75"} for row in rows)


def test_pages_are_followed_by_their_links_in_every_form(
    client: FlaskClient, tables: dict[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"{ALL}/wins?group_by=game,seat&order_by=-value"
    whole = get(client, path)["rows"]
    read: list[Any] = []
    following: str | None = f"{path}&limit=4&format=ndjson"
    while following is not None:
        answer = client.get(following)
        lines = [json.loads(line) for line in answer.data.splitlines()]
        assert 1 <= len(lines) <= 4
        read += lines
        link = answer.headers.get("Link")
        following = link and link.partition(">")[0][1:]
    assert len(whole) > 8
    assert read == whole
    first = get(client, f"{path}&limit=4")
    assert "changed" not in get(client, f"{path}&limit=4&cursor={first['next']}")
    here = client.get(f"{path}&limit=4")
    with monkeypatch.context() as patched:
        patched.setattr(client.application.extensions["tablelog"].questions, "ask", not_yet)
        elsewhere = answered(client.get(f"{path}&limit=4"))
    assert (elsewhere.data, elsewhere.headers["Link"]) == (here.data, here.headers["Link"])
    finished_table(client.application, "chaosmos", visibility="public", sandbox=False)
    follow(client.application)
    assert get(client, f"{path}&limit=4&cursor={first['next']}")["changed"] is True


@pytest.mark.parametrize(
    ("path", "status", "kind", "field"),
    [
        (f"{SCORE}?quantiles=2", 422, "invalid", "quantiles"),
        (f"{SCORE}?quantiles=0.5,0.5", 422, "invalid", "quantiles"),
        (f"{SCORE}?quantiles=half", 422, "invalid", "quantiles"),
        (f"{SCORE}?quantiles=0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9", 422, "invalid", "quantiles"),
        (f"{SCORE}?histogram=1", 422, "invalid", "histogram"),
        (f"{SCORE}?histogram=101", 422, "invalid", "histogram"),
        (f"{SCORE}?least=0", 422, "invalid", "least"),
        (f"{SCORE}?group_by=color&difference=red", 422, "invalid", "difference"),
        (f"{SCORE}?difference=red,blue", 422, "unusable-filter", "difference"),
        (f"{SCORE}?cursor=moon", 422, "unusable-filter", "cursor"),
        (f"{SCORE}?measures=rank", 422, "unusable-filter", "measures"),
        ("/v1/statistics/time_of_chaos", 422, "invalid", "measures"),
        ("/v1/statistics/time_of_chaos?measures=", 422, "invalid", "measures"),
        ("/v1/statistics/time_of_chaos?measures=rank,rank", 422, "invalid", "measures"),
        ("/v1/statistics/time_of_chaos?measures=a,b,c,d,e,f,g,h,i", 422, "invalid", "measures"),
        ("/v1/statistics/time_of_chaos?measures=rank&order_by=value", 422, "unusable-filter", "order_by"),
        (
            "/v1/statistics/time_of_chaos?measures=rank,minutes&group_by=color",
            422,
            "unusable-filter",
            "group_by",
        ),
        ("/v1/statistics/time_of_chaos?measures=rank,luck", 404, "not-found", None),
        ("/v1/statistics/chess?measures=rank", 404, "not-found", None),
        (f"{ALL}/actions", 404, "not-found", None),
        (f"{ALL}/wins?group_by=moon", 422, "unusable-filter", "group_by"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    client: FlaskClient, path: str, status: int, kind: str, field: str | None
) -> None:
    body = problem(client.get(path), status, kind)
    named = [body.get("field"), *(error["pointer"].strip("#/") for error in body.get("errors", ()))]
    assert field is None or field in named, body
