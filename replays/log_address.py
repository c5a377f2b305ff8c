"""The address of the log, and what the event-sourcing library is told with it.

Every process reads the address, to find it sound; only those that open the log import the library.
"""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

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
        raise ValueError(f"the log lives in sqlite:// or postgresql://, not in {parts.scheme or url!r}://")
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
