"""The tables of the log: where they are, and their migrations."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from replays.databases import make_engine
from replays.migrating import Schema

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


def log_engine(settings: dict[str, str]) -> sa.Engine:
    """An engine for the log that these settings of the event-sourcing library lead to."""
    if "SQLITE_DBNAME" in settings:
        return make_engine(f"sqlite:///{settings['SQLITE_DBNAME']}")
    address = sa.URL.create(
        "postgresql+psycopg",
        username=settings["POSTGRES_USER"],
        password=settings["POSTGRES_PASSWORD"] or None,
        database=settings["POSTGRES_DBNAME"],
        query={"host": settings["POSTGRES_HOST"], "port": settings["POSTGRES_PORT"]},
    )
    engine = sa.create_engine(
        address, connect_args={"connect_timeout": int(settings["POSTGRES_CONNECT_TIMEOUT"])}
    )

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SET LOCAL search_path TO public")

    return engine
