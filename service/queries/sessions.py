"""Queries over the read models, for sessions, players and seats. No query folds a log."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Measure
from domain.kernel.engine.entries import Voided
from domain.kernel.messages import Json
from replays.databases import reading
from service.queries.filters import (
    GAME,
    Tables,
    UnusableFilter,
    played_with,
    players_of,
    seat_conditions,
    served,
    session_conditions,
    understood,
)
from service.queries.question import SessionsQuery
from service.queries.statistics import UnknownMeasure
from service.queries.visible_scope import EVERYTHING, VisibleScope
from service.sessions.listings import UNCHANGED, listings_in
from service.sessions.people import Claims, claims_in, seated
from service.sessions.register_tables import (
    CLUB_SESSIONS,
    EDITION_AMENDED_SETS,
    EDITION_VERSIONS,
)
from workers.projections.packing import packed_rows, unpack_figures
from workers.projections.series import SCORES
from workers.read_models import (
    HEADS,
    POSITIONS,
    SERIES,
    SET_ASIDE,
    STATISTICS,
    TIMELINE,
    live_build,
    series_tables,
    timeline_tables,
)

# The people in a list of sessions, and what each was recorded instead of.

MOST_REPLACED, MOST_ROWS = 20, 1_000
"""Void sessions that one was recorded instead of: of each, and of all in a list."""


def ranks_of(engine: sa.Engine, sessions: Collection[str]) -> dict[str, dict[str, int]]:
    """The final ranks of seats by session; 1 is best."""
    with reading(engine).connect() as connection:
        catalogue = served(connection).catalogue
        query = sa.select(catalogue.c.session, catalogue.c.ranks)
        rows = connection.execute(query.where(catalogue.c.session.in_(sorted(sessions))))
        return {row.session: row.ranks for row in rows}


def with_people(
    connection: sa.Connection, sessions: Sequence[dict[str, Any]], reach: VisibleScope
) -> list[dict[str, Json]]:
    """Sessions as a list shows them, with their people: players for everybody, names only within `reach`."""
    ids = [session["id"] for session in sessions]
    claims, listings = claims_in(connection, ids), listings_in(connection, ids)
    held, replaced = held_of(connection, ids, reach), _replaced(connection, ids, reach)
    shown = []
    for session in sessions:
        heard = seated(claims.get(session["id"], Claims()), session["players"], session["labels"])
        invited = session["id"] in held
        in_log = {"players": session["players"], "labels": session["labels"] if invited else {}}
        people = {"players": heard.players, "labels": heard.names if invited else {}, "in_log": in_log}
        listing = listings.get(session["id"], UNCHANGED)
        now = {"visibility": listing.visibility or session["visibility"]}
        now |= {} if listing.tags is None else {"tags": list(listing.tags)}
        now |= {"replaces": replaced.get(session["id"], [])}
        shown.append(session | people | now)
    return shown


def replaced_by(engine: sa.Engine, session: str, reach: Callable[[], VisibleScope]) -> list[str]:
    """The void sessions within reach that this one was recorded instead of. reach: asked if there are any."""
    with reading(engine).connect() as connection:
        if not _replaced(connection, [session], EVERYTHING):
            return []
        return _replaced(connection, [session], reach()).get(session, [])


def _replaced(
    connection: sa.Connection, sessions: Collection[str], reach: VisibleScope
) -> dict[str, list[str]]:
    """By session, the void ones of its game within reach that name it as the one recorded instead.

    There are `MOST_REPLACED` at most, because anybody can name any session.
    """
    catalogue = served(connection).catalogue
    other = catalogue.alias()
    same = (other.c.session == catalogue.c.replaced_by) & (other.c.game == catalogue.c.game)
    query = sa.select(catalogue.c.replaced_by, catalogue.c.session).join(other, same)
    query = query.where(catalogue.c.replaced_by.in_(sessions), reach.condition(catalogue))
    found: dict[str, list[str]] = {}
    for session, void in connection.execute(query.order_by(catalogue.c.session.desc()).limit(MOST_ROWS)):
        found.setdefault(session, []).append(void)
    return {session: sorted(voids[:MOST_REPLACED]) for session, voids in found.items()}


def held_of(connection: sa.Connection, sessions: Collection[str], reach: VisibleScope) -> set[str]:
    """Those of these sessions of which a token was shown, or a key of their club."""
    if reach.everything:
        return set(sessions)
    found = {session for session in sessions if session in reach.sessions}
    if reach.clubs and (others := sorted(set(sessions) - found)):
        own = sa.select(CLUB_SESSIONS.c.session).where(
            CLUB_SESSIONS.c.session.in_(others), CLUB_SESSIONS.c.club.in_(sorted(reach.clubs))
        )
        found |= set(connection.scalars(own))
    return found


# Queries over the read models. Nothing here folds a log.

POLL_SECONDS = 0.005
SCORES_ARE = {"key": SCORES, "title": "Scores", "meaning": "Each seat's score.", "unit": "points"}


def list_sessions(
    engine: sa.Engine,
    chosen: Callable[[SessionsQuery], Sequence[str]],
    *,
    reach: VisibleScope,
    filters: Mapping[str, str],
    cursor: str | None,
    limit: int,
) -> dict[str, Json]:
    """Sessions within reach that fulfil the filters, and the cursor of the next page.

    The session that was played last comes first; those of one day by their opening. chosen: asks for the ids
    of those that have a figure, which the store of statistics knows. Raises `UnusableFilter`; an unusable
    cursor counts as one.
    """
    wanted = understood(filters, reach)
    place = None if cursor is None else _place_of(cursor)
    if wanted.measure is not None:
        ids = chosen(SessionsQuery(reach, dict(filters), place, limit + 1))
    with reading(engine).connect() as connection:
        tables = served(connection)
        day, session = tables.catalogue.c.played_on, tables.catalogue.c.session
        query = sa.select(tables.catalogue)
        if wanted.measure is not None:
            query = query.where(session.in_(ids))
        else:
            query = query.where(*session_conditions(tables.of_club(wanted.club), wanted))
            query = query if place is None else query.where(sa.tuple_(day, session) < place)
        query = query.order_by(day.desc(), session.desc()).limit(limit + 1)
        rows = connection.execute(query).all()
        items = with_people(connection, [_session(row) for row in rows[:limit]], reach)
    last = rows[limit - 1] if len(rows) > limit else None
    return {"items": items, "next": None if last is None else f"{last.played_on}.{last.session}"}


def sessions_held(engine: sa.Engine, reach: VisibleScope) -> list[dict[str, Json]]:
    """The sessions that tokens were shown of, the one that moved last first; a sandbox is one too."""
    with reading(engine).connect() as connection:
        tables = served(connection)
        query = sa.select(tables.catalogue).where(reach.held(tables.catalogue.c.session))
        rows = connection.execute(query.order_by(tables.catalogue.c.updated.desc())).all()
        return with_people(connection, [_session(row) for row in rows], reach)


def sessions_within(engine: sa.Engine, sessions: Collection[str], reach: VisibleScope) -> set[str]:
    """Those of these sessions that lie within reach."""
    with reading(engine).connect() as connection:
        found = held_of(connection, sessions, reach)
        if not (others := sorted(set(sessions) - found)):
            return found
        catalogue = served(connection).catalogue
        query = sa.select(catalogue.c.session).where(catalogue.c.session.in_(others))
        return found.union(connection.scalars(query.where(reach.condition(catalogue))))


def component_sets_used(engine: sa.Engine, game: str, reach: VisibleScope) -> set[str]:
    """The hashes of the component sets that sessions within reach are played with."""
    with reading(engine).connect() as connection:
        catalogue = served(connection).catalogue
        query = sa.select(catalogue.c.component_set).distinct()
        query = query.where(catalogue.c.game == game, reach.condition(catalogue))
        return set(connection.scalars(query))


def catalogue_entry(engine: sa.Engine, session: str) -> dict[str, Json] | None:
    """The session's row of the catalogue; None before a worker has seen its opening."""
    with reading(engine).connect() as connection:
        return _catalogue_entry(connection, session)


