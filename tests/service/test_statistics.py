"""Lists, series, timelines and statistics, as the workers have derived them."""

from __future__ import annotations

import csv
import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.conftest import MakeApp, Table, problem, recorded
from workers.follow import ProjectionRunner


def follow(app: Flask) -> None:
    """What a worker does when it is woken."""
    found = app.extensions["tablelog"]
    ProjectionRunner(found.store, found.engine, found.library).pull()


def played(app: Flask, name: str, **opening: object) -> Table:
    first, *actions = recorded(name)
    table = Table(app, first | opening)
    assert table.act(actions).status_code == 201
    return table


@pytest.fixture
def public(everywhere: Flask) -> Table:
    """A finished public game that the workers have seen."""
    table = played(everywhere, "demo-2p-001", visibility="public", tags=["league"], players={"red": "p1"})
    follow(everywhere)
    return table


def test_public_sessions_are_listed_private_ones_are_not(public: Table) -> None:
    played(public.app, "demo-2p-007")
    follow(public.app)
    items = public.client.get("/v1/sessions").json["items"]
    assert [item["id"] for item in items] == [public.id]
    assert items[0]["opened_at"] == public.get().json["opened_at"]
    assert "created" not in items[0]
    assert public.client.get("/v1/sessions?tag=league&player=p1&status=finished").json["items"] == items
    assert public.client.get("/v1/sessions?tag=other").json["items"] == []


def test_a_list_says_where_a_session_stands_in_the_words_of_the_session(public: Table) -> None:
    given_up = Table(public.app, recorded("demo-2p-007")[0] | {"visibility": "public"})
    for table, closed in ((public, "finished"), (given_up, "closed")):
        for close in (False, True):
            if close:
                assert table.post("/close", {}).status_code == 201
            follow(public.app)
            items = {item["id"]: item for item in public.client.get("/v1/sessions").json["items"]}
            told = table.get().json
            assert (items[table.id]["status"], items[table.id]["closed"]) == (told["status"], told["closed"])
        assert told["status"] == closed


def test_the_operator_lists_every_session(make_app: MakeApp) -> None:
    app = make_app(operator_token="let me in")
    table = played(app, "demo-2p-007")
    follow(app)
    headers = {"Authorization": "Bearer let me in"}
    items = table.client.get("/v1/sessions", headers=headers).json["items"]
    assert [item["id"] for item in items] == [table.id]
    assert table.client.get("/v1/sessions").json["items"] == []


@pytest.mark.parametrize(
    "query", ["hue=red", "status=won", "since=yesterday", "visibility=private", "count=x"]
)
def test_a_filter_that_cannot_be_used_is_refused(app: Flask, query: str) -> None:
    client = app.test_client()
    body = problem(client.get(f"/v1/sessions?{query}"), 422, "unusable-filter")
    assert body["field"] == query.partition("=")[0]


def test_a_list_is_paged(app: Flask) -> None:
    opening, *_ = recorded("demo-2p-001")
    tables = [Table(app, opening | {"visibility": "public"}) for _ in range(3)]
    follow(app)
    client = app.test_client()
    first = client.get("/v1/sessions?limit=2")
    second = client.get(first.headers["Link"].partition(">")[0][1:])
    listed = [item["id"] for answer in (first, second) for item in answer.json["items"]]
    assert listed == [table.id for table in reversed(tables)]
    assert second.json["next"] is None
    problem(client.get("/v1/sessions?limit=0"), 422, "invalid")
    problem(client.get("/v1/sessions?limit=2&limit=3"), 422, "invalid")
    problem(client.get("/v1/sessions?cursor=x"), 422, "unusable-filter")


def test_scores_and_series_are_curves_of_a_session(public: Table) -> None:
    version = public.version
    scores = public.get(f"/scores?min_version={version}").json
    assert scores["as_of"] == version
    last = {point["subject"]: point["value"] for point in scores["points"]}
    standing = {seat["seat"]: seat["score"] for seat in public.get().json["standing"]["seats"]}
    assert last == standing
    game = public.client.get("/v1/games/time_of_chaos").json
    for series in game["series"]:
        assert public.get(f"/{series['key']}").json["series"]["key"] == series["key"]
    problem(public.get("/doom"), 404, "not-found")
    problem(public.get("/scores?min_version=x"), 422, "invalid")


