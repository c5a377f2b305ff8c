"""Random questions over many sessions, and the space that such a session takes on disk.

`python -m benchmarks.questioning [SESSIONS [QUESTIONS [GAME]]]` measures fewer, or those of one title.
"""

from __future__ import annotations

import gc
import multiprocessing
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import sqlalchemy as sa

from benchmarks.measured import Measured, percentile
from domain.games import REGISTRY
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from replays.simulate import openings, simulate_one
from service.jobs.answering import answer_from, generation_in
from service.jobs.client import KeptAnswers
from service.queries.question import StatisticsQuery
from service.queries.store import StatisticsStore
from service.queries.stored_tables import (
    DUCKDB,
    FINISHED_SESSIONS,
    PLAYERS,
    RESULTS_OF_SEATS,
    facet_names,
    of_facet,
    of_figures,
)
from service.queries.visible_scope import EVERYTHING, VisibleScope
from workers.follow import ProjectionRunner, prepare

SESSIONS, QUESTIONS = 1_000_000, 300
OF_BOTS = 40
"""Sessions that bots play of each title; the others are copies on other days, by other players."""
BARS, BARS_OF_ONE = {"median": 100, "p95": 600}, {"p95": 1_500}
"""Milliseconds: over all titles, and over one alone."""
BAR_AGAIN_MS = 200
MOST_MIB, MOST_BYTES = 800, 20 * 1024
PLAYERS_THERE, DAYS = 100_000, 1_080
MORE = ("count", "component_set", "month")


def rows() -> Iterator[Measured]:
    """Over a million sessions of the five titles."""
    return measured(SESSIONS, QUESTIONS, tuple(REGISTRY))


def measured(sessions: int, questions: int, games: Sequence[str]) -> Iterator[Measured]:
    """Make the store, then ask."""
    with tempfile.TemporaryDirectory(prefix="tlb") as folder:
        tables, at_rest = played(Path(folder), games)
        store = StatisticsStore(tables, Path(folder), DUCKDB)
        store.refresh()
        spread(store, sessions, games)
        store.close()
        size = (Path(folder) / f"figures.{DUCKDB}").stat().st_size
        about = f"{sessions:,} sessions of {', '.join(games) if len(games) == 1 else f'{len(games)} titles'}"
        yield Measured(
            "the store of statistics, a session", f"{size / sessions:,.0f} bytes", "", None, note=about
        )
        figure = f"{at_rest / 1024 + size / sessions / 1024:.1f} KiB"
        small = at_rest + size / sessions <= MOST_BYTES
        yield Measured("a session at rest beside its log", figure, "≤ 20 KiB", small, note="sessions of bots")
        with multiprocessing.get_context("spawn").Pool(1) as other:
            taken, again, peak = other.apply(answering, (folder, questions, games))
        bars = BARS if len(games) > 1 else BARS_OF_ONE
        for name, share in (("median", 0.5), ("p95", 0.95)):
            spent, bar = 1000 * percentile(taken, share), bars.get(name)
            met = None if bar is None else spent <= bar
            target = "" if bar is None else f"≤ {bar} ms"
            yield Measured(f"random questions, {name}", f"{spent:,.0f} ms", target, met, note=about)
        spent = 1000 * percentile(again, 0.95)
        figure, target = f"{spent:,.1f} ms", f"≤ {BAR_AGAIN_MS} ms"
        yield Measured(
            "the same asked again, p95", figure, target, spent <= BAR_AGAIN_MS, note="the web keeps answers"
        )
        yield Measured(
            "memory of who answers", f"{peak} MiB", f"≤ {MOST_MIB} MiB", peak <= MOST_MIB, note=about
        )
        tables.dispose()


def answering(folder: str, questions: int, games: Sequence[str]) -> tuple[list[float], list[float], int]:
    """Ask here as the worker of jobs does; the seconds of each question, then again, and the peak in MiB."""
    gc.freeze()
    tables = make_engine(f"sqlite:///{folder}/tables.db")
    store, kept = StatisticsStore(tables, Path(folder), DUCKDB), KeptAnswers()
    taken = list(asked(store, kept, questions, games))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    again = list(asked(store, kept, questions, games))
    store.close()
    tables.dispose()
    return taken, again, peak


def played(folder: Path, games: Sequence[str]) -> tuple[sa.Engine, float]:
    """The tables of sessions that bots played, and the bytes that each of them takes there."""
    tables, library = make_engine(f"sqlite:///{folder}/tables.db"), Library()
    prepare(tables)
    store = EventStore.open(f"sqlite:///{folder}/log.db")
    for game in games:
        title, components = library.game(game), library.component_set("demo", game)
        choices = openings(game)
        for place in range(OF_BOTS):
            dice = random.Random(f"{game}/{place}")
            one = simulate_one(title, components, choices[place % len(choices)], dice)
            store.append(one.session.id, 1, list(one.stored))
    ProjectionRunner(store, tables, library).pull()
    store.close()
    tables.dispose()
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return tables, (folder / "tables.db").stat().st_size / (OF_BOTS * len(games))


