"""The store of statistics: what questions look into, by columns, in a file that one process holds.

Before each question it is brought up to what the tables database says. All of it can be thrown away.
DuckDB keeps it; where there is no wheel of that, SQLite does.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from domain.games import REGISTRY
from replays.databases import BESIDE_SQLITE, make_private_database, reading
from service.queries.filters import (
    Tables,
    players_of,
    seats_of_club,
    served,
)
from service.queries.stored_tables import (
    DUCKDB,
    EDITIONS_PLAYED,
    FINISHED_SESSIONS,
    IDS_OF_CLUBS,
    IN_CLUBS,
    OF_CATALOGUE,
    OF_FIGURES,
    OF_NO_SEAT,
    PLAYERS,
    RESULTS_OF_SEATS,
    SESSION,
    SEVERAL,
    SQLITE,
    STATE,
    UNIT,
    VISIBILITIES,
    Looking,
    all_figures,
    all_tables,
    declared,
    facet_names,
    of_facet,
    of_figures,
    of_sessions,
)
from service.sessions.register_tables import CLUB_IDS, CLUB_SESSIONS, LISTINGS
from workers.builds import live_builds
from workers.projections.packing import unpack_figures
from workers.projections.sessions import PLAYER, TAG
from workers.read_models import FORGOTTEN, OF_THE_SESSION, POSITIONS, SESSIONS, STATISTICS, STATISTICS_CHANGES

LOG = logging.getLogger("tablelog")

CHUNK = 500
"""Sessions that are read and written at a time."""
MOST_NOTES, DROPPED_EVERY = 200_000, 10_000
"""So many notes of changes are kept, and earlier ones dropped now and then: a store that is further behind is
made again."""
IS_HELD = "Could not set lock"
"""What DuckDB says of a file that another process holds."""
LARGE_BYTES, REWRITE_SECONDS = 64 * 1024 * 1024, 3_600.0
"""A file as large as this is written again at most once in so many seconds."""
MEMORY, THREADS = "350MB", 2
BLOCK_BYTES = 16_384
"""Of DuckDB's file, the least that it takes: each of some hundred tables has a few of them."""


def has_duckdb() -> bool:
    """Whether DuckDB is installed here."""
    return find_spec("duckdb_engine") is not None


# Keeping the store: it follows the notes of changes.


class StoreUnusable(Exception):
    """Another process holds the store."""


class _State(NamedTuple):
    signature: str
    change: int
    stamp: str | None
    horizon: int
    whole: bool


class _Stored(NamedTuple):
    """A session that the store has."""

    session: int
    game: str
    content: bytes


@dataclass(frozen=True)
class _Found:
    """Some sessions as the tables have them now. figures: packed, by session."""

    catalogue: Mapping[str, Any]
    figures: Mapping[str, bytes]
    rows: Mapping[str, Mapping[sa.Table, list[tuple[Any, ...]]]]


