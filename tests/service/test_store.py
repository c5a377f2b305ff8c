from __future__ import annotations
import time
import pytest
import sqlalchemy as sa
from flask import Flask
from service.queries import store as st
from service.queries.store import StatisticsStore, FIGURES, FINISHED_SESSIONS, METADATA
from tests.service.test_clubs import follow
from tests.support.service.recorded_tables import finished_table
from service.http.services import services

@pytest.mark.parametrize("kind", ["duckdb", "sqlite"])
def test_it(app: Flask, kind: str, tmp_path) -> None:
    for game in ("time_of_chaos","chaos_order"):
        finished_table(app, game, visibility="public", players={})
    follow(app)
    with app.app_context():
        engine = services().engine
    for path in (None, tmp_path/"s"/"x.db"):
        s = StatisticsStore(engine, path, kind)
        b=time.perf_counter()
        with s.looking() as (c, generation, as_of):
            print(kind, path, generation, as_of, c.execute(sa.select(FINISHED_SESSIONS)).all(), time.perf_counter()-b)
            print({t.name: c.scalar(sa.select(sa.func.count()).select_from(t)) for t in METADATA.sorted_tables if not t.name.startswith("chaosm")} and 0)
        b=time.perf_counter()
        with s.looking() as (c, generation, as_of): pass
        print("again", time.perf_counter()-b)
        finished_table(app, "first_light", visibility="public", players={}); follow(app)
        b=time.perf_counter()
        with s.looking() as (c, generation, as_of):
            print(c.scalar(sa.select(sa.func.count()).select_from(FINISHED_SESSIONS)), generation)
        print("one more", time.perf_counter()-b)
        s.close()
    assert 0
