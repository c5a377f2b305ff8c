"""The figures of every session, as its game's measures give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa

from domain.kernel.statistics import WHOLE, PlayClock, PlayingTime
from domain.kernel.statistics import Row as FigureRow
from workers.projections.packing import deflated
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.projections.times import clock_of, milliseconds, moved_at, times_of
from workers.projections.writing import clear, insert_many
from workers.read_models import FIGURE, OF_THE_SESSION, STATISTICS, statistics_tables


class Memory(NamedTuple):
    """The game's counts, the time of play, and the playing time.

    time: None for a fork, whose beginning was played elsewhere.
    """

    tally: Any
    clock: PlayClock
    time: PlayingTime | None


class UndeclaredMeasure(Exception):
    """The game gave a row of a measure that it does not declare."""


class StatisticsProjection(Projection):
    """All rows of a session, replaced whenever it moves.

    A measure that counts finished sessions only has rows once the session is finished: they may tell
    what was hidden before.
    """

    name = STATISTICS
    version = 8

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return statistics_tables(build).all

    def begin(self, folded: Folded) -> Any:
        game, state, opened = folded.game, folded.state, folded.opened
        clock, time = clock_of(opened), None
        if opened.forked_from is None:
            seats = tuple(str(seat["seat"]) for seat in opened.seats)
            time = PlayingTime(clock, game.moment(state), seats)
        return Memory(game.statistics.start(state), clock, time)

    def follow(self, folded: Folded, memory: Memory, step: Step) -> list[Row]:
        if step.changes:
            game = folded.game
            for before, fact, after in step.changes:
                game.statistics.observe(memory.tally, before, fact, after)
            if memory.time is not None:
                moment, is_finished = game.moment(step.after), game.is_finished(step.after)
                at = milliseconds(step.entry.at)
                memory.time.follow(at, moved_at(step), moment, is_finished=is_finished)
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
        of_the_time = _rows_of_time(folded, memory)
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
        rows = [
            {"session": session, "packed": deflated(FIGURE, change.summary)}
            for session, change in changes.items()
            if change.summary
        ]
        insert_many(connection, figures, rows)


def _rows_of_time(folded: Folded, memory: Memory) -> list[FigureRow]:
    """The figures of the playing time: as somebody says, else as the moves tell.

    What was typed at another time than the game was played says nothing of how long its rounds took.
    """
    times = times_of(folded.opened, folded.position.when, memory.clock)
    rows = [] if memory.time is None or not times.is_of_the_moves else list(memory.time.rows())
    if times.minutes is None:
        return rows
    return [FigureRow(WHOLE, times.minutes), *(row for row in rows if row.measure != WHOLE)]