def series(engine: sa.Engine, session: str, key: str) -> dict[str, Json] | None:
    """The points of one series of a session; None for an unknown session or a series its game lacks."""
    with reading(engine).connect() as connection:
        entry = _catalogue_entry(connection, session)
        described = _described(entry["game"], key) if entry is not None else None
        if described is None:
            return None
        points = series_tables(live_build(connection, SERIES))
        rows = [row for row in packed_rows(connection, points, session) if row["series"] == key]
        as_of = _head(connection, SERIES, session)
    return {
        "series": described,
        "as_of": as_of,
        "points": [
            {
                "entry": row["entry"],
                "subject": row["subject"],
                "value": row["word"] if row["word"] is not None else _whole(row["value"]),
                "detail": msgspec.json.decode(row["detail"]),
                "at": row["at"],
                "turn": row["turn"],
            }
            for row in rows
        ],
    }


def timeline(engine: sa.Engine, session: str) -> dict[str, Json] | None:
    """Every entry of a session as everybody may see it, those taken back too; None for an unknown one."""
    with reading(engine).connect() as connection:
        if _catalogue_entry(connection, session) is None:
            return None
        lines = timeline_tables(live_build(connection, TIMELINE))
        rows = packed_rows(connection, lines, session)
        as_of = _head(connection, TIMELINE, session)
        aside = connection.execute(
            sa.select(SET_ASIDE.c.number)
            .where(SET_ASIDE.c.projection == TIMELINE, SET_ASIDE.c.session == session)
            .where(SET_ASIDE.c.build == live_build(connection, TIMELINE))
        ).scalars()
        unreadable = set(aside)
    entries = []
    for row in rows:
        unreadable.discard(row["entry"])
        line = {name: row[name] for name in lines.columns}
        told = {"active": row["active"].split(), "seconds": _whole(row["seconds"]), "unreadable": False}
        entries.append(line | told)
    nothing = dict.fromkeys(lines.columns)
    entries += [nothing | {"entry": number, "active": [], "unreadable": True} for number in unreadable]
    return {"as_of": as_of, "entries": sorted(entries, key=itemgetter("entry"))}


