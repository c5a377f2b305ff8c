"""Figures of sessions as tests write and read them, past their packing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from workers.projections.packing import SessionFigure, pack_figures, unpack_figures
from workers.read_models import STATISTICS, live_build, statistics_tables


def put_figures(connection: sa.Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Have the served build hold these figures; those of a session come one after another."""
    table = statistics_tables(live_build(connection, STATISTICS)).rows
    for session, its in groupby(rows, itemgetter("session")):
        packed = pack_figures(SessionFigure(*(row[name] for name in SessionFigure._fields)) for row in its)
        connection.execute(sa.insert(table).values(session=session, packed=packed))


def figures_of_all(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The figures of the served build, each with its session."""
    table = statistics_tables(live_build(connection, STATISTICS)).rows
    for session, packed in connection.execute(sa.select(table.c.session, table.c.packed)):
        for figure in unpack_figures(packed):
            yield {"session": session} | figure._asdict()
