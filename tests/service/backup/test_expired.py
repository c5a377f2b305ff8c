"""What expired, in a backup: it is told, stays away where it is restored, and nothing of it is half there."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from replays import backup as files
from replays.event_store import EventStore, LogRow
from replays.log_storage import Expired
from service.backups import backup as backing_up
from service.backups.backup import CannotBackUp, back_up
from service.backups.restore import restore
from service.backups.verify import check
from service.settings import Settings
from tests.service.conftest import Table
from tests.support.expiring import expired, removed
from tests.support.service.backup.stores import FIRST, OPENING, keyless, log_of, registers_of
from workers.follow import ProjectionRunner


def let_expire(app: Flask) -> list[Expired]:
    found = app.extensions["tablelog"]
    follower = ProjectionRunner(found.store, found.engine, found.library)
    follower.pull()
    gone = expired(found.settings.log_url, found.settings.tables_url)
    follower.pull()
    return gone


@pytest.fixture
def newest(app: Flask, tables: list[Table]) -> Table:
    """A sandbox session at the end of the log, beside others."""
    return Table(app, OPENING | {"sandbox": True}).acted(FIRST[0])


def test_what_expired_comes_back_as_that_and_no_position_is_given_twice(
    here: Settings, there: Settings, app: Flask, newest: Table, tmp_path: Path
) -> None:
    gone = let_expire(app)
    assert [one.session for one in gone] == [newest.id]
    manifest = back_up(keyless(here), tmp_path / "kept")
    assert (manifest.version, manifest.log.expired, manifest.log.position) == (2, 1, gone[0].last_position)
    assert check(tmp_path / "kept").sound
    restore(there, tmp_path / "kept")
    assert log_of(there) == log_of(here)
    assert removed(here.log_url, here.tables_url) == (newest.id,)
    assert registers_of(there) == registers_of(here), "what cannot be taken back there is not restored"
    store = EventStore.open(there.log_url)
    assert store.expired_since(0, 10) == gone
    assert store.position() == gone[0].last_position
    session = next(store.sessions())
    last = list(store.read(session))[-1]
    more = msgspec.structs.replace(last, number=last.number + 1)
    assert store.append(session, last.number + 1, [more]) > gone[0].last_position  # type: ignore[list-item]
    store.close()


def test_an_older_backup_brings_the_session_back(
    here: Settings, there: Settings, app: Flask, newest: Table, tmp_path: Path
) -> None:
    back_up(keyless(here), tmp_path / "kept")
    let_expire(app)
    restore(there, tmp_path / "kept")
    assert newest.id in {row.session for row in log_of(there)}


def test_a_session_that_expires_between_the_copies_is_in_neither(
    here: Settings, app: Flask, newest: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the registers hold of it, while it can be taken back, is copied and not restored."""
    copy_registers = backing_up._write_registers

    def between(url: str, draft: Path) -> Any:
        let_expire(app)
        return copy_registers(url, draft)

    monkeypatch.setattr(backing_up, "_write_registers", between)
    manifest = back_up(keyless(here), tmp_path / "kept")
    assert (manifest.log.sessions, manifest.log.expired) == (3, 1)
    assert manifest.registers.rows["openings"] == 4
    assert check(tmp_path / "kept").sound


def test_a_backup_gives_up_where_sessions_keep_expiring(
    here: Settings, app: Flask, tables: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_registers = backing_up._write_registers

    def between(url: str, draft: Path) -> Any:
        Table(app, OPENING | {"sandbox": True})
        let_expire(app)
        return copy_registers(url, draft)

    monkeypatch.setattr(backing_up, "_write_registers", between)
    with pytest.raises(CannotBackUp, match="kept expiring"):
        back_up(keyless(here), tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def rewritten(folder: Path, **changes: Any) -> None:
    """The manifest with other figures, signed anew."""
    manifest = files.read_manifest(folder)
    (folder / files.MANIFEST).unlink()
    files.write_manifest(folder, msgspec.structs.replace(manifest, **changes))


def test_a_backup_of_before_there_was_expiry_is_restored(there: Settings, kept: Path, tmp_path: Path) -> None:
    """Version 1 has no file of what expired, and no figure of it."""
    manifest = files.read_manifest(kept)
    assert "expired" not in msgspec.json.decode((kept / files.MANIFEST).read_bytes())["log"]
    (kept / files.EXPIRED).unlink()
    of_before = {name: figures for name, figures in manifest.files.items() if name != files.EXPIRED}
    rewritten(kept, version=1, files=of_before)
    assert check(kept).sound
    restore(there, kept)
    assert len(log_of(there)) == manifest.log.entries


def test_a_file_of_what_expired_that_was_changed_is_found(
    here: Settings, app: Flask, newest: Table, tmp_path: Path
) -> None:
    let_expire(app)
    back_up(keyless(here), tmp_path / "kept")
    path = tmp_path / "kept" / files.EXPIRED
    path.write_bytes(gzip.compress(b""))
    assert files.EXPIRED in check(tmp_path / "kept").faults[0]
    rewritten_files = dict(files.read_manifest(tmp_path / "kept").files)
    path.unlink()
    rewritten_files[files.EXPIRED] = files.write_file(tmp_path / "kept", files.EXPIRED, [])
    rewritten(tmp_path / "kept", files=rewritten_files)
    assert "lists 0 expired sessions, not 1" in check(tmp_path / "kept").faults[0]


def test_rows_of_what_expired_are_found(
    here: Settings, app: Flask, newest: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = log_of(here)
    let_expire(app)
    copy_log = files.log_lines

    def with_what_went(_: Iterator[LogRow]) -> Iterator[bytes]:
        list(_)
        return copy_log(rows)

    monkeypatch.setattr(files, "log_lines", with_what_went)
    back_up(keyless(here), tmp_path / "kept")
    found = check(tmp_path / "kept")
    assert found.sessions == [f"Session {newest.id}: it expired, and its rows were put back."]