def wait_for(engine: sa.Engine, projection: str, session: str, version: int, seconds: float) -> bool:
    """Wait until the projection has seen that version of the session; False if it did not in time."""
    end = time.monotonic() + seconds
    while True:
        with reading(engine).connect() as connection:
            if _head(connection, projection, session) >= version:
                return True
        if time.monotonic() >= end:
            return False
        time.sleep(POLL_SECONDS)


def _session(row: Any) -> dict[str, Json]:
    return {
        "id": row.session,
        "game": row.game,
        "status": row.status,
        "closed": row.closed,
        "void": _void(row.void, row.void_reason, row.replaced_by),
        "count": row.seats,
        "component_set": row.component_set,
        "rules_version": row.rules_version,
        "visibility": row.visibility,
        "sandbox": row.sandbox,
        "timezone": row.timezone,
        "opened_at": row.created,
        "played_on": row.played_on,
        "updated": row.updated,
        "version": row.version,
        "digest": row.digest,
        "flagged": row.flagged,
        "winners": row.winners,
        "scores": row.scores,
        "active": row.active,
        "minutes": row.minutes,
        "started_at": None,
        "ended_at": None,
        **row.opening,
    }


def void_told(void: Voided | None) -> Json:
    """Why a session does not count; None if it counts."""
    return None if void is None else _void(void.number, void.reason, void.replaced_by)


def _void(entry: int | None, reason: str | None, replaced_by: str | None) -> Json:
    return None if entry is None else {"entry": entry, "reason": reason, "replaced_by": replaced_by}


