"""The tables that queries read, and the positions up to which they follow the log.

Each projection has its tables once for each build: a rebuild fills the next build next to the served
one, then `live` is switched. Everything but `live` and the positions can be thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa

METADATA = sa.MetaData()

POSITIONS = sa.Table(
    "projection_positions",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, primary_key=True),
    sa.Column("part", sa.Integer, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("expired", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("made_by", sa.Integer, nullable=False),
)
"""A row for each part of the log: the position of a build is the least of its parts.

`expired`: the number of the last session that expired and is forgotten in this part of the build. `made_by`:
the version of the projection that makes the build. `version`: 0; processes that know nothing of parts look
for the projection's version there, and follow no build where they do not find it."""

FOLLOWERS = sa.Table(
    "projection_followers",
    METADATA,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("follower", sa.Text, primary_key=True),
    sa.Column("joined", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""Processes that share the parts of the same builds (`scope`), each until a time of the database's clock."""

LIVE = sa.Table(
    "projection_live",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, nullable=False),
)
HEADS = sa.Table(
    "projection_heads",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)
SET_ASIDE = sa.Table(
    "projection_set_aside",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, primary_key=True),
    sa.Column("position", sa.BigInteger, primary_key=True),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
)

EXPIRY_CLOCK = sa.Table(
    "expiry_clock",
    METADATA,
    sa.Column("ran", sa.Float, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
)
"""One row: how long expiry was seen to run, and by the last look the clock and the end of the log."""

EXPIRY_MARKS = sa.Table(
    "expiry_marks",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("entries", sa.BigInteger, nullable=False),
    sa.Column("ran", sa.Float, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
"""Sessions that are `marked` or `aside`. entries: how many each had. ran: how long expiry had run then."""

STATISTICS_CHANGES = sa.Table(
    "statistics_changes",
    METADATA,
    sa.Column("change", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True),
    sa.Column("stamp", sa.Text, nullable=False),
    sa.Column("writer", sa.BigInteger, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("session", sa.Text),
    sa.Column("club", sa.Text),
    sa.Index("statistics_changes_writer", "writer"),
)
"""Sessions and clubs of which statistics must be read again, in the order in which that was written.

Triggers write it. stamp: at random, so that a restored database is not taken for the one before. writer: the
transaction, on PostgreSQL, where a later one may be committed first. origin: the table that changed, or
`FORGOTTEN`."""
FORGOTTEN = "forgotten"
"""The origin of a note that says that sandbox sessions are gone, and not which."""

SESSIONS, SERIES, TIMELINE, STATISTICS = "sessions", "series", "timeline", "statistics"
OF_THE_SESSION = ""
"""The seat of a facet or a figure that belongs to the whole session."""


def _noting(table: sa.Table, condition: str) -> sa.Table:
    """The table, with triggers that note the sessions whose rows change.

    condition: of a row, `{row}`, whose changes are noted.
    """
    insert = "INSERT INTO statistics_changes (origin, session) VALUES ('{table}', {row}.session)"
    both = condition.format(row="NEW") + " OR " + condition.format(row="OLD")
    for event, row, when in (
        ("INSERT", "NEW", condition.format(row="NEW")),
        ("UPDATE", "NEW", both),
        ("DELETE", "OLD", condition.format(row="OLD")),
    ):
        head = f"CREATE TRIGGER {table.name}_{event.lower()} AFTER {event} ON {table.name} "
        note = insert.format(table=table.name, row=row)
        statements = {
            "sqlite": f"{head} WHEN {when} BEGIN {note}; END",
            "postgresql": f"{head} FOR EACH ROW WHEN ({when}) "
            "EXECUTE FUNCTION tablelog_note_change('session')",
        }
        for dialect, statement in statements.items():
            made: Any = sa.DDL(statement)  # type: ignore[no-untyped-call]
            sa.event.listen(table, "after_create", made.execute_if(dialect=dialect))
    return table


@dataclass(frozen=True)
class SessionTables:
    """`catalogue`: one row per session. `facets`: names and values to filter sessions and seats by.

    results: one row per seat of a finished session.
    """

    catalogue: sa.Table
    facets: sa.Table
    results: sa.Table

    @property
    def all(self) -> tuple[sa.Table, ...]:
        return self.catalogue, self.facets, self.results


@dataclass(frozen=True)
class OneTable:
    """A projection with one table."""

    rows: sa.Table

    @property
    def all(self) -> tuple[sa.Table, ...]:
        return (self.rows,)


@cache
def session_tables(build: int) -> SessionTables:
    """The catalogue of sessions. `played_on` is the day of play in the table's own time zone.

    ranks, parts: the final rank of each seat, and what its score is made of; empty before the end.
    component_set: what it is played with now; opened_with: what it began with. minutes: of play; closeness:
    the lead of the winner over the next score. Both are NULL before the end, and where nobody knows.

    Results have a row for each seat of a finished session. place: its number at the table, from 1. score,
    margin: NULL without scores; margin: the score less the best one of any other. rank: NULL where the
    session was closed as finished before the game was.
    """
    metadata = sa.MetaData()
    catalogue = sa.Table(
        f"sessions_{build}",
        metadata,
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("closed", sa.Text),
        sa.Column("void", sa.Integer),
        sa.Column("void_reason", sa.Text),
        sa.Column("replaced_by", sa.Text),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("component_set", sa.Text, nullable=False),
        sa.Column("opened_with", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("sandbox", sa.Boolean, nullable=False),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("played_on", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("updated", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("flagged", sa.Integer, nullable=False),
        sa.Column("minutes", sa.Float),
        sa.Column("closeness", sa.Float),
        sa.Column("winners", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("ranks", sa.JSON, nullable=False),
        sa.Column("parts", sa.JSON, nullable=False),
        sa.Column("active", sa.JSON, nullable=False),
        sa.Column("opening", sa.JSON, nullable=False),
        sa.Index(f"sessions_{build}_game", "game", "session"),
        sa.Index(f"sessions_{build}_day", "played_on", "session"),
        sa.Index(f"sessions_{build}_replaced_by", "replaced_by"),
    )
    facets = sa.Table(
        f"facets_{build}",
        metadata,
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, primary_key=True),
        sa.Index(f"facets_{build}_value", "name", "value", "session"),
        sqlite_with_rowid=False,
    )
    results = sa.Table(
        f"results_{build}",
        metadata,
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("score", sa.Float),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("margin", sa.Float),
        sa.Column("team", sa.Text),
        sqlite_with_rowid=False,
    )
    return SessionTables(_noting(catalogue, "{row}.status = 'finished'"), facets, results)


@dataclass(frozen=True)
class PackedTable:
    """A projection whose rows are packed: those of a stretch of entries of a session, from first to last.

    columns: what each of them has beside its session.
    """

    rows: sa.Table
    columns: tuple[str, ...]

    @property
    def all(self) -> tuple[sa.Table, ...]:
        return (self.rows,)


def _packed(name: str, *columns: str) -> PackedTable:
    table = sa.Table(
        name,
        sa.MetaData(),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    return PackedTable(table, ("entry", *columns))


@cache
def series_tables(build: int) -> PackedTable:
    """The points of every series; a value is a number or a word. `place` orders those of one entry."""
    return _packed(f"points_{build}", "series", "place", "subject", "value", "word", "detail", "at", "turn")


@cache
def timeline_tables(build: int) -> PackedTable:
    """A row an entry, as everybody may see it."""
    return _packed(
        f"timeline_{build}",
        *("kind", "type", "seat", "at", "moved_at", "seconds"),
        *("turn", "round", "phase", "active", "live", "flagged"),
    )


@cache
def statistics_tables(build: int) -> OneTable:
    """The figures of every session that has any, packed: Σ value / Σ weight answers for many."""
    figures = sa.Table(
        f"figures_{build}",
        sa.MetaData(),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    return OneTable(_noting(figures, "{row}.session IS NOT NULL"))


_BUILD = sa.select(LIVE.c.build).where(LIVE.c.projection == sa.bindparam("projection"))
"""Nearly every request asks this: it is put together once."""


def live_build(connection: sa.Connection, projection: str) -> int:
    """The build of the projection that is served; 1 before anything was followed."""
    build = connection.scalar(_BUILD, {"projection": projection})
    return 1 if build is None else int(build)