class StatisticsStore:
    """The store of one tables database. One process holds its file; without a folder it is in memory."""

    def __init__(self, tables: sa.Engine, folder: Path | None = None, kind: str | None = None) -> None:
        """kind: `duckdb` or `sqlite`; None: DuckDB where it is installed."""
        self.tables = tables
        self.kind = kind or (DUCKDB if has_duckdb() else SQLITE)
        self._path = None if folder is None else folder / f"figures.{self.kind}"
        self._engine: sa.Engine | None = None
        self._state: _State | None = None
        self._asking: dict[object, Any] = {}
        self._has_former_ids = False
        self._rewritten = 0.0
        self._lock = threading.RLock()

    @contextmanager
    def looking(self, who: object = None) -> Iterator[Looking]:
        """A transaction that sees all that was committed before. who: can `interrupt` it.

        Raises `StoreUnusable` and the errors of the tables database.
        """
        with ExitStack() as held:
            with self._lock:
                generation, as_of = self.refresh()
                connection = held.enter_context(self._opened().connect())
                change = connection.scalar(sa.select(STATE.c.change)) or 0
                several = frozenset(map(tuple, connection.execute(sa.select(SEVERAL))))
                if self.kind == SQLITE:
                    held.enter_context(self._lock)
                self._asking[who] = connection.connection.driver_connection
                held.callback(self._asking.pop, who, None)
            yield Looking(connection, generation, change, as_of, several)

    def interrupt(self, who: object) -> None:
        """End the statement that runs for them, with an error of the store."""
        driver = self._asking.get(who)
        if driver is not None:
            driver.interrupt()

    def refresh(self) -> tuple[str, int]:
        """Bring the store up to what the tables say; returns its generation and its position in the log."""
        with self._lock:
            with reading(self.tables).connect() as tables:
                signature = _signature(tables)
                state = self._state_now()
                if state is None or state.signature != signature or not _is_followed_by(tables, state):
                    state = self._begun(tables, signature)
            now = self._follow(state if state.whole else self._load(state))
            if self._must_be_rewritten():
                self._rewrite()
            return now

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._state = None
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None

    def _must_be_rewritten(self) -> bool:
        """Whether ids of players are to leave the file now: a large one, only from time to time."""
        if not self._has_former_ids or self._path is None or self.kind == SQLITE or self._asking:
            return False
        is_large = self._path.stat().st_size > LARGE_BYTES
        return not is_large or time.monotonic() - self._rewritten > REWRITE_SECONDS

    def _rewrite(self) -> None:
        """Write the file again: DuckDB keeps the bytes of deleted rows, SQLite overwrites them."""
        assert self._path is not None
        other = self._path.with_suffix(".again")
        other.unlink(missing_ok=True)
        with self._opened().connect() as own:
            name = own.exec_driver_sql("SELECT current_database()").scalar()
            for statement in (
                f"ATTACH '{other}' AS again",
                f'COPY FROM DATABASE "{name}" TO again',
                "CHECKPOINT again",
                "DETACH again",
            ):
                own.exec_driver_sql(statement)
                own.commit()
        self.close()
        other.replace(self._path)
        self._has_former_ids, self._rewritten = False, time.monotonic()

    def _opened(self) -> sa.Engine:
        if self._engine is None:
            self._engine = _opened(self.kind, self._path)
        return self._engine

    def _state_now(self) -> _State | None:
        """How far the store is; None for a new one."""
        if self._state is None:
            try:
                with self._opened().connect() as own:
                    if sa.inspect(own).has_table(STATE.name):
                        columns = (STATE.c[name] for name in _State._fields)
                        row = own.execute(sa.select(*columns)).first()
                        self._state = None if row is None else _State(*row)
            except sa.exc.DBAPIError as error:
                LOG.warning("the store of statistics cannot be read (%s); a new one is made", error.orig)
        return self._state

    def _begun(self, tables: sa.Connection, signature: str) -> _State:
        """Start with an empty store, at the last note that there is."""
        self.close()
        if self._path is not None:
            for suffix in (*BESIDE_SQLITE, ".wal"):
                Path(f"{self._path}{suffix}").unlink(missing_ok=True)
        change, stamp = _last_note(tables) or (0, None)
        state = _State(signature, change, stamp, _horizon(tables), whole=False)
        with self._opened().begin() as own:
            for statement in _making(self.kind, declared()):
                own.exec_driver_sql(statement)
            own.execute(sa.insert(STATE).values(**state._asdict()))
        self._state = state
        return state

    def _load(self, state: _State) -> _State:
        """Read all finished sessions, in the order of their ids, from where an earlier load stopped."""
        with self._opened().connect() as own:
            last = own.scalar(sa.select(sa.func.max(FINISHED_SESSIONS.c.id))) or ""
        while True:
            with reading(self.tables).connect() as tables:
                known = served(tables)
                catalogue = known.catalogue
                query = sa.select(catalogue.c.session).where(catalogue.c.session > last)
                query = query.where(_counts(known)).order_by(catalogue.c.session)
                sessions = list(tables.scalars(query.limit(CHUNK)))
                found = _found(tables, known, sessions)
                clubs, editions = _clubs(tables, None), _editions(tables, known)
            with self._opened().begin() as own:
                self._put(own, sessions, found)
                if len(sessions) < CHUNK:
                    _replace(self.kind, own, IDS_OF_CLUBS, clubs)
                    _replace(self.kind, own, EDITIONS_PLAYED, editions)
                    own.execute(sa.update(STATE).values(whole=True))
            if len(sessions) < CHUNK:
                self._state = state._replace(whole=True)
                return self._state
            last = sessions[-1]

    def _follow(self, state: _State) -> tuple[str, int]:
        """Read again what has changed since; returns the generation and the position in the log."""
        with reading(self.tables).connect() as tables:
            now = generation_of(tables), _position(tables)
            notes = _notes(tables, state)
            change, stamp = _last_note(tables) or (0, None)
            horizon = _horizon(tables)
            if not notes and change == state.change and horizon == state.horizon:
                return now
            known = served(tables)
            own_tables = {known.catalogue.name, f"figures_{known.of_statistics}"}
            notes = [note for note in notes if _is_of(note.origin, own_tables)]
            sessions = {note.session for note in notes if note.session is not None}
            clubs = sorted({note.club for note in notes if note.club is not None})
            sessions |= _sessions_of(tables, clubs)
            if any(note.origin == FORGOTTEN for note in notes):
                sessions |= self._forgotten(tables, known)
            ids = _clubs(tables, clubs) if clubs else []
            of_none = {note.origin for note in notes if note.session is None and note.club is None}
            is_of_editions = bool(of_none - {FORGOTTEN})
            editions = _editions(tables, known) if is_of_editions else []
            ordered = sorted(sessions)
            chunks = [ordered[at : at + CHUNK] for at in range(0, len(ordered), CHUNK)]
            with self._opened().begin() as own:
                for chunk in chunks:
                    self._put(own, chunk, _found(tables, known, chunk))
                if clubs:
                    of_these = IDS_OF_CLUBS.c.club.in_(clubs)
                    known_ids = set(own.scalars(sa.select(IDS_OF_CLUBS.c.player).where(of_these)))
                    if known_ids - {player for _, player, _ in ids}:
                        self._has_former_ids = True
                    own.execute(sa.delete(IDS_OF_CLUBS).where(of_these))
                    _insert(self.kind, own, IDS_OF_CLUBS, ids)
                if is_of_editions:
                    _replace(self.kind, own, EDITIONS_PLAYED, editions)
                own.execute(sa.update(STATE).values(change=change, stamp=stamp, horizon=horizon))
            self._state = state._replace(change=change, stamp=stamp, horizon=horizon)
        if self._path is not None and state.change // DROPPED_EVERY != change // DROPPED_EVERY:
            with self.tables.begin() as tables:
                old = STATISTICS_CHANGES.c.change < change - MOST_NOTES
                tables.execute(sa.delete(STATISTICS_CHANGES).where(old))
        return now

    def _forgotten(self, tables: sa.Connection, known: Tables) -> set[str]:
        """The sandbox sessions of the store that the tables have no longer."""
        columns = FINISHED_SESSIONS.c
        with self._opened().connect() as own:
            ids = own.scalars(sa.select(columns.id).where(columns.sandbox).order_by(columns.id)).all()
        there = known.catalogue.c.session
        gone = set(ids)
        for at in range(0, len(ids), CHUNK):
            gone -= set(tables.scalars(sa.select(there).where(there.in_(ids[at : at + CHUNK]))))
        return gone

    def _put(self, own: sa.Connection, sessions: Sequence[str], found: _Found) -> None:
        """Have the store hold what was found about these sessions, and nothing else."""
        if not sessions:
            return
        columns = FINISHED_SESSIONS.c
        query = sa.select(columns.id, columns.session, columns.game, columns.content)
        stored = {row.id: _Stored(*row[1:]) for row in own.execute(query.where(columns.id.in_(sessions)))}
        content = {session: hashlib.sha256(packed).digest() for session, packed in found.figures.items()}
        last = own.scalar(sa.select(sa.func.max(columns.session))) or 0
        numbers = [one.session for one in stored.values()]
        before_this = _ids_at(own, numbers)
        if stored:
            for table in of_sessions():
                own.execute(sa.delete(table).where(table.c.session.in_(numbers)))
        stale: dict[str, list[int]] = defaultdict(list)
        for session, one in stored.items():
            if content.get(session, b"") != one.content:
                stale[one.game].append(one.session)
        for game, numbers in stale.items():
            for measure in REGISTRY[game].measures.values() if game in REGISTRY else ():
                figures = of_figures(game, measure)
                own.execute(sa.delete(figures).where(figures.c.session.in_(numbers)))
        rows: dict[sa.Table, list[tuple[Any, ...]]] = defaultdict(list)
        for session in sessions:
            row = found.catalogue.get(session)
            if row is None:
                continue
            before = stored.get(session)
            if before is None:
                last += 1
            number = last if before is None else before.session
            said = content.get(session, b"")
            rows[FINISHED_SESSIONS].append(
                (number, session, *(getattr(row, name) for name in OF_CATALOGUE), said)
            )
            its_rows = found.rows.get(session, {})
            seats = _numbered(its_rows)
            for table, its in its_rows.items():
                if "seat" in table.c:
                    rows[table] += [(number, seats[seat], *values) for seat, *values in its]
                else:
                    rows[table] += [(number, *values) for values in its]
            if session in found.figures and (before is None or before.content != said):
                for figures, seat, said_of_it in _figures(row.game, found.figures[session]):
                    rows[figures].append((number, seats.setdefault(seat, len(seats)), *said_of_it))
        known = set(map(tuple, own.execute(sa.select(SEVERAL))))
        _insert(self.kind, own, SEVERAL, sorted({*_several(rows)} - known))
        for table, values in rows.items():
            _insert(self.kind, own, table, values)
        if before_this - _ids_still_there(own, before_this):
            self._has_former_ids = True


