"""The catalogue of sessions, and the facets that sessions and figures are filtered by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import sqlalchemy as sa

from domain.kernel.engine.entries import Opened, Voided
from domain.kernel.messages import Json
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.projections.writing import clear_whole, insert_many, upsert
from workers.read_models import OF_THE_SESSION, SESSIONS, session_tables

PLAYER, TAG, OPTION = "player", "tag", "option."


class SessionsProjection(Projection):
    """One row a session, replaced whenever it moves."""

    name = SESSIONS
    version = 5

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return session_tables(build).all

    def follow(self, folded: Folded, memory: Any, step: Step) -> list[Row]:
        return list(facets(folded.opened)) if step.before is None else []

    def begin(self, folded: Folded) -> Row:
        return {}

    def sum_up(self, folded: Folded, memory: Row) -> list[Row]:
        if not memory:
            memory |= opening_of(folded)
        game = folded.game
        finished = game.is_finished(folded.state)
        standing = game.standing(folded.state)
        over = finished or folded.position.closed is not None
        return [
            {
                **memory,
                "status": status(finished=finished, closed=folded.position.closed),
                "closed": folded.position.closed,
                **void_columns(folded.position.void),
                "updated": folded.updated,
                "version": folded.version,
                "digest": folded.position.digest,
                "component_set": folded.position.components.hash,
                "flagged": folded.position.flagged,
                "winners": list(standing.winners) if finished else [],
                "scores": {seat.seat: seat.score for seat in standing.seats},
                "active": [] if over else list(game.moment(folded.state).active),
            }
        ]

    def retract(self, rows: list[Row], is_live: Callable[[int], bool]) -> list[Row]:
        return rows

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        tables = session_tables(build)
        upsert(connection, tables.catalogue, [row for change in changes.values() for row in change.summary])
        clear_whole(connection, tables.facets, changes)
        insert_many(connection, tables.facets, [row for change in changes.values() for row in change.rows])


def opening_of(folded: Folded) -> Row:
    """The columns of a session's row that come from its opening."""
    opened = folded.opened
    return {
        "session": opened.session,
        "game": folded.game.key,
        "seats": len(opened.seats),
        "component_set": opened.component_set,
        "rules_version": opened.rules_version,
        "visibility": opened.visibility,
        "sandbox": opened.sandbox,
        "timezone": opened.timezone,
        "played_on": day_in(opened.at, opened.timezone),
        "created": opened.at,
        "opening": {
            "seats": list(opened.seats),
            "players": opened.players,
            "labels": opened.labels,
            "options": opened.options,
            "tags": list(opened.tags),
            "forked_from": msgspec.to_builtins(opened.forked_from),
        },
    }


def void_columns(void: Voided | None) -> Row:
    """The columns that say by which entry a session does not count, and why; NULL if it counts."""
    if void is None:
        return {"void": None, "void_reason": None, "replaced_by": None}
    return {"void": void.number, "void_reason": void.reason, "replaced_by": void.replaced_by}


def status(*, finished: bool, closed: str | None) -> str:
    """`finished`: played to its end; `closed`: given up; else `open`."""
    if finished or closed == "finished":
        return "finished"
    return "open" if closed is None else "closed"


def day_in(at: str, timezone: str) -> str:
    """The day of a UTC time where the table stands; by UTC when its zone is not known here."""
    try:
        zone = ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = ZoneInfo("UTC")
    return datetime.fromisoformat(at).astimezone(zone).date().isoformat()


def facets(opened: Opened) -> Iterator[Row]:
    """Yield the facets by which the session and its seats can be filtered."""

    def facet(seat: str, name: str, value: Json) -> Row:
        return {"session": opened.session, "seat": seat, "name": name, "value": value}

    for seat in opened.seats:
        for name, value in seat.items():
            if name != "seat" and isinstance(value, str):
                yield facet(seat["seat"], name, value)
        if player := opened.players.get(seat["seat"]):
            yield facet(seat["seat"], PLAYER, player)
        yield facet(seat["seat"], "seat", seat["seat"])
    for tag in dict.fromkeys(opened.tags):
        yield facet(OF_THE_SESSION, TAG, tag)
    for name, value in opened.options.items():
        yield facet(OF_THE_SESSION, OPTION + name, as_text(value))


def as_text(value: Json) -> str:
    """A value as a query string spells it: words as they are, the rest as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
