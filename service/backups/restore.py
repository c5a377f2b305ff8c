"""Restoring a backup into empty stores: they are written next to their final path, then renamed in one step.

What lives in the home comes with the home itself, in one rename. A database on PostgreSQL is filled in
one transaction. Where there are several steps, the log is the last: without it, nothing else counts.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import sqlalchemy as sa

from replays import backup as files
from replays.addresses import address_of, tables_address
from replays.backup import PRIVATE
from replays.databases import BESIDE_SQLITE, make_engine
from replays.event_store import EventStore, Unavailable
from service.backups.backup import fill_registers, hold_nothing, log_path, read_registers, tables_path
from service.backups.verify import Checked, check
from service.sessions.register_tables import KEY_CHECKS
from service.sessions.registers import Registers
from service.sessions.tokens import SECRET_FILE
from service.sessions.webhooks import disable_restored
from service.settings import Settings
from service.support.atomic_files import Occupied, atomic_folder, sync_folder
from workers.follow import prepare
from workers.forgetting import forget_in_registers
from workers.projections import PROJECTIONS
from workers.read_models import POSITIONS

AT_ONCE = 500
"""Sessions that are forgotten by one statement."""


class CannotRestore(Exception):
    """Nothing was restored, for the reason given. `checked`: what is wrong with the backup, if it is."""

    def __init__(self, message: str, checked: Checked | None = None) -> None:
        super().__init__(message)
        self.checked = checked


def restore(settings: Settings, folder: Path, *, damaged_sessions: bool = False) -> files.Manifest:
    """Put a backup into the home and the databases that the settings name; they must hold nothing.

    `damaged_sessions`: restore also sessions that were damaged before they were backed up, as they are.
    Raises `CannotRestore`.
    """
    try:
        checked = check(folder)
        if checked.manifest is None or checked.faults or (checked.sessions and not damaged_sessions):
            raise CannotRestore("The backup is not valid: nothing was restored.", checked)
        _restore(settings, folder, checked.manifest)
        return checked.manifest
    except (Occupied, Unavailable, ValueError, files.DamagedBackup) as error:
        raise CannotRestore(f"{error} Nothing was restored.") from error
    except (sa.exc.SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
        raise CannotRestore(f"The database rejected the backup: {error}") from error
    except OSError as error:
        raise CannotRestore(f"{error.filename or folder}: {error.strerror}") from error


def _restore(settings: Settings, folder: Path, manifest: files.Manifest) -> None:
    """Fill all stores, then move them into place. The context entered first, that of the log, ends last."""
    log, tables = log_path(settings), tables_path(settings)
    with ExitStack() as places:
        home = _Home(settings.home, places)
        if home.is_above(log):
            home.draft()
        log_file = places.enter_context(placed(log, home)) if log else None
        store, log_connection = places.enter_context(log_to_fill(settings.log_url, log_file))
        if manifest.key == "file" and not home.has_key(folder):
            files.write_file(home.draft(), SECRET_FILE, [(folder / files.KEY).read_bytes()])
        if home.is_above(tables):
            home.draft()
        if is_one_database(settings.log_url, settings.tables_url):
            make_tables(settings.tables_url)
            connection = log_connection
        else:
            tables_file = places.enter_context(placed(tables, home)) if tables else None
            connection = places.enter_context(tables_to_fill(settings.tables_url, tables_file))
        _fill_registers(connection, folder)
        with (folder / files.LOG).open("rb") as stream:
            expired = files.read_expired(folder, manifest)
            store.fill(log_connection.connection.driver_connection, files.read_log(stream), expired)
        gone = [one.session for one in files.read_expired(folder, manifest)]
        for first in range(0, len(gone), AT_ONCE):  # they cannot be taken back here
            forget_in_registers(connection, gone[first : first + AT_ONCE])


class _Home:
    """The home folder, which is moved into place as a whole if the backup has files for it."""

    def __init__(self, folder: Path, places: ExitStack) -> None:
        self.folder = folder
        self._places = places
        self._draft: Path | None = None

    def is_above(self, path: Path | None) -> bool:
        """Whether this file is one of the home."""
        return path is not None and path.parent == self.folder

    def draft(self) -> Path:
        """Where its files are made. Raises `Occupied`."""
        if self._draft is None:
            self._draft = self._places.enter_context(atomic_folder(self.folder))
        return self._draft

    def has_key(self, folder: Path) -> bool:
        """Whether the key of the backup is there already, from a try that went no further."""
        path = self.folder / SECRET_FILE
        return path.is_file() and path.read_bytes() == (folder / files.KEY).read_bytes()


@contextmanager
def placed(path: Path, home: _Home | None = None) -> Iterator[Path]:
    """Where a database file is made, to be at `path` in the end, by itself or with the home.

    Raises `Occupied`, `OSError`.
    """
    if home is not None and home.is_above(path):
        draft = home.draft() / path.name
        yield draft
        _settle(draft)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.draft")
    try:
        for beside in (f"{path}{suffix}" for suffix in BESIDE_SQLITE):
            if os.path.lexists(beside):  # SQLite would apply a former write-ahead log to the new file
                raise Occupied(f"{beside} already exists.")
        yield draft
        _settle(draft)
        os.link(draft, path)
        sync_folder(path.parent)
    finally:
        for name in (draft.name, f"{draft.name}-wal", f"{draft.name}-shm"):
            draft.with_name(name).unlink(missing_ok=True)


def _settle(path: Path) -> None:
    """Make a database file durable, with no write-ahead log left next to it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path.chmod(PRIVATE)
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def log_to_fill(url: str, path: Path | None) -> Iterator[tuple[EventStore, sa.Connection]]:
    """A log and a transaction in it, which is committed at the end. `path`: of its file, instead of `url`."""
    store = EventStore.open(f"sqlite:///{quote(str(path))}" if path else url)
    engine = make_engine(f"sqlite:///{path}" if path else url)
    try:
        with engine.begin() as connection:
            yield store, connection
    finally:
        engine.dispose()
        store.close()


@contextmanager
def tables_to_fill(url: str, path: Path | None) -> Iterator[sa.Connection]:
    """The tables and a transaction in them, which is committed at the end."""
    url = f"sqlite:///{path}" if path else url
    make_tables(url)
    engine = make_engine(url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def make_tables(url: str) -> None:
    """Make or migrate tables and registers in a transaction of its own. Raises the database's errors."""
    engine = make_engine(url)
    try:
        prepare(engine, PROJECTIONS)
        Registers(engine)
    finally:
        engine.dispose()


def _fill_registers(connection: sa.Connection, folder: Path) -> None:
    if not hold_nothing(connection):
        raise Occupied("The registers are not empty.")
    if connection.execute(sa.select(sa.func.max(POSITIONS.c.position))).scalar_one():
        raise Occupied("The tables contain the read models of another log.")
    connection.execute(sa.delete(KEY_CHECKS))
    with (folder / files.REGISTERS).open("rb") as stream:
        fill_registers(connection, read_registers(stream))
    connection.execute(sa.delete(KEY_CHECKS).where(KEY_CHECKS.c.kind == "opening"))  # no backup has the token
    disable_restored(connection)


def is_one_database(log_url: str, tables_url: str) -> bool:
    """Whether log and tables are in one database, which can then be filled in one transaction."""
    try:
        return address_of(log_url) == tables_address(tables_url)
    except ValueError:
        return False
