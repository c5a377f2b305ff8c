"""The store of statistics follows every change, whoever makes it, and says what a new one would say."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from domain.games import REGISTRY
from service.queries import store as module
from service.queries.question import StatisticsQuery
from service.queries.statistics import statistics
from service.queries.store import StatisticsStore
from service.queries.stored_tables import (
    DUCKDB,
    FINISHED_SESSIONS,
    SESSION,
    SEVERAL,
    SQLITE,
    STATE,
    UNIT,
    all_tables,
    facet_names,
    of_facet,
    of_figures,
)
from service.queries.visible_scope import EVERYTHING, VisibleScope
from tests.service.conftest import Table
from tests.service.test_club_people import People
from tests.service.test_clubs import follow
from tests.service.test_listings import changed
from tests.support.service.asked import told
from tests.support.service.recorded_tables import finished_table
from workers.forgetting import forget, forget_in_registers
from workers.projections import PROJECTIONS
from workers.read_models import STATISTICS_CHANGES, live_build

KINDS = (DUCKDB, SQLITE)


def tables_of(app: Flask) -> sa.Engine:
    engine: sa.Engine = app.extensions["tablelog"].engine
    return engine


def content(store: StatisticsStore) -> dict[str, list[tuple[Any, ...]]]:
    """What the store says, by table, with the ids of sessions in the place of its own numbers."""
    with store.looking() as looking:
        columns = FINISHED_SESSIONS.c
        rows = looking.connection.execute(sa.select(columns.session, columns.id)).all()
        ids = {row.session: row.id for row in rows}
        found = {}
        for table in all_tables():
            if table in (STATE, SEVERAL):
                continue
            own = [
                [ids[value] if name == "session" else value for name, value in row._mapping.items()]
                for row in looking.connection.execute(sa.select(table))
            ]
            if own:
                found[table.name] = sorted(map(tuple, own), key=repr)
        return found


def fresh(app: Flask, kind: str) -> dict[str, list[tuple[Any, ...]]]:
    """What a store says that is made now."""
    store = StatisticsStore(tables_of(app), kind=kind)
    try:
        return content(store)
    finally:
        store.close()


class Evenings:
    """A club with two finished evenings, another finished game, and one that is still played."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.club = People(app)
        seats = {"red": "phone-1", "blue": "phone-2"}
        self.first = self.played("time_of_chaos", players=seats, tags=["league"])
        self.second = self.played("time_of_chaos", players=seats)
        self.other = self.played("chaos_order")
        self.club.take_in(self.first)
        self.open = Table(
            app,
            {
                "game": "time_of_chaos",
                "component_set": "demo",
                "visibility": "public",
                "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
            },
        )
        follow(app)

    def played(self, game: str, **more: Any) -> Table:
        return finished_table(self.app, game, visibility="public", **more)


def claims(evenings: Evenings) -> None:
    table = evenings.second
    answer = table.client.patch(
        f"{table.url}/people", json={"people": {"red": {"player": "p-9"}}}, headers=table.headers("owner")
    )
    assert answer.status_code == 200, answer.text


def merges(evenings: Evenings) -> None:
    ruby = evenings.club.made("Ruby", players=["phone-1"])
    jade = evenings.club.made("Jade", players=["phone-2"])
    answer = evenings.club.send("POST", f"/people/{ruby}/merge", {"other": jade}, "organiser")
    assert answer.status_code == 200, answer.text


def reopens(evenings: Evenings) -> None:
    table = evenings.second
    body = {"to": table.version - 1, "reason": "a wrong tile"}
    answer = table.post("/retractions", body, "owner")
    assert answer.status_code == 201, answer.text


