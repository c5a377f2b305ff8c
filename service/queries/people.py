"""Queries over people: the players to choose from, and those of a club with their sessions."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from domain.kernel.messages import Json
from replays.databases import reading
from service.queries.filters import seats_of_club, served
from service.queries.visible_scope import VisibleScope, of_clubs
from service.sessions.people import Claims, claims_in, seated
from service.sessions.register_tables import CLUB_SESSIONS, FORMER_PEOPLE, PEOPLE, persons_of

MOST_PLAYERS = 100
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