def _catalogue_entry(connection: sa.Connection, session: str) -> dict[str, Json] | None:
    if not _is_id(session):
        return None
    tables = served(connection)
    row = connection.execute(
        sa.select(tables.catalogue).where(tables.catalogue.c.session == session)
    ).one_or_none()
    return None if row is None else _session(row)


def _head(connection: sa.Connection, projection: str, session: str) -> int:
    build = live_build(connection, projection)
    version = connection.scalar(
        sa.select(HEADS.c.version).where(
            HEADS.c.projection == projection, HEADS.c.build == build, HEADS.c.session == session
        )
    )
    return int(version or 0)


def _described(game: str, key: str) -> dict[str, Json] | None:
    for drawn in REGISTRY[game].series if game in REGISTRY else ():
        if drawn.key == key:
            return {"key": key, "title": drawn.title, "meaning": drawn.meaning, "unit": drawn.unit}
    return SCORES_ARE if key == SCORES else None


def _whole(value: float | None) -> float | int | None:
    """Scores are whole more often than not: 7 rather than 7.0."""
    return int(value) if value is not None and value.is_integer() else value


def _place_of(cursor: str) -> tuple[str, str]:
    """The day and the session after which a page begins. Earlier cursors have no day: it is the opening's.

    Raises `UnusableFilter`.
    """
    day, _, session = cursor.rpartition(".")
    try:
        if _is_id(session):
            opened = datetime.fromtimestamp((UUID(session).int >> 80) / 1_000, UTC)
            return (date.fromisoformat(day) if day else opened.date()).isoformat(), session
    except (ValueError, OverflowError, OSError):
        pass
    raise UnusableFilter("cursor", "is not the cursor of a page")


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


# A row for each seat of each finished session: the data set that all measures of seats come from.

SEAT_CURSOR = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9a-f-]{36})\.([a-z0-9_-]{1,32})")
OF_A_RESULT = ("seat", "place", "rank", "score", "won", "margin", "team")


AS_OF = sa.select(sa.func.min(POSITIONS.c.position)).where(
    POSITIONS.c.projection == STATISTICS, POSITIONS.c.build == sa.bindparam("build")
)


class PlaceInSeats(NamedTuple):
    """The last row of a page: its day of play, session and seat."""

    played_on: str
    session: str
    seat: str


def seat_place(cursor: str) -> PlaceInSeats:
    """The place that the cursor of a page stands for. Raises `UnusableFilter`."""
    found = SEAT_CURSOR.fullmatch(cursor)
    if found is None:
        raise UnusableFilter("cursor", "is not the cursor of a page")
    return PlaceInSeats(*found.groups())


def seats(
    engine: sa.Engine,
    game: str,
    reach: VisibleScope,
    filters: Mapping[str, str],
    after: PlaceInSeats | None,
    limit: int,
) -> dict[str, Json]:
    """A row for each seat of the finished sessions within reach that fulfil the filters, played last first.

    Filters of seats choose the seats themselves. `measures` has a value for each measure of seats, over all
    its dimensions: Σ value / Σ weight; null where the seat has none. With a club, `player` is its person.
    Raises `UnknownMeasure` for an unknown game, and `UnusableFilter`.
    """
    if game not in REGISTRY:
        raise UnknownMeasure(game)
    wanted = understood({**filters, GAME: game}, reach, counts_only=True)
    with reading(engine).connect() as connection:
        tables = served(connection).of_club(wanted.club)
        catalogue, result = tables.catalogue, tables.results.alias()
        place = (catalogue.c.played_on, catalogue.c.session, result.c.seat)
        query = (
            sa.select(catalogue, *(result.c[name] for name in OF_A_RESULT))
            .join(result, result.c.session == catalogue.c.session)
            .where(*session_conditions(tables, wanted))
            .where(*seat_conditions(tables, catalogue.c.session, result.c.seat, wanted))
            .order_by(*(column.desc() for column in place))
        )
        if after is not None:
            query = query.where(sa.tuple_(*place) < after)
        rows = connection.execute(query.limit(limit + 1)).all()
        page = rows[:limit]
        told = _told_of_seats(connection, tables, game, page, reach)
        as_of = connection.scalar(AS_OF, {"build": tables.of_statistics})
    keys = [measure.key for measure in REGISTRY[game].measures.values() if _is_of_seats(measure)]
    shown = [_seat_row(row, keys, told) for row in page]
    last = PlaceInSeats(page[-1].played_on, page[-1].session, page[-1].seat) if len(rows) > limit else None
    following = None if last is None else ".".join(last)
    return {"game": game, "rows": shown, "next": following, "as_of": as_of or 0}


