"""The tables of the log: their migrations and the settings of the event-sourcing library."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa

from replays.addresses import Address, address_of
from replays.databases import engine_at
from replays.migrating import Schema

# The tables of the log: where they are, and their migrations.

LOG = Schema(
    title="The log",
    version_table="tablelog_log_version",
    migrations=Path(__file__).parent / "migrations",
    lock=0x7461626C656C6F67,
    tables={
        "sqlite": ("stored_events", "tablelog_expired", "tablelog_log_since", "tablelog_set_aside"),
        "postgresql": ("tablelog_events", "tablelog_expired", "tablelog_log_since", "tablelog_set_aside"),
    },
)
"""The first table of each is that of the entries."""

EXPIRED = sa.Table(
    "tablelog_expired",
    sa.MetaData(),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("session", sa.Text, nullable=False, unique=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("visibility", sa.Text, nullable=False),
    sa.Column("entries", sa.BigInteger, nullable=False),
    sa.Column("first_position", sa.BigInteger, nullable=False),
    sa.Column("last_position", sa.BigInteger, nullable=False, index=True),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("last_entry_at", sa.Text, nullable=False),
    sa.Column("expired_at", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
"""A row for each sandbox session that expired."""

SET_ASIDE = sa.Table(
    "tablelog_set_aside",
    sa.MetaData(),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("topic", sa.Text, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)
"""The entries of sessions that expired, until they go for good."""

LOG_SINCE = sa.Table("tablelog_log_since", sa.MetaData(), sa.Column("at", sa.Text, nullable=False))
"""One row: when this database began to count how long sessions rest."""

USER = "postgres"
"""Who connects to the log where neither its address nor one of libpq's variables says so."""
POSITION = {"sqlite": "position", "postgresql": "notification_id"}


def entries_of(engine: sa.Engine) -> sa.Table:
    """The table of the entries, under the names that SQLite has for its columns."""
    dialect = engine.dialect.name
    return sa.Table(
        LOG.tables[dialect][0],
        sa.MetaData(),
        sa.Column(POSITION[dialect], sa.BigInteger, key="position"),
        sa.Column("originator_id", sa.Text if dialect == "sqlite" else sa.Uuid),
        sa.Column("originator_version", sa.BigInteger),
        sa.Column("topic", sa.Text),
        sa.Column("state", sa.LargeBinary),
    )


def log_address(url: str) -> Address:
    """The address of the log that a URL names. Raises `ValueError` with what is wrong with it."""
    address = address_of(url)
    says_who = {"user", "service"} & address.server.keys() or "PGUSER" in os.environ
    if address.path or says_who or "PGSERVICE" in os.environ:
        return address
    return Address(server={"user": USER, **address.server})


def log_engine(url: str) -> sa.Engine:
    """An engine for the tables of the log at this URL. Raises `ValueError` if it is not an address."""
    engine = engine_at(log_address(url))
    if engine.dialect.name == "sqlite":
        return engine

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SET LOCAL search_path TO public")

    return engine


# The settings of the event-sourcing library.

SQLITE_RECORDER = "replays.log_storage:SqliteRecorder"
POSTGRESQL_RECORDER = "replays.postgresql_log:PostgresRecorder"
"""As the library's settings name them: it imports the one that it opens."""
POOL_SIZE = 2
LOCK_TIMEOUT_SECONDS = 5
SQLITE_BUSY_TIMEOUT_SECONDS = 15


def settings_of(address: Address) -> dict[str, str]:
    """The library's settings for a log. It names one host; `Address.connection` has all."""
    if address.path:
        return {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "APPLICATION_RECORDER_TOPIC": SQLITE_RECORDER,
            "SQLITE_DBNAME": address.path,
            "SQLITE_LOCK_TIMEOUT": str(SQLITE_BUSY_TIMEOUT_SECONDS),
        }
    server = address.server
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": POSTGRESQL_RECORDER,
        "POSTGRES_DBNAME": server.get("dbname", ""),
        "POSTGRES_HOST": server.get("host", ""),
        "POSTGRES_USER": server.get("user", ""),
        "POSTGRES_PASSWORD": server.get("password", ""),
        "POSTGRES_POOL_SIZE": str(POOL_SIZE),
        "POSTGRES_CONNECT_TIMEOUT": str(address.patience_seconds),
        "POSTGRES_LOCK_TIMEOUT": str(LOCK_TIMEOUT_SECONDS),
        "POSTGRES_ENABLE_DB_FUNCTIONS": "y",
    }
