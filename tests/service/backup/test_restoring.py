"""Restore drills: everything that was recorded comes back, on the same kind of database or the other."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask

from replays import backup as files
from replays.databases import make_engine
from replays.event_store import LogRow
from service.app import create_app
from service.backups import restore as restoring
from service.backups.backup import back_up
from service.backups.restore import CannotRestore, restore
from service.backups.verify import check
from service.sessions.register_tables import METADATA
from service.sessions.registers import Registers
from service.sessions.tokens import SECRET_FILE
from service.sessions.webhooks import RESTORED
from service.settings import Settings
from tests.service.conftest import Table, settings_at
from tests.service.test_statistics import follow
from tests.support.service.backup.stores import FIRST, KEY, NEXT, OPENING, keyless, log_of, registers_of
from workers.webhooks.deliveries import due


def nothing_is_there(settings: Settings) -> bool:
    """No home, no draft beside it, no row in the database."""
    beside = [path.name for path in settings.home.parent.iterdir() if settings.home.name in path.name]
    if settings.log_url.startswith("sqlite"):
        return not beside
    with psycopg.connect(settings.log_url) as connection:
        rows = [
            connection.execute(f"SELECT count(*) FROM {name}").fetchone()
            for (name,) in connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY(%s)",
                (["stored_events", *METADATA.tables],),
            ).fetchall()
        ]
    return not beside and not any(row and row[0] for row in rows)


def test_everything_comes_back_byte_for_byte(
    here: Settings, there: Settings, tables: list[Table], tmp_path: Path
) -> None:
    manifest = back_up(keyless(here), tmp_path / "kept")
    assert check(tmp_path / "kept").sound
    assert restore(there, tmp_path / "kept") == manifest
    assert log_of(there) == log_of(here)
    assert registers_of(there) == registers_of(here)
    assert len(registers_of(there)["openings"]) == 3
    assert [row[3] for row in registers_of(there)["people"]] == ["the host"] * 3
    assert (there.home / SECRET_FILE).read_text() == KEY
    assert manifest.log.sessions == 3
    assert manifest.log.entries == len(log_of(here))


def test_what_was_restored_goes_on_as_if_nothing_had_happened(
    here: Settings, there: Settings, tables: list[Table], tmp_path: Path
) -> None:
    back_up(keyless(here), tmp_path / "kept")
    restore(there, tmp_path / "kept")
    app = create_app(dataclasses.replace(there, secret_key=(there.home / SECRET_FILE).read_text()))
    try:
        client = app.test_client()
        for table in tables:
            headers = {"Authorization": f"Bearer {table.tokens['owner']}"}
            assert client.get(table.url, headers=headers).json == table.get().json
            assert client.get(f"{table.url}/audit", headers=headers).json["passed"]
        opened, _, revoked = tables
        red = {"Authorization": f"Bearer {revoked.tokens['seat:red']}"}
        assert client.get(revoked.url, headers=red).status_code in (401, 404)
        scribe = {"Authorization": f"Bearer {opened.tokens['scribe']}", "If-Match": "*"}
        for action in NEXT:
            answer = client.post(f"{opened.url}/actions", json=action, headers=scribe)
            assert answer.status_code == 201, answer.text
        owner = {"Authorization": f"Bearer {opened.tokens['owner']}", "If-Match": "*"}
        closing = client.post(f"{opened.url}/close", json={"outcome": "abandoned"}, headers=owner)
        assert closing.status_code == 201, closing.text
        audited = client.get(f"{opened.url}/audit", headers=owner).json
        assert audited["passed"]
        assert audited["drawn"]
        positions = [row.position for row in log_of(there)]
        assert len(set(positions)) == len(positions)
        assert max(positions) > max(row.position for row in log_of(here))
    finally:
        app.extensions["tablelog"].close()


def test_a_restored_webhook_waits_until_somebody_asks(
    here: Settings, there: Settings, app: Flask, tmp_path: Path
) -> None:
    """The store that the backup was made of may have told its receiver more, and may still run."""
    table = Table(app, OPENING)
    webhook = table.post("/webhooks", {"url": "https://example.org/hook"}, "owner").json
    table.acted(*FIRST)
    follow(app)
    back_up(keyless(here), tmp_path / "kept")
    restore(there, tmp_path / "kept")
    again = create_app(dataclasses.replace(there, secret_key=KEY))
    try:
        follow(again)
        now = datetime.now(UTC) + timedelta(days=1)
        assert [one.webhook for one in due(app.extensions["tablelog"].engine, now, 9)] == [webhook["id"]]
        assert due(again.extensions["tablelog"].engine, now, 9) == []
        table.client = again.test_client()
        (listed,) = table.get("/webhooks").json["items"]
        assert listed["disabled"] == RESTORED
        assert (listed["id"], listed["url"], listed["delivered"]) == (webhook["id"], webhook["url"], 1)
        assert table.post(f"/webhooks/{webhook['id']}/deliveries", {}, "owner").status_code == 202
        assert [one.webhook for one in due(again.extensions["tablelog"].engine, now, 9)] == [webhook["id"]]
    finally:
        again.extensions["tablelog"].close()


def test_a_session_that_was_damaged_before_the_backup_is_restored_as_it_is_if_asked_for(
    kept: Path, tmp_path: Path
) -> None:
    home = tmp_path / "here"
    connection = sqlite3.connect(home / "log.db")
    connection.execute("UPDATE stored_events SET state = x'ff00fe' WHERE position = 2")
    connection.commit()
    connection.close()
    settings = keyless(settings_at(home))
    back_up(settings, tmp_path / "damaged")
    found = check(tmp_path / "damaged")
    assert not found.faults
    assert any("entry 2, unreadable" in fault for fault in found.sessions)
    there = keyless(settings_at(tmp_path / "there"))
    with pytest.raises(CannotRestore, match="not valid"):
        restore(there, tmp_path / "damaged")
    restore(there, tmp_path / "damaged", damaged_sessions=True)
    assert log_of(there) == log_of(settings)


@pytest.mark.parametrize("step", ["_fill_registers", "check", "Registers", "_settle", "make_tables"])
def test_a_restore_that_is_ended_in_the_middle_leaves_nothing_half(
    kept: Path, there: Settings, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    if step == "_settle" and not there.log_url.startswith("sqlite"):
        pytest.skip("no file is settled there")

    def end(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(restoring, step, end)
        with pytest.raises(KeyboardInterrupt):
            restore(there, kept)
    assert nothing_is_there(there)
    restore(there, kept)
    assert len(log_of(there)) == 8


def test_a_restore_that_is_ended_while_the_log_is_filled_leaves_nothing_half(
    kept: Path, there: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = files.read_log
    passes = iter(range(2))

    def ending(stream: Any) -> Iterator[LogRow]:
        filling = next(passes) == 1
        for number, row in enumerate(read(stream)):
            if filling and number == 5:
                raise KeyboardInterrupt
            yield row

    with monkeypatch.context() as patched:
        patched.setattr(files, "read_log", ending)
        with pytest.raises(KeyboardInterrupt):
            restore(there, kept)
    assert nothing_is_there(there)
    restore(there, kept)
    assert len(log_of(there)) == 8


def test_a_restore_writes_over_nothing(kept: Path, there: Settings) -> None:
    restore(there, kept)
    before = log_of(there), registers_of(there)
    with pytest.raises(CannotRestore, match="not empty"):
        restore(there, kept)
    assert (log_of(there), registers_of(there)) == before


def test_a_restore_into_a_database_whose_registers_hold_something_is_refused(
    kept: Path, postgresql_url: str, tmp_path: Path
) -> None:
    there = keyless(settings_at(tmp_path / "there", postgresql_url, postgresql_url))
    engine = make_engine(postgresql_url)
    restoring.make_tables(postgresql_url)
    Registers(engine).import_begins("01890a5d-ac96-774b-bcce-b302099a8057", "a key")
    with pytest.raises(CannotRestore, match="registers are not empty"):
        restore(there, kept)
    assert log_of(there) == []
    assert not there.home.exists()
    engine.dispose()


def test_a_log_and_tables_that_live_in_other_folders_are_restored_there(kept: Path, tmp_path: Path) -> None:
    there = keyless(
        settings_at(
            tmp_path / "there",
            f"sqlite:///{tmp_path}/logs/one.db",
            f"sqlite:///{tmp_path}/tables/two.db",
        )
    )
    restore(there, kept)
    assert [path.name for path in (tmp_path / "there").iterdir()] == [SECRET_FILE]
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["one.db"]
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["two.db"]
    assert len(log_of(there)) == 8
    with pytest.raises(CannotRestore, match="already exists"):
        restore(dataclasses.replace(there, home=tmp_path / "third"), kept)
    assert not (tmp_path / "third").exists()