def test_a_series_that_no_worker_has_seen_is_empty(app: Flask) -> None:
    opening, *_ = recorded("demo-2p-001")
    table = Table(app, opening)
    assert table.get("/scores").json["as_of"] == 0
    assert table.get("/timeline").json == {"as_of": 0, "entries": []}
    problem(table.get("/scores", None), 404, "not-found")
    problem(table.get("/timeline", None), 404, "not-found")


def test_a_timeline_has_every_entry_as_the_public_sees_it(public: Table) -> None:
    timeline = public.get("/timeline", "spectator").json
    assert [entry["entry"] for entry in timeline["entries"]] == list(range(1, public.version + 1))


def test_measures_are_listed_and_answer(public: Table) -> None:
    measures = public.client.get("/v1/statistics").json["items"]
    assert all({"title", "meaning", "unit", "group_by"} <= measure.keys() for measure in measures)
    for measure in measures:
        answer = public.client.get(measure["statistics"])
        assert answer.status_code == 200, answer.text
        for row in answer.json["rows"]:
            assert row["n"] >= 1
            assert public.client.get(row["sessions"]).json["items"]


def test_statistics_count_no_private_session_of_others_nor_its_players(public: Table) -> None:
    played(public.app, "demo-2p-007", players={"red": "p1", "blue": "p2"})
    follow(public.app)
    measure = next(one for one in public.client.get("/v1/statistics").json["items"] if one["per"] == "seat")
    path = measure["statistics"]
    assert public.client.get(path).json["rows"][0]["n"] == 1
    by_player = public.client.get(f"{path}?group_by=player").json["rows"]
    assert [row["group"] for row in by_player] == [{"player": "p1"}]
    assert by_player[0]["n"] == 1
    assert public.client.get(f"{path}?player=p2").json["rows"] == []
    refused = public.client.get(f"{path}?player=p2&visibility=private")
    problem(refused, 422, "unusable-filter")


def test_statistics_name_no_tags_of_private_sessions(make_app: MakeApp) -> None:
    app = make_app(operator_token="let me in")
    played(app, "demo-2p-001", visibility="public", tags=["league"])
    table = played(app, "demo-2p-007", tags=["secret-club"])
    follow(app)
    path = "/v1/statistics/time_of_chaos/score"
    operator = {"Authorization": "Bearer let me in"}

    def groups(query: str, headers: dict[str, str]) -> list[object]:
        return [row["group"] for row in table.client.get(f"{path}?{query}", headers=headers).json["rows"]]

    assert groups("group_by=tag", {}) == [{"tag": "league"}]
    assert groups("tag=secret-club", {}) == []
    assert len(groups("tag=secret-club", operator)) == 1
    assert {"tag": "secret-club"} in groups("group_by=tag", operator)
    for query in ("visibility=private", "visibility=link", "tag=league&visibility=private"):
        body = problem(table.client.get(f"{path}?{query}"), 422, "unusable-filter")
        assert body["field"] == "visibility"
        assert table.client.get(f"{path}?{query}", headers=operator).status_code == 200
    assert groups("visibility=public", {}) == [{}]


def test_a_statistic_that_is_not_kept_is_not_found(app: Flask) -> None:
    client = app.test_client()
    problem(client.get("/v1/statistics/time_of_chaos/luck"), 404, "not-found")
    problem(client.get("/v1/statistics/whist/luck"), 404, "not-found")
    path = client.get("/v1/statistics").json["items"][0]["statistics"]
    problem(client.get(f"{path}?group_by=moon"), 422, "unusable-filter")
    problem(client.get(f"{path}?moon=full"), 422, "unusable-filter")


SCORES = "/v1/statistics/time_of_chaos/score"


def test_rows_come_in_the_order_that_is_asked_for(public: Table) -> None:
    played(public.app, "demo-2p-007", visibility="public")
    follow(public.app)

    def asked(order: str, more: str = "") -> dict:
        answer = public.client.get(f"{SCORES}?group_by=color,count&order_by={order}{more}")
        assert answer.status_code == 200, answer.text
        return answer.json

    values = [row["value"] for row in asked("value")["rows"]]
    assert len(values) > 1
    assert values == sorted(values)
    assert [row["value"] for row in asked("-value")["rows"]] == sorted(values, reverse=True)
    assert asked("group") == public.client.get(f"{SCORES}?group_by=color,count").json
    best = asked("-value", "&limit=1")
    assert (best["rows"], best["groups"]) == (asked("-value")["rows"][:1], len(values))


