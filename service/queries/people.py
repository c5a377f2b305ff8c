"""Queries over people: the players to choose from, and what a list of sessions says of who sat there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from domain.kernel.messages import Json
from replays.databases import reading
from service.queries.reach import VisibleScope
from service.queries.served_tables import served
from service.sessions.people import Claims, claims_in, seated
from service.sessions.register_tables import PEOPLE

MOST_PLAYERS = 100
MOST_SESSIONS = 1_000
"""So many of the newest sessions are asked for their players: an operator's reach has no end."""


def returning_players(engine: sa.Engine, reach: VisibleScope) -> list[Json]:
    """Distinct players and names of the sessions that tokens were shown of, those of the newest first.

    A public session tells nobody's name by itself.
    """
    with reading(engine).connect() as connection:
        catalogue = served(connection).catalogue
        claimed = sa.select(PEOPLE.c.session)
        opened = sa.select(catalogue.c.session)
        if not reach.everything:
            held = sorted(reach.sessions)
            claimed = claimed.where(PEOPLE.c.session.in_(held))
            opened = opened.where(catalogue.c.session.in_(held))
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


def with_people(
    connection: sa.Connection, sessions: Sequence[dict[str, Any]], reach: VisibleScope
) -> list[dict[str, Json]]:
    """Sessions as a list shows them, with who sat there: players to everybody, names within `reach` alone."""
    claims = claims_in(connection, [session["id"] for session in sessions])
    shown = []
    for session in sessions:
        heard = seated(claims.get(session["id"], Claims()), session["players"], session["labels"])
        invited = reach.everything or session["id"] in reach.sessions
        in_log = {"players": session["players"], "labels": session["labels"] if invited else {}}
        people = {"players": heard.players, "labels": heard.names if invited else {}, "in_log": in_log}
        shown.append(session | people)
    return shown
