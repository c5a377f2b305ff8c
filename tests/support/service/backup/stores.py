"""What the drills record, and what they find in the stores."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from replays.audit import audit_session
from replays.databases import make_engine
from replays.event_store import EventStore, LogRow
from replays.library import Library
from service.app import create_app
from service.sessions.register_tables import METADATA
from service.settings import Settings
from tests.service.conftest import Table

KEY = "a key of the tests"
OPENING: dict[str, Any] = {
    "game": "time_of_chaos",
    "component_set": "demo",
    "chance": "drawn",
    "may_declare": True,
    "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
}
FIRST = [{"type": "lay_out_tiles"}, {"type": "deal_displays"}]
NEXT = [
    {"type": "choose_first_player", "first_player": "red"},
    {"type": "place_pawn", "seat": "blue", "tile": "present:A"},
    {"type": "place_pawn", "seat": "red", "tile": "present:B"},
    {"type": "send_disorder", "seat": "red"},
]


def keyless(settings: Settings) -> Settings:
    """As commands read them when the key is in the home."""
    return dataclasses.replace(settings, secret_key="")


def log_of(settings: Settings) -> list[LogRow]:
    store = EventStore.open(settings.log_url)
    try:
        with store.whole() as log:
            return list(log.rows)
    finally:
        store.close()


def registers_of(settings: Settings) -> dict[str, list[Any]]:
    engine = make_engine(settings.tables_url)
    try:
        with engine.connect() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
                for table in METADATA.sorted_tables
            }
    finally:
        engine.dispose()


def must_be_playable(settings: Settings, known: dict[str, Table]) -> None:
    """Every restored session audits, and takes the next draw."""
    rows = log_of(settings)
    app = create_app(dataclasses.replace(settings, secret_key=KEY))
    try:
        store = app.extensions["tablelog"].store
        client = app.test_client()
        sessions = {row.session for row in rows}
        assert sessions
        for session in sessions:
            assert audit_session(list(store.read(session)), Library(), session).passed
            headers = {"Authorization": f"Bearer {known[session].tokens['scribe']}", "If-Match": "*"}
            count = len(list(store.read(session)))
            for action in FIRST[count - 1 :]:
                answer = client.post(f"/v1/sessions/{session}/actions", json=action, headers=headers)
                assert answer.status_code == 201, answer.text
    finally:
        app.extensions["tablelog"].close()