@pytest.mark.parametrize("query", ["order_by=moon", "limit=0", "limit=10001", "limit=many"])
def test_another_order_and_a_limit_that_is_none_are_refused(client: FlaskClient, query: str) -> None:
    problem(client.get(f"{SCORES}?{query}"), 422, "invalid")


def of_rows(body: dict) -> list[dict]:
    return next(body[name] for name in ("rows", "points", "entries") if name in body)


@pytest.fixture
def with_rows(public: Table) -> list[str]:
    """Where there are rows."""
    played(public.app, "demo-2p-007", visibility="public")
    follow(public.app)
    session = public.client.get("/v1/sessions").json["items"][0]["id"]
    series = [f"/v1/sessions/{session}/{name}" for name in ("scores", "timeline")]
    return [f"{SCORES}?group_by=color,count", *series]


def test_rows_come_as_lines_for_who_accepts_them(public: Table, with_rows: list[str]) -> None:
    for path in with_rows:
        whole = public.client.get(path)
        lines = public.client.get(path, headers={"Accept": "application/x-ndjson"})
        assert lines.content_type == "application/x-ndjson"
        assert [json.loads(line) for line in lines.data.splitlines()] == of_rows(whole.json)
        assert len(of_rows(whole.json)) > 1
        assert lines.headers["ETag"] != whole.headers["ETag"]
        assert "Accept" in lines.headers["Vary"]


def test_rows_come_as_a_table_for_who_accepts_one(public: Table, with_rows: list[str]) -> None:
    for path in with_rows:
        answer = public.client.get(path, headers={"Accept": "text/csv"})
        assert answer.content_type == "text/csv; charset=utf-8; header=present"
        table = list(csv.DictReader(answer.data.decode("utf-8-sig").splitlines()))
        rows = of_rows(public.client.get(path).json)
        assert len(table) == len(rows)
        for name in ("value", "n", "entry", "subject", "at"):
            if name in rows[0]:
                assert [line[name] for line in table] == [
                    "" if row[name] is None else str(row[name]) for row in rows
                ]
        tag = {"If-None-Match": answer.headers["ETag"]}
        assert public.client.get(path, headers={"Accept": "text/csv"} | tag).status_code == 304
        assert public.client.get(path, headers=tag).status_code == 200
    answer = public.client.get(with_rows[0], headers={"Accept": "text/csv"})
    table = list(csv.DictReader(answer.data.decode("utf-8-sig").splitlines()))
    assert {line["group.color"] for line in table} == {"red", "blue"}


def test_a_table_begins_with_a_byte_order_mark_unless_a_program_wants_none(
    public: Table, with_rows: list[str]
) -> None:
    for path in (*with_rows, f"{public.url}/result"):
        by_name = f"{path}{'&' if '?' in path else '?'}format=csv"
        marked, plain = public.client.get(by_name), public.client.get(f"{by_name}&bom=false")
        assert marked.data.startswith(b"\xef\xbb\xbf"), path
        assert plain.data == marked.data.removeprefix(b"\xef\xbb\xbf"), path
        assert public.client.get(f"{by_name}&bom=true").data == marked.data
        assert public.client.get(f"{by_name}&bom=maybe").status_code == 422
    later = public.client.get(f"{with_rows[0]}&format=csv&bom=false", headers={"Prefer": "respond-async"})
    assert not later.data.startswith(b"\xef\xbb\xbf")


def test_numbers_of_groups_are_numbers(public: Table) -> None:
    path = "/v1/statistics/time_of_chaos"
    rows = public.client.get(f"{path}/score?group_by=position,count,color").json["rows"]
    assert rows
    assert {tuple(map(type, row["group"].values())) for row in rows} == {(int, int, str)}
    sessions = public.client.get(rows[0]["sessions"])
    assert sessions.status_code == 200
    assert len(sessions.json["items"]) == rows[0]["n"]


def test_a_table_without_rows_is_empty(client: FlaskClient) -> None:
    assert client.get(SCORES, headers={"Accept": "text/csv"}).data == b""


def test_other_forms_of_rows_are_not_acceptable(client: FlaskClient) -> None:
    problem(client.get(SCORES, headers={"Accept": "application/pdf"}), 406, "not-acceptable")
    assert client.get(SCORES, headers={"Accept": "text/html, */*;q=0.1"}).content_type == "application/json"
