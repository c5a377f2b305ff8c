"""Bringing a database to the tables that this code works with: numbered migrations, each run once.

A new database and one of an earlier version go the same way. Processes that start together go one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from replays.databases import reading

FIRST = "0001"
"""The tables of Tablelog 0.1.0, which kept no version."""


class UnusableDatabase(Exception):
    """This code cannot work with the tables as they are: why, and what to do about it."""


@dataclass(frozen=True)
class Schema:
    """Tables that are migrated together.

    title: how sentences call them. migrations: the folder of their scripts, `0001_….py` and on.
    lock: key of the advisory lock on PostgreSQL. tables: by database, what the newest revision has.
    """

    title: str
    version_table: str
    migrations: Path
    lock: int
    tables: Mapping[str, Sequence[str]]

    @cached_property
    def revisions(self) -> tuple[str, ...]:
        """From the first to the newest."""
        return tuple(sorted(path.name[: len(FIRST)] for path in self.migrations.glob("[0-9]*.py")))

    @property
    def newest(self) -> str:
        return self.revisions[-1]

    @cached_property
    def scripts(self) -> Any:
        """The migrations, as alembic reads them."""
        from alembic.script import ScriptDirectory  # half of what a short command costs, and rarely needed

        return ScriptDirectory(self.migrations, version_locations=[self.migrations])


def bring_up(engine: sa.Engine, schema: Schema) -> None:
    """Run the migrations that this database has not seen, in one transaction: all of them or none.

    Raises `UnusableDatabase` when a newer Tablelog migrated it or when tables are missing, and the
    database's own errors.
    """
    with reading(engine).connect() as connection:
        if is_up(connection, schema):
            return
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(schema.lock)))
        if not is_up(connection, schema):
            _migrate(connection, schema)


def is_up(connection: sa.Connection, schema: Schema, there: Collection[str] | None = None) -> bool:
    """Whether there is nothing to migrate. `there`: the names of all tables, where they are known.

    Raises `UnusableDatabase`.
    """
    there = tables_of(connection) if there is None else there
    at = revision(connection, schema, there)
    if at is not None and at not in schema.revisions:
        raise UnusableDatabase(
            f"{schema.title} is at revision {at}, but {schema.newest} is the newest known here: "
            "a newer Tablelog has migrated it. Run that version, or restore a backup from before the upgrade."
        )
    if at != schema.newest:
        return False
    missing = missing_tables(connection, schema, there)
    if missing:
        raise UnusableDatabase(
            f"{schema.title} is at revision {at}, but has no {', '.join(missing)}, which must have been "
            "deleted. Restore a backup, or see `tablelog doctor`."
        )
    return True


def tables_of(connection: sa.Connection) -> frozenset[str]:
    """The names of all tables of the database, for callers that look them up once for several questions."""
    return frozenset(sa.inspect(connection).get_table_names())


def revision(connection: sa.Connection, schema: Schema, there: Collection[str]) -> str | None:
    """The newest migration that this database has seen; None where no version is kept."""
    if schema.version_table not in there:
        return None
    version = sa.table(schema.version_table, sa.column("version_num"))
    return connection.scalar(sa.select(version.c.version_num))


def missing_tables(connection: sa.Connection, schema: Schema, there: Collection[str]) -> list[str]:
    """The tables that the newest revision has and this database lacks."""
    return [name for name in schema.tables[connection.dialect.name] if name not in there]


def _migrate(connection: sa.Connection, schema: Schema) -> None:
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    scripts = schema.scripts

    def steps(at: Any, context: MigrationContext) -> Any:
        return scripts._upgrade_revs(schema.newest, at)  # as alembic's documentation runs it without a file

    context = MigrationContext.configure(
        connection, opts={"version_table": schema.version_table, "transactional_ddl": True, "fn": steps}
    )
    if context.get_current_revision() is None and _is_of_the_first_version(connection, schema, scripts):
        context.stamp(scripts, FIRST)
    with Operations.context(context):
        context.run_migrations()
    if not is_up(connection, schema):
        raise UnusableDatabase(f"{schema.title} did not reach revision {schema.newest}.")


def _is_of_the_first_version(connection: sa.Connection, schema: Schema, scripts: Any) -> bool:
    """Whether 0.1.0 made these tables. False: there are none, or only empty ones from an interrupted start.

    Raises `UnusableDatabase` when tables or columns are missing while others hold something.
    """
    first = scripts.get_revision(FIRST).module
    expected: dict[str, set[str]] = first.TABLES[connection.dialect.name]
    inspector = sa.inspect(connection)
    there = {
        name: {column["name"] for column in inspector.get_columns(name)}
        for name in expected
        if inspector.has_table(name)
    }
    if not there:
        return False
    lacking = sorted(expected.keys() - there.keys())
    lacking += sorted(f"{name}.{column}" for name in there for column in expected[name] - there[name])
    if not lacking:
        return True
    columns_are_there = all(expected[name] <= there[name] for name in there)
    if columns_are_there and first.holds_nothing(connection, set(there)):
        return False
    raise UnusableDatabase(
        f"{schema.title} has no version and no {', '.join(lacking)}: it was deleted, or these are "
        "not the tables of Tablelog. Restore a backup, or choose another database; see `tablelog doctor`."
    )
