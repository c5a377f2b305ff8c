"""The figures of every session, as its game's measures give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from workers.projections.projection import Change, Folded, Projection, Row, Step, clear, insert_many
from workers.read_models import OF_THE_SESSION, STATISTICS, statistics_tables


class UndeclaredMeasure(Exception):
    """The game gave a row of a measure that it does not declare."""


class Figures(Projection):
    """All rows of a session, replaced whenever it moves.

    A measure that counts finished sessions only has rows once the session is finished: they may tell
    what was hidden before.
    """

    name = STATISTICS
    version = 2

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return statistics_tables(build).all

    def begin(self, folded: Folded) -> Any:
        return folded.game.statistics.start(folded.state)

    def follow(self, folded: Folded, memory: Any, step: Step) -> list[Row]:
        observe = folded.game.statistics.observe
        for before, fact, after in step.changes:
            observe(memory, before, fact, after)
        return []

    def retract(self, rows: list[Row], to: int, number: int) -> list[Row]:
        return rows

    def sum_up(self, folded: Folded, memory: Any) -> list[Row]:
        game = folded.game
        declared = game.statistics.declared
        finished = game.is_finished(folded.state)
        if not finished and game.statistics.only_finished:
            return []
        rows = []
        for place, row in enumerate(game.statistics.rows(memory, folded.state)):
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

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, Change]) -> None:
        figures = statistics_tables(build).rows
        clear(connection, figures, changes)
        insert_many(connection, figures, [row for change in changes.values() for row in change.summary])
