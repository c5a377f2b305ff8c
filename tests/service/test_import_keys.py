"""Who imports a session owns it: the key of an import gives its tokens again to nobody else."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from replays.databases import make_engine
from replays.event_store import EventStore, Unavailable
from replays.imports import import_file
from replays.portable import read
from service.app import create_app
from tests.service.conftest import GAMES, REEF_OPENING, MakeApp, Table, place, problem, settings_at
from tests.test_migrations import made_by_0_1_0

KEY = "5f0e1c9a-import-of-the-league"


@pytest.fixture
def there(make_app: MakeApp, log_url: str, tables_url: str) -> Flask:
    """The service that sessions are brought to."""
    return make_app(log_url=log_url, tables_url=tables_url)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A session of another service."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    app = create_app(settings_at(folder), GAMES)
    yield Table(app, REEF_OPENING).acted(place("red"))
    app.extensions["tablelog"].close()


def bring(app: Flask, data: bytes, key: str | None = KEY, token: str | None = None) -> TestResponse:
    headers = {} if key is None else {"Idempotency-Key": key}
    headers |= {} if token is None else {"Authorization": f"Bearer {token}"}
    return app.test_client().post(
        "/v1/imports", data=data, content_type="application/x-ndjson", headers=headers
    )


def item(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code == 201, answer.text
    (found,) = answer.json["items"]
    return dict(found)


def test_an_import_repeated_with_its_key_gives_its_tokens_again(there: Flask, table: Table) -> None:
    file = table.get("/export").data
    first, again = item(bring(there, file)), item(bring(there, file))
    assert (first["status"], again["status"]) == ("imported", "already_there")
    assert set(first["tokens"]) == {"owner", "scribe", "seat:red", "seat:blue", "spectator"}
    assert again["tokens"] == first["tokens"]


def test_nobody_else_is_ever_given_tokens(there: Flask, table: Table) -> None:
    file = table.get("/export").data
    item(bring(there, file))
    assert "tokens" not in item(bring(there, file, None))
    assert "tokens" not in item(bring(there, file, "another-key-of-somebody"))
    for other in (file + b"\n", gzip.compress(file), b"not a file"):
        answer = bring(there, other)
        problem(answer, 422, "action-id-reused")
        assert "tokens" not in answer.text
    problem(bring(there, file, KEY, table.tokens["owner"]), 422, "action-id-reused")


def test_who_knows_the_key_alone_learns_nothing(there: Flask, table: Table) -> None:
    file = table.get("/export").data
    item(bring(there, file))
    longer = table.acted(place("blue")).get("/export").data
    problem(bring(there, longer), 422, "action-id-reused")
    problem(bring(there, longer, None), 422, "invalid-file")


def test_a_key_that_could_be_guessed_is_refused(there: Flask, table: Table) -> None:
    for key in ("i-1", "1", "fifteen-signs-x", "two words of some length", "x" * 65):
        problem(bring(there, table.get("/export").data, key), 400, "malformed-header")
    assert there.extensions["tablelog"].store.position() == 0


def test_an_import_without_a_key_gives_its_tokens_once(there: Flask, table: Table) -> None:
    file = table.get("/export").data
    assert "tokens" in item(bring(there, file, None))
    assert "tokens" not in item(bring(there, file, None))
    assert "tokens" not in item(bring(there, file))


def test_revoked_tokens_are_not_given_again(there: Flask, table: Table) -> None:
    file = table.get("/export").data
    tokens = item(bring(there, file))["tokens"]
    answer = there.test_client().post(
        f"{table.url}/tokens",
        json={"holders": ["owner", "seat:red"]},
        headers={"Authorization": f"Bearer {tokens['owner']}"},
    )
    assert answer.status_code == 201
    again = item(bring(there, file))["tokens"]
    assert set(again) == {"scribe", "seat:blue", "spectator"}


def test_sessions_that_the_operator_imported_have_no_owner(there: Flask, table: Table) -> None:
    found, file = there.extensions["tablelog"], table.get("/export").data
    import_file(found.store, found.library, read(file), lambda components: None)
    assert "tokens" not in item(bring(there, file))
    assert "tokens" not in item(bring(there, file))


def test_a_session_that_was_opened_here_is_given_to_nobody(there: Flask) -> None:
    own = Table(there, REEF_OPENING)
    file = own.get("/export").data
    assert "tokens" not in item(bring(there, file))
    assert "tokens" not in item(bring(there, file))


def test_a_session_whose_log_was_lost_stays_its_owners_when_others_import_it(
    there: Flask,
    table: Table,
    make_app: MakeApp,
    tables_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The operator goes on without a lost log: who has a copy of a session is not its owner for that."""
    monkeypatch.setattr("service.bootstrap.check_at_start", lambda *_: ())
    file = table.get("/export").data
    lost = Table(there, REEF_OPENING).get("/export").data
    tokens = item(bring(there, file))["tokens"]
    anew = make_app(log_url=f"sqlite:///{tmp_path}/anew.db", tables_url=tables_url)
    for brought, key in ((lost, "another-key-of-somebody"), (file, None)):
        answer = item(bring(anew, brought, key))
        assert answer["status"] == "imported"
        assert "tokens" not in answer
    assert item(bring(anew, file))["tokens"] == tokens


