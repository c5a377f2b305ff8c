"""The figures of every session, as its game's measures give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa

from domain.kernel.statistics import PlayingTime
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.projections.writing import clear, insert_many
from workers.read_models import OF_THE_SESSION, STATISTICS, statistics_tables

SINCE, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


class Memory(NamedTuple):
    """The game's counts, and the playing time (None for a fork, whose beginning was played elsewhere)."""

    tally: Any
    time: PlayingTime | None


class UndeclaredMeasure(Exception):
    """The game gave a row of a measure that it does not declare."""


class StatisticsProjection(Projection):
    """All rows of a session, replaced whenever it moves.

    A measure that counts finished sessions only has rows once the session is finished: they may tell
    what was hidden before.
    """

    name = STATISTICS
    version = 7

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return statistics_tables(build).all

    def begin(self, folded: Folded) -> Any:
        game, state, opened = folded.game, folded.state, folded.opened
        time = None
        if opened.forked_from is None:
            seats = tuple(str(seat["seat"]) for seat in opened.seats)
            time = PlayingTime(milliseconds(opened.at), game.moment(state), seats)
        return Memory(game.statistics.start(state), time)

    def follow(self, folded: Folded, memory: Memory, step: Step) -> list[Row]:
        if step.changes:
            game = folded.game
            for before, fact, after in step.changes:
                game.statistics.observe(memory.tally, before, fact, after)
            if memory.time is not None:
                moment, is_finished = game.moment(step.after), game.is_finished(step.after)
                entry = step.entry
                at, moved_at = milliseconds(entry.at), believable(entry.moved_at)
                memory.time.follow(at, moved_at, moment, is_finished=is_finished)
        return []

    def retract(self, rows: list[Row], is_live: Callable[[int], bool]) -> list[Row]:
        return rows

    def sum_up(self, folded: Folded, memory: Memory) -> list[Row]:
        game = folded.game
        declared = game.measures
        finished = game.is_finished(folded.state)
        if not finished and game.statistics.only_finished:
            return []
        rows = []
        of_the_time = memory.time.rows() if memory.time is not None else ()
        for place, row in enumerate(chain(game.statistics.rows(memory.tally, folded.state), of_the_time)):
            if row.measure not in declared:
                raise UndeclaredMeasure(row.measure)
            if finished or not declared[row.measure].only_finished:
                rows.append(
                    {
                        "session": folded.opened.session,
                        "place": place,
                        "game": game.key,
                        "measure": row.measure,
                        "seat": row.seat if row.seat is not None else OF_THE_SESSION,
                        "value": float(row.value),
                        "weight": float(row.weight),
                        "dimensions": dict(row.dimensions),
                    }
                )
        return rows

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        figures = statistics_tables(build).rows
        clear(connection, figures, changes)
        insert_many(connection, figures, [row for change in changes.values() for row in change.summary])


def milliseconds(at: str) -> int:
    """A time of the log, with its zone, since 1970. Raises `ValueError` for a day that no month has."""
    return (datetime.fromisoformat(at) - SINCE) // MILLISECOND


def believable(moved_at: str | None) -> int | None:
    """Return the reported time of a move in milliseconds; None if it is not a time."""
    try:
        return milliseconds(moved_at) if moved_at is not None else None
    except ValueError:
        return None
