"""A row for each seat of each finished session, against the results and the statistics that say the same."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import REGISTRY
from service.http.tokens import HEADER
from tests.service.conftest import Table, problem
from tests.service.test_club_people import People
from tests.service.test_clubs import follow
from tests.support.service.recorded_tables import finished_table


def rows_of(client: FlaskClient, game: str, *tokens: str, **filters: Any) -> list[dict[str, Any]]:
    headers = {HEADER: ", ".join(tokens)} if tokens else {}
    answer = client.get(f"/v1/statistics/{game}/seats", query_string=filters, headers=headers)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json["rows"]
    return rows


@pytest.mark.parametrize("game", REGISTRY)
def test_a_row_says_what_the_result_and_every_measure_say(app: Flask, game: str) -> None:
    table = finished_table(app, game, visibility="private")
    follow(app)
    client, token = app.test_client(), table.tokens["spectator"]
    assert rows_of(client, game) == [], "a private session is nobody else's"
    rows = {row["seat"]: row for row in rows_of(client, game, token)}
    result = {one["seat"]: one for one in table.get("/result").json["seats"]}
    assert rows.keys() == {one["seat"] for one in table.opened["session"]["seats"]}
    for seat, row in rows.items():
        said = result[seat]
        assert (row["rank"], row["won"], row["score"]) == (said["rank"], said["winner"], said["score"])
        assert (row["parts"], row["place"]) == (said["parts"], said["place"])
        best = max((one["score"] for other, one in rows.items() if other != seat), default=None, key=or_least)
        assert row["margin"] == (None if None in (row["score"], best) else row["score"] - best)
    measures = [one for one in REGISTRY[game].measures.values() if one.per == "seat" and one.cells is None]
    assert rows[seat]["measures"].keys() == {one.key for one in measures}
    for measure in measures:
        asked = {"group_by": "seat", "sandbox": "any"}
        answer = client.get(
            f"/v1/statistics/{game}/{measure.key}", query_string=asked, headers={HEADER: token}
        )
        values = {one["group"]["seat"]: one["value"] for one in answer.json["rows"]}
        for seat, row in rows.items():
            # A seat that has nothing of what a measure counts over has no value there, and 0 in the answer.
            assert row["measures"][measure.key] == pytest.approx(values.get(seat)), (measure.key, seat)


def or_least(score: float | None) -> float:
    return float("-inf") if score is None else score


def test_filters_choose_sessions_and_seats(app: Flask) -> None:
    first = finished_table(app, "time_of_chaos", visibility="public", players={"red": "p-1", "blue": "p-2"})
    second = finished_table(app, "time_of_chaos", visibility="public", players={"red": "p-2", "blue": "p-3"})
    Table(
        app,
        {
            "game": "time_of_chaos",
            "component_set": "demo",
            "visibility": "public",
            "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
        },
    )
    follow(app)
    client = app.test_client()
    every = rows_of(client, "time_of_chaos")
    seats = len(first.opened["session"]["seats"])
    assert len(every) == 2 * seats, "a table that is still played has no row"
    assert [row["session"] for row in every] == [second.id] * seats + [first.id] * seats
    own = rows_of(client, "time_of_chaos", player="p-2")
    assert {(row["session"], row["seat"]) for row in own} == {(first.id, "blue"), (second.id, "red")}
    assert {row["of_seat"]["color"] for row in rows_of(client, "time_of_chaos", color="red")} == {"red"}
    assert first.post("/void", {"reason": "the wrong deck"}, "owner").status_code == 201
    follow(app)
    assert {row["session"] for row in rows_of(client, "time_of_chaos")} == {second.id}
    assert len(rows_of(client, "time_of_chaos", void="any")) == 2 * seats


def test_pages_follow_one_another_and_csv_has_a_column_for_each_measure(app: Flask) -> None:
    for _ in range(2):
        finished_table(app, "chaos_order", visibility="public")
    follow(app)
    client = app.test_client()
    every = rows_of(client, "chaos_order")
    address, found = "/v1/statistics/chaos_order/seats?limit=2", []
    while address:
        answer = client.get(address)
        found += answer.json["rows"]
        assert (answer.json["next"] is None) is ("Link" not in answer.headers)
        address = answer.headers["Link"].split(">")[0][1:] if answer.json["next"] else ""
    assert found == every
    text = client.get("/v1/statistics/chaos_order/seats?format=csv&bom=false").text
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == len(every)
    assert {f"measures.{key}" for key in every[0]["measures"]} <= lines[0].keys()
    assert [line["of_seat.faction"] for line in lines] == [row["of_seat"]["faction"] for row in every]


def test_a_club_has_its_people_in_the_rows(app: Flask) -> None:
    group = People(app)
    green = group.made("Green", players=["phone-1", "phone-2"])
    for player in ("phone-1", "phone-2"):
        table = finished_table(app, "time_of_chaos", players={"red": player})
        assert group.take_in(table).status_code == 200
    follow(app)
    rows = rows_of(group.client, "time_of_chaos", group.tokens["member"], club=group.id, player=green)
    assert [(row["player"], row["seat"]) for row in rows] == [(green, "red")] * 2


@pytest.mark.parametrize("path", ["whist/seats", "chaosmos/seats?cursor=x", "chaosmos/seats?hue=red"])
def test_what_cannot_be_asked_is_refused(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/v1/statistics/{path}")
    if path.startswith("whist"):
        problem(answer, 404, "not-found")
    else:
        problem(answer, 422, "unusable-filter")
