"""A host whose clock is wrong says so, and the database's clock decides what is due and what expires."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from replays import clocks
from replays.clocks import clock_fault, now_of
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from tests.support.long.false_clocks import FalseClock, NoFalseClock
from tests.support.receivers import receiving
from tests.support.reef import LIBRARY, Log
from tests.support.service.server import Server
from workers.follow import ProjectionRunner, prepare
from workers.read_models import EXPIRY_MARKS
from workers.webhooks.deliveries import WEBHOOKS, begin

ROOT = Path(__file__).parent.parent.parent
PATIENCE_SECONDS = 300.0
DAY, HOUR = 86_400, 3_600
OPENING = {
    "game": "time_of_chaos",
    "component_set": "demo",
    "sandbox": True,
    "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
}


def until(is_so: Callable[[], Any]) -> Any:
    """What it gives once it gives something."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := is_so()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


@pytest.fixture
def engine(postgresql_url: str) -> Iterator[sa.Engine]:
    """Tables that several hosts share."""
    made = make_engine(postgresql_url)
    prepare(made)
    yield made
    made.dispose()


def off_by(folder: Path, seconds: int) -> dict[str, str]:
    """The environment of a host whose clock is off."""
    folder.mkdir()
    try:
        clock = FalseClock(folder)
    except NoFalseClock as error:
        pytest.skip(str(error))
    clock.is_off_by(seconds)
    return dict(clock.environment)


@contextmanager
def worker(module: str, home: Path, url: str, clock: dict[str, str]) -> Iterator[Path]:
    """A worker on a host of its own, with this clock; and the file of its log lines."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    where = {"TABLELOG_HOME": str(home), "TABLELOG_LOG_URL": url, "TABLELOG_TABLES_URL": url}
    lines = home.with_suffix(".lines")
    with (
        lines.open("w") as file,
        subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            env=kept | where | clock | {"TABLELOG_WEBHOOKS": "anywhere"},
            stdout=file,
            stderr=file,
        ) as process,
    ):
        try:
            yield lines
        finally:
            process.kill()


@pytest.mark.parametrize(("seconds", "side"), [(61, "behind"), (-61, "ahead of"), (59, None), (-59, None)])
def test_a_clock_that_is_off_by_more_than_a_minute_is_said(
    engine: sa.Engine, monkeypatch: pytest.MonkeyPatch, seconds: int, side: str | None
) -> None:
    off = timedelta(seconds=seconds)
    monkeypatch.setattr(clocks, "now_of", lambda asked: now_of(asked) + off)
    fault = clock_fault(engine)
    assert fault is None if side is None else f"is 0:01:01 {side} the clock of the database" in str(fault)


def test_on_sqlite_the_machines_clock_is_the_only_one(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    assert clock_fault(engine) is None
    engine.dispose()


def test_wrong_clocks_of_web_and_worker_expire_nothing_and_are_said(
    tmp_path: Path, postgresql_url: str, engine: sa.Engine, capfd: pytest.CaptureFixture[str]
) -> None:
    urls = {"TABLELOG_LOG_URL": postgresql_url, "TABLELOG_TABLES_URL": postgresql_url}
    behind = off_by(tmp_path / "behind", -HOUR)
    web = Server(tmp_path / "web", **urls, **behind, TABLELOG_LOG_LEVEL="WARNING").start()
    try:
        assert "The clock of this machine is 1:00:00 behind" in "".join(capfd.readouterr())
        status, opened = web.request("POST", "/v1/sessions", OPENING)
        assert status == 201, opened
        store = EventStore.open(postgresql_url)
        ProjectionRunner(store, engine, Library()).pull()
        store.close()
        ahead = off_by(tmp_path / "ahead", 100 * DAY)
        with worker("workers", tmp_path / "worker", postgresql_url, ahead) as lines:
            until(lambda: "nothing expires now: the database's clock says" in lines.read_text())
            assert "The clock of this machine is 100 days, 0:00:00 ahead of" in lines.read_text()
        with engine.connect() as connection:
            assert list(connection.execute(sa.select(EXPIRY_MARKS))) == []
        owner = {"Authorization": f"Bearer {opened['tokens']['owner']}"}
        assert web.request("GET", f"/v1/sessions/{opened['session']['id']}", headers=owner)[0] == 200
    finally:
        web.stop()


def test_a_worker_whose_clock_is_ahead_sends_nothing_that_another_one_is_sending(
    tmp_path: Path, postgresql_url: str, engine: sa.Engine
) -> None:
    store = EventStore.open(postgresql_url)
    follower = ProjectionRunner(store, engine, LIBRARY)
    held, free = Log().place(), Log().place()
    with receiving() as receiver:
        row = {"url": receiver.url, "secret": b"-", "created_at": "2026"}
        row |= {"delivered": 1, "told_status": "open", "attempts": 0}
        with engine.begin() as connection:
            for log in (held, free):
                connection.execute(sa.insert(WEBHOOKS).values(**row, id=log.id, session=log.id))
        for log in (held, free):
            store.append(log.id, 1, log.stored)
        follower.pull()
        sending = begin(engine, held.id, now_of(engine))
        assert sending is not None, "another host sends it from now on"

        def sent(log: Log) -> list[Any]:
            return [taken for taken in receiver.taken if taken.told["session"] == log.id]

        ahead = off_by(tmp_path / "ahead", 120)
        with worker("tests.support.workers.slow_worker", tmp_path / "worker", postgresql_url, ahead):
            until(lambda: sent(free))
            free.place()
            store.append(free.id, 3, free.stored[2:])
            until(lambda: len(sent(free)) > 1)
            assert sent(held) == []
            with engine.begin() as connection:
                own = WEBHOOKS.c.id == held.id
                connection.execute(sa.update(WEBHOOKS).where(own).values(held_until="2026"))
            assert until(lambda: sent(held))[0].id == sending.id, "once the other host has given up"
    store.close()
