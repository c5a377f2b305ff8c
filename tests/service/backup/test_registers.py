"""Every register is in a backup as it stands, whatever its columns hold."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from service.backups.backup import fill_registers, read_registers, register_lines, register_rows
from service.sessions.register_tables import METADATA

VALUES: dict[type[Any], tuple[Any, ...]] = {
    sa.Text: ("a text", "base64"),
    sa.LargeBinary: (b"\x00\xff", b""),
    sa.Integer: (7, 0),
    sa.Boolean: (True, False),
    sa.JSON: ({"seat:red": 1}, {"base64": 2}),
}


@pytest.fixture
def engine() -> Iterator[sa.Engine]:
    """Registers that hold nothing."""
    made = sa.create_engine("sqlite://")
    METADATA.create_all(made)
    yield made
    made.dispose()


empty = engine
"""Others of their kind."""


@pytest.fixture
def full(engine: sa.Engine) -> sa.Engine:
    """Registers that hold two rows each; in one of them is nothing where nothing may be."""
    with engine.begin() as connection:
        for table in METADATA.sorted_tables:
            for place in (0, 1):
                row = {column.name: VALUES[type(column.type)][place] for column in table.columns}
                nothing = {column.name: None for column in table.columns if place and column.nullable}
                connection.execute(sa.insert(table), [row | nothing])
    return engine


def rows_of(engine: sa.Engine, table: sa.Table) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(sa.select(table).order_by(*table.primary_key.columns)))


@pytest.mark.parametrize("name", METADATA.tables)
def test_a_register_comes_back_as_it_was(full: sa.Engine, empty: sa.Engine, name: str) -> None:
    counts = Counter[str]()
    with full.connect() as connection:
        lines = b"".join(register_lines(register_rows(connection), counts))
    with empty.begin() as connection:
        fill_registers(connection, read_registers(io.BytesIO(lines)))
    table = METADATA.tables[name]
    assert rows_of(empty, table) == rows_of(full, table)
    assert counts[name] == len(rows_of(empty, table)) == 2