def test_one_key_brings_many_sessions_and_goes_on_with_the_rest(there: Flask, table: Table) -> None:
    second = Table(table.app, REEF_OPENING)
    files = table.get("/export").data + b"\n" + second.get("/export").data + b"\n"
    first = bring(there, files).json["items"]
    again = bring(there, files).json["items"]
    assert [one["tokens"] for one in again] == [one["tokens"] for one in first]
    assert first[0]["tokens"]["owner"] != first[1]["tokens"]["owner"]


def test_a_refused_session_is_claimed_by_nobody(there: Flask, table: Table) -> None:
    """Who sends a forged file of a session's id is no owner of the session once it comes."""
    file = table.get("/export").data
    forged = file.replace(b'"north"', b'"south"')
    problem(bring(there, forged, "the-key-of-a-forger"), 422, "invalid-file")
    assert "tokens" in item(bring(there, file, None))
    for body in (file, forged):
        assert "tokens" not in bring(there, body, "the-key-of-a-forger").text


def test_who_was_cut_off_before_the_answer_gets_the_tokens_by_repeating(
    there: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has the session and nothing was told yet: a kill there must leave no session without owner."""
    append, file = EventStore.append, table.get("/export").data

    def killed(store: EventStore, *given: Any) -> int:
        append(store, *given)
        raise Unavailable("killed")

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "append", killed)
        problem(bring(there, file), 503, "unavailable")
    assert "tokens" not in item(bring(there, file, "another-key-of-somebody"))
    assert "tokens" not in item(bring(there, file, None))
    assert "owner" in item(bring(there, file))["tokens"]


def test_two_who_were_cut_off_at_once_are_not_told_apart_and_get_nothing(
    there: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = table.get("/export").data

    def gone(store: EventStore, *given: Any) -> int:
        raise Unavailable("gone")

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "append", gone)
        problem(bring(there, file), 503, "unavailable")
        problem(bring(there, file, "another-key-of-somebody"), 503, "unavailable")
    found = there.extensions["tablelog"]
    import_file(found.store, found.library, read(file), lambda components: None)
    for key in (KEY, "another-key-of-somebody", None):
        assert "tokens" not in item(bring(there, file, key))


def test_of_many_who_bring_a_session_at_once_one_owns_it(there: Flask, table: Table) -> None:
    file = table.get("/export").data
    keys = [f"{KEY}-{place % 3}" for place in range(9)] + [None] * 3
    answers: list[tuple[str | None, dict[str, Any]]] = []
    gate = threading.Barrier(len(keys))

    def send(key: str | None) -> None:
        gate.wait()
        answers.append((key, item(bring(there, file, key))))

    threads = [threading.Thread(target=send, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    given = [key for key, answer in answers if "tokens" in answer]
    assert given
    assert len(set(given)) == 1
    assert given[0] is not None or len(given) == 1
    for key in {key for key in keys if key is not None}:
        assert ("tokens" in item(bring(there, file, key))) == (key == given[0])


def test_keys_that_an_older_version_kept_give_no_tokens(
    make_app: MakeApp, log_url: str, tables_url: str, table: Table
) -> None:
    """It bound them to no file, and took short ones."""
    tables = make_engine(tables_url)
    if tables.dialect.name == "postgresql":
        with tables.begin() as connection:
            connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            connection.execute(sa.text("CREATE SCHEMA public"))
    made_by_0_1_0(tables, "tables")
    with tables.begin() as connection:
        kept = {"session": table.id, "key": KEY}
        connection.execute(sa.text("INSERT INTO imports VALUES (:session, :key)"), kept)
    tables.dispose()
    there = make_app(log_url=log_url, tables_url=tables_url)
    found, file = there.extensions["tablelog"], table.get("/export").data
    import_file(found.store, found.library, read(file), lambda components: None)
    assert "tokens" not in item(bring(there, file))


def test_an_owners_token_lets_a_longer_log_continue_with_a_key(there: Flask, table: Table) -> None:
    owner = item(bring(there, table.get("/export").data))["tokens"]["owner"]
    longer = table.acted(place("blue")).get("/export").data
    answers = [bring(there, longer, "the-key-of-the-second-part", owner) for _ in range(2)]
    assert [item(answer)["status"] for answer in answers] == ["continued", "already_there"]
    assert all("tokens" in item(answer) for answer in answers)


def test_what_is_imported_is_a_client_without_a_key(client: FlaskClient, table: Table) -> None:
    answer = client.post("/v1/imports", data=table.get("/export").data, content_type="application/json")
    assert "tokens" in item(answer)


def test_a_token_that_was_revoked_gets_no_tokens_of_what_it_brought(there: Flask, table: Table) -> None:
    file, other = table.get("/export").data, Table(there, REEF_OPENING)
    stolen = other.tokens["owner"]
    again = item(bring(there, file, token=stolen))
    asked = {"data": file, "content_type": "application/x-ndjson"}
    held = {"Authorization": f"Bearer {stolen}"}
    later = held | {"Prefer": "respond-async", "Idempotency-Key": KEY}
    piece = there.test_client().post("/v1/imports", **asked, headers=later).headers["Location"]
    other.post("/tokens", {"holders": ["owner"]}, "owner", None)
    for answer in (
        bring(there, file, token=stolen),
        there.test_client().get(piece, headers=held),
        there.test_client().get(f"{piece}/result", headers=held),
    ):
        problem(answer, 401, "bad-token")
        assert again["tokens"]["owner"] not in answer.text
