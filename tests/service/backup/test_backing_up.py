"""Backing up while others record: whole, private, or not there at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from replays import backup as files
from replays.databases import make_engine
from replays.event_store import EventStore, LogRow
from service.backups import backup as backing_up
from service.backups.backup import CannotBackUp, back_up
from service.backups.restore import restore
from service.sessions.registers import Registers
from service.sessions.tokens import SECRET_FILE
from service.settings import Settings
from tests.service.conftest import Table, settings_at
from tests.support.service.backup.stores import FIRST, KEY, OPENING, keyless, log_of, must_be_playable


def test_a_backup_taken_while_a_table_records_is_whole(
    here: Settings, there: Settings, app: Flask, tmp_path: Path
) -> None:
    """A thread opens drawn sessions and records in them until several backups are done."""
    done, begun = threading.Event(), threading.Event()
    made: list[Table] = []

    def play() -> None:
        while not done.is_set():
            made.append(Table(app, OPENING).acted(FIRST[0]))
            begun.set()

    playing = threading.Thread(target=play)
    playing.start()
    try:
        assert begun.wait(120)
        for number in range(3):
            back_up(keyless(here), tmp_path / f"kept-{number}")
    finally:
        done.set()
        playing.join()
    restore(there, tmp_path / "kept-2")
    must_be_playable(there, {table.id: table for table in made})


def test_sessions_that_open_between_the_copies_and_while_the_log_is_copied_harm_nothing(
    here: Settings, there: Settings, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order of the copies, held still at each step."""
    made = [Table(app, OPENING).acted(FIRST[0]) for _ in range(3)]
    copy_log, copy_registers = files.log_lines, backing_up._write_registers

    def while_copying(rows: Iterator[LogRow]) -> Iterator[bytes]:
        for line in copy_log(rows):
            made.append(Table(app, OPENING).acted(FIRST[0]))
            yield line

    def between(url: str, draft: Path) -> Any:
        made.append(Table(app, OPENING).acted(FIRST[0]))
        return copy_registers(url, draft)

    monkeypatch.setattr(files, "log_lines", while_copying)
    monkeypatch.setattr(backing_up, "_write_registers", between)
    manifest = back_up(keyless(here), tmp_path / "kept")
    assert manifest.log.sessions == 3
    assert manifest.registers.rows["openings"] == len(made) == 10
    restore(there, tmp_path / "kept")
    must_be_playable(there, {table.id: table for table in made})


def test_a_backup_is_its_owners_alone_and_never_written_over(
    here: Settings, tables: list[Table], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    back_up(keyless(here), folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(CannotBackUp, match="not empty"):
        back_up(keyless(here), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    (tmp_path / "empty").mkdir()
    back_up(keyless(here), tmp_path / "empty")


def test_a_key_of_the_environment_is_not_in_the_backup(
    here: Settings, there: Settings, tables: list[Table], tmp_path: Path
) -> None:
    manifest = back_up(here, tmp_path / "kept")
    assert manifest.key == "environment"
    assert all(KEY.encode() not in path.read_bytes() for path in (tmp_path / "kept").iterdir())
    restore(there, tmp_path / "kept")
    assert not (there.home / SECRET_FILE).exists()
    assert log_of(there) == log_of(here)


def test_a_backup_that_fails_leaves_nothing(
    here: Settings, tables: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_manifest", full)
    before = set(tmp_path.iterdir())
    with pytest.raises(CannotBackUp, match="No space left"):
        back_up(keyless(here), tmp_path / "kept")
    assert set(tmp_path.iterdir()) == before


def test_a_home_without_a_store_or_a_key_is_no_empty_backup(tmp_path: Path) -> None:
    settings = keyless(settings_at(tmp_path / "nowhere"))
    with pytest.raises(CannotBackUp, match="no log at"):
        back_up(settings, tmp_path / "kept")
    (tmp_path / "nowhere").mkdir()
    EventStore.open(settings.log_url).close()
    with pytest.raises(CannotBackUp, match="no registers at"):
        back_up(settings, tmp_path / "kept")
    engine = make_engine(settings.tables_url)
    Registers(engine)
    engine.dispose()
    (tmp_path / "nowhere" / "tables.db").touch()
    with pytest.raises(CannotBackUp, match=r"no secret\.key"):
        back_up(settings, tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["nowhere"]
