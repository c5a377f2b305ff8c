"""The figures as Parquet files: a data set of sessions, seats and measures, which DuckDB writes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Game
from service.queries.filters import (
    ANYTHING,
    CLUB,
    DIMENSION,
    SANDBOX,
    SEAT,
    VOID,
    option_names,
    played_with,
    seat_names,
    session_conditions,
    understood,
)
from service.queries.store import StatisticsStore, has_duckdb
from service.queries.stored_tables import (
    DUCKDB,
    EDITIONS_PLAYED,
    FINISHED_SESSIONS,
    OF_NO_SEAT,
    STORED,
    Looking,
    of_facet,
    of_figures,
)
from service.queries.visible_scope import EVERYTHING, NOTHING_SHOWN, PUBLIC_ALONE, visibility_now
from service.sessions.register_tables import CLUBS
from service.support.atomic_files import atomic_folder, sync_folder
from workers.projections.sessions import PLAYER, TAG, TEAM
from workers.read_models import OF_THE_SESSION


class CannotExport(Exception):
    """The data set cannot be written. Its text says why."""


@dataclass(frozen=True)
class FiguresChosen:
    """Whose figures are exported. games: none is all. club: its sessions alone, with its persons.

    public: public sessions alone. everything: sandbox sessions and void ones too.
    """

    games: Sequence[str] = ()
    club: str | None = None
    public: bool = False
    everything: bool = False


@dataclass(frozen=True)
class FiguresExported:
    """sessions: how many, by game. as_of: the position in the log up to which they have everything."""

    sessions: Mapping[str, int]
    as_of: int


def export_figures(tables: sa.Engine, folder: Path, chosen: FiguresChosen) -> FiguresExported:
    """Write the data set into a folder that is new or empty: all of it or nothing.

    The store that it is read from is made for this. Raises `CannotExport`, `Occupied`, `OSError`, and the
    errors of the tables database.
    """
    if not has_duckdb():
        raise CannotExport(
            "DuckDB, which writes Parquet files, is not installed. Run `pip install duckdb duckdb-engine`."
        )
    with atomic_folder(folder) as draft:
        _must_be_known(tables, chosen.club)
        with (
            TemporaryDirectory(dir=draft, prefix="store.") as own,
            closing(StatisticsStore(tables, Path(own), DUCKDB)) as store,
            store.looking() as looking,
        ):
            try:
                exported = _write(looking, draft, chosen)
            except sa.exc.DBAPIError as error:
                raise CannotExport(str(error.orig)) from error
        _make_durable(draft)
    return exported


def _must_be_known(tables: sa.Engine, club: str | None) -> None:
    if club is None:
        return
    with tables.connect() as connection:
        if connection.scalar(sa.select(CLUBS.c.club).where(CLUBS.c.club == club)) is None:
            raise CannotExport(f"There is no club {club}.")


def _make_durable(folder: Path) -> None:
    for path, _, names in os.walk(folder, topdown=False):
        for name in names:
            with Path(path, name).open("rb") as file:
                os.fsync(file.fileno())
        sync_folder(Path(path))


# Which sessions.

EXPORTED = sa.Table(
    "exported",
    sa.MetaData(),
    sa.Column("session", sa.Integer),
    sa.Column("game", sa.Text),
    sa.Column("visibility", sa.Text),
    sa.Column("edition", sa.Text),
    prefixes=["TEMPORARY"],
)
"""edition: the listed one that the session plays with, if there is just one."""


def _write(looking: Looking, folder: Path, chosen: FiguresChosen) -> FiguresExported:
    connection = looking.connection
    _choose(connection, chosen)
    query = (
        sa.select(EXPORTED.c.game, sa.func.count().label("number"))
        .group_by(EXPORTED.c.game)
        .order_by(EXPORTED.c.game)
    )
    sessions = {row.game: int(row.number) for row in connection.execute(query)}
    if not sessions:
        raise CannotExport("There is nothing to export: no session has figures and is among those chosen.")
    for key in sessions:
        rules = REGISTRY[key]
        _copy(connection, _sessions(rules, chosen), folder / f"sessions/game={key}/sessions.parquet")
        _copy(connection, _seats(rules, chosen), folder / f"seats/game={key}/seats.parquet")
        for measure in rules.measures.values():
            path = folder / f"figures/game={key}/measure={measure.key}/figures.parquet"
            _copy(connection, _figures(of_figures(key, measure), measure.dimensions), path)
    return FiguresExported(sessions, looking.as_of)


def _choose(connection: sa.Connection, chosen: FiguresChosen) -> None:
    """Put the sessions into a table: the filters of lists and statistics choose them."""
    counted = ANYTHING if chosen.everything else "false"
    filters = {SANDBOX: counted, VOID: counted}
    if chosen.club is not None:
        filters[CLUB] = chosen.club
    if chosen.public:
        filters["visibility"] = PUBLIC_ALONE
    wanted = understood(filters, EVERYTHING)
    one = EDITIONS_PLAYED.alias()
    edition = sa.select(sa.case((sa.func.count() == 1, sa.func.min(one.c.edition))))
    edition = edition.where(played_with(STORED, one, NOTHING_SHOWN)).correlate(FINISHED_SESSIONS)
    columns = FINISHED_SESSIONS.c
    query = sa.select(
        columns.session, columns.game, visibility_now(FINISHED_SESSIONS), edition.scalar_subquery()
    )
    query = query.where(columns.game.in_(sorted(set(chosen.games or REGISTRY) & REGISTRY.keys())))
    EXPORTED.create(connection)
    rows = query.where(*session_conditions(STORED, wanted))
    connection.execute(sa.insert(EXPORTED).from_select(EXPORTED.columns.keys(), rows))


# The files.


def _copy(connection: sa.Connection, query: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    escaped = str(path).replace("'", "''")
    connection.exec_driver_sql(f"COPY ({query}) TO '{escaped}' (FORMAT parquet, COMPRESSION zstd)")


def _sessions(game: Game[Any], chosen: FiguresChosen) -> str:
    """A row for each session. Whose club a public session belongs to is not public."""
    options = sorted(option_names({game.key: game}))
    joins = " ".join(_facet(option, "c.session", str(OF_NO_SEAT)) for option in options)
    columns = "".join(f'"{option}".value AS "{option}", ' for option in options)
    club = "NULL::VARCHAR" if chosen.public and chosen.club is None else "i.club"
    return f"""
        SELECT c.id AS session, TRY_CAST(c.played_on AS DATE) AS played_on, c.status, c.seats AS count,
            c.component_set, e.edition, c.rules_version, e.visibility, c.sandbox, c.void IS NOT NULL AS void,
            c.flagged, c.minutes, c.closeness, {club} AS club, {columns}coalesce(t.tags, []) AS tags
        FROM exported e JOIN catalogue c ON c.session = e.session
        LEFT JOIN club_sessions i ON i.session = c.session
        LEFT JOIN (SELECT session, list(value ORDER BY value) AS tags FROM "{of_facet(TAG).name}"
            GROUP BY session) t ON t.session = c.session {joins}
        WHERE e.game = '{game.key}' ORDER BY c.id"""


def _seats(game: Game[Any], chosen: FiguresChosen) -> str:
    """A row for each seat; its result is empty unless the session is finished."""
    given = sorted(seat_names({game.key: game}) - {SEAT, PLAYER, TEAM})
    joins = " ".join(_facet(name, "s.session", "s.seat") for name in given)
    columns = "".join(f'"{name}".value AS "{_free(name, "seat", OF_SEATS)}", ' for name in given)
    person = "" if chosen.club is None else "p.person, "
    return f"""
        SELECT c.id AS session, s.value AS seat, r.place, {columns}p.value AS player, {person}r.rank, r.score,
            r.won, r.margin, r.team
        FROM exported e JOIN catalogue c ON c.session = e.session
        JOIN "{of_facet(SEAT).name}" s ON s.session = c.session
        LEFT JOIN results r ON r.session = s.session AND r.seat = s.seat
        LEFT JOIN players p ON p.session = s.session AND p.seat = s.seat {joins}
        WHERE e.game = '{game.key}' ORDER BY c.id, r.place, s.value"""


def _figures(figures: sa.Table, dimensions: Sequence[str]) -> str:
    """A row for each figure of a measure."""
    columns = "".join(
        f', f."{DIMENSION.format(name)}" AS "{_free(name, "dimension", OF_FIGURES)}"' for name in dimensions
    )
    return f"""
        SELECT c.id AS session, coalesce(s.value, '{OF_THE_SESSION}') AS seat, f.value, f.weight{columns}
        FROM "{figures.name}" f JOIN exported e ON e.session = f.session
        JOIN catalogue c ON c.session = f.session
        LEFT JOIN "{of_facet(SEAT).name}" s ON s.session = f.session AND s.seat = f.seat"""


def _facet(name: str, session: str, seat: str) -> str:
    table = of_facet(name).name
    return f'LEFT JOIN "{table}" "{name}" ON "{name}".session = {session} AND "{name}".seat = {seat}'


OF_SEATS = ("game", "session", "seat", "place", "player", "person", "rank", "score", "won", "margin", "team")
OF_FIGURES = ("game", "measure", "session", "seat", "value", "weight")
"""The columns that these files have of every game, with those that a reader takes from the folders."""


def _free(name: str, kind: str, taken: Sequence[str]) -> str:
    return f"{kind}.{name}" if name in taken else name
