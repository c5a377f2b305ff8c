"""A database that failed over to a standby, or was restored, may have lost its newest entries.

What the service knew of them is gone as well: nothing is recorded on them, and streams begin again.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from replays.audit import audit_session
from replays.log_tables import entries_of, log_engine
from service.bootstrap import Services
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place

NDJSON = "application/x-ndjson"


def services_of(app: Flask) -> Services:
    found: Services = app.extensions["tablelog"]
    return found


def lose(app: Flask, after: int) -> None:
    """The log loses its entries after this one, as a standby that was behind has never had them."""
    engine = log_engine(services_of(app).settings.log_url)
    rows = entries_of(engine)
    with engine.begin() as connection:
        connection.execute(rows.delete().where(rows.c.originator_version > after))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def urls(request: pytest.FixtureRequest) -> dict[str, str]:
    if request.param == "sqlite":
        return {}
    url = request.getfixturevalue("postgresql_url")
    return {"log_url": url, "tables_url": url}


@pytest.fixture
def app(make_app: MakeApp, urls: dict[str, str]) -> Flask:
    return make_app(**urls)


def seen_by(app: Flask, table: Table) -> Table:
    """The same session as another web process of the service sees it."""
    other = object.__new__(Table)
    other.app, other.client, other.opened = app, app.test_client(), table.opened
    other.id, other.url, other.tokens = table.id, table.url, table.tokens
    return other


def must_be_whole(app: Flask, table: Table) -> None:
    found = services_of(app)
    assert not audit_session(list(found.store.read(table.id)), found.library, table.id).findings


def test_a_lost_entry_is_shown_to_nobody_and_recording_goes_on(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted(place("red"), place("blue"))
    version = table.version
    lose(app, version - 1)
    assert table.get("").json["version"] == version - 1
    assert table.act(place("blue", 2)).status_code == 201
    assert table.version == version
    must_be_whole(app, table)


def test_nothing_follows_an_entry_that_another_one_replaced(
    make_app: MakeApp, app: Flask, urls: dict[str, str]
) -> None:
    table = Table(app, REEF_OPENING).acted(place("red"), place("blue"))
    lose(app, table.version - 1)
    elsewhere = seen_by(make_app(**urls), table)
    assert elsewhere.act(place("blue", 2)).status_code == 201
    assert table.act(place("red", 2), if_match="*").status_code == 201
    assert table.version == elsewhere.version == 4
    must_be_whole(app, table)


def test_an_open_stream_begins_again(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted(place("red"), place("blue"))
    sent = table.headers("owner", Accept=NDJSON)
    answer = table.client.get(f"{table.url}/stream", headers=sent, buffered=False)
    lines = (json.loads(line) for line in answer.iter_encoded() if line.strip())

    def events(count: int) -> list[tuple[str, Any]]:
        return [(line["event"], line["id"]) for line in islice(lines, count)]

    try:
        assert events(1) == [("state", 3)]
        lose(app, 2)
        assert table.act(place("blue", 2), if_match="*").status_code == 201
        assert events(2) == [("reset", 3), ("state", 3)]
        assert table.act(place("red", 2), if_match="*").status_code == 201
        assert events(1) == [("entry", 4)]
    finally:
        answer.close()


def test_recording_goes_on_after_an_entry_that_was_edited_by_hand_into_a_text(make_app: MakeApp) -> None:
    table = Table(make_app(), REEF_OPENING).acted(place("red"))
    engine = log_engine(services_of(table.app).settings.log_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE stored_events SET state = CAST(state AS TEXT)")
    engine.dispose()
    assert table.act(place("blue")).status_code == 201