COPIED = """CREATE TEMP TABLE numbered AS
SELECT row_number() OVER (ORDER BY i, game)::INTEGER + 1000000 AS session, game,
  templates[1 + (hash(i, game) % len(templates))::INTEGER] AS template,
  (DATE '2024-01-01' + (i * {days} // {each})::INTEGER)::VARCHAR AS day
FROM (SELECT game, list(session ORDER BY session) AS templates FROM catalogue GROUP BY game),
  range({each}) AS numbers(i)"""
"""The copies: whose each is, and on which day it was played."""


def spread(store: StatisticsStore, sessions: int, games: Sequence[str]) -> None:
    """Copy the sessions of the store until there are so many, in the order of their numbers."""
    with store.looking() as looking:
        own = looking.connection
        own.exec_driver_sql("SELECT setseed(0.48)")
        each = sessions // len(games)
        own.exec_driver_sql(COPIED.format(days=DAYS, each=each))
        tables = (RESULTS_OF_SEATS, PLAYERS, *map(of_facet, facet_names()))
        figures = [
            of_figures(game.key, one)
            for game in map(REGISTRY.__getitem__, games)
            for one in game.measures.values()
        ]
        for table in (FINISHED_SESSIONS, *tables, *figures):
            _spread(own, table)
        own.commit()


def _spread(own: sa.Connection, table: sa.Table) -> None:
    columns = []
    for column in table.columns:
        name = f'f."{column.name}"'
        if column.name == "session":
            name = "n.session"
        elif table is FINISHED_SESSIONS:
            name = {
                "id": "uuid()::VARCHAR",
                "played_on": "n.day",
                "sandbox": "false",
                "visibility": "CASE WHEN random() < 0.5 THEN 'public' ELSE 'private' END",
            }.get(column.name, name)
        elif table is PLAYERS and column.name == "value":
            name = f"'p' || floor({PLAYERS_THERE} * random() ** 2)::INTEGER"
        columns.append(name)
    before = "true" if table is FINISHED_SESSIONS else "f.session < 1000000"
    own.exec_driver_sql(
        f'INSERT INTO "{table.name}" SELECT {", ".join(columns)} FROM numbered n '
        f'JOIN "{table.name}" f ON f.session = n.template WHERE {before} ORDER BY n.session'
    )


def drawn(dice: random.Random, games: Sequence[str]) -> StatisticsQuery:
    """Any measure, with up to two of its dimensions, perhaps a facet, a month or a player, and filters."""
    game = REGISTRY[dice.choice(games)]
    measure = dice.choice(list(game.measures.values()))
    groups = dice.sample(measure.dimensions, min(len(measure.dimensions), dice.choice((0, 1, 1, 2))))
    if dice.random() < 0.4:
        groups.append(dice.choice(MORE))
    filters: dict[str, str] = {}
    if measure.per == "seat" and dice.random() < 0.3:
        groups.append("player" if dice.random() < 0.3 else "place")
    if measure.per == "seat" and dice.random() < 0.15:
        filters["other_player"] = "p1"
    if dice.random() < 0.15:
        filters["count"] = "2"
    if dice.random() < 0.2:
        filters |= {"since": "2025-01-01", "until": "2025-06-30"}
    reach = VisibleScope() if dice.random() < 0.3 else EVERYTHING
    group_by = tuple(name for name in dict.fromkeys(groups) if name not in filters)
    return StatisticsQuery(game.key, measure.key, reach, group_by, filters, "-n", 50)


def asked(store: StatisticsStore, kept: KeptAnswers, questions: int, games: Sequence[str]) -> Iterator[float]:
    """The seconds until each answer, which is kept as the web keeps it."""
    dice = random.Random(48)
    slow: list[tuple[float, str]] = []
    for _ in range(questions):
        question = drawn(dice, games)
        key = msgspec.msgpack.encode(question, order="deterministic")
        began = time.perf_counter()
        if kept.find(key, generation_in(store.tables)) is None:
            kept.keep(key, answer_from(store, question))
        taken = time.perf_counter() - began
        slow.append((taken, f"{question.game}/{question.measure} by {question.group_by}"))
        yield taken
    for taken, what in sorted(slow)[-8:]:
        print(f"  {1000 * taken:,.0f} ms: {what}", file=sys.stderr)


def main() -> None:
    """Measure."""
    numbers = [int(word) for word in sys.argv[1:3]]
    sessions, questions = (*numbers, *(SESSIONS, QUESTIONS)[len(numbers) :])
    for row in measured(sessions, questions, sys.argv[3:] or tuple(REGISTRY)):
        print(f"{row.what}: {row.figure} {row.bar} {row.note}", flush=True)


if __name__ == "__main__":
    main()
