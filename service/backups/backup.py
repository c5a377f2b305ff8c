"""Backs up log, registers and key into a folder while others record.

The log is copied first, then the registers, each as of one moment. Everything that an entry needs is in
the registers before the entry is stored (a session's secret before its opening, a component set before
an import that brings it), and leaves them only when the session has expired. If one expires meanwhile,
both are copied again. So the registers contain everything that the copied log needs, and perhaps a
little that came later, which is harmless.

Registers are written as lines, one per row, the same for every kind of database.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.messages import Json
from replays import backup as files
from replays.addresses import address_of, tables_address
from replays.backup import REGISTERS, DamagedBackup, read_lines
from replays.databases import make_engine, reading
from replays.event_store import EventStore, LogRow, Unavailable
from replays.migrating import UnusableDatabase, bring_up
from replays.portable import Readable
from service.sessions.register_tables import KEY_CHECKS, METADATA
from service.sessions.tokens import SECRET_FILE
from service.settings import Settings
from service.support.atomic_files import Occupied, atomic_folder
from service.version import VERSION
from workers.tables import TABLES

# The registers as lines of a backup: one line per row of a table, the same for every kind of database.

ROWS_AT_ONCE = 50
"""Each may be a picture of 200 KiB."""
BYTES, JSON = "base64", "json"
"""The one member of an object that stands for bytes, or for an object or list."""


class RegisterRow(Struct):
    """A row with its table's name. Bytes are an object with the member `base64`, JSON one with `json`."""

    table: str
    row: dict[str, Json]


_LINES = msgspec.json.Decoder(RegisterRow)


def register_rows(connection: sa.Connection) -> Iterator[RegisterRow]:
    """Every row of every register, in the order of their keys."""
    streaming = connection.execution_options(yield_per=ROWS_AT_ONCE)
    for table in METADATA.sorted_tables:
        query = sa.select(table).order_by(*table.primary_key.columns)
        for row in streaming.execute(query).mappings():
            yield RegisterRow(str(table.name), {str(name): _written(value) for name, value in row.items()})


def register_lines(rows: Iterable[RegisterRow], counts: Counter[str]) -> Iterator[bytes]:
    """A line a row, counted by table."""
    for row in rows:
        counts[row.table] += 1
        yield msgspec.json.encode(row) + b"\n"


def read_registers(stream: Readable) -> Iterator[tuple[sa.Table, dict[str, Any]]]:
    """Table and values of each row in a stream. Raises `DamagedBackup`, also for what is not known here."""
    for line in read_lines(stream, REGISTERS, _LINES.decode):
        table = METADATA.tables.get(line.table)
        if table is None or not line.row.keys() <= set(table.columns.keys()):
            raise DamagedBackup(
                f"{REGISTERS} has rows of {line.table} that this Tablelog does not know: use the one that "
                "made the backup, or a newer one."
            )
        yield table, {name: _read(value) for name, value in line.row.items()}


def fill_registers(connection: sa.Connection, rows: Iterable[tuple[sa.Table, dict[str, Any]]]) -> None:
    """Insert the rows, in a transaction of the caller's. Raises the database's errors."""
    for table, values in rows:
        connection.execute(sa.insert(table), [values])


def hold_nothing(connection: sa.Connection) -> bool:
    """Whether all registers are empty, but for the keys that a start records in them."""
    return all(
        connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is None
        for table in METADATA.sorted_tables
        if table is not KEY_CHECKS
    )


def _written(value: Any) -> Json:
    if isinstance(value, bytes | memoryview):
        return {BYTES: b64encode(value).decode()}
    if isinstance(value, dict | list):
        return {JSON: value}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"a backup cannot contain a value of type {type(value).__name__}")


def _read(value: Json) -> Any:
    try:
        if isinstance(value, dict):
            return value[JSON] if JSON in value else b64decode(value[BYTES], validate=True)
        return value
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedBackup(f"{REGISTERS} has a value that is not base64.") from error


# Backing up: log, registers and key into a folder, while others record.

TRIES = 3


class CannotBackUp(Exception):
    """Nothing was written, for the reason given."""


class _Counted:
    """Takes the figures of the rows that go through it."""

    def __init__(self) -> None:
        self.sessions = self.entries = self.position = 0

    def rows(self, rows: Iterable[LogRow]) -> Iterator[LogRow]:
        session = None
        for row in rows:
            self.sessions += row.session != session
            session = row.session
            self.entries += 1
            self.position = max(self.position, row.position)
            yield row