CHANGES: dict[str, Callable[[Evenings], object]] = {
    "another game ends": lambda evenings: evenings.played("first_light"),
    "a session is void": lambda evenings: evenings.first.post("/void", {"reason": "wrong deck"}, "owner"),
    "a session is hidden": lambda evenings: changed(evenings.first, {"visibility": "private"}),
    "tags change": lambda evenings: changed(evenings.first, {"tags": ["final"]}),
    "somebody claims a seat": claims,
    "a club takes a session in": lambda evenings: evenings.club.take_in(evenings.second),
    "people of a club become one": merges,
    "the end is taken back": reopens,
}


@pytest.fixture
def evenings(everywhere: Flask) -> Evenings:
    return Evenings(everywhere)


@pytest.mark.parametrize("what", CHANGES)
def test_a_store_that_follows_says_what_a_new_one_says(everywhere: Flask, what: str) -> None:
    evenings = Evenings(everywhere)
    kind = DUCKDB if tables_of(everywhere).dialect.name == "postgresql" else SQLITE
    store = StatisticsStore(tables_of(everywhere), kind=kind)
    before = content(store)
    assert len(before["catalogue"]) == 3
    CHANGES[what](evenings)
    follow(everywhere)
    after = content(store)
    assert after != before
    assert after == fresh(everywhere, kind)
    store.close()


@pytest.mark.parametrize("game", REGISTRY)
def test_what_the_store_knows_of_its_figures_changes_no_answer(app: Flask, game: str) -> None:
    """It saves work where a seat has one figure, or a session one seat: without that it says the same."""
    for _ in range(2):
        finished_table(app, game, visibility="public")
    follow(app)
    knowing, unknowing = (StatisticsStore(tables_of(app), kind=DUCKDB) for _ in range(2))
    measures = REGISTRY[game].measures.values()
    with unknowing.looking() as looking:
        several = [
            (within, of_figures(game, measure).name, name)
            for measure in measures
            for name in ("", *measure.dimensions)
            for within in (UNIT, SESSION)
        ]
        several += [(SESSION, of_facet(name).name, name) for name in facet_names()]
        looking.connection.execute(sa.delete(SEVERAL))
        looking.connection.execute(sa.insert(SEVERAL).values(several))
        looking.connection.commit()
    for measure in measures:
        dimensions = measure.dimensions
        grouped = [(), dimensions, dimensions[:1], dimensions[1:], (*dimensions[:1], "month")]
        if measure.per == "seat":
            grouped += [("place",), ("seat",), ("won", *dimensions[:1])]
        for group_by in dict.fromkeys(grouped):
            question = StatisticsQuery(game, measure.key, EVERYTHING, group_by, quantiles=(0.5,))
            assert alike(told(knowing, question), told(unknowing, question)), question
    knowing.close()
    unknowing.close()


def test_a_new_session_that_comes_with_the_last_one_gets_a_number_of_its_own(evenings: Evenings) -> None:
    store = StatisticsStore(tables_of(evenings.app), kind=SQLITE)
    content(store)
    assert evenings.other.post("/void", {"reason": "wrong deck"}, "owner").status_code == 201
    evenings.played("chaos_order")
    follow(evenings.app)
    assert content(store) == fresh(evenings.app, SQLITE)
    store.close()


QUESTIONS = [
    {"group_by": ("count",)},
    {"group_by": ("player", "month"), "filters": {"sandbox": "any"}},
    {"group_by": ("tag",), "reach": VisibleScope()},
    {"group_by": ("won",), "quantiles": (0.25, 0.5), "histogram": 4, "least": 2},
    {"filters": {"rank": "1", "minutes": "0.."}, "independent": "session"},
]