class _Told(NamedTuple):
    """What rows of seats have from other tables.

    values: Σ value and Σ weight by session, seat and measure. players, names: by session and seat. editions,
    tags: by session.
    """

    values: Mapping[tuple[str, str, str], tuple[float, float]]
    players: Mapping[tuple[str, str], str]
    names: Mapping[tuple[str, str], str]
    editions: Mapping[str, tuple[str, int]]
    tags: Mapping[str, list[str]]


def _told_of_seats(
    connection: sa.Connection, tables: Tables, game: str, page: Sequence[Any], reach: VisibleScope
) -> _Told:
    openings = {row.session: row.opening for row in page}
    claims, listings = claims_in(connection, list(openings)), listings_in(connection, openings)
    names: dict[tuple[str, str], str] = {}
    tags: dict[str, list[str]] = {}
    for session in held_of(connection, openings, reach):
        opening = openings[session]
        heard = seated(claims.get(session, Claims()), opening["players"], opening["labels"])
        names |= {(session, seat): name for seat, name in heard.names.items()}
    for session, opening in openings.items():
        now = listings.get(session, UNCHANGED).tags
        tags[session] = opening["tags"] if now is None else list(now)
    return _Told(
        _values_of_seats(connection, tables, openings),
        players_of(connection, tables, openings),
        names,
        _editions_of(connection, tables, page, reach),
        tags,
    )


def _editions_of(
    connection: sa.Connection, tables: Tables, page: Sequence[Any], reach: VisibleScope
) -> dict[str, tuple[str, int]]:
    """By session, the edition that it plays with, and the version, if the caller may know of just one."""
    opened = {row.session: (row.opened_with, row.created) for row in page}
    hashes = sorted({hash for hash, _ in opened.values()})
    edition, catalogue = tables.editions.alias(), tables.catalogue
    pairs = sa.select(catalogue.c.session, edition.c.edition).select_from(catalogue)
    pairs = pairs.join(edition, played_with(tables, edition, reach)).where(catalogue.c.session.in_(opened))
    amended, versions = EDITION_AMENDED_SETS.c, EDITION_VERSIONS.c
    made = sa.select(amended.edition, amended.hash, amended.version, sa.literal(""))
    published = sa.select(versions.edition, versions.hash, versions.number, versions.made)
    numbered = [
        *connection.execute(made.where(amended.hash.in_(hashes), amended.version.is_not(None))),
        *connection.execute(published.where(versions.hash.in_(hashes)).order_by(versions.number)),
    ]
    found: dict[str, list[str]] = {}
    for row in connection.execute(pairs):
        found.setdefault(row.session, []).append(row.edition)
    told: dict[str, tuple[str, int]] = {}
    for session, known in found.items():
        own = [one for one in known if one in reach.editions] or known
        if len(own) == 1:
            hash, at = opened[session]
            of = [
                number for one, its, number, made in numbered if (one, its) == (own[0], hash) and made <= at
            ]
            if of:  # a version may be published between the two queries
                told[session] = own[0], of[-1]
    return told


def _is_of_seats(measure: Measure) -> bool:
    """Whether a seat has one value of it: not where observed counts are compared with expected ones."""
    return measure.per == "seat" and measure.cells is None


