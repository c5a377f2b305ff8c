"""Forks, audits, exports, imports."""

from __future__ import annotations

import copy
import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from service.app import create_app
from tests.service.conftest import GAMES, REEF_OPENING, MakeApp, Table, place, problem, recorded, settings_at
from tests.support.working_here import working_here


def elsewhere(folder: Path) -> Flask:
    folder.mkdir()
    return working_here(create_app(settings_at(folder), GAMES))


@pytest.fixture
def other(tmp_path: Path) -> Any:
    """Another service with stores of its own."""
    app = elsewhere(tmp_path / "other")
    yield app.test_client()
    app.extensions["tablelog"].close()


@pytest.fixture
def closed(app: Flask) -> Table:
    """A complete game of A Time of Chaos with drawn cards, closed."""
    opening, *actions = recorded("demo-2p-007")
    table = Table(app, opening)
    assert table.act(actions).status_code == 201
    assert table.post("/close", {}).status_code == 201
    return table


def test_a_fork_goes_on_from_an_earlier_entry(reef: Table) -> None:
    reef.acted(place("red", 3), place("blue", 2))
    answer = reef.post("/forks", {"at": 2}, if_match=None)
    assert answer.status_code == 201, answer.text
    forked = answer.json["session"]
    assert forked["forked_from"]["session"] == reef.id
    assert forked["commitment"] != reef.get().json["commitment"]
    headers = {"Authorization": f"Bearer {answer.json['tokens']['owner']}", "If-Match": "*"}
    there = f"/v1/sessions/{forked['id']}"
    assert reef.client.get(there, headers=headers).json["view"] == reef.get("?at=2").json["view"]
    assert reef.client.post(there + "/actions", json=place("blue"), headers=headers).status_code == 201
    assert reef.version == 3


def test_a_fork_repeated_with_its_key_is_the_same_fork(reef: Table) -> None:
    first = reef.post("/forks", {}, Idempotency_Key="fork-1-8f3a9c51d2")
    again = reef.post("/forks", {}, Idempotency_Key="fork-1-8f3a9c51d2")
    assert again.json["session"]["id"] == first.json["session"]["id"]
    assert again.json["tokens"] == first.json["tokens"]
    problem(reef.post("/forks", {"at": 1}, Idempotency_Key="fork-1-8f3a9c51d2"), 422, "action-id-reused")


def test_forks_are_for_those_who_see_everything(reef: Table) -> None:
    problem(reef.post("/forks", {}, "seat:red"), 403, "not-allowed")
    problem(reef.post("/forks", {"at": 5}), 409, "not-live")
    problem(reef.post("/forks", {"at": 0}), 422, "invalid")


def test_an_audit_of_a_sound_log_passes(closed: Table) -> None:
    audit = closed.get("/audit").json
    assert audit["passed"] is True
    assert audit["first_divergence"] is None
    assert closed.get("/audit", "seat:red").json["passed"] is True


def test_an_audit_of_a_running_game_is_for_those_who_see_everything(reef: Table) -> None:
    reef.acted(place("red", 9, against_rules=True, reason="we play with nine"))
    problem(reef.get("/audit", "seat:red"), 403, "not-allowed")
    audit = reef.get("/audit", "scribe").json
    assert audit["passed"] is True
    assert [finding["severity"] for finding in audit["findings"]] == ["against_rules"]


def test_findings_are_of_the_documents_shape(reef: Table) -> None:
    reef.acted(place("red", 9, against_rules=True, reason="we play with nine"))
    document = reef.client.get("/v1/openapi.json").json
    route = document["paths"]["/v1/sessions/{session_id}/audit"]["get"]["responses"]["200"]
    shape = route["content"]["application/json"]["schema"]
    checker = Draft202012Validator(shape | {"components": document["components"]})
    audit = reef.get("/audit", "scribe").json
    assert audit["findings"]
    checker.validate(audit)
    finding = document["components"]["schemas"]["Finding"]["properties"]
    assert "older_rules" in finding["severity"]["enum"]
    assert "rules_version" in finding


