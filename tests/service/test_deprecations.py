"""Deprecated addresses answer as their successors do until 0.5, and say so."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.http.blueprint import ROUTES
from tests.conftest import RedisServer
from tests.service.conftest import MakeApp, Table
from tests.service.test_statistics import follow
from tests.support.service.recorded_tables import finished_table

LATER = {"Prefer": "respond-async"}
OF_THE_REQUEST = {"Content-Length", "X-Request-Id", "RateLimit", "Deprecation", "Sunset", "Link"}


def says_so(answer: TestResponse) -> None:
    since = datetime.fromtimestamp(int(answer.headers["Deprecation"].removeprefix("@")), UTC)
    until = parsedate_to_datetime(answer.headers["Sunset"])
    assert since < until
    assert answer.headers["Link"] == '</docs/deprecated-names>; rel="deprecation"; type="text/html"'


def alike(former: TestResponse, present: TestResponse) -> None:
    """Both answers are the same, but for the headers that only the former one has."""
    says_so(former)
    assert not {"Deprecation", "Sunset"} & set(present.headers.keys())
    assert (former.status_code, without_instance(former)) == (present.status_code, without_instance(present))
    shown = [
        {name: value for name, value in answer.headers.items() if name not in OF_THE_REQUEST}
        for answer in (former, present)
    ]
    assert shown[0] == shown[1]


def without_instance(answer: TestResponse) -> Any:
    body = answer.get_json(force=True)
    return {name: value for name, value in body.items() if name not in ("instance", "request_id")}


@pytest.mark.parametrize("part", ["", "/result"])
@pytest.mark.parametrize("holder", ["owner", "scribe", None])
def test_a_job_answers_under_its_former_address(reef: Table, part: str, holder: str | None) -> None:
    job = reef.get("/audit", **LATER).headers["Location"].rpartition("/")[2]
    former, present = (
        reef.client.get(f"/v1/{name}/{job}{part}", headers=reef.headers(holder))
        for name in ("pieces-of-work", "jobs")
    )
    alike(former, present)
    assert present.status_code == (200 if holder == "owner" else 404)
    assert "pieces-of-work" not in former.text.replace(f"/v1/pieces-of-work/{job}{part}", "")


def test_a_seat_is_claimed_under_its_former_address(make_app: MakeApp, redis_server: RedisServer) -> None:
    client = make_app(redis_url=redis_server.url).test_client()
    opened = client.post("/v1/games/reef/live-table").get_json()
    url, key = f"/v1/sessions/{opened['session']}/seats/{opened['seats'][0]['seat']}", "only-this-phone-knows"
    former = client.post(f"{url}/taking", headers={"Idempotency-Key": key})
    says_so(former)
    assert former.status_code == 201
    alike(*(client.post(f"{url}/{name}", headers={"Idempotency-Key": key}) for name in ("taking", "claim")))
    alike(client.post(f"{url}/taking"), client.post(f"{url}/claim"))


def test_a_former_address_of_a_session_without_bots_is_not_there_either(reef: Table) -> None:
    former, present = (reef.client.post(f"{reef.url}/seats/red/{name}") for name in ("taking", "claim"))
    alike(former, present)
    assert present.status_code == 404


def test_every_deprecated_route_has_a_successor_and_stands_in_no_document(app: Flask) -> None:
    paths = app.test_client().get("/v1/openapi.json").get_json()["paths"]
    named = {path.replace("{", "<").replace("}", ">") for path in paths}
    for route in ROUTES:
        rules = (route.former, route.successor)
        assert [re.sub(r"<\w+:", "<", rule) in named for rule in rules] == [False, True]


@pytest.mark.parametrize(
    "address", ["/v1/statistics/first_light/{}", "/v1/statistics/first_light?measures={},rank&group_by=count"]
)
def test_a_measure_answers_under_its_former_name(app: Flask, address: str) -> None:
    finished_table(app, "first_light", visibility="public")
    follow(app)
    client = app.test_client()
    alike(*(client.get(address.format(name)) for name in ("win", "wins")))
    link = "/v1/sessions?game=first_light&measure={}"
    former, present = (client.get(link.format(name)) for name in ("win", "wins"))
    says_so(former)
    assert former.json["items"] == present.json["items"] != []
    page = client.get("/statistics/first_light?measure=win")
    assert page.status_code == 200
    assert "Wins, shared or not" in page.text
