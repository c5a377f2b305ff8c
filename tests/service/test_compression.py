"""Compression: gzip for JSON and lines of JSON from 1 KiB, for who accepts it; never tokens."""

from __future__ import annotations

import gzip
import json
import zlib
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.http import middleware
from tests.service.conftest import GAMES, REEF_OPENING, Table, place, settings_at
from tests.support.service.answers import Answer, answered

NDJSON = "application/x-ndjson"


@pytest.fixture
def long(app: Flask) -> Table:
    """A session with a log of some length."""
    table = Table(app, REEF_OPENING | {"options": {"rounds": 200}})
    table.act([place(("red", "blue")[turn % 2]) for turn in range(100)])
    return table


def is_compressed(answer: Answer) -> bool:
    return answer.headers.get("Content-Encoding") == "gzip"


def sends_both_in(answer: Answer) -> bool:
    return "Accept-Encoding" in answer.headers["Vary"]


def test_json_is_the_same_compressed(long: Table) -> None:
    plain, packed = long.get("/entries"), long.get("/entries", Accept_Encoding="gzip")
    assert not is_compressed(plain)
    assert is_compressed(packed)
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) == int(packed.headers["Content-Length"]) < len(plain.data) / 4
    assert sends_both_in(plain)
    assert packed.headers["Vary"] == plain.headers["Vary"]
    assert "Authorization" in packed.headers["Vary"]
    assert packed.headers["Cache-Control"] == plain.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [
        ("gzip", True),
        ("GZIP, deflate, br", True),
        ("*", True),
        ("gzip;q=0.001", True),
        ("identity;q=0.5, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("identity, gzip;q=0.5", False),
        ("br, deflate", False),
        ("", False),
    ],
)
def test_who_accepts_gzip_says_how_much(long: Table, accepted: str, wanted: bool) -> None:
    assert is_compressed(long.get("/entries", Accept_Encoding=accepted)) is wanted


def test_how_long_a_compressed_answer_is_tells_nothing_fine(long: Table) -> None:
    """The name of a file stands behind the ten bytes of the head, up to a zero."""

    def name(path: str) -> bytes:
        return long.get(path, Accept_Encoding="gzip").data[10:].partition(b"\0")[0]

    paths = [f"?at={at}" for at in range(2, 40)]
    assert len({len(name(path)) for path in paths}) > 5
    assert [name(path) for path in paths] == [name(path) for path in paths]


def test_lines_are_compressed_as_they_are_made(long: Table) -> None:
    plain = long.get("/entries", Accept=NDJSON)
    packed = long.get("/entries", Accept=NDJSON, Accept_Encoding="gzip")
    assert is_compressed(packed)
    assert "Content-Length" not in packed.headers
    assert gzip.decompress(packed.data) == plain.data
    assert sends_both_in(plain)
    assert "private" in plain.headers["Cache-Control"]


def test_a_long_log_is_sent_before_it_is_read_to_its_end(
    long: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = long.app.extensions["tablelog"].handler
    read: list[int] = []

    def endless(session: Any, first: int, last: int) -> Any:
        written = list(type(handler).written(handler, session, first, last))
        while True:
            read.append(1)
            yield from written

    monkeypatch.setattr(handler, "written", endless)
    headers = long.headers("owner", Accept=NDJSON, Accept_Encoding="gzip")
    answer = long.client.get(long.url + "/entries", headers=headers, buffered=False)
    unpacked = zlib.decompressobj(31)
    text = b"".join(unpacked.decompress(piece) for piece in islice(answer.iter_encoded(), 4))
    answer.close()
    assert json.loads(text.splitlines()[0])["number"] == 1
    assert len(read) < 200


def test_small_answers_are_sent_as_they_are(reef: Table) -> None:
    small = reef.get("/offers?seat=blue", Accept_Encoding="gzip")
    assert len(small.data) < middleware.FROM_BYTES
    assert not is_compressed(small)
    assert sends_both_in(small)


def test_problems_are_compressed_from_the_same_length(long: Table) -> None:
    stale = long.act(place("red"), if_match='"1"', Accept_Encoding="gzip")
    assert stale.status_code == 412
    assert is_compressed(stale)
    assert stale.content_type == "application/problem+json"
    assert json.loads(gzip.decompress(stale.data))["version"] == 101
    assert stale.headers["ETag"] == f"W/{long.tag}"


def test_a_tag_of_what_came_compressed_is_as_good(long: Table) -> None:
    strong = long.get("/entries").headers["ETag"]
    weak = long.get("/entries", Accept_Encoding="gzip").headers["ETag"]
    assert (strong, weak) == (long.tag, f"W/{long.tag}")
    for sent in (strong, weak):
        for accepted in ("gzip", "identity"):
            unchanged = long.get("/entries", If_None_Match=sent, Accept_Encoding=accepted)
            assert unchanged.status_code == 304
            assert unchanged.headers["ETag"] == sent
            assert not unchanged.data
            assert not is_compressed(unchanged)
            assert sends_both_in(unchanged)
    assert long.act(place("red"), if_match=weak).status_code == 201
    assert long.act(place("blue"), if_match=weak).status_code == 412


def test_a_head_is_that_of_the_answer(long: Table) -> None:
    for accept in ("application/json", NDJSON):
        headers = long.headers("owner", Accept=accept, Accept_Encoding="gzip")
        head = answered(long.client.head(long.url + "/entries", headers=headers))
        body = answered(long.client.get(long.url + "/entries", headers=headers))
        assert is_compressed(head)
        assert not head.data
        for name in ("Content-Length", "Content-Type", "ETag", "Vary", "Cache-Control"):
            assert head.headers.get(name) == body.headers.get(name)


def test_answers_with_tokens_are_never_compressed(
    reef: Table, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "FROM_BYTES", 1)
    assert is_compressed(reef.get(Accept_Encoding="gzip"))
    accepting = {"Accept-Encoding": "gzip"}
    other = create_app(settings_at(tmp_path_factory.mktemp("other")), GAMES)
    file = reef.get("/export").data
    headers = accepting | {"Content-Type": "application/json"}
    telling = {
        "opening": reef.client.post("/v1/sessions", json=REEF_OPENING, headers=accepting),
        "fork": reef.post("/forks", {}, if_match=None, Accept_Encoding="gzip"),
        "revocation": reef.post("/tokens", {}, "owner", if_match=None, Accept_Encoding="gzip"),
        "import": other.test_client().post("/v1/imports", data=file, headers=headers),
    }
    other.extensions["tablelog"].close()
    for name, answer in telling.items():
        assert answer.status_code == 201, name
        assert b'"tokens":{"' in answer.data, name
        assert answer.headers["Cache-Control"] == "private, no-store, no-transform", name
        assert "Content-Encoding" not in answer.headers, name


def test_what_the_document_says_of_the_api_is_compressed(app: Flask) -> None:
    answer = answered(app.test_client().get("/v1/openapi.json", headers={"Accept-Encoding": "gzip"}))
    assert is_compressed(answer)
    assert json.loads(gzip.decompress(answer.data))["openapi"] == "3.1.0"


def test_a_stream_is_never_compressed(reef: Table) -> None:
    headers = reef.headers("owner", Accept_Encoding="gzip")
    answer = reef.client.get(reef.url + "/stream", headers=headers, buffered=False)
    assert next(iter(answer.iter_encoded())).startswith(b"retry:")
    assert "Content-Encoding" not in answer.headers
    answer.close()
