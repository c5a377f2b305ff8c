"""The catalogue of sessions, and the facets that sessions and figures are filtered by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from domain.kernel.engine.entries import Opened, Voided
from domain.kernel.messages import Json
from domain.kernel.statistics import PlayClock
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.projections.times import clock_of, follow, times_of
from workers.projections.writing import clear_whole, insert_many, upsert
from workers.read_models import OF_THE_SESSION, SESSIONS, session_tables

PLAYER, TAG, OPTION = "player", "tag", "option."


class SessionMemory(NamedTuple):
    """The time of play, and what comes from the opening: columns, and the members of one of them."""

    clock: PlayClock
    columns: Row
    opening: Row


class SessionsProjection(Projection):
    """One row a session, replaced whenever it moves."""

    name = SESSIONS
    version = 7

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return session_tables(build).all

    def follow(self, folded: Folded, memory: SessionMemory, step: Step) -> list[Row]:
        if step.before is None:
            return list(facets(folded.opened))
        if not folded.game.is_finished(step.before):
            follow(memory.clock, step)
        return []

    def begin(self, folded: Folded) -> SessionMemory:
        return SessionMemory(clock_of(folded.opened), columns_of(folded), opening_of(folded.opened))

    def sum_up(self, folded: Folded, memory: SessionMemory) -> list[Row]:
        times = times_of(folded.opened, folded.position.when, memory.clock)
        game = folded.game
        finished = game.is_finished(folded.state)
        standing = game.standing(folded.state)
        over = finished or folded.position.closed is not None
        return [
            {
                **memory.columns,
                "opening": memory.opening | {"started_at": times.started, "ended_at": times.ended},
                "played_on": times.played_on,
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
                "ranks": {seat.seat: seat.rank for seat in standing.seats} if finished else {},
                "parts": {seat.seat: dict(seat.parts) for seat in standing.seats} if finished else {},
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


def columns_of(folded: Folded) -> Row:
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
        "created": opened.at,
    }


def opening_of(opened: Opened) -> Row:
    """The members of an opening that a list shows as they are."""
    return {
        "seats": list(opened.seats),
        "players": opened.players,
        "labels": opened.labels,
        "options": opened.options,
        "tags": list(opened.tags),
        "forked_from": msgspec.to_builtins(opened.forked_from),
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
