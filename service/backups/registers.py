"""The registers as lines of a backup: a row of a table a line, the same for every kind of database."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.messages import Json
from replays.backup import REGISTERS, DamagedBackup, read_lines
from replays.unpacking import Readable
from service.sessions.register_tables import METADATA

ROWS_AT_ONCE = 500
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
    """Whether all registers are empty."""
    return all(
        connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is None
        for table in METADATA.sorted_tables
    )


def _written(value: Any) -> Json:
    if isinstance(value, bytes | memoryview):
        return {BYTES: b64encode(value).decode()}
    if isinstance(value, dict | list):
        return {JSON: value}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"a backup has no spelling for {type(value).__name__}")


def _read(value: Json) -> Any:
    try:
        if isinstance(value, dict):
            return value[JSON] if JSON in value else b64decode(value[BYTES], validate=True)
        return value
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedBackup(f"{REGISTERS} has a value that is no base64.") from error
