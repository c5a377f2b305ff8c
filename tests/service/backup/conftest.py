"""Where Tablelog records, where it is restored, and a small backup."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.backups.backup import back_up
from service.sessions.tokens import SECRET_FILE
from service.settings import Settings
from tests.service.conftest import Table, recorded, settings_at
from tests.support.service.backup.stores import FIRST, KEY, OPENING, keyless


@pytest.fixture
def here(tmp_path: Path, log_url: str, tables_url: str) -> Settings:
    """Where Tablelog records: on SQLite and on PostgreSQL, its key in its home."""
    home = tmp_path / "here"
    home.mkdir()
    (home / SECRET_FILE).write_text(KEY)
    if log_url.startswith("sqlite"):
        return settings_at(home)
    return settings_at(home, log_url, tables_url)


@pytest.fixture
def app(here: Settings) -> Iterator[Flask]:
    """Tablelog, recording."""
    app = create_app(here)
    yield app
    app.extensions["tablelog"].close()


@pytest.fixture
def tables(app: Flask) -> list[Table]:
    """A drawn session that is open, one that is closed, one whose seats have new tokens; with names."""
    opened, closed, revoked = (Table(app, OPENING | {"labels": {"red": "the host"}}) for _ in range(3))
    for table in (opened, closed, revoked):
        for action in FIRST:
            table.acted(action)
    assert closed.post("/close", {"outcome": "abandoned"}).status_code == 201
    asked = {"holders": ["seat:red"]}
    assert (
        revoked.post("/tokens", asked, "owner", None, Idempotency_Key="new-phone-8f3a9c51d2").status_code
        == 201
    )
    return [opened, closed, revoked]


@pytest.fixture(params=["sqlite", "postgresql"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Where Tablelog is to be restored: nothing is there yet."""
    home = tmp_path / "there"
    if request.param == "sqlite":
        yield keyless(settings_at(home))
        return
    server = request.getfixturevalue("postgresql_server")
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = server.replace("/postgres?", f"/{name}?")
    yield keyless(settings_at(home, url, url))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A backup of a small store on SQLite."""
    home = tmp_path / "here"
    home.mkdir()
    (home / SECRET_FILE).write_text(KEY)
    app = create_app(settings_at(home))
    opening, *actions = recorded("demo-2p-001")
    Table(app, opening).acted(*actions[:4])
    Table(app, OPENING).acted(*FIRST)
    app.extensions["tablelog"].close()
    back_up(keyless(settings_at(home)), tmp_path / "kept")
    return tmp_path / "kept"