def back_up(settings: Settings, folder: Path) -> files.Manifest:
    """Make a backup of the stores and the key that the settings name. Returns its manifest.

    Raises `CannotBackUp`; the folder is then as it was.
    """
    try:
        with atomic_folder(folder) as draft:
            return _write(settings, draft)
    except (Occupied, Unavailable, UnusableDatabase, ValueError) as error:
        raise CannotBackUp(str(error)) from error
    except sa.exc.SQLAlchemyError as error:
        raise CannotBackUp(f"The registers cannot be read: {error}") from error
    except OSError as error:
        raise CannotBackUp(f"{error.filename or folder}: {error.strerror}") from error


def _write(settings: Settings, draft: Path) -> files.Manifest:
    made_at = datetime.now(UTC).isoformat(timespec="seconds")[:-6] + "Z"
    written: dict[str, files.FileFigures] = {}
    must_be_there(settings)
    store = EventStore.open(settings.log_url)
    try:
        for _ in range(TRIES):
            newest, log = _write_log(store, kind_of(settings.log_url), draft, written)
            written[files.REGISTERS], registers = _write_registers(settings.tables_url, draft)
            if not store.expired_since(newest, 1):
                break
            for name in written:
                (draft / name).unlink()
        else:
            raise CannotBackUp("Sandbox sessions kept expiring during the backup. Try again.")
    finally:
        store.close()
    key: Literal["file", "environment"] = "environment" if settings.secret_key else "file"
    if key == "file":
        data = (settings.home / SECRET_FILE).read_bytes()
        written[files.KEY] = files.write_file(draft, files.KEY, [data])
    manifest = files.Manifest(
        made_at=made_at, tablelog=VERSION, key=key, log=log, registers=registers, files=written
    )
    return files.write_manifest(draft, manifest)


def _write_log(
    store: EventStore, kind: str, draft: Path, written: dict[str, files.FileFigures]
) -> tuple[int, files.LogFigures]:
    """The files of the log. Returns the number of the last session that expired, and the figures."""
    counted = _Counted()
    with store.whole() as (expired, rows):
        written[files.LOG] = files.write_file(draft, files.LOG, files.log_lines(counted.rows(rows)))
        written[files.EXPIRED] = files.write_file(draft, files.EXPIRED, files.expired_lines(expired))
    position = max([counted.position, *(gone.last_position for gone in expired)])
    figures = files.LogFigures(kind, counted.sessions, counted.entries, position, len(expired))
    return expired[-1].number if expired else 0, figures


def _write_registers(url: str, draft: Path) -> tuple[files.FileFigures, files.RegistersFigures]:
    tables = make_engine(url)
    bring_up(tables, TABLES)
    counts: Counter[str] = Counter()
    try:
        with reading(tables).connect() as connection:
            lines = register_lines(register_rows(connection), counts)
            written = files.write_file(draft, files.REGISTERS, lines)
        return written, files.RegistersFigures(kind_of(url), dict(counts))
    finally:
        tables.dispose()


def must_be_there(settings: Settings) -> None:
    """A store that is opened is made: a backup of the wrong home would be empty, and look like a good one."""
    for what, path in (("log", log_path(settings)), ("registers", tables_path(settings))):
        if path is not None and not path.is_file():
            raise CannotBackUp(f"There is no {what} at {path}. TABLELOG_HOME names the home to back up.")
    if not settings.secret_key and not (settings.home / SECRET_FILE).is_file():
        raise CannotBackUp(
            f"There is no {SECRET_FILE} in {settings.home}, and TABLELOG_SECRET_KEY is not set: without the "
            "key that signs tokens, a backup would invalidate all of them."
        )


def log_path(settings: Settings) -> Path | None:
    """The file of the log, where it is one. Raises `ValueError` for a URL that is not understood."""
    path = address_of(settings.log_url).path
    return Path(path) if path else None


def tables_path(settings: Settings) -> Path | None:
    """The file of the tables, where it is one. Raises `ValueError` for a URL that is not understood."""
    path = tables_address(settings.tables_url).path
    return Path(path) if path else None


def kind_of(url: str) -> str:
    """`sqlite` or `postgresql`."""
    return url.partition(":")[0].partition("+")[0]
