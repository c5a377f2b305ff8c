"""Moving log and tables to other databases, from SQLite to PostgreSQL or back, and proving that all is there.

Each database is filled in one transaction, the log last: without it, nothing else counts. Before they are
committed, everything is read back and compared with the source, and the source with what was copied. A
move that is interrupted leaves an empty destination, or one whose tables are full and whose log is empty;
the next one continues there.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from msgspec import Struct

from replays.addresses import Address, address_of, tables_address
from replays.databases import engine_at, make_engine, reading
from replays.event_store import EventStore, LogRow, Unavailable
from replays.log_tables import LOG, LOG_SINCE, SET_ASIDE, log_address, log_engine
from replays.migrating import UnusableDatabase, bring_up, tables_of
from service.backups.backup import CannotBackUp, must_be_there
from service.backups.contents import (
    ENTRIES_AT_ONCE,
    PUBLIC,
    ROWS_AT_ONCE,
    LogContents,
    LogReader,
    TablesContents,
    TablesReader,
    log_contents,
    tables_contents,
)
from service.backups.restore import is_one_database, log_to_fill, make_tables, placed, tables_to_fill
from service.settings import Settings
from service.support.atomic_files import Occupied
from workers.damage import DamagedStore, check_at_start
from workers.tables import REGISTERS, TABLES

T = TypeVar("T")

LOG_OPTION, TABLES_OPTION = "--log-url", "--tables-url"
STOP = "Stop every Tablelog process that uses these databases, and move again."
NOTHING = "Nothing was moved."


class CannotMove(Exception):
    """Nothing was moved, for the reason given."""


class MoveProof(Struct, frozen=True):
    """The figures of a move. copied: False if it was rehearsed, or if all was there."""

    log: LogContents
    tables: TablesContents
    copied: bool


Follow = Callable[[Iterator[Any], int, str], Iterator[Any]]
"""Passes items on while it shows the progress: the items, how many there will be, and what is being done."""


def in_silence(items: Iterator[Any], total: int, description: str) -> Iterator[Any]:
    """Show no progress."""
    return items


def move(
    settings: Settings, log_url: str, tables_url: str, *, rehearsed: bool = False, follow: Follow = in_silence
) -> MoveProof:
    """Copy log and tables from the databases of the settings to those at the two URLs, which must be empty.

    The source stays as it is. `rehearsed`: check everything and read the source, but write nothing. Raises
    `CannotMove`.
    """
    try:
        target = _Target(
            _named(LOG_OPTION, log_address, log_url), _named(TABLES_OPTION, tables_address, tables_url)
        )
        _must_be_elsewhere(settings, target)
        must_be_there(settings)
        check_at_start(settings.log_url, settings.tables_url)
        _bring_up(settings)
        _must_be_closed(settings)
        held = _held(target)
        with _reading_source(settings) as (log, tables):
            if held.log or held.tables:
                return _continued(
                    settings, log, tables, log_url, tables_url, held, follow, rehearsed=rehearsed
                )
            if rehearsed:
                return MoveProof(log_contents(log), tables_contents(tables), copied=False)
            return _copied(settings, log, tables, log_url, tables_url, None, follow)
    except (Occupied, Unavailable, UnusableDatabase, DamagedStore, CannotBackUp, ValueError) as error:
        raise CannotMove(f"{_sentence(error)} {NOTHING}") from error
    except (sa.exc.SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
        raise CannotMove(f"A database refused: {_sentence(error)} {NOTHING}") from error
    except OSError as error:
        raise CannotMove(f"{error.filename or 'A file'}: {error.strerror}. {NOTHING}") from error


# The destination: elsewhere, reachable, and empty.


class _Target(Struct, frozen=True):
    """Where log and tables shall be."""

    log: Address
    tables: Address


class _Held(Struct, frozen=True):
    """The tables of the destination that have rows."""

    log: list[str]
    tables: list[str]


def _named(option: str, understood: Callable[[str], Address], url: str) -> Address:
    try:
        return understood(url)
    except ValueError as error:
        raise CannotMove(f"{option}: {error}. {NOTHING}") from error


def _must_be_elsewhere(settings: Settings, target: _Target) -> None:
    sources = log_address(settings.log_url), tables_address(settings.tables_url)
    for option, address in ((LOG_OPTION, target.log), (TABLES_OPTION, target.tables)):
        if any(_is_same(source, address) for source in sources):
            raise CannotMove(
                f"{option} names a database that Tablelog already uses: name another one. {NOTHING}"
            )
    if target.log.path and _is_same(target.log, target.tables):
        raise CannotMove(
            f"{LOG_OPTION} and {TABLES_OPTION} name the same file: name a file for each. {NOTHING}"
        )


def _is_same(one: Address, other: Address) -> bool:
    if one.path and other.path:
        return os.path.realpath(one.path) == os.path.realpath(other.path)
    if one.path or other.path:
        return False
    return one == other or ((known := _database(one)) is not None and known == _database(other))


def _database(address: Address) -> tuple[str, int] | None:
    """The cluster and the database in it, however its address is spelled; None: this role may not know.

    Raises the database's errors.
    """
    engine = engine_at(address)
    try:
        with reading(engine).connect() as connection:
            cluster = "SELECT system_identifier::text FROM pg_control_system()"
            database = "SELECT oid::bigint FROM pg_database WHERE datname = current_database()"
            return connection.scalar(sa.text(cluster)), connection.scalar(sa.text(database))
    except sa.exc.ProgrammingError:
        return None
    finally:
        engine.dispose()


def _held(target: _Target) -> _Held:
    """The tables with rows at the destination. Raises `CannotMove` where tables cannot be made."""
    of_log = [name for name in LOG.tables[_dialect(target.log)] if name != LOG_SINCE.name]
    of_tables = [*REGISTERS, "expiry_marks"]
    return _Held(
        _rows_in(LOG_OPTION, target.log, of_log, "'public'"),
        _rows_in(TABLES_OPTION, target.tables, of_tables, "current_schema()", followed=True),
    )


def _dialect(address: Address) -> str:
    return "sqlite" if address.path else "postgresql"


def _rows_in(
    option: str, address: Address, names: Sequence[str], schema: str, *, followed: bool = False
) -> list[str]:
    """Which of these tables have rows. followed: or positions of projections that are past the beginning."""
    if address.path and not Path(address.path).exists():
        return []
    engine = engine_at(address)
    try:
        with reading(engine).connect() as connection:
            there = tables_of(connection)
            if not address.path:
                _may_make_tables(option, connection, schema)
            there_and_full = [
                name
                for name in names
                if name in there and connection.execute(sa.text(f"SELECT 1 FROM {name} LIMIT 1")).first()
            ]
            positions = "projection_positions"
            past = sa.text(f"SELECT 1 FROM {positions} WHERE position > 0 LIMIT 1")
            if followed and positions in there and connection.execute(past).first():
                there_and_full.append(positions)
            return there_and_full
    except sa.exc.SQLAlchemyError as error:
        raise CannotMove(f"{option}: the database cannot be used: {_sentence(error)} {NOTHING}") from error
    finally:
        engine.dispose()


def _may_make_tables(option: str, connection: sa.Connection, schema: str) -> None:
    if connection.scalar(sa.text("SELECT pg_is_in_recovery()")):
        raise CannotMove(f"{option} names a standby: name its primary. {NOTHING}")
    may = sa.text(f"SELECT has_schema_privilege({schema}, 'CREATE')")
    if not connection.scalar(may):
        user, database = connection.execute(sa.text("SELECT current_user, current_database()")).one()
        raise CannotMove(
            f"{option}: the role {user} may not create tables in the database {database}. Make it the owner "
            f"(ALTER DATABASE {database} OWNER TO {user}). {NOTHING}"
        )


# The source: complete, used by nobody, and unchanged in the end.


def _bring_up(settings: Settings) -> None:
    EventStore.open(settings.log_url).close()
    tables = make_engine(settings.tables_url)
    try:
        bring_up(tables, TABLES)
    finally:
        tables.dispose()


def _must_be_closed(settings: Settings) -> None:
    """Refuse where another process has a file of SQLite open: it could record at any moment."""
    for address in (address_of(settings.log_url), tables_address(settings.tables_url)):
        if not address.path:
            continue
        with closing(sqlite3.connect(address.path, timeout=0, isolation_level=None)) as connection:
            try:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY":
                    raise
                raise CannotMove(f"Another process has {address.path} open. {STOP}") from error


@contextmanager
def _reading_source(settings: Settings) -> Iterator[tuple[sa.Connection, sa.Connection]]:
    """Log and tables, each as of one moment."""
    log, tables = log_engine(settings.log_url), make_engine(settings.tables_url)
    try:
        with reading(log).connect() as of_log, reading(tables).connect() as of_tables:
            for connection in (of_log, of_tables):
                _let_it_take_its_time(connection)
            yield of_log, of_tables
    finally:
        log.dispose()
        tables.dispose()


def _let_it_take_its_time(connection: sa.Connection) -> None:
    """While one side is read or written, the other one waits in its transaction."""
    if connection.dialect.name == "postgresql":
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")


def _must_be_unchanged(settings: Settings, log: LogContents, tables: TablesContents) -> None:
    with _reading_source(settings) as (of_log, of_tables):
        position, expired, archived = LogReader(of_log).end()
        if position > log.position:
            raise CannotMove(
                f"Entries were recorded meanwhile, up to position {position}; the copy ended at "
                f"{log.position}. {NOTHING} {STOP}"
            )
        if (expired, archived) != (log.expired, log.archived):
            raise CannotMove(f"Sandbox sessions expired meanwhile. {NOTHING} {STOP}")
        if tables_contents(of_tables) != tables:
            raise CannotMove(f"The registers changed meanwhile. {NOTHING} {STOP}")


# Copying, and the proof.


def _continued(
    settings: Settings,
    log: sa.Connection,
    tables: sa.Connection,
    log_url: str,
    tables_url: str,
    held: _Held,
    follow: Follow,
    *,
    rehearsed: bool,
) -> MoveProof:
    """Go on where an earlier move ended, if the destination has nothing but what it copied."""
    of_source = tables_contents(tables)
    if _contents_at(make_engine(tables_url), tables_contents) == of_source:
        if held.log:
            whole = log_contents(log)
            if _contents_at(log_engine(log_url), log_contents) == whole:
                return MoveProof(whole, of_source, copied=False)
        elif rehearsed:
            return MoveProof(log_contents(log), of_source, copied=False)
        else:
            return _copied(settings, log, tables, log_url, tables_url, of_source, follow)
    option, names = (LOG_OPTION, held.log) if held.log else (TABLES_OPTION, held.tables)
    raise CannotMove(
        f"{option} names a database that is not empty: it has rows in {', '.join(names)}. Name an empty one. "
        f"{NOTHING}"
    )


def _contents_at(engine: sa.Engine, contents: Callable[[sa.Connection], Any]) -> Any:
    """The figures of a database; None where tables or columns are missing."""
    try:
        with reading(engine).connect() as connection:
            _let_it_take_its_time(connection)
            return contents(connection)
    except (sa.exc.NoSuchTableError, sa.exc.ProgrammingError, sa.exc.OperationalError):
        return None
    finally:
        engine.dispose()


def _copied(
    settings: Settings,
    log: sa.Connection,
    tables: sa.Connection,
    log_url: str,
    tables_url: str,
    there: TablesContents | None,
    follow: Follow,
) -> MoveProof:
    """Copy, prove and commit. there: what the tables of the destination have already."""
    with ExitStack() as places:  # the context entered first, that of the log, ends last
        path = address_of(log_url).path
        log_file = places.enter_context(placed(Path(path))) if path else None
        store, new_log = places.enter_context(log_to_fill(log_url, log_file))
        _let_it_take_its_time(new_log)
        if there is not None:
            of_tables = there
        else:
            path = tables_address(tables_url).path
            if is_one_database(log_url, tables_url):
                make_tables(tables_url)
                new_tables = new_log
            else:
                tables_file = places.enter_context(placed(Path(path))) if path else None
                new_tables = places.enter_context(tables_to_fill(tables_url, tables_file))
                _let_it_take_its_time(new_tables)
            of_tables = _copy_tables(tables, new_tables)
            if tables_contents(new_tables) != of_tables:
                raise CannotMove(f"The registers of the destination differ from the source. {NOTHING}")
        of_log = _copy_log(log, store, new_log, follow)
        if _read_back(new_log, of_log.entries, follow) != of_log:
            raise CannotMove(f"The log of the destination differs from the source. {NOTHING}")
        _must_be_unchanged(settings, of_log, of_tables)
    return MoveProof(of_log, of_tables, copied=True)


def _copy_tables(source: sa.Connection, target: sa.Connection) -> TablesContents:
    reader = TablesReader(source)
    for table, copy in zip(reader.tables, TablesReader(target).tables, strict=True):
        target.execute(sa.delete(copy))  # a new database has a clock of expiry that did not run
        for rows in _batched(reader.rows(table), ROWS_AT_ONCE):
            target.execute(sa.insert(copy), rows)
    return reader.contents


def _copy_log(source: sa.Connection, store: EventStore, target: sa.Connection, follow: Follow) -> LogContents:
    reader = LogReader(source)
    rows: Iterator[LogRow] = follow(reader.rows(), reader.count(), "copying")
    store.fill(target.connection.driver_connection, rows, reader.expired())
    options = {"schema_translate_map": PUBLIC} if target.dialect.name == "postgresql" else {}
    for archived in _batched(reader.archived(), ENTRIES_AT_ONCE):
        target.execute(sa.insert(SET_ASIDE), archived, execution_options=options)
    target.execute(sa.update(LOG_SINCE).values(at=reader.since()), execution_options=options)
    return reader.contents


def _read_back(connection: sa.Connection, total: int, follow: Follow) -> LogContents:
    reader = LogReader(connection)
    for rows in (follow(reader.rows(), total, "comparing"), reader.expired(), reader.archived()):
        for _ in rows:
            pass
    reader.since()
    return reader.contents


def _batched(rows: Iterator[T], size: int) -> Iterator[list[T]]:
    while batch := list(islice(rows, size)):
        yield batch


def _sentence(error: Exception) -> str:
    """The message of an error, in one line that ends with a full stop."""
    said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return said if said.endswith((".", "!", "?")) else f"{said}."
