"""SQLite or PostgreSQL through SQLAlchemy: registers, read models, and the tables of the log."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

import sqlalchemy as sa

from replays.private_files import make_private_database

SQLITE_BUSY_SECONDS = 15
SECONDS_BETWEEN_TRIES = 0.005
READING = "tablelog_reading"


def make_engine(url: str) -> sa.Engine:
    """An engine for `sqlite:///absolute/path` or `postgresql://…`; connections open at first use.

    On SQLite every transaction takes the write lock at its beginning, since one that reads first and
    writes later fails at once when another has written between; `reading` is for those that only read.
    """
    if not url.startswith("sqlite"):
        return sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    path = "/" + url.partition("://")[2].lstrip("/")
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
    """Let readers and a writer work side by side (SQLite's WAL), waiting for who does the same just now.

    SQLite's own timeout does not wait here: two that open a new file at once both read it before they
    want to change it, and neither could go on if the other waited.
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
