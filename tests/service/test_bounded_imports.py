"""What an import may take is bounded by settings, however many files are sent and whatever they hold."""

from __future__ import annotations

import gc
import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask.testing import FlaskClient

from replays.databases import make_engine
from replays.portable import PortableSession
from service.api import imports, replays
from service.api import imports as api
from service.bootstrap import WAITING
from service.jobs.handlers import MOST_RATIO, MOST_REFUSED
from service.jobs.queue import CHUNKS, RESULT
from service.support.concurrency import ConcurrencyLimit
from tests.service.conftest import MakeApp, Table, place, problem

LINES = "application/x-ndjson"


def send(client: FlaskClient, data: bytes, content_type: str = "application/gzip") -> Any:
    return client.post("/v1/imports", data=data, content_type=content_type)


def foreign(reef: Table) -> bytes:
    """A sound file but for its game, so that each time it is refused by itself."""
    file: dict[str, Any] = json.loads(reef.get("/export").data)
    return json.dumps(file | {"game": "chess"}).encode() + b"\n"


@pytest.mark.parametrize("filling", [b"[],", b" ", b'"ab",', b"\n"])
def test_a_gzip_that_unpacks_to_more_than_sessions_do_is_refused(client: FlaskClient, filling: bytes) -> None:
    bomb = gzip.compress(b'{"a":[' + filling * (10_000_000 // len(filling)))
    assert len(bomb) * MOST_RATIO < 10_000_000
    body = problem(send(client, bomb), 422, "invalid-file")
    assert f"more than {MOST_RATIO} times its length: send it unpacked" in body["detail"]


def test_a_small_file_may_be_packed_as_well_as_it_can_be(reef: Table) -> None:
    padded = reef.get("/export").data + b" " * 900_000
    packed = gzip.compress(padded)
    assert len(padded) > MOST_RATIO * len(packed)
    assert send(reef.client, packed).json["items"][0]["status"] == "already_there"


@pytest.mark.parametrize(
    ("inner", "told"),
    [(b"[" * 400 + b"]" * 400, "levels deep"), (b"[" + b"[]," * 300_000 + b"0]", "too many values")],
)
def test_a_session_that_is_too_deep_or_too_dense_is_refused_unread(
    reef: Table, inner: bytes, told: str
) -> None:
    file = reef.get("/export").data.replace(b'"document":{', b'"document":{"extra":' + inner + b",", 1)
    for data in (file, json.dumps(json.loads(file), indent=1).encode()):
        assert told in problem(send(reef.client, data, LINES), 422, "invalid-file")["detail"]


def test_a_session_that_is_too_long_for_one_is_named_by_its_line(reef: Table, make_app: MakeApp) -> None:
    short = reef.get("/export").data
    reef.acted(place("red"), place("blue"))
    client = make_app(import_session_bytes=len(short) + 10).test_client()
    items = send(client, short + b"\n" + reef.get("/export").data, LINES).json["items"]
    assert [item["status"] for item in items] == ["already_there", "refused"]
    assert items[1]["detail"].startswith("line 2: it is longer than")


def test_a_file_of_nothing_but_refused_sessions_is_not_read_to_its_end(reef: Table) -> None:
    body = problem(send(reef.client, foreign(reef) * 3 * MOST_REFUSED, LINES), 422, "invalid-file")
    assert f"{MOST_REFUSED} sessions were refused" in body["detail"]
    assert len(body["items"]) == MOST_REFUSED + 1


def test_what_was_refused_is_not_kept(reef: Table) -> None:
    """An exception that a variable on its way keeps would keep all of that way, until a collection."""
    file = foreign(reef)
    gc.collect()
    gc.disable()
    try:
        for data in (file, file * 3, file + b"{}", file + b"[" * 1_000):
            problem(send(reef.client, data, LINES), 422, "invalid-file")
        assert not [found for found in gc.get_objects() if isinstance(found, PortableSession)]
    finally:
        gc.enable()


def test_a_file_leaves_nothing_in_the_home(reef: Table, tmp_path: Path) -> None:
    def names() -> set[str]:
        return {path.name for path in tmp_path.iterdir()}

    before = names()
    send(reef.client, reef.get("/export").data + b" " * 1_000_000, LINES)
    send(reef.client, b"{" * 1_000_000, LINES)
    assert names() == before
    with make_engine(f"sqlite:///{tmp_path}/tables.db").connect() as connection:
        parts = connection.scalars(sa.select(CHUNKS.c.part)).all()
    assert set(parts) == {RESULT}


@contextmanager
def all_places_of(limit: ConcurrencyLimit) -> Iterator[None]:
    with ExitStack() as held:
        for _ in range(1 + WAITING):
            held.enter_context(limit.place())
        yield


def test_who_finds_all_places_taken_comes_again_and_the_table_goes_on(reef: Table) -> None:
    file = reef.get("/export").data
    with all_places_of(reef.app.extensions["tablelog"].imports):
        answer = send(reef.client, file, LINES)
        problem(answer, 503, "unavailable")
        assert answer.headers["Retry-After"] == "5"
        assert reef.act(place("red")).status_code == 201
        assert reef.get("/export").status_code == 200
    assert send(reef.client, file, LINES).json["items"][0]["status"] == "already_there"


def test_an_import_waits_for_the_one_before(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    limit, file = reef.app.extensions["tablelog"].imports, reef.get("/export").data
    begun, asked, may_end = threading.Event(), threading.Event(), threading.Event()
    order, run, store_now = [], limit.run, imports.store_now

    def long_work() -> None:
        begun.set()
        assert may_end.wait(60)
        order.append("before")

    def asking(work: Any) -> Any:
        asked.set()
        return run(work)

    def importing(*given: Any) -> Any:
        order.append("after")
        return store_now(*given)

    monkeypatch.setattr(api, "store_now", importing)
    monkeypatch.setattr(limit, "run", asking)
    before = threading.Thread(target=run, args=(long_work,))
    before.start()
    assert begun.wait(60)
    after = threading.Thread(target=send, args=(reef.app.test_client(), file, LINES))
    after.start()
    assert asked.wait(60)
    assert reef.act(place("red")).status_code == 201
    may_end.set()
    before.join()
    after.join()
    assert order == ["before", "after"]


def test_forking_a_long_session_is_limited(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask() -> Any:
        return reef.post("/forks", {}, if_match=None)

    with all_places_of(reef.app.extensions["tablelog"].forks):
        assert ask().status_code == 201
        monkeypatch.setattr(replays, "LONG_ENTRIES", 1)
        problem(ask(), 503, "unavailable")
    assert ask().status_code == 201


def test_a_body_of_too_many_values_is_refused(reef: Table) -> None:
    headers = reef.headers("scribe", If_Match="*")
    data = b'{"type": "place_cubes", "more": [' + b"{}," * 300_000 + b"0]}"
    answer = reef.client.post(
        reef.url + "/actions", data=data, content_type="application/json", headers=headers
    )
    problem(answer, 413, "too-large")


def test_a_set_of_nothing_but_too_large_numbers_is_refused_in_few_words(client: FlaskClient) -> None:
    document = {"many": [1_001] * 50_000}
    answer = client.post("/v1/component-sets", json={"game": "reef", "document": document})
    problem(answer, 422, "invalid-component-set")
    assert len(answer.data) < 50_000