def test_an_audit_finds_an_altered_entry(reef: Table, tmp_path: Path) -> None:
    reef.acted(place("red"), place("blue"))
    with closing(sqlite3.connect(tmp_path / "log.db")) as log, log:
        log.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'north', 'south') AS BLOB)"
            " WHERE originator_version = 2"
        )
    audit = reef.get("/audit").json
    assert audit["passed"] is False
    assert audit["findings"][0]["entry"] == 2
    assert audit["findings"][0]["severity"] == "tampered"


def test_an_export_imported_elsewhere_has_the_same_digests(closed: Table, other: FlaskClient) -> None:
    file = closed.get("/export").data
    answer = other.post("/v1/imports", data=file, content_type="application/json")
    assert answer.status_code == 201, answer.text
    item = answer.json["items"][0]
    assert (item["status"], item["session"]) == ("imported", closed.id)
    headers = {"Authorization": f"Bearer {item['tokens']['owner']}"}
    there, here = other.get(closed.url, headers=headers).json, closed.get().json
    assert there == here
    assert other.get(closed.url + "/export", headers=headers).data == file
    assert other.get(closed.url + "/audit", headers=headers).json["passed"] is True


def test_the_audit_of_an_imported_fork_tells_nothing_of_the_origin_that_it_claims(
    reef: Table, other: FlaskClient
) -> None:
    """Whoever imports a file can claim any origin: compared with it, a guess would be confirmed."""
    reef.acted(place("red"), place("blue"))
    forked = reef.post("/forks", {"at": 2}).json
    owner = {"Authorization": f"Bearer {forked['tokens']['owner']}"}
    here = f"/v1/sessions/{forked['session']['id']}"
    assert reef.client.get(f"{here}/audit", headers=owner).json["findings"] == []
    for file in (reef.get("/export").data, reef.client.get(f"{here}/export", headers=owner).data):
        answer = other.post("/v1/imports", data=file, content_type="application/json")
        tokens = answer.json["items"][0]["tokens"]
    findings = other.get(f"{here}/audit", headers={"Authorization": f"Bearer {tokens['owner']}"}).json[
        "findings"
    ]
    assert [finding["severity"] for finding in findings] == ["note", "note"]
    assert "imported" in {finding["kind"] for finding in findings}


def test_an_import_again_is_no_second_session_and_gives_no_tokens_away(
    closed: Table, other: FlaskClient
) -> None:
    file = closed.get("/export").data
    send = {"data": file, "content_type": "application/json"}
    first = other.post("/v1/imports", **send, headers={"Idempotency-Key": "an-import-1-8f3a9c51d2"}).json[
        "items"
    ][0]
    again = other.post("/v1/imports", **send, headers={"Idempotency-Key": "an-import-1-8f3a9c51d2"}).json[
        "items"
    ][0]
    stranger = other.post("/v1/imports", **send).json["items"][0]
    assert again["status"] == stranger["status"] == "already_there"
    assert again["tokens"] == first["tokens"]
    assert "tokens" not in stranger


def test_a_longer_log_continues_a_session_for_its_owner_alone(reef: Table, other: FlaskClient) -> None:
    reef.acted(place("red"))
    short = reef.get("/export").data
    reef.acted(place("blue"))
    long = reef.get("/export").data
    item = other.post("/v1/imports", data=short, content_type="application/json").json["items"][0]
    problem(other.post("/v1/imports", data=long, content_type="application/json"), 422, "invalid-file")
    headers = {"Authorization": f"Bearer {item['tokens']['owner']}"}
    answer = other.post("/v1/imports", data=long, content_type="application/json", headers=headers)
    assert answer.json["items"][0]["status"] == "continued"
    assert other.get(reef.url, headers=headers).json["version"] == 3


