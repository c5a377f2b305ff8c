"""Quotas: what one session and the store hold at most, and what can be done at the full."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from flask import Flask

from service.http import rate_limits
from service.sessions.commands import ROOM_TO_MEND, ROOM_TO_PUT_RIGHT
from service.sessions.register_tables import COMPONENT_SETS
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.service.test_recorder_tokens import given
from tests.support.service.answers import answered

ENTRIES = "TABLELOG_ENTRIES_OF_A_SESSION"
NOTES = "TABLELOG_NOTES_OF_A_SESSION"
COMPONENT_SETS_OF_ALL = "TABLELOG_COMPONENT_SET_BYTES"
ROLL = {"type": "roll_storm", "face": 1}
FACT = {"fact": "cubes_placed", "seat": "red", "region": "north", "count": 1}
CORRECTION = {"facts": [FACT], "reason": "misread"}
FULL = 4


@pytest.fixture
def full(make_app: MakeApp) -> Table:
    """A session that holds as many entries as it may."""
    table = Table(make_app(entries_of_a_session=FULL), REEF_OPENING)
    return table.acted(*[ROLL] * (FULL - 1))


def refused(answer: Any, quota: str, most: int, used: int) -> str:
    """What the refusal says, which names the quota and its figures."""
    told = problem(answer, 409, "quota")
    assert (told["quota"], told["most"], told["used"]) == (quota, most, used)
    assert quota in told["detail"], "whoever runs the service is told what to set"
    assert isinstance(told["detail"], str)
    return told["detail"]


def test_a_full_session_takes_neither_actions_nor_notes_and_says_what_goes(full: Table) -> None:
    assert full.version == FULL
    detail = refused(full.act(ROLL), ENTRIES, FULL, FULL)
    assert "close the session, and open another" in detail
    refused(full.post("/notes", {"text": "more"}, if_match=None), ENTRIES, FULL, FULL)
    refused(full.act(ROLL | {"against_rules": True, "reason": "we did"}), ENTRIES, FULL, FULL)
    refused(full.post("/actions?dry_run=true", ROLL), ENTRIES, FULL, FULL)
    assert full.version == FULL


def test_a_full_session_is_corrected_taken_back_and_closed(full: Table) -> None:
    assert full.post("/corrections", CORRECTION).status_code == 201
    assert full.post("/retractions", {"to": 2, "reason": "misread"}).status_code == 201
    refused(full.act(ROLL), ENTRIES, FULL, FULL + 2)
    assert full.post("/close", {}).status_code == 201
    problem(full.act(ROLL), 409, "session-closed")
    assert "other" in refused(full.post("/notes", {"text": "later"}), ENTRIES, FULL, FULL + 3)


def test_the_room_to_mend_ends_too_and_a_close_needs_none(full: Table) -> None:
    for number in range(ROOM_TO_MEND):
        to = full.version - 1 if number % 2 else 1
        assert full.post("/retractions", {"to": to, "reason": "again"}).status_code == 201, "undo, redo"
    used = FULL + ROOM_TO_MEND
    refused(full.post("/retractions", {"to": 1, "reason": "again"}), ENTRIES, FULL, used)
    assert "Close it" in refused(full.post("/corrections", CORRECTION), ENTRIES, FULL, used)
    assert full.post("/close", {}).status_code == 201


def test_a_list_is_recorded_whole_or_not_at_all(make_app: MakeApp) -> None:
    table = Table(make_app(entries_of_a_session=FULL), REEF_OPENING)
    refused(table.act([ROLL] * FULL), ENTRIES, FULL, FULL)
    assert table.version == 1
    assert table.act([ROLL] * (FULL - 1)).status_code == 201


def test_what_was_recorded_is_answered_again_at_the_full(make_app: MakeApp) -> None:
    table = Table(make_app(entries_of_a_session=2), REEF_OPENING)
    first = table.act(ROLL, Idempotency_Key="the-last-one")
    again = table.act(ROLL, Idempotency_Key="the-last-one")
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"


def test_refused_tries_that_the_table_is_told_of_end_at_the_full(make_app: MakeApp) -> None:
    """One note a table tells of them, whoever tries how often, and it is no note of anybody."""
    table = given(Table(make_app(entries_of_a_session=FULL, notes_of_a_session=1), REEF_OPENING), "recorder")
    for version in range(2, FULL + 1, 2):
        for _ in range(3 if version < FULL else 1):
            problem(table.act(place("blue"), "recorder"), 409, "rule")
        assert table.version == version
        if version < FULL:
            table.acted(ROLL)
    assert table.version == FULL
    refused(table.act(place("blue"), "recorder"), ENTRIES, FULL, FULL)
    assert table.version == FULL


def test_a_refusal_that_is_told_is_no_note_of_anybody(make_app: MakeApp) -> None:
    table = given(Table(make_app(notes_of_a_session=1), REEF_OPENING), "recorder")
    problem(table.act(place("blue"), "recorder"), 409, "rule")
    assert table.version == 2
    assert table.post("/notes", {"text": "one"}).status_code == 201
    refused(table.post("/notes", {"text": "two"}), NOTES, 1, 1)


def test_notes_have_a_quota_of_their_own(make_app: MakeApp) -> None:
    table = Table(make_app(notes_of_a_session=2), REEF_OPENING)
    secret = {"text": "only for red", "visible_to": ["red"]}
    assert table.post("/notes", secret, "seat:red").status_code == 201
    assert table.post("/notes", {"text": "two"}, Idempotency_Key="two").status_code == 201
    detail = refused(table.post("/notes", {"text": "three"}, "seat:blue"), NOTES, 2, 2)
    assert "everything else" in detail
    assert table.post("/notes", {"text": "two"}, Idempotency_Key="two").status_code == 201
    table.acted(ROLL)
    assert table.post("/retractions", {"to": 1, "reason": "all of it"}).status_code == 201
    refused(table.post("/notes", {"text": "three"}), NOTES, 2, 2)


def test_no_seat_uses_up_the_notes_of_the_table(make_app: MakeApp) -> None:
    """Of eight each of two seats has two, its recorder with it; scribe and owner write what is left."""
    table = given(Table(make_app(notes_of_a_session=8), REEF_OPENING), "recorder:red")
    for holder in ("seat:red", "recorder:red"):
        assert table.post("/notes", {"text": "one"}, holder).status_code == 201
    for holder in ("seat:red", "recorder:red"):
        note = table.post("/notes", {"text": "more"}, holder)
        assert "You have written 2 notes" in refused(note, NOTES, 2, 2)
    assert table.post("/notes", {"text": "one"}, "seat:blue").status_code == 201
    for holder in ("scribe", "owner", "scribe", "owner", "scribe"):
        assert table.post("/notes", {"text": "one"}, holder).status_code == 201
    refused(table.post("/notes", {"text": "more"}), NOTES, 8, 8)


def test_the_last_entries_of_a_session_are_for_scribe_and_owner(make_app: MakeApp) -> None:
    table = Table(make_app(entries_of_a_session=40), REEF_OPENING).acted(*[ROLL] * 37)
    assert "for the scribe and the owner" in refused(table.act(place("red"), "seat:red"), ENTRIES, 40, 38)
    note = table.post("/notes", {"text": "a"}, "seat:red")
    assert "for the scribe and the owner" in refused(note, ENTRIES, 40, 38)
    table.acted(ROLL, ROLL)
    assert table.version == 40


def test_refused_tries_of_one_holder_end_before_the_others_evening(make_app: MakeApp) -> None:
    table = given(Table(make_app(entries_of_a_session=40), REEF_OPENING), "recorder")
    for _ in range(2):
        problem(table.act(place("blue"), "recorder"), 409, "rule")
        table.acted(ROLL)
    told = refused(table.act(place("blue"), "recorder"), ENTRIES, 2, 2)
    assert "of your refused attempts" in told
    assert table.version == 5
    assert table.act(place("red"), "seat:red").status_code == 201


def test_notes_are_counted_in_a_log_that_is_read_anew(make_app: MakeApp) -> None:
    table = Table(make_app(notes_of_a_session=1), REEF_OPENING)
    table.post("/notes", {"text": "one"})
    later = make_app(notes_of_a_session=1).test_client()
    again = later.post(f"{table.url}/notes", json={"text": "two"}, headers=table.headers("scribe"))
    refused(answered(again), NOTES, 1, 1)


def file_of(table: Table) -> bytes:
    exported = table.get("/export")
    assert exported.status_code == 200
    return exported.data


def imported(app: Flask, data: bytes, **headers: str) -> Any:
    sent = {"data": data, "content_type": "application/x-ndjson", "headers": headers}
    return answered(app.test_client().post("/v1/imports", **sent))


@pytest.fixture
def elsewhere(make_app: MakeApp, tmp_path: Path) -> Callable[..., Flask]:
    """Makes applications over stores of their own, by name."""

    def make(name: str = "elsewhere", **more: Any) -> Flask:
        folder = tmp_path / name
        folder.mkdir()
        urls = {"log_url": f"sqlite:///{folder}/log.db", "tables_url": f"sqlite:///{folder}/tables.db"}
        return make_app(**urls, **more)

    return make


ROOM = ROOM_TO_MEND + ROOM_TO_PUT_RIGHT
"""Entries beyond the limit that a session may come to hold before its last close."""


def test_a_log_is_imported_that_could_have_been_recorded_here(
    make_app: MakeApp, elsewhere: Callable[..., Flask]
) -> None:
    table = Table(make_app(), REEF_OPENING).acted(*[ROLL] * (2 + ROOM))
    longest, one_more = file_of(table), file_of(table.acted(ROLL))
    app = elsewhere(entries_of_a_session=2)
    detail = refused(imported(app, one_more), ENTRIES, 2, 4 + ROOM)
    assert "tablelog import" in detail
    assert answered(app.test_client().get(table.url)).status_code == 404
    assert imported(app, longest).json["items"][0]["status"] == "imported"
    assert imported(elsewhere("unlimited"), one_more).status_code == 201


def test_a_long_log_that_is_here_already_is_told_so(make_app: MakeApp) -> None:
    table = Table(make_app(), REEF_OPENING).acted(*[ROLL] * (ROOM + 3))
    lowered = make_app(entries_of_a_session=2)
    assert imported(lowered, file_of(table)).json["items"][0]["status"] == "already_there"


def test_of_several_files_those_are_taken_that_fit(
    make_app: MakeApp, elsewhere: Callable[..., Flask]
) -> None:
    app = make_app()
    long = Table(app, REEF_OPENING).acted(*[ROLL] * (ROOM + 3))
    short = Table(app, REEF_OPENING)
    answer = imported(elsewhere(entries_of_a_session=2), file_of(long) + b"\n" + file_of(short) + b"\n")
    assert [item["status"] for item in answer.json["items"]] == ["refused", "imported"]
    assert ENTRIES in answer.json["items"][0]["detail"]


def edition(number: int) -> dict[str, Any]:
    return {"game": "reef", "document": {"name": "reef", "edition": number}}


def uploaded(app: Flask, number: int) -> Any:
    return answered(app.test_client().post("/v1/component-sets", json=edition(number)))


def bytes_of_one(app: Flask) -> int:
    """The bytes that one edition takes in the store."""
    assert uploaded(app, 9).status_code == 201
    engine = app.extensions["tablelog"].engine
    with engine.begin() as connection:
        (document,) = connection.scalars(sa.select(COMPONENT_SETS.c.document))
        connection.execute(sa.delete(COMPONENT_SETS))
    return len(document)


@pytest.fixture
def room_for_two(make_app: MakeApp, log_url: str, tables_url: str) -> tuple[Flask, int]:
    """An application with room for two editions, and the bytes of one. On SQLite and on PostgreSQL."""
    urls = {"log_url": log_url, "tables_url": tables_url}
    each = bytes_of_one(make_app(**urls))
    return make_app(**urls, component_set_bytes=2 * each), each


def test_component_sets_have_a_quota_together(room_for_two: tuple[Flask, int]) -> None:
    app, each = room_for_two
    assert [uploaded(app, number).status_code for number in (2, 3)] == [201, 201]
    refused(uploaded(app, 4), COMPONENT_SETS_OF_ALL, 2 * each, 2 * each)
    assert uploaded(app, 3).status_code == 200, "what is there is there"
    table = Table(app, REEF_OPENING)
    assert table.act(ROLL).status_code == 201


def test_nobody_adds_a_component_set_while_another_finds_room(
    room_for_two: tuple[Flask, int], tables_url: str
) -> None:
    app, _ = room_for_two
    tried: list[Exception] = []

    def add_meanwhile(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if "sum(" not in statement:
            return
        try:
            if tables_url.startswith("sqlite"):
                with closing(sqlite3.connect(tables_url.removeprefix("sqlite:///"), timeout=0)) as other:
                    other.execute("BEGIN IMMEDIATE")
            else:
                with psycopg.connect(tables_url) as other_one:
                    other_one.execute("LOCK TABLE component_sets IN ROW EXCLUSIVE MODE NOWAIT")
        except (sqlite3.OperationalError, psycopg.errors.LockNotAvailable) as error:
            tried.append(error)

    sa.event.listen(app.extensions["tablelog"].engine, "after_cursor_execute", add_meanwhile)
    assert uploaded(app, 2).status_code == 201
    assert len(tried) == 1, "the other one is kept waiting"


def test_a_file_brings_no_component_set_beyond_the_quota(
    make_app: MakeApp, elsewhere: Callable[..., Flask]
) -> None:
    here = make_app()
    own = uploaded(here, 2).json["hash"]
    plain, with_own = Table(here, REEF_OPENING), Table(here, REEF_OPENING | {"component_set": own})
    app = elsewhere(component_set_bytes=1)
    refused(imported(app, file_of(with_own)), COMPONENT_SETS_OF_ALL, 1, 0)
    assert answered(app.test_client().get(with_own.url)).status_code == 404
    assert imported(app, file_of(plain)).status_code == 201, "what comes with a game counts for nothing"


def test_without_quotas_nothing_is_full(make_app: MakeApp) -> None:
    table = Table(make_app(entries_of_a_session=0, notes_of_a_session=0), REEF_OPENING)
    table.acted(*[ROLL] * FULL)
    assert table.post("/notes", {"text": "more"}).status_code == 201
    assert uploaded(table.app, 2).status_code == 201


def test_openings_of_an_address_are_counted_by_the_day_too(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(seconds=60.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: clock.seconds))
    client = make_app(openings_per_minute=2, openings_per_day=3).test_client()

    def opened(address: str = "198.51.100.1") -> Any:
        return client.post("/v1/sessions", json=REEF_OPENING, environ_base={"REMOTE_ADDR": address})

    statuses = [opened().status_code for _ in range(3)]
    clock.seconds += 60
    statuses += [opened().status_code for _ in range(2)]
    assert statuses == [201, 201, 429, 201, 429], "what the minute refuses is none of the day's"
    clock.seconds += 60
    answer = opened()
    told = problem(answer, 429, "too-many-requests")
    assert "openings from one address per day" in told["detail"]
    assert int(answer.headers["Retry-After"]) == 24 * 60 * 60 - clock.seconds
    assert opened("198.51.100.2").status_code == 201
    clock.seconds = 24 * 60 * 60
    assert opened().status_code == 201
