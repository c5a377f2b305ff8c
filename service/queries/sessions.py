"""Queries over the read models, for sessions and players. No query folds a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel.engine.entries import Voided
from domain.kernel.messages import Json
from replays.databases import reading
from service.queries.filters import (
    UnusableFilter,
    seats_of_club,
    served,
    session_conditions,
    understood,
)
from service.queries.visible_scope import EVERYTHING, VisibleScope, of_clubs
from service.sessions.listings import UNCHANGED, listings_in
from service.sessions.people import Claims, claims_in, seated
from service.sessions.register_tables import CLUB_SESSIONS, FORMER_PEOPLE, PEOPLE, persons_of
from workers.projections.packing import packed_rows
from workers.projections.series import SCORES
from workers.read_models import HEADS, SERIES, SET_ASIDE, TIMELINE, live_build, series_tables, timeline_tables

# Queries over people: the players to choose from, and the people in a list of sessions.

MOST_PLAYERS = 100
MOST_REPLACED, MOST_ROWS = 20, 1_000
"""Void sessions that one was recorded instead of: of each, and of all in a list."""
MOST_SESSIONS = 1_000
"""So many of the newest sessions are asked for their players: an operator's reach has no end."""
MOST_OTHERS = 500
MOST_SEATS_SHOWN = 50


def returning_players(engine: sa.Engine, reach: VisibleScope) -> list[Json]:
    """Distinct players and names of the sessions that tokens were shown of, those of the newest first.

    A public session tells nobody's name by itself.
    """
    with reading(engine).connect() as connection:
        catalogue = served(connection).catalogue
        claimed = sa.select(PEOPLE.c.session).where(reach.held(PEOPLE.c.session))
        opened = sa.select(catalogue.c.session).where(reach.held(catalogue.c.session))
        known = sa.union(claimed, opened).subquery()
        query = sa.select(known.c.session).order_by(known.c.session.desc()).limit(MOST_SESSIONS)
        sessions = list(connection.scalars(query))
        rows = connection.execute(
            sa.select(catalogue.c.session, catalogue.c.opening).where(catalogue.c.session.in_(sessions))
        )
        openings = {row.session: row.opening for row in rows}
        claims = claims_in(connection, sessions)
    found: dict[tuple[str | None, str | None], None] = {}
    for session in sessions:
        opening = openings.get(session, {})
        heard = seated(claims.get(session, Claims()), opening.get("players", {}), opening.get("labels", {}))
        for seat in sorted({**heard.players, **heard.names}):
            found.setdefault((heard.players.get(seat), heard.names.get(seat)))
    return [{"player": player, "name": name} for player, name in list(found)[:MOST_PLAYERS]]


class SessionsCounted(NamedTuple):
    """In how many sessions of a club somebody has a seat, and the last day of play of these."""

    sessions: int
    last: str | None


def people_counted(engine: sa.Engine, club: str) -> tuple[dict[str, SessionsCounted], list[Json]]:
    """The sessions of each person of the club, and of those at its seats who are nobody of the club.

    Practice games do not count. The others come with most sessions first.
    """
    with reading(engine).connect() as connection:
        tables = served(connection)
        seats, catalogue = seats_of_club(tables.facets, club), tables.catalogue
        known, by_id = seats.c.person.is_not(None), seats.c.player.is_not(None)
        player = sa.case((known, None), else_=seats.c.player)
        named = sa.case((known, None), (by_id, None), else_=seats.c.folded)
        query = (
            sa.select(
                seats.c.person,
                player.label("player"),
                named.label("folded"),
                sa.func.max(seats.c.label).label("label"),
                sa.func.count(sa.distinct(seats.c.session)).label("sessions"),
                sa.func.max(catalogue.c.played_on).label("last"),
            )
            .select_from(seats.outerjoin(catalogue, catalogue.c.session == seats.c.session))
            .where(catalogue.c.sandbox.is_not(sa.true()))
            .where(sa.or_(known, by_id, seats.c.folded.is_not(None)))
            .group_by(seats.c.person, player, named)
        )
        rows = connection.execute(query).all()
    of_people = {
        row.person: SessionsCounted(row.sessions, row.last) for row in rows if row.person is not None
    }
    others = sorted(
        (row for row in rows if row.person is None),
        key=lambda row: (-row.sessions, row.label or "", row.player or ""),
    )
    shown: list[Json] = [
        {"player": row.player, "name": row.label, "sessions": row.sessions} for row in others[:MOST_OTHERS]
    ]
    return of_people, shown


def seats_of_person(engine: sa.Engine, club: str, person: str) -> list[Json]:
    """The seats of a person in the newest sessions of the club, former ones too."""
    with reading(engine).connect() as connection:
        seats = seats_of_club(served(connection).facets, club)
        joined, of_former = persons_of(FORMER_PEOPLE, club)
        belongs = sa.select(CLUB_SESSIONS.c.session).where(CLUB_SESSIONS.c.club == club)
        has = sa.select(seats.c.session, seats.c.seat, sa.literal(0).label("former")).where(
            seats.c.person == person
        )
        left = (
            sa.select(FORMER_PEOPLE.c.session, FORMER_PEOPLE.c.seat, sa.literal(1))
            .select_from(joined)
            .where(of_former == person, FORMER_PEOPLE.c.session.in_(belongs))
        )
        both = sa.union(has, left).subquery()
        query = sa.select(both).order_by(both.c.session.desc(), both.c.seat, both.c.former)
        rows = connection.execute(query.limit(MOST_SEATS_SHOWN)).all()
    return [{"session": row.session, "seat": row.seat, "former": bool(row.former)} for row in rows]


def said_in_openings(engine: sa.Engine, club: str) -> list[tuple[str, str, str | None, str | None]]:
    """The session, seat, player and name of each person whom entry 1 of an old session of the club names."""
    with reading(engine).connect() as connection:
        catalogue = served(connection).catalogue
        query = sa.select(catalogue.c.session, catalogue.c.opening)
        rows = connection.execute(query.where(of_clubs([club], catalogue.c.session))).all()
    return [
        (row.session, seat, row.opening["players"].get(seat), row.opening["labels"].get(seat))
        for row in rows
        for seat in sorted({*row.opening["players"], *row.opening["labels"]})
    ]


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
    engine: sa.Engine, *, reach: VisibleScope, filters: Mapping[str, str], cursor: str | None, limit: int
) -> dict[str, Json]:
    """Sessions within reach that fulfil the filters, and the cursor of the next page.

    The session that was played last comes first; those of one day by their opening. Raises `UnusableFilter`;
    an unusable cursor counts as one.
    """
    wanted = understood(filters, reach)
    place = None if cursor is None else _place_of(cursor)
    with reading(engine).connect() as connection:
        tables = served(connection)
        query = sa.select(tables.catalogue).where(*session_conditions(tables.of_club(wanted.club), wanted))
        day, session = tables.catalogue.c.played_on, tables.catalogue.c.session
        if place is not None:
            query = query.where(sa.tuple_(day, session) < place)
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
