"""HEAD is answered at every address that GET is answered at: as GET, without a body."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.service.conftest import Table

PATHS = (
    "/v1",
    "/v1/openapi.json",
    "/v1/games",
    "/v1/games/time_of_chaos",
    "/v1/games/time_of_chaos/openapi.json",
    "/v1/games/time_of_chaos/opening",
    "/v1/games/time_of_chaos/rules",
    "/v1/sessions",
    "/v1/statistics",
    "/v1/statistics/time_of_chaos/score",
    "/v1/people",
    "/healthz",
    "/readyz",
)
OF_A_SESSION = ("", "/offers", "/entries", "/timeline", "/scores", "/people", "/audit", "/export")


@pytest.mark.parametrize("path", PATHS)
def test_a_head_is_what_get_has_without_its_body(app: Flask, path: str) -> None:
    client = app.test_client()
    whole, head = client.get(path), client.head(path)
    assert (head.status_code, head.data) == (whole.status_code, b"")
    for name in ("ETag", "Content-Type", "Content-Length", "Cache-Control", "Vary"):
        assert head.headers.get(name) == whole.headers.get(name), name


@pytest.mark.parametrize("path", OF_A_SESSION)
def test_a_head_of_a_session_needs_what_get_needs(reef: Table, path: str) -> None:
    url, headers = reef.url + path, reef.headers("owner")
    whole, head = reef.client.get(url, headers=headers), reef.client.head(url, headers=headers)
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers.get("ETag") == whole.headers.get("ETag")
    assert reef.client.head(url).status_code == 404


def test_a_head_that_has_it_already_is_answered_304(reef: Table) -> None:
    headers = reef.headers("owner")
    tag = reef.client.head(reef.url, headers=headers).headers["ETag"]
    again = reef.client.head(reef.url, headers=headers | {"If-None-Match": tag})
    assert again.status_code == 304


def test_a_head_of_a_stream_opens_none(reef: Table) -> None:
    answer = reef.client.head(f"{reef.url}/stream", headers=reef.headers("owner"))
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    assert answer.data == b""
    assert reef.app.extensions["tablelog"].hub.open_streams == 0