def _values_of_seats(
    connection: sa.Connection, tables: Tables, sessions: Collection[str]
) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Σ value and Σ weight by session, seat and measure."""
    figures = tables.figures
    query = sa.select(figures.c.session, figures.c.packed).where(figures.c.session.in_(sorted(sessions)))
    found: dict[tuple[str, str, str], tuple[float, float]] = {}
    for session, packed in connection.execute(query):
        for measure, seat, value, weight, _ in unpack_figures(packed):
            before = found.get((session, seat, measure), (0.0, 0.0))
            found[session, seat, measure] = before[0] + value, before[1] + weight
    return found


def _seat_row(row: Any, keys: Sequence[str], told: _Told) -> dict[str, Json]:
    opening, of_seat = row.opening, (row.session, row.seat)
    edition, version = told.editions.get(row.session, (None, None))
    own = next(one for one in opening["seats"] if one["seat"] == row.seat)
    return {
        "session": row.session,
        "played_on": row.played_on,
        "start": opening["started_at"],
        "component_set": row.component_set,
        "edition": edition,
        "edition_version": version,
        "rules_version": row.rules_version,
        "count": row.seats,
        "options": opening["options"],
        "tags": told.tags[row.session],
        "minutes": row.minutes,
        "flagged": row.flagged,
        "seat": row.seat,
        "place": row.place,
        "team": row.team,
        "of_seat": {name: value for name, value in own.items() if name != "seat"},
        "player": told.players.get(of_seat),
        "name": told.names.get(of_seat),
        "score": _whole(row.score),
        "parts": row.parts.get(row.seat, {}),
        "rank": row.rank,
        "won": row.won,
        "margin": _whole(row.margin),
        "measures": {key: _value_of_seat(row, key, told.values) for key in keys},
    }


def _value_of_seat(
    row: Any, key: str, values: Mapping[tuple[str, str, str], tuple[float, float]]
) -> float | None:
    """Σ value / Σ weight; of a measure that counts over another one, / Σ weight of that one."""
    over = REGISTRY[row.game].measures[key].over
    value, weight = values.get((row.session, row.seat, key), (0.0, 0.0))
    if over is not None:
        _, weight = values.get((row.session, row.seat, over), (0.0, 0.0))
    return value / weight if weight else None


# Marks along a session, to step through it: rounds and turns, what was flagged, who scored.

KINDS: Mapping[str, str] = {"noted": "note", "corrected": "correction", "retracted": "retraction"}
"""The mark of an entry that is not an action, by its kind."""


def marks(entries: Sequence[Mapping[str, Any]], scores: Sequence[Mapping[str, Any]]) -> list[dict[str, Json]]:
    """Marks in the order of their entries.

    `entries`: those of a timeline. `scores`: the points of the series of scores.
    """
    found = [*_moments(entries), *_kinds(entries), *_scores(scores)]
    return sorted(found, key=itemgetter("entry"))


def _moments(entries: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Json]]:
    """Rounds and turns of the live line: the entry after which they are on."""
    before: Mapping[str, Any] = {"round": None, "turn": None}
    for entry in entries:
        if not entry["live"] or entry["unreadable"]:
            continue
        for kind in ("round", "turn"):
            if entry[kind] != before[kind] and before[kind] is not None:
                yield _mark(entry["entry"], kind, value=entry[kind])
        before = entry


def _kinds(entries: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Json]]:
    for entry in entries:
        if entry["flagged"]:
            yield _mark(entry["entry"], "flag")
        if (kind := KINDS.get(entry["kind"])) is not None:
            yield _mark(entry["entry"], kind)


def _scores(points: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Json]]:
    """Every change of a seat's score; the starting score is not one."""
    known: dict[str, Json] = {}
    for point in points:
        seat, value = point["subject"], point["value"]
        if seat in known and known[seat] != value:
            yield _mark(point["entry"], "score", seat=seat, value=value)
        known[seat] = value


def _mark(entry: int, kind: str, *, seat: str | None = None, value: Json = None) -> dict[str, Json]:
    return {"entry": entry, "kind": kind, "seat": seat, "value": value}
