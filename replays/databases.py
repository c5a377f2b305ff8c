"""SQLite or PostgreSQL through SQLAlchemy, for registers, read models and the log; private files.

Files of logs and tables are readable by their owner alone: they contain hidden hands, keys and secrets
of draws.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from replays.addresses import Address, last_reached_first, reached, tables_address

# Files that only their owner may read: logs and tables hold hidden hands, keys and secrets of draws.

LOG = logging.getLogger("tablelog")
FOR_ITS_OWNER = 0o600
OF_OTHERS = 0o077
BESIDE_SQLITE = ("", "-wal", "-shm", "-journal")


def make_private(path: Path) -> Path:
    """Return the file, made if it is missing, with mode 0600 under any umask. Raises `OSError`."""
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FOR_ITS_OWNER)
        try:
            os.fchmod(descriptor, FOR_ITS_OWNER)
        finally:
            os.close(descriptor)
    tighten(path)
    return path


def tighten(path: Path) -> None:
    """Remove other users' rights to a file, with a warning if there were any."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) or not mode & OF_OTHERS:
            return
        path.chmod(FOR_ITS_OWNER)
    except FileNotFoundError:
        return
    except OSError as error:
        LOG.warning("%s can be read by others, and its mode cannot be changed: %s.", path, error.strerror)
        return
    LOG.warning("%s could be read by others; its mode is 0600 now.", path)


def make_private_database(path: str) -> None:
    """Make an SQLite database private before SQLite makes it: the files next to it get the same mode.

    If it cannot be made, SQLite reports the error.
    """
    for suffix in BESIDE_SQLITE[1:]:
        tighten(Path(path + suffix))
    with suppress(OSError):
        make_private(Path(path))


# SQLite or PostgreSQL through SQLAlchemy: registers, read models, and the tables of the log.

SQLITE_BUSY_SECONDS = 15
SECONDS_BETWEEN_TRIES = 0.005
READING = "tablelog_reading"


def make_engine(url: str) -> sa.Engine:
    """An engine for the database at this URL. Raises `ValueError` if it is not an address."""
    return engine_at(tables_address(url))


def engine_at(named: Address) -> sa.Engine:
    """An engine for the database at this address; connections open at first use.

    On SQLite every transaction takes the write lock at its beginning, since one that reads first and
    writes later fails at once when another has written between; `reading` is for those that only read.
    """
    if not named.path:
        address = sa.URL.create("postgresql+psycopg", database=named.server.get("dbname"))
        server = sa.create_engine(address, connect_args=named.connection, pool_pre_ping=True)

        @sa.event.listens_for(server, "do_connect")
        def connect(dialect: Any, record: Any, arguments: Any, parameters: Any) -> Any:
            connection = dialect.connect(*arguments, **last_reached_first(parameters))
            reached(parameters, connection.info.host, connection.info.port)
            return connection

        return server
    path = named.path
    address = sa.URL.create("sqlite", database=path)
    engine = sa.create_engine(address, connect_args={"timeout": SQLITE_BUSY_SECONDS})

    @sa.event.listens_for(engine, "do_connect")
    def close_to_others(*_: Any) -> None:
        make_private_database(path)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous=FULL")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        only_reads = connection.get_execution_options().get(READING, False)
        connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

    return engine


def reading(engine: sa.Engine) -> sa.Engine:
    """The same engine for transactions that only read: they wait for no writer, and see one moment.

    SQLite's do so by themselves; in PostgreSQL each statement would see what was committed meanwhile.
    """
    if engine.dialect.name == "postgresql":
        return engine.execution_options(**{READING: True}, isolation_level="REPEATABLE READ")
    return engine.execution_options(**{READING: True})


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work side by side (SQLite's WAL), waiting for others that do the same now.

    SQLite's own timeout does not wait here: two that open a new file at once both read it before they
    want to change it, and neither could continue if the other waited.
    """
    given_up = time.monotonic() + SQLITE_BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > given_up:
                raise
        time.sleep(SECONDS_BETWEEN_TRIES)
