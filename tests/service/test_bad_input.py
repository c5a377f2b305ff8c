"""Bad input: each kind gets its documented problem, and nothing is stored."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem

DEEP = b"[" * 200 + b"]" * 200
VERY_DEEP = b"[" * 200_000 + b"]" * 200_000
ACTION = b'{"type": "place_cubes", "seat": "red", "region": "north", "count": 1}'


def send(table: Table, data: bytes, content_type: str = "application/json", **headers: str) -> Any:
    return table.client.post(
        table.url + "/actions",
        data=data,
        content_type=content_type,
        headers=table.headers("scribe", If_Match="*") | headers,
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"{'type': 'place_cubes'}",
        ACTION + b"x",
        ACTION.replace(b"1", b"NaN"),
        ACTION.replace(b"1", b"Infinity"),
        ACTION.replace(b"1", b"1e999"),
        ACTION.replace(b"1", b"9" * 30),
        ACTION.replace(b"1", b"9" * 10_000),
        ACTION.replace(b"1", b"01"),
        ACTION.replace(b'"count"', b'"seat"'),
        ACTION.replace(b"north", b"no\nrth"),
        ACTION.replace(b"north", b"\xff"),
        ACTION.decode().encode("utf-16"),
        b"\xef\xbb\xbf" + ACTION,
        DEEP,
        VERY_DEEP,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    ],
    ids=range(18),
)
def test_what_is_no_sound_json_is_refused(reef: Table, data: bytes) -> None:
    problem(send(reef, data), 400, "malformed-json")
    assert reef.version == 1


@pytest.mark.parametrize("sign", [b"\\u0000", b"\\ud800", b"\\udfff"])
def test_text_that_cannot_be_stored_is_refused(reef: Table, sign: bytes) -> None:
    for data in (ACTION.replace(b"north", b"no" + sign), b'{"' + sign + b'": 1}'):
        problem(send(reef, data), 422, "invalid")
    note = b'{"text": "a' + sign + b'"}'
    headers = reef.headers("scribe")
    answer = reef.client.post(
        reef.url + "/notes", data=note, content_type="application/json", headers=headers
    )
    problem(answer, 422, "invalid")


def test_a_sound_surrogate_pair_is_a_sign_like_any(reef: Table) -> None:
    answer = reef.client.post(
        reef.url + "/notes",
        data=b'{"text": "\\ud83c\\udfb2"}',
        content_type="application/json",
        headers=reef.headers("scribe"),
    )
    assert answer.json["entry"]["text"] == "\N{GAME DIE}"


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "multipart/form-data", ""])
def test_another_media_type_is_refused(reef: Table, content_type: str) -> None:
    problem(send(reef, ACTION, content_type), 415, "media-type")


def test_a_charset_beside_the_media_type_is_no_matter(reef: Table) -> None:
    assert send(reef, ACTION, "application/json; charset=utf-8").status_code == 201


def test_integers_may_be_spelled_as_json_has_it(reef: Table) -> None:
    assert send(reef, ACTION.replace(b"1", b"1.0")).json["entry"]["action"]["count"] == 1


def test_a_huge_body_is_refused(make_app: MakeApp) -> None:
    table = Table(make_app(body_bytes=2_000), REEF_OPENING)
    big = ACTION[:-1] + b', "reason": "' + b"x" * 3_000 + b'"}'
    problem(send(table, big), 413, "too-large")
    lying = table.client.post(
        table.url + "/actions",
        data=big,
        content_type="application/json",
        headers=table.headers("scribe", If_Match="*"),
        environ_overrides={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
    )
    problem(lying, 413, "too-large")


def test_a_long_list_is_refused(make_app: MakeApp) -> None:
    table = Table(make_app(actions_in_list=3), REEF_OPENING)
    problem(table.act([place()] * 4), 422, "invalid")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/nothing",
        "/v1/sessions/7",
        "/v1/sessions/../../etc/passwd",
        "/v1/sessions/%00",
        "/v1/sessions/0190A1B2-0000-7000-8000-000000000000",
        "/v1/component-sets/%2e%2e",
        "/v1/games/%F0%9F%8E%B2",
    ],
)
def test_an_unknown_address_is_not_found(client: FlaskClient, path: str) -> None:
    problem(client.get(path), 404, "not-found")


def test_a_method_that_is_not_served_is_refused(reef: Table) -> None:
    answer = reef.client.delete(reef.url)
    problem(answer, 405, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]
    problem(reef.client.put("/v1/sessions"), 405, "method-not-allowed")


@pytest.mark.parametrize(
    "path",
    [
        "?x=1",
        "/offers?x=1",
        "/entries?x=1",
        "/audit?x=1",
        "/export?x=1",
        "/stream?x=1",
        "/timeline?x=1",
        "/scores?x",
    ],
)
def test_an_unknown_parameter_is_refused(reef: Table, path: str) -> None:
    problem(reef.get(path), 422, "invalid")


def test_an_unknown_parameter_of_a_command_is_refused(reef: Table) -> None:
    for path, body in (("/actions?force=1", place()), ("/notes?x=1", {"text": "?"}), ("/close?now", {})):
        problem(reef.post(path, body), 422, "invalid")
    assert reef.version == 1


def test_a_request_id_comes_back_and_a_strange_one_is_replaced(client: FlaskClient) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "r-7"}).headers["X-Request-Id"] == "r-7"
    replaced = client.get("/healthz", headers={"X-Request-Id": "a b\x7f"}).headers["X-Request-Id"]
    assert len(replaced) == 32
    refused = client.get("/nothing")
    assert refused.json["request_id"] == refused.headers["X-Request-Id"] != ""


def test_an_unexpected_fault_is_a_problem_that_tells_nothing(
    reef: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret of the inside")

    monkeypatch.setattr(reef.app.extensions["tablelog"].handler, "look", fail)
    answer = reef.get()
    problem(answer, 500, "internal")
    assert "secret" not in answer.text


@pytest.mark.parametrize("filling", [b" ", b"\n", b"{}\n"])
def test_a_small_gzip_that_unpacks_far_beyond_what_may_be_sent_is_refused(
    make_app: MakeApp, filling: bytes
) -> None:
    client = make_app(import_bytes=100_000).test_client()
    data = gzip.compress(filling * 100_001)
    assert len(data) < 1_000
    body = problem(
        client.post("/v1/imports", data=data, content_type="application/gzip"), 422, "invalid-file"
    )
    assert "longer than 100000 bytes" in body["detail"]


def test_tables_that_cannot_be_reached_are_told_and_nothing_is_stored(
    reef: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("database is locked"))

    with monkeypatch.context() as patched:
        patched.setattr(reef.app.extensions["tablelog"].registers, "epochs", fail)
        answer = reef.act(place("red"))
        problem(answer, 503, "unavailable")
        assert answer.headers["Retry-After"] == "1"
        assert "locked" not in answer.text
    assert reef.version == 1
