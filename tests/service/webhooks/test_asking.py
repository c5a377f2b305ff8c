"""Webhooks over the API: who may ask for one, what is told of it, and that nobody else knows of it."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.support.service.answers import answered

URL = "https://example.org/hook"


def added(table: Table, url: str = URL, holder: str = "scribe", **more: Any) -> dict[str, Any]:
    answer = table.post("/webhooks", {"url": url, **more}, holder)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


@pytest.fixture
def table(everywhere: Flask) -> Table:
    return Table(everywhere, REEF_OPENING | {"visibility": "public"})


@pytest.mark.parametrize("holder", ["owner", "scribe"])
def test_who_sees_all_adds_one_and_is_told_its_secret_once(table: Table, holder: str) -> None:
    answer = table.post("/webhooks", {"url": URL, "description": "our club's page"}, holder)
    assert answer.status_code == 201
    webhook = dict(answer.json)
    assert (webhook["url"], webhook["description"]) == (URL, "our club's page")
    assert len(base64.b64decode(webhook.pop("secret").removeprefix("whsec_"), validate=True)) == 32
    assert "no-store" in answer.headers["Cache-Control"]
    assert (
        answered(table.client.get(answer.headers["Location"], headers=table.headers("owner"))).json == webhook
    )
    assert table.get("/webhooks", "scribe").json == {"items": [webhook]}
    assert webhook["delivered"] == 1
    assert webhook["attempts"] == 0
    assert {webhook[name] for name in ("next_at", "tried_at", "answer", "failure", "disabled")} == {None}


def test_nobody_else_sees_whether_there_is_one(table: Table) -> None:
    """Who may look at the table is answered the same with a webhook and without one."""
    other = Table(table.app, REEF_OPENING | {"visibility": "public"})
    webhook = added(table)["id"]
    routes: list[tuple[str, str, Any]] = [
        ("GET", "/webhooks", None),
        ("POST", "/webhooks", {"url": URL}),
        ("GET", f"/webhooks/{webhook}", None),
        ("DELETE", f"/webhooks/{webhook}", None),
        ("POST", f"/webhooks/{webhook}/deliveries", {}),
    ]
    for holder in ("seat:red", "spectator", None):
        for method, path, body in routes:
            told = [
                problem(
                    one.client.open(one.url + path, method=method, headers=one.headers(holder), json=body),
                    401 if holder is None else 403,
                    "bad-token" if holder is None else "not-allowed",
                )["detail"]
                for one in (table, other)
            ]
            assert told[0] == told[1]
    for path in ("", "/entries", "/offers"):
        shown = table.get(path).text.replace(table.id, "")
        assert webhook not in shown
        assert "webhook" not in shown
    problem(other.get(f"/webhooks/{webhook}"), 404, "not-found")
    assert len(table.get("/webhooks").json["items"]) == 1


def test_one_is_removed(table: Table) -> None:
    first, second = added(table), added(table, f"{URL}/2")
    headers = table.headers("owner")
    answer = answered(table.client.delete(f"{table.url}/webhooks/{first['id']}", headers=headers))
    assert answer.status_code == 200
    assert [one["id"] for one in answer.json["items"]] == [second["id"]]
    problem(table.client.delete(f"{table.url}/webhooks/{first['id']}", headers=headers), 404, "not-found")


def test_the_same_request_adds_one(table: Table) -> None:
    once = table.post("/webhooks", {"url": URL}, Idempotency_Key="key-of-a-webhook-1")
    again = table.post("/webhooks", {"url": URL}, Idempotency_Key="key-of-a-webhook-1")
    assert again.json == once.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in once.headers
    assert len(table.get("/webhooks").json["items"]) == 1
    other = table.post("/webhooks", {"url": f"{URL}/2"}, Idempotency_Key="key-of-a-webhook-1")
    problem(other, 422, "action-id-reused")
    somebody_else = table.post("/webhooks", {"url": URL, "action_id": "key-of-a-webhook-1"}, "owner")
    problem(somebody_else, 422, "action-id-reused")


def test_eight_are_the_most(table: Table) -> None:
    for number in range(8):
        added(table, f"{URL}/{number}", action_id=f"key-of-a-webhook-{number}")
    full = problem(table.post("/webhooks", {"url": URL}), 409, "quota")
    assert (full["quota"], full["most"], full["used"]) == ("TABLELOG_WEBHOOKS_OF_A_SESSION", 8, 8)
    assert table.post("/webhooks", {"url": f"{URL}/7", "action_id": "key-of-a-webhook-7"}).status_code == 201
    assert added(Table(table.app, REEF_OPENING))["delivered"] == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://name@example.org/",
        "https://name:word@example.org/",
        "https://example.org/#part",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://bücher.example/",
        "https://example.org\\@127.0.0.1/",
        "https://[::1/",
        "https://127.0.0.1/",
        "https://127.0.0.1:8720/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://100.64.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
        "https://[::1]/",
        "https://[::]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[ff02::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:a9fe:a9fe]/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[2002:a00:1::]/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://db.localhost/",
        "https://" + "a" * 2_000 + ".example/",
    ],
)
def test_a_url_that_leads_nowhere_or_inside_is_refused(app: Flask, url: str) -> None:
    table = Table(app, REEF_OPENING)
    told = problem(table.post("/webhooks", {"url": url}), 422, "invalid")
    assert told["errors"][0]["pointer"] == "/url"
    assert table.get("/webhooks").json == {"items": []}


@pytest.mark.parametrize("url", ["https://93.184.215.14/", "https://[2606:4700::1111]:8443/hook?to=us"])
def test_a_public_address_will_do(app: Flask, url: str) -> None:
    assert added(Table(app, REEF_OPENING), url)["url"] == url


def test_the_operator_lets_them_go_anywhere(make_app: MakeApp) -> None:
    table = Table(make_app(webhooks="anywhere"), REEF_OPENING)
    added(table, "http://127.0.0.1:9000/hook")
    added(table, "http://[::1]/")
    problem(table.post("/webhooks", {"url": "http://name@example.org/"}), 422, "invalid")


def test_the_operator_lets_none_be_sent(make_app: MakeApp) -> None:
    table = Table(make_app(), REEF_OPENING)
    webhook = added(table)["id"]
    table.client = make_app(webhooks="off").test_client()
    told = problem(table.post("/webhooks", {"url": URL}), 403, "not-allowed")
    assert "TABLELOG_WEBHOOKS" in told["detail"]
    problem(table.post(f"/webhooks/{webhook}/deliveries", {}), 403, "not-allowed")
    assert len(table.get("/webhooks").json["items"]) == 1


@pytest.mark.parametrize(
    "body", [{}, {"url": 7}, {"url": URL, "secret": "mine"}, {"url": URL, "description": ""}, []]
)
def test_what_has_the_wrong_shape_is_refused(app: Flask, body: Any) -> None:
    problem(Table(app, REEF_OPENING).post("/webhooks", body), 422, "invalid")


def test_what_was_sent_is_asked_for_again(table: Table) -> None:
    table.acted(place("red"), place("blue"))
    webhook = added(table)
    assert webhook["delivered"] == 3
    path = f"/webhooks/{webhook['id']}/deliveries"
    answer = table.post(path, {"from": 2}, Idempotency_Key="k-1")
    assert answer.status_code == 202
    assert answer.json["delivered"] == 1
    assert answer.headers["Location"] == f"{table.url}/webhooks/{webhook['id']}"
    assert table.post(path, {"from": 3}).json["delivered"] == 2
    assert table.post(path, {}).json["delivered"] == 2
    problem(table.post(path, {"from": 4}), 422, "invalid")
    problem(table.post(path, {"from": 0}), 422, "invalid")
    once = table.post(path, {"from": 1}, Idempotency_Key="k-2")
    again = table.post(path, {"from": 1}, Idempotency_Key="k-2")
    assert (again.json, again.headers["Idempotent-Replayed"]) == (once.json, "true")
    problem(table.post(path, {"from": 2}, Idempotency_Key="k-2"), 422, "action-id-reused")


def test_a_fork_and_an_imported_copy_have_none(make_app: MakeApp) -> None:
    table = Table(make_app(), REEF_OPENING).acted(place())
    added(table)
    fork = table.post("/forks", {}).json
    headers = {"Authorization": f"Bearer {fork['tokens']['owner']}"}
    listed = table.client.get(f"/v1/sessions/{fork['session']['id']}/webhooks", headers=headers)
    assert answered(listed).json == {"items": []}
    exported = table.get("/export")
    assert URL not in exported.text
    elsewhere = make_app("elsewhere").test_client()
    imported = answered(elsewhere.post("/v1/imports", data=exported.data, content_type="application/json"))
    assert imported.status_code == 201, imported.text
    assert elsewhere.application.extensions["tablelog"].webhooks.of(table.id) == []