def alike(one: Any, other: Any) -> bool:
    """Whether both are the same, but for the last digits of what was added up in another order."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float):
        return bool(one == pytest.approx(other, rel=1e-6, abs=1e-6))
    return bool(one == other)


@pytest.mark.parametrize("game", REGISTRY)
def test_both_kinds_of_store_answer_alike(app: Flask, game: str) -> None:
    """Every measure of a game, with every dimension, and a few questions of each."""
    for _ in range(2):
        finished_table(app, game, visibility="public", tags=["league"])
    follow(app)
    stores = [StatisticsStore(tables_of(app), kind=kind) for kind in KINDS]
    for measure in REGISTRY[game].measures.values():
        asked = [{"group_by": measure.dimensions}]
        if measure.per == "seat":
            asked += QUESTIONS
        for more in asked:
            question = StatisticsQuery(game, measure.key, **({"reach": EVERYTHING} | more))
            one, other = (told(store, question) for store in stores)
            assert alike(one, other), question
    for store in stores:
        store.close()


# What happens to the file.


@pytest.mark.parametrize("kind", KINDS)
def test_a_store_goes_on_where_its_file_ends(evenings: Evenings, kind: str, tmp_path: Path) -> None:
    store = StatisticsStore(tables_of(evenings.app), tmp_path, kind)
    content(store)
    store.close()
    claims(evenings)
    evenings.played("first_light")
    follow(evenings.app)
    again = StatisticsStore(tables_of(evenings.app), tmp_path, kind)
    assert content(again) == fresh(evenings.app, kind)
    again.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_no_store_is_made_anew(evenings: Evenings, kind: str, tmp_path: Path) -> None:
    (tmp_path / f"figures.{kind}").write_bytes(b"no store" * 1_000)
    store = StatisticsStore(tables_of(evenings.app), tmp_path, kind)
    assert content(store) == fresh(evenings.app, kind)
    store.close()


def test_a_restored_database_is_not_taken_for_the_one_before(evenings: Evenings, tmp_path: Path) -> None:
    """Its notes have the same numbers, and say something else."""
    store = StatisticsStore(tables_of(evenings.app), tmp_path, SQLITE)
    content(store)
    with tables_of(evenings.app).begin() as connection:
        connection.exec_driver_sql("UPDATE statistics_changes SET stamp = 'another'")
        connection.exec_driver_sql("UPDATE listings SET visibility = visibility")
        connection.exec_driver_sql("DELETE FROM people WHERE seat = 'blue'")
        connection.exec_driver_sql("DELETE FROM statistics_changes WHERE stamp <> 'another'")
    assert content(store) == fresh(evenings.app, SQLITE)
    store.close()


def test_a_change_that_is_committed_after_a_later_one_is_seen(evenings: Evenings, tables_url: str) -> None:
    """PostgreSQL numbers notes when they are written, and shows them when they are committed."""
    engine = tables_of(evenings.app)
    if engine.dialect.name == "sqlite":
        return  # one writes at a time
    store = StatisticsStore(engine, kind=SQLITE)
    before = content(store)
    hide = "INSERT INTO listings (session, visibility, tagged, changes) VALUES ('{}', 'private', FALSE, 1)"
    with engine.connect() as slow:
        slow.exec_driver_sql(hide.format(evenings.first.id))
        with engine.begin() as quick:
            quick.exec_driver_sql(hide.format(evenings.other.id))
        between = content(store)
        slow.commit()
    assert (
        len(before.get("listings", [])) + 2 == len(between["listings"]) + 1 == len(content(store)["listings"])
    )
    store.close()


def test_an_expired_sandbox_leaves_the_store_and_its_notes(evenings: Evenings) -> None:
    sandbox = evenings.played("time_of_chaos", sandbox=True)
    follow(evenings.app)
    store = StatisticsStore(tables_of(evenings.app), kind=SQLITE)
    assert any(sandbox.id in row for row in content(store)["catalogue"])
    with tables_of(evenings.app).begin() as connection:
        for projection in PROJECTIONS:
            forget(connection, projection, live_build(connection, projection.name), [sandbox.id])
        forget_in_registers(connection, [sandbox.id])
    with tables_of(evenings.app).connect() as connection:
        notes = connection.scalars(sa.select(STATISTICS_CHANGES.c.session)).all()
    assert sandbox.id not in notes
    assert content(store) == fresh(evenings.app, SQLITE)
    assert not any(sandbox.id in row for row in content(store)["catalogue"])
    store.close()


def test_old_notes_are_dropped_and_a_store_that_needs_them_is_made_again(
    evenings: Evenings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_NOTES", 2)
    monkeypatch.setattr(module, "DROPPED_EVERY", 1)
    behind, ahead = (StatisticsStore(tables_of(evenings.app), tmp_path / name, SQLITE) for name in "ab")
    content(behind)
    content(ahead)
    for tag in ("one", "two", "three"):
        changed(evenings.first, {"tags": [tag]})
        content(ahead)
    with tables_of(evenings.app).connect() as connection:
        assert len(connection.execute(sa.select(STATISTICS_CHANGES)).all()) <= 4
    assert content(behind) == content(ahead) == fresh(evenings.app, SQLITE)
    for store in (behind, ahead):
        store.close()


FOLLOWING = """
import sys
from pathlib import Path
from replays.databases import make_engine
from service.queries.statistics import statistics
from service.queries.store import StatisticsStore
store = StatisticsStore(make_engine(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
store.refresh()
print("there", flush=True)
while True:
    store.refresh()
"""


@pytest.fixture
def following(tables_url: str, tmp_path: Path) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """Starts a process that follows; it runs until it is killed."""
    begun: list[subprocess.Popen[str]] = []

    def start(kind: str) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", FOLLOWING, tables_url, str(tmp_path / "killed"), kind]
        made = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        begun.append(made)
        return made

    yield start
    for one in begun:
        one.kill()
        one.wait()
        if one.stdout is not None:
            one.stdout.close()


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_killed_again_and_again_counts_nothing_twice(
    evenings: Evenings, following: Callable[[str], subprocess.Popen[str]], kind: str, tmp_path: Path
) -> None:
    for what in ("another game ends", "somebody claims a seat", "the end is taken back", "tags change"):
        process = following(kind)
        assert process.stdout is not None
        assert process.stdout.readline() == "there\n"
        CHANGES[what](evenings)
        follow(evenings.app)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    store = StatisticsStore(tables_of(evenings.app), tmp_path / "killed", kind)
    assert content(store) == fresh(evenings.app, kind)
    store.close()


def test_many_ask_one_store_at_once_while_it_follows(evenings: Evenings, tmp_path: Path) -> None:
    """Each answer is that of one generation, and the last one that of a new store."""
    store = StatisticsStore(tables_of(evenings.app), tmp_path, DUCKDB)
    question = StatisticsQuery("time_of_chaos", "wins", EVERYTHING)
    by_generation: dict[str, set[float]] = defaultdict(set)

    def ask() -> None:
        for _ in range(20):
            with store.looking() as looking:
                (row,) = statistics(looking, question)["rows"]
                by_generation[looking.generation].add(row["n"])

    asking = [threading.Thread(target=ask) for _ in range(4)]
    for one in asking:
        one.start()
    for _ in range(3):
        evenings.played("time_of_chaos")
        follow(evenings.app)
    for one in asking:
        one.join()
    ask()
    assert all(len(answers) == 1 for answers in by_generation.values())
    assert content(store) == fresh(evenings.app, DUCKDB)
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_an_id_that_nobody_has_any_longer_leaves_the_file(
    evenings: Evenings, kind: str, tmp_path: Path
) -> None:
    store = StatisticsStore(tables_of(evenings.app), tmp_path, kind)

    def is_in_the_file() -> bool:
        content(store)
        store.close()
        return any(b"phone-2" in path.read_bytes() for path in tmp_path.glob("figures*"))

    assert is_in_the_file()
    for table in (evenings.first, evenings.second):
        answer = table.client.patch(
            f"{table.url}/people",
            json={"people": {"blue": {"player": "p-8"}}},
            headers=table.headers("owner"),
        )
        assert answer.status_code == 200, answer.text
    assert not is_in_the_file()
    assert content(store) == fresh(evenings.app, kind)
    store.close()