def _several(rows: Mapping[sa.Table, Sequence[tuple[Any, ...]]]) -> Iterator[tuple[str, str, str]]:
    """The rows of `SEVERAL` that these need."""
    for game in REGISTRY.values():
        for measure in game.measures.values():
            figures = of_figures(game.key, measure)
            own = rows.get(figures, ())
            units = len({row[:2] for row in own})
            for place, name in enumerate(measure.dimensions, len(OF_FIGURES)):
                values = {(*row[:2], row[place]) for row in own}
                if len(values) > units:
                    yield UNIT, figures.name, name
                if len({(session, value) for session, _, value in values}) < len(values):
                    yield SESSION, figures.name, name
            if units < len(own) and len({(*row[:2], *row[len(OF_FIGURES) :]) for row in own}) < len(own):
                yield UNIT, figures.name, ""
    for name in facet_names():
        found = rows.get(of_facet(name), ())
        if len({(session, value) for session, *_, value in found}) < len(found):
            yield SESSION, of_facet(name).name, name


def _ids_at(own: sa.Connection, sessions: Sequence[int]) -> set[str]:
    """The ids of players and persons in these sessions."""
    if not sessions:
        return set()
    query = sa.select(PLAYERS.c.value, PLAYERS.c.person).where(PLAYERS.c.session.in_(sessions))
    return {id for row in own.execute(query) for id in row if id is not None}


