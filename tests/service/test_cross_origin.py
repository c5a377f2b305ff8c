"""Pages of other origins: nothing without the setting, and with it no more than it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from service.http.middleware import METHODS, READ, SENT
from service.schemas.json_schema import operation_parameters
from service.settings import FaultySettings, read_settings
from service.support import network
from tests.service.conftest import REEF_OPENING, MakeApp, Table, problem
from tests.support.service.answers import Answer, answered

PAGE = "https://play.example.org"
OTHER = "http://192.0.2.7:5173"
CORS = "Access-Control-"


def told(answer: Answer) -> dict[str, str]:
    """What an answer tells a browser of other origins."""
    return {name: value for name, value in answer.headers.items() if name.startswith(CORS)}


def preflight(app: Flask, origin: str, path: str = "/v1/sessions", method: str = "POST") -> Answer:
    asked = {"Origin": origin, f"{CORS}Request-Method": method, f"{CORS}Request-Headers": "if-match"}
    return answered(app.test_client().options(path, headers=asked))


def test_no_origin_is_told_of_unless_it_is_listed(app: Flask) -> None:
    answer = answered(app.test_client().get("/v1/games", headers={"Origin": PAGE}))
    assert answer.status_code == 200
    assert told(answer) == {}
    assert "Origin" not in answer.headers["Vary"]
    assert told(preflight(app, PAGE)) == {}


def test_a_listed_origin_may_ask_and_read(make_app: MakeApp) -> None:
    app = make_app(origins=(PAGE, OTHER))
    for origin in (PAGE, OTHER):
        before = preflight(app, origin)
        assert before.status_code == 204
        assert not before.data
        assert told(before) == {
            f"{CORS}Allow-Origin": origin,
            f"{CORS}Allow-Methods": ", ".join(METHODS),
            f"{CORS}Allow-Headers": ", ".join(SENT),
            f"{CORS}Max-Age": "7200",
            f"{CORS}Expose-Headers": ", ".join(READ),
        }
        answer = answered(app.test_client().get("/v1/games", headers={"Origin": origin}))
        assert told(answer) == {
            f"{CORS}Allow-Origin": origin,
            f"{CORS}Expose-Headers": ", ".join(READ),
        }


@pytest.mark.parametrize(
    "stranger", ["https://evil.example", "null", f"{PAGE}.evil.example", f"{PAGE}:8443", ""]
)
def test_other_origins_are_told_nothing(make_app: MakeApp, stranger: str) -> None:
    app = make_app(origins=(PAGE,))
    assert told(preflight(app, stranger)) == {}
    answer = answered(app.test_client().get("/v1/games", headers={"Origin": stranger}))
    assert told(answer) == {}
    assert "Origin" in answer.headers["Vary"]


def test_no_cache_gives_an_origin_the_answer_of_another(make_app: MakeApp) -> None:
    table = Table(make_app(origins=(PAGE,)), REEF_OPENING)
    for headers in ({}, {"Origin": PAGE}, {"If_None_Match": '"1"'}, {"Accept_Encoding": "gzip"}):
        named = table.get(**headers).headers["Vary"].split(", ")
        assert {"Origin", "Authorization", "Accept-Encoding"} <= set(named)
    assert "Origin" in preflight(table.app, PAGE).headers["Vary"]


def test_any_origin_may_be_let_in(make_app: MakeApp) -> None:
    app = make_app(origins=("*",))
    for origin in (PAGE, "null"):
        assert told(preflight(app, origin))[f"{CORS}Allow-Origin"] == "*"
        answer = answered(app.test_client().get("/v1/games", headers={"Origin": origin}))
        assert told(answer)[f"{CORS}Allow-Origin"] == "*"
        assert f"{CORS}Allow-Credentials" not in told(answer)
        assert "Origin" not in answer.headers["Vary"]


def test_a_page_reads_refusals_and_follows_streams(make_app: MakeApp) -> None:
    table = Table(make_app(origins=(PAGE,)), REEF_OPENING)
    refused = table.get("/offers", None, Origin=PAGE)
    problem(refused, 404, "not-found")
    assert told(refused)[f"{CORS}Allow-Origin"] == PAGE
    lost = answered(table.client.get("/nowhere", headers={"Origin": PAGE}))
    assert told(lost)[f"{CORS}Allow-Origin"] == PAGE
    headers = table.headers("owner", Origin=PAGE)
    stream = table.client.get(table.url + "/stream", headers=headers, buffered=False)
    assert stream.headers[f"{CORS}Allow-Origin"] == PAGE
    stream.close()


def test_a_page_may_read_why_it_asks_too_often(make_app: MakeApp) -> None:
    client = make_app(origins=(PAGE,), reads_per_minute=1).test_client()
    answers = [answered(client.get("/v1/games", headers={"Origin": PAGE})) for _ in range(3)]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert told(refused)[f"{CORS}Allow-Origin"] == PAGE
    assert "Retry-After" in told(refused)[f"{CORS}Expose-Headers"]
    assert preflight(client.application, PAGE).status_code == 204


def test_a_preflight_passes_no_host_that_is_not_answered_to(make_app: MakeApp) -> None:
    app = make_app(origins=(PAGE,), hosts=("play.example.org",))
    asked = {"Origin": PAGE, f"{CORS}Request-Method": "GET", "Host": "evil.example"}
    problem(answered(app.test_client().options("/v1/games", headers=asked)), 400, "bad-request")


BODYLESS = "/v1/games/reef/live-table"
FOREIGN = (
    {"Sec-Fetch-Site": "cross-site", "Origin": PAGE},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:5173"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Origin": PAGE},
    {"Origin": "null"},
    {"Origin": "http://localhost:5173"},
)
OWN = (
    {},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:8720"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost:8720"},
)


def posted(app: Flask, headers: dict[str, str], **more: str) -> Answer:
    host = headers | {"Host": "localhost:8720"}
    return answered(app.test_client().post(BODYLESS, headers=host, **more))


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded; charset=utf-8"])
def test_a_page_elsewhere_cannot_have_a_browser_post(app: Flask, headers: dict[str, str], kind: str) -> None:
    more = {"content_type": kind, "data": "{}"} if kind else {}
    assert "TABLELOG_ORIGINS" in problem(posted(app, headers, **more), 403, "not-allowed")["detail"]


@pytest.mark.parametrize("headers", OWN)
def test_own_pages_and_programs_post_without_a_body(app: Flask, headers: dict[str, str]) -> None:
    assert posted(app, headers).status_code != 403


def test_a_proxy_may_leave_the_port_out_of_the_host(app: Flask) -> None:
    asked = {"Origin": "http://play.example.org:8443", "Host": "play.example.org"}
    assert answered(app.test_client().post(BODYLESS, headers=asked)).status_code != 403


def test_a_listed_origin_may_post_without_a_body(make_app: MakeApp) -> None:
    for origins_ in ((PAGE,), ("*",)):
        answer = posted(make_app(origins=origins_), FOREIGN[0])
        assert answer.status_code != 403
        assert f"{CORS}Allow-Origin" in told(answer)


def test_what_a_browser_asks_for_first_needs_no_second_look(app: Flask) -> None:
    """A request with a token is not sent by a browser before a preflight allowed it."""
    table = Table(app, REEF_OPENING)
    act = {"type": "place_cubes", "seat": "red", "region": "north", "count": 1}
    assert table.post("/actions", act, "scribe", Origin=PAGE).status_code == 201


def test_every_method_and_header_of_the_document_may_be_sent(app: Flask) -> None:
    document = answered(app.test_client().get("/v1/openapi.json")).json
    sent, methods = set(), set()
    for path, item in document["paths"].items():
        for method in item.keys() - {"parameters"}:
            methods.add(method.upper())
            named = operation_parameters(document, path, method)
            sent |= {one["name"] for one in named if one["in"] == "header"}
    assert methods <= set(METHODS)
    assert sent <= set(SENT)
    assert {"If-Match", "Tablelog-Tokens", "Last-Event-ID"} <= sent


def test_options_without_a_page_are_answered_as_ever(make_app: MakeApp) -> None:
    client = make_app(origins=(PAGE,)).test_client()
    answer = client.options("/v1/games")
    assert answer.status_code == 200
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (" HTTPS://Play.Example.org ", PAGE),
        (f"{PAGE}:443", PAGE),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        (f"{PAGE}:80", f"{PAGE}:80"),
        ("http://[::1]:5173", "http://[::1]:5173"),
        ("capacitor://localhost", "capacitor://localhost"),
        ("*", "*"),
    ],
)
def test_an_origin_is_meant_as_browsers_write_it(written: str, meant: str) -> None:
    assert network.listed_origins(written) == meant


@pytest.mark.parametrize(
    "origin",
    [
        "play.example.org",
        f"{PAGE}/",
        f"{PAGE}/page",
        "https://*.example.org",
        "null",
        "https://",
        "//a",
        f"{PAGE}:65536",
    ],
)
def test_a_faulty_origin_is_told_of_at_the_start(
    origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))
    monkeypatch.setenv("TABLELOG_PORT", "zero")
    monkeypatch.setenv("TABLELOG_ORIGINS", f"{PAGE}, {origin}")
    with pytest.raises(FaultySettings, match="TABLELOG_ORIGINS") as told_at_once:
        read_settings()
    assert "TABLELOG_PORT" in str(told_at_once.value)
    monkeypatch.delenv("TABLELOG_PORT")
    monkeypatch.setenv("TABLELOG_ORIGINS", f" {PAGE}:443 ,, {OTHER}")
    assert read_settings().origins == (PAGE, OTHER)
