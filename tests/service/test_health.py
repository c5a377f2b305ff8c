"""Health, metrics, logs, limits, settings, pages."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from replays.event_store import EventStore, Unavailable
from service.http.middleware import WebLines
from service.sessions.tokens import SECRET_BYTES, SECRET_FILE, kept_keys
from service.settings import FaultySettings, read_settings
from tests.service.conftest import MakeApp, Table, place, problem
from workers.follow import ProjectionRunner
from workers.read_models import series_tables, timeline_tables


def test_a_well_service_says_so(everywhere: Flask) -> None:
    client = everywhere.test_client()
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ready", "position": 0}


def test_a_service_whose_log_nobody_follows_is_ready_and_says_what_is_missing(
    reef: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    client = reef.client

    def readiness(seconds: float) -> Any:
        clock[0] = seconds
        answer = client.get("/readyz")
        assert answer.status_code == 200
        return answer.json

    assert readiness(0) == readiness(7.9) == {"status": "ready", "position": 1}
    missing = readiness(8)
    assert missing["behind"] == 1
    assert "No worker follows the log" in missing["missing"]
    settings = reef.app.extensions["tablelog"]
    ProjectionRunner(settings.store, settings.engine, settings.library).pull()
    assert readiness(9) == {"status": "ready", "position": 1}
    reef.act(place("red"))
    assert readiness(100) == {"status": "ready", "position": 2}


def test_a_service_without_its_log_is_not_ready(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise Unavailable("gone")

    monkeypatch.setattr(EventStore, "position", fail)
    client = app.test_client()
    problem(client.get("/readyz"), 503, "unavailable")
    assert client.get("/healthz").status_code == 200
    assert client.get("/metrics").status_code == 200


def test_a_service_without_its_tables_is_not_ready(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise sa.exc.OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(sa.Engine, "connect", fail)
    problem(app.test_client().get("/readyz"), 503, "unavailable")


def test_metrics_count_requests_by_route_and_entries(reef: Table) -> None:
    reef.acted(place("red"), place("blue"))
    text = reef.client.get("/metrics").text
    assert "tablelog_entries_total 3.0" in text
    route = "/v1/sessions/<session:session_id>/actions"
    assert f'tablelog_requests_total{{method="POST",route="{route}",status="201"}} 2.0' in text
    assert reef.id not in text


def test_a_request_is_one_line_of_json_without_its_token(
    reef: Table, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("tablelog")
    logger.setLevel("INFO")
    logger.addHandler(caplog.handler)
    try:
        reef.get(holder="seat:red", X_Request_Id="r-1")
    finally:
        logger.removeHandler(caplog.handler)
        logger.setLevel("ERROR")
    line = json.loads(WebLines("web").format(caplog.records[-1]))
    assert line["request_id"] == "r-1"
    assert line["status"] == 200
    assert line["asker"] == "seat:red"
    assert reef.tokens["seat:red"] not in str(line)


TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.mark.parametrize(
    ("sent", "trace"),
    [
        (f"00-{TRACE}-00f067aa0ba902b7-01", TRACE),
        (f"01-{TRACE}-00f067aa0ba902b7-00-later", TRACE),
        (f"ff-{TRACE}-00f067aa0ba902b7-01", None),
        (f"00-{'0' * 32}-00f067aa0ba902b7-01", None),
        (f"00-{TRACE}-{'0' * 16}-01", None),
        (f"00-{TRACE.upper()}-00f067aa0ba902b7-01", None),
        ("none", None),
    ],
)
def test_the_line_of_a_request_names_the_trace_that_it_belongs_to(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, sent: str, trace: str | None
) -> None:
    logger = logging.getLogger("tablelog")
    logger.setLevel("INFO")
    logger.addHandler(caplog.handler)
    try:
        client.get("/v1/games", headers={"traceparent": sent})
    finally:
        logger.removeHandler(caplog.handler)
        logger.setLevel("ERROR")
    assert json.loads(WebLines("web").format(caplog.records[-1]))["trace"] == trace


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TABLELOG_PORT", "9000")
    settings = read_settings()
    assert settings.port == 9000
    assert settings.log_url == f"sqlite:///{tmp_path}/home/log.db"
    assert settings.redis_url is None
    key = tmp_path / "home" / "secret.key"
    assert settings.secret_key == key.read_text()
    assert key.stat().st_mode & 0o777 == 0o600
    assert read_settings().secret_key == settings.secret_key


def test_a_secret_is_never_read_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes start at once: the second one comes while the first one writes, and after it."""
    read: list[str] = []
    make = secrets.token_hex

    def meanwhile(length: int) -> str:
        monkeypatch.setattr(secrets, "token_hex", make)
        read.append(kept_keys(tmp_path).signing)
        return make(length)

    monkeypatch.setattr(secrets, "token_hex", meanwhile)
    read += [kept_keys(tmp_path).signing, kept_keys(tmp_path).signing]
    assert len(set(read)) == 1
    assert len(read[0]) == 2 * SECRET_BYTES
    assert [path.name for path in tmp_path.iterdir()] == [SECRET_FILE]
    assert (tmp_path / SECRET_FILE).stat().st_mode & 0o777 == 0o600


def test_records_of_other_libraries_still_name_their_process(make_app: MakeApp) -> None:
    make_app()
    record = logging.LogRecord("gunicorn.error", logging.INFO, "", 1, "Listening", None, None)
    said = logging.Formatter("%(process)d %(thread)d %(message)s").format(record)
    assert said == f"{os.getpid()} {threading.get_ident()} Listening"


def test_all_faulty_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))
    for name, value in (("PORT", "zero"), ("BODY_BYTES", "-1"), ("LOG_LEVEL", "LOUD")):
        monkeypatch.setenv(f"TABLELOG_{name}", value)
    with pytest.raises(FaultySettings) as error:
        read_settings()
    assert all(name in str(error.value) for name in ("PORT", "BODY_BYTES", "LOG_LEVEL"))


def test_the_pages_show_every_operation_and_problem(client: FlaskClient) -> None:
    landing = client.get("/")
    assert "Reef" in landing.text
    assert landing.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert landing.headers["X-Content-Type-Options"] == "nosniff"
    page = client.get("/docs").text
    document = client.get("/v1/openapi.json").json
    for path in document["paths"]:
        assert f"<code>{path}</code>" in page
    for anchor in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{anchor}"' in page
    assert "<script" not in page
    assert not re.search(r'(src|href)="https?:', page)


def test_every_problems_help_is_on_the_page(client: FlaskClient) -> None:
    page = client.get("/docs").text
    body = client.get("/nothing").json
    assert f'id="{body["help"].removeprefix("/docs#")}"' in page
    explained = client.get(body["type"])
    assert (explained.status_code, explained.location) == (302, body["help"])
    assert client.get("/problems/of-no-kind").status_code == 404


def test_packed_rows_that_are_damaged_are_told_as_tables_that_cannot_be_read(reef: Table) -> None:
    found = reef.app.extensions["tablelog"]
    ProjectionRunner(found.store, found.engine, found.library).pull()
    assert reef.get("/timeline").status_code == reef.get("/scores").status_code == 200
    for table in (timeline_tables(1), series_tables(1)):
        with found.engine.begin() as connection:
            connection.execute(sa.update(table.rows).values(packed=b"no rows"))
    for path in ("/timeline", "/scores"):
        problem(reef.get(path), 503, "unavailable")