def _ids_still_there(own: sa.Connection, ids: Collection[str]) -> set[str]:
    if not ids:
        return set()
    found = (sa.select(column).where(column.in_(ids)) for column in (PLAYERS.c.value, PLAYERS.c.person))
    return set(own.scalars(sa.union(*found)))


def _numbered(rows: Mapping[sa.Table, Sequence[tuple[Any, ...]]]) -> dict[str, int]:
    """The number of each seat of a session, whose rows of these tables begin with it."""
    seats = {row[0] for table, own in rows.items() if "seat" in table.c for row in own}
    return dict(zip((OF_THE_SESSION, *sorted(seats - {OF_THE_SESSION})), count(OF_NO_SEAT)))


def _figures(game: str, packed: bytes) -> Iterator[tuple[sa.Table, str, tuple[Any, ...]]]:
    """The rows of figures of a session, each with its table and seat."""
    measures = REGISTRY[game].measures if game in REGISTRY else {}
    for key, seat, value, weight, dimensions in unpack_figures(packed):
        if key in measures:
            of_it = (dimensions.get(name) for name in measures[key].dimensions)
            yield of_figures(game, measures[key]), seat, (value, weight, *of_it)


# The file.

TYPES: Mapping[type[Any], str] = {
    sa.SmallInteger: "SMALLINT",
    sa.Integer: "INTEGER",
    sa.BigInteger: "BIGINT",
    sa.Text: "VARCHAR",
    sa.Double: "DOUBLE",
    sa.Boolean: "BOOLEAN",
    sa.LargeBinary: "BLOB",
}


def _opened(kind: str, path: Path | None) -> sa.Engine:
    """The engine of the store at this path. Raises `StoreUnusable`, and `DBAPIError` for a damaged file."""
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if kind == SQLITE:
        if path is not None:
            make_private_database(str(path))
        address = sa.URL.create(SQLITE, database=":memory:" if path is None else str(path))
        made = sa.create_engine(address, poolclass=sa.StaticPool, connect_args={"check_same_thread": False})

        @sa.event.listens_for(made, "connect")
        def overwrite(connection: Any, record: Any) -> None:
            connection.execute("PRAGMA secure_delete = ON")

        return made
    settings = {"memory_limit": MEMORY, "threads": THREADS, "default_block_size": BLOCK_BYTES}
    name = f":memory:{id(object())}" if path is None else str(path)
    engine = sa.create_engine(
        sa.URL.create(DUCKDB, database=name), connect_args={"config": settings}, poolclass=sa.QueuePool
    )
    try:
        engine.connect().close()
    except sa.exc.DBAPIError as error:
        engine.dispose()
        if IS_HELD in str(error.orig):
            raise StoreUnusable(str(error.orig)) from error
        raise
    return engine