def test_an_imported_open_session_declares_what_it_cannot_draw(app: Flask, other: FlaskClient) -> None:
    table = Table(app, REEF_OPENING | {"chance": "drawn", "may_declare": True})
    item = other.post("/v1/imports", data=table.get("/export").data, content_type="application/json").json
    headers = {"Authorization": f"Bearer {item['items'][0]['tokens']['owner']}", "If-Match": "*"}
    path = table.url + "/actions"
    problem(other.post(path, json={"type": "roll_storm"}, headers=headers), 409, "secret-elsewhere")
    assert other.post(path, json={"type": "roll_storm", "face": 2}, headers=headers).status_code == 201
    closed = other.post(table.url + "/close", json={}, headers=headers)
    assert closed.status_code == 201, "nothing was drawn, so no secret is needed"
    assert closed.json["entry"]["secret"] is None


def test_many_files_come_as_lines_and_gzip(closed: Table, reef: Table, other: FlaskClient) -> None:
    lines = closed.get("/export").data + b"\n" + reef.get("/export").data + b"\n"
    answer = other.post("/v1/imports", data=gzip.compress(lines), content_type="application/gzip")
    assert [item["status"] for item in answer.json["items"]] == ["imported", "imported"]
    again = other.post("/v1/imports", data=lines, content_type="application/x-ndjson")
    assert [item["status"] for item in again.json["items"]] == ["already_there", "already_there"]


def test_a_file_that_was_tampered_with_is_refused_and_nothing_is_stored(
    closed: Table, other: FlaskClient
) -> None:
    sound = json.loads(closed.get("/export").data)
    for change in (
        lambda file: file["entries"].pop(5),
        lambda file: file["entries"].pop(),
        lambda file: file["entries"][7]["body"].update(at="2001-01-01T00:00:00Z"),
        lambda file: file["entries"][3].update(digest="0" * 64),
        lambda file: file.update(game="reef"),
        lambda file: file.update(version=99),
    ):
        file = copy.deepcopy(sound)
        change(file)
        answer = other.post("/v1/imports", json=file)
        problem(answer, 422, "invalid-file")
    assert other.application.extensions["tablelog"].store.position() == 0


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"not json", b"\xff\xfe", b'{"format":"tablelog"}', b"\x1f\x8b"]
)
def test_what_is_no_file_is_refused(client: FlaskClient, data: bytes) -> None:
    problem(client.post("/v1/imports", data=data, content_type="application/json"), 422, "invalid-file")


def test_an_import_has_a_media_type(client: FlaskClient) -> None:
    problem(client.post("/v1/imports", data=b"{}", content_type="text/plain"), 415, "media-type")


def test_exports_are_for_those_who_see_everything(closed: Table) -> None:
    for holder in ("seat:red", "spectator"):
        problem(closed.get("/export", holder), 403, "not-allowed")


def test_every_member_of_a_gzip_is_imported_and_nothing_behind_it_is_passed_over(
    closed: Table, reef: Table, other: FlaskClient
) -> None:
    members = [gzip.compress(table.get("/export").data + b"\n") for table in (closed, reef)]
    sent = {"content_type": "application/gzip"}
    body = problem(other.post("/v1/imports", data=b"".join(members) + b"rest", **sent), 422, "invalid-file")
    assert "follows the gzip data" in body["detail"]
    body = problem(other.post("/v1/imports", data=b"".join(members)[:-9], **sent), 422, "invalid-file")
    assert "too early" in body["detail"]
    answer = other.post("/v1/imports", data=b"".join(members), **sent)
    assert [item["status"] for item in answer.json["items"]] == ["imported", "imported"]
    assert {item["session"] for item in answer.json["items"]} == {closed.id, reef.id}


def test_a_file_that_is_too_long_for_one_request_says_how_to_go_on(reef: Table, make_app: MakeApp) -> None:
    file = reef.get("/export").data
    client = make_app(import_bytes=len(file) + 100).test_client()
    lines = {"content_type": "application/x-ndjson"}
    for data, status, kind, more in (
        (file + b"\n" + file, 413, "too-large", lines),
        (gzip.compress(file + b"\n" + file), 422, "invalid-file", {"content_type": "application/gzip"}),
    ):
        body = problem(client.post("/v1/imports", data=data, **more), status, kind)
        assert "Split the file into lines" in body["detail"]
        assert "`tablelog import FILE`" in body["detail"]
    assert client.post("/v1/imports", data=file, **lines).json["items"][0]["status"] == "already_there"
