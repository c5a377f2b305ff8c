"""The catalogue of sessions, and the facets that sessions and figures are filtered by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from domain.kernel import Standing
from domain.kernel.engine.entries import Opened, Voided
from domain.kernel.messages import Json
from domain.kernel.statistics import MINUTE, PlayClock
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.projections.times import PlayTimes, clock_of, follow, times_of
from workers.projections.writing import clear, clear_whole, insert_many, upsert
from workers.read_models import OF_THE_SESSION, SESSIONS, session_tables

PLAYER, TAG, TEAM, OPTION = "player", "tag", "team", "option."
RESULTS = "results"
"""The member of a session's row that has the results of its seats, which go into a table of their own."""


@dataclass
class SessionMemory:
    """The time of play, and what comes from the opening: columns, and the members of one of them.

    passed: the milliseconds of play so far.
    """

    clock: PlayClock
    columns: Row
    opening: Row
    passed: int = 0


class SessionsProjection(Projection):
    """One row a session, and one for each of its seats once it is finished; replaced whenever it moves."""

    name = SESSIONS
    version = 8

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return session_tables(build).all

    def follow(self, folded: Folded, memory: SessionMemory, step: Step) -> list[Row]:
        if step.before is None:
            return list(facets(folded.opened, folded.game.team))
        if not folded.game.is_finished(step.before):
            memory.passed += follow(memory.clock, step)
        return []

    def begin(self, folded: Folded) -> SessionMemory:
        return SessionMemory(clock_of(folded.opened), columns_of(folded), opening_of(folded.opened))

    def sum_up(self, folded: Folded, memory: SessionMemory) -> list[Row]:
        times = times_of(folded.opened, folded.position.when, memory.clock)
        game = folded.game
        finished = game.is_finished(folded.state)
        standing = game.standing(folded.state)
        over = finished or folded.position.closed is not None
        now = status(finished=finished, closed=folded.position.closed)
        scores = {seat.seat: seat.score for seat in standing.seats}
        return [
            {
                **memory.columns,
                "opening": memory.opening | {"started_at": times.started, "ended_at": times.ended},
                "played_on": times.played_on,
                "status": now,
                "closed": folded.position.closed,
                **void_columns(folded.position.void),
                "updated": folded.updated,
                "version": folded.version,
                "digest": folded.position.digest,
                "component_set": folded.position.components.hash,
                "flagged": folded.position.flagged,
                "minutes": minutes_of(folded.opened, times, memory.passed) if finished else None,
                "closeness": closeness(scores, standing.winners) if finished else None,
                "winners": list(standing.winners) if finished else [],
                "scores": scores,
                "ranks": {seat.seat: seat.rank for seat in standing.seats} if finished else {},
                "parts": {seat.seat: dict(seat.parts) for seat in standing.seats} if finished else {},
                "active": [] if over else list(game.moment(folded.state).active),
                RESULTS: list(results(folded, standing)) if now == "finished" else [],
            }
        ]

    def retract(self, rows: list[Row], is_live: Callable[[int], bool]) -> list[Row]:
        return rows

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        tables = session_tables(build)
        upsert(connection, tables.catalogue, [row for change in changes.values() for row in change.summary])
        clear_whole(connection, tables.facets, changes)
        insert_many(connection, tables.facets, [row for change in changes.values() for row in change.rows])
        clear(connection, tables.results, changes)
        summed = [row for change in changes.values() for row in change.summary]
        insert_many(connection, tables.results, [result for row in summed for result in row[RESULTS]])


def columns_of(folded: Folded) -> Row:
    """The columns of a session's row that come from its opening."""
    opened = folded.opened
    return {
        "session": opened.session,
        "game": folded.game.key,
        "seats": len(opened.seats),
        "opened_with": opened.component_set,
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


def minutes_of(opened: Opened, times: PlayTimes, passed: int) -> float | None:
    """The minutes of play: as somebody says, else as the moves tell. passed: the milliseconds between moves.

    Nobody knows them of a fork, whose beginning was played elsewhere, and of moves that were typed later.
    """
    if times.minutes is not None:
        return times.minutes
    return passed / MINUTE if times.is_of_the_moves and opened.forked_from is None else None


def closeness(scores: Mapping[str, float | None], winners: Collection[str]) -> float | None:
    """The lead of the winners over the next score; 0 for a shared win. None without scores or rivals."""
    known = {seat: score for seat, score in scores.items() if score is not None}
    ahead = [known[seat] for seat in winners if seat in known]
    others = [score for seat, score in known.items() if seat not in winners]
    if not ahead or len(known) == 1:
        return None
    return 0.0 if len(ahead) > 1 else float(ahead[0] - max(others))


def margin(scores: Mapping[str, float | None], seat: str) -> float | None:
    """The score less the best one of any other; None without scores, and for one who plays alone."""
    own = scores.get(seat)
    others = [score for other, score in scores.items() if other != seat and score is not None]
    return None if own is None or not others else float(own - max(others))


def results(folded: Folded, standing: Standing) -> Iterator[Row]:
    """Yield the result of each seat of a finished session."""
    opened, finished = folded.opened, folded.game.is_finished(folded.state)
    of_seats = {seat.seat: seat for seat in standing.seats}
    scores = {name: seat.score for name, seat in of_seats.items()}
    for place, setup in enumerate(opened.seats, 1):
        name = setup["seat"]
        of_seat = of_seats.get(name)
        score = None if of_seat is None else of_seat.score
        yield {
            "session": opened.session,
            "seat": name,
            "place": place,
            "rank": of_seat.rank if finished and of_seat is not None else None,
            "score": None if score is None else float(score),
            "won": finished and name in standing.winners,
            "margin": margin(scores, name),
            "team": team_of(setup, folded.game.team),
        }


def team_of(seat: Mapping[str, Json], member: str | None) -> str | None:
    """The team of a seat of the opening. member: the one that names it; None: the game has no teams."""
    team = None if member is None else seat.get(member)
    return None if team is None else as_text(team)


def facets(opened: Opened, team: str | None = None) -> Iterator[Row]:
    """Yield the facets by which the session and its seats can be filtered. team: the member that names it."""

    def facet(seat: str, name: str, value: Json) -> Row:
        return {"session": opened.session, "seat": seat, "name": name, "value": value}

    for seat in opened.seats:
        for name, value in seat.items():
            if name != "seat" and isinstance(value, str):
                yield facet(seat["seat"], name, value)
        if player := opened.players.get(seat["seat"]):
            yield facet(seat["seat"], PLAYER, player)
        if (of_team := team_of(seat, team)) is not None:
            yield facet(seat["seat"], TEAM, of_team)
        yield facet(seat["seat"], "seat", seat["seat"])
    for tag in dict.fromkeys(opened.tags):
        yield facet(OF_THE_SESSION, TAG, tag)
    for name, value in opened.options.items():
        yield facet(OF_THE_SESSION, OPTION + name, as_text(value))


def as_text(value: Json) -> str:
    """A value as a query string spells it: words as they are, the rest as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