@cache
def _making(kind: str, declared: str) -> tuple[str, ...]:
    """The statements that make the tables; SQLite finds rows by index, DuckDB without."""
    dialect = sa.create_engine(f"{kind}://").dialect
    made = [str(sa.schema.CreateTable(table).compile(dialect=dialect)) for table in all_tables()]
    if kind == SQLITE:
        indexed = [(table, "session") for table in (*of_sessions(), *all_figures())]
        indexed += [(table, "value") for table in (PLAYERS, of_facet(TAG))]
        made += [f'CREATE INDEX "{table.name} {by}" ON "{table.name}" ({by})' for table, by in indexed]
    return tuple(made)


def _insert(kind: str, own: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
    if not rows:
        return
    if kind == DUCKDB:
        own.exec_driver_sql(_statement(table), tuple(map(list, zip(*rows, strict=True))))
    else:
        marks = ", ".join("?" * len(table.columns))
        own.exec_driver_sql(f'INSERT INTO "{table.name}" VALUES ({marks})', list(rows))


@cache
def _statement(table: sa.Table) -> str:
    """Columns go in as lists: a row at a time takes ten times as long."""
    marks = ", ".join(f"unnest(?::{TYPES[type(column.type)]}[])" for column in table.columns)
    return f'INSERT INTO "{table.name}" SELECT {marks}'


def _replace(kind: str, own: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
    own.execute(sa.delete(table))
    _insert(kind, own, table, rows)


# What the tables database says.


MOST_OVERLAPPING = 10_000
"""Among so many notes at the end, one may be committed after a later one."""


def generation_of(tables: sa.Connection) -> str:
    """What names the figures and registers as this transaction sees them: equal ones have equal answers."""
    columns = STATISTICS_CHANGES.c
    builds = live_builds(tables)
    last, stamp = _last_note(tables) or (0, "")
    near = 0
    if tables.dialect.name == "postgresql":
        those = sa.select(sa.func.count()).where(columns.change > last - MOST_OVERLAPPING)
        near = tables.scalar(those) or 0
    return f"{builds.get(SESSIONS, 1)}.{builds.get(STATISTICS, 1)}.{last}.{near}.{stamp}"


def _signature(tables: sa.Connection) -> str:
    builds = live_builds(tables)
    return f"{declared()} {builds.get(SESSIONS, 1)} {builds.get(STATISTICS, 1)}"


def _position(tables: sa.Connection) -> int:
    """The position in the log of the figures that are served."""
    build = live_builds(tables).get(STATISTICS, 1)
    of_it = (POSITIONS.c.projection == STATISTICS) & (POSITIONS.c.build == build)
    return tables.scalar(sa.select(sa.func.min(POSITIONS.c.position)).where(of_it)) or 0


def _last_note(tables: sa.Connection) -> tuple[int, str] | None:
    columns = STATISTICS_CHANGES.c
    query = sa.select(columns.change, columns.stamp).order_by(columns.change.desc())
    row = tables.execute(query.limit(1)).first()
    return None if row is None else (row.change, row.stamp)


def _is_followed_by(tables: sa.Connection, state: _State) -> bool:
    """Whether the notes continue where the store is: none was dropped, and it is the same database."""
    columns = STATISTICS_CHANGES.c
    if state.change == 0:
        return (tables.scalar(sa.select(sa.func.min(columns.change))) or 1) == 1
    return tables.scalar(sa.select(columns.stamp).where(columns.change == state.change)) == state.stamp


def _horizon(tables: sa.Connection) -> int:
    """On PostgreSQL, the first transaction that this one may not see whole: a later note may come from it."""
    if tables.dialect.name != "postgresql":
        return 0
    return int(tables.scalar(sa.text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")) or 0)


def _notes(tables: sa.Connection, state: _State) -> Sequence[Any]:
    """The notes since then, some of them again."""
    columns = STATISTICS_CHANGES.c
    since = columns.change > state.change
    if tables.dialect.name == "postgresql":
        since |= columns.writer >= state.horizon
    query = sa.select(columns.origin, columns.session, columns.club).where(since).distinct()
    return tables.execute(query).all()


def _is_of(origin: str, served_tables: Collection[str]) -> bool:
    """Whether a note matters: those of other builds do not."""
    return origin in served_tables or not origin.startswith(("sessions_", "figures_"))


def _sessions_of(tables: sa.Connection, clubs: Sequence[str]) -> set[str]:
    if not clubs:
        return set()
    query = sa.select(CLUB_SESSIONS.c.session).where(CLUB_SESSIONS.c.club.in_(clubs))
    return set(tables.scalars(query))


def _clubs(tables: sa.Connection, clubs: Sequence[str] | None) -> list[tuple[Any, ...]]:
    """Which person a player's id counts as, in these clubs; None: in all."""
    query = sa.select(CLUB_IDS.c.club, CLUB_IDS.c.player, CLUB_IDS.c.person)
    if clubs is not None:
        query = query.where(CLUB_IDS.c.club.in_(clubs))
    return [tuple(row) for row in tables.execute(query)]


def _editions(tables: sa.Connection, known: Tables) -> list[tuple[Any, ...]]:
    columns = (known.editions.c[column.name] for column in EDITIONS_PLAYED.columns)
    return [tuple(row) for row in tables.execute(sa.select(*columns))]


def _counts(known: Tables) -> sa.ColumnElement[bool]:
    """That a session of the catalogue belongs into the store."""
    catalogue, figures = known.catalogue, known.figures
    own = sa.select(sa.literal(1)).where(figures.c.session == catalogue.c.session)
    return (catalogue.c.status == "finished") | own.exists()


def _found(tables: sa.Connection, known: Tables, sessions: Sequence[str]) -> _Found:
    """These sessions as the tables have them, if they are finished or have figures."""
    if not sessions:
        return _Found({}, {}, {})
    catalogue, figures = known.catalogue, known.figures
    columns = (catalogue.c[name] for name in OF_CATALOGUE)
    query = sa.select(catalogue.c.session, *columns)
    query = query.where(catalogue.c.session.in_(sessions), _counts(known))
    found = {row.session: row for row in tables.execute(query)}
    packed = sa.select(figures.c.session, figures.c.packed).where(figures.c.session.in_(list(found)))
    rows: dict[str, dict[sa.Table, list[tuple[Any, ...]]]] = defaultdict(lambda: defaultdict(list))

    def take(into: sa.Table, table: Any, *columns: Any) -> None:
        query = sa.select(table.c.session, *columns).where(table.c.session.in_(list(found)))
        for session, *values in tables.execute(query):
            rows[session][into].append(tuple(values))

    results, facets, names = known.results, known.facets, frozenset(facet_names())
    take(RESULTS_OF_SEATS, results, *(results.c[one.name] for one in list(RESULTS_OF_SEATS.columns)[1:]))
    take(VISIBILITIES, LISTINGS, LISTINGS.c.visibility)
    take(IN_CLUBS, CLUB_SESSIONS, CLUB_SESSIONS.c.club)
    take(of_facet(TAG), known.tags, known.tags.c.seat, known.tags.c.name, known.tags.c.value)
    query = sa.select(facets.c.session, facets.c.seat, facets.c.name, facets.c.value)
    for session, seat, name, value in tables.execute(query.where(facets.c.session.in_(list(found)))):
        if name != TAG and name in names:
            rows[session][of_facet(name)].append((seat, name, value))
    persons: dict[tuple[str, str], str] = {}
    for club in {values[0] for its in rows.values() for values in its.get(IN_CLUBS, ())}:
        seats = seats_of_club(facets, club)
        of_club = sa.select(seats.c.session, seats.c.seat, seats.c.person)
        of_club = of_club.where(seats.c.session.in_(list(found)), seats.c.person.is_not(None))
        persons |= {(row.session, row.seat): row.person for row in tables.execute(of_club)}
    players = players_of(tables, known, list(found))
    for session, seat in sorted({*players, *persons}):
        who = players.get((session, seat)), persons.get((session, seat))
        rows[session][PLAYERS].append((seat, PLAYER, *who))
    return _Found(found, dict(tables.execute(packed).all()), rows)
