"""The tables of the log: their address, migrations and the settings of the event-sourcing library.

Every process reads the address to check it; only those that open the log import the library.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import sqlalchemy as sa

from replays.databases import make_engine
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


# The address of the log, and the settings of the event-sourcing library that follow from it.

SQLITE_RECORDER = "replays.log_storage:SqliteRecorder"
POSTGRESQL_RECORDER = "replays.postgresql_log:PostgresRecorder"
"""As the library's settings name them: it imports the one that it opens."""
POOL_SIZE = 2
CONNECT_TIMEOUT_SECONDS = 2
LOCK_TIMEOUT_SECONDS = 5
SQLITE_BUSY_TIMEOUT_SECONDS = 15


def settings_of(url: str) -> dict[str, str]:
    """The library's settings for a log URL. Raises `ValueError` with what is wrong with it."""
    parts = urlsplit(url)
    scheme = parts.scheme.partition("+")[0]
    if scheme == "sqlite":
        path = unquote(parts.path)[1:] if parts.path.startswith("//") else unquote(parts.path)
        if parts.netloc or parts.query or not path.startswith("/") or path == "/":
            raise ValueError(f"{url!r}: an SQLite log is given as sqlite:////absolute/path/log.db")
        return {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "APPLICATION_RECORDER_TOPIC": SQLITE_RECORDER,
            "SQLITE_DBNAME": path,
            "SQLITE_LOCK_TIMEOUT": str(SQLITE_BUSY_TIMEOUT_SECONDS),
        }
    if scheme != "postgresql":
        raise ValueError(f"the log must be in sqlite:// or postgresql://, not in {parts.scheme or url!r}://")
    return _postgresql_settings(url)


def _postgresql_settings(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    host, port = query.pop("host", parts.hostname), query.pop("port", parts.port or 5432)
    if query or not host or parts.path in ("", "/"):
        raise ValueError(
            f"{parts.hostname or 'postgresql'}: a log URL names host and database, and has no parameters "
            "but host and port; other settings come from libpq's own variables (PGSSLMODE …)"
        )
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": POSTGRESQL_RECORDER,
        "POSTGRES_DBNAME": unquote(parts.path[1:]),
        "POSTGRES_HOST": host,
        "POSTGRES_PORT": str(port),
        "POSTGRES_USER": unquote(parts.username or "postgres"),
        "POSTGRES_PASSWORD": unquote(parts.password or ""),
        "POSTGRES_POOL_SIZE": str(POOL_SIZE),
        "POSTGRES_CONNECT_TIMEOUT": str(CONNECT_TIMEOUT_SECONDS),
        "POSTGRES_LOCK_TIMEOUT": str(LOCK_TIMEOUT_SECONDS),
        "POSTGRES_ENABLE_DB_FUNCTIONS": "y",
    }
