"""Connections: who opens a new file of SQLite beside others waits for them; who reads sees one moment."""

from __future__ import annotations

import multiprocessing
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
import sqlalchemy as sa

from replays import databases
from replays.databases import make_engine, reading

PROCESSES = 6
FILES = 60
WAITING_SECONDS = 30
spawning = multiprocessing.get_context("spawn")


def open_each(folder: Path, together: Barrier) -> None:
    for number in range(FILES):
        engine = make_engine(f"sqlite:///{folder}/{number}.db")
        together.wait()
        with engine.connect() as connection:
            assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        engine.dispose()


def test_processes_that_open_a_new_file_at_once_wait_for_each_other(tmp_path: Path) -> None:
    together = spawning.Barrier(PROCESSES, timeout=WAITING_SECONDS)
    openers = [
        spawning.Process(target=open_each, args=(tmp_path, together), daemon=True) for _ in range(PROCESSES)
    ]
    for process in openers:
        process.start()
    for process in openers:
        process.join()
    assert [process.exitcode for process in openers] == [0] * PROCESSES


def test_a_file_that_another_keeps_to_itself_is_given_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "SQLITE_BUSY_SECONDS", 0)
    path = tmp_path / "kept.db"
    one, other = (make_engine(f"sqlite:///{path}") for _ in range(2))
    with one.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
        with pytest.raises(sa.exc.OperationalError, match="locked"):
            other.connect()
    for engine in (one, other):
        engine.dispose()


def test_what_is_read_in_one_go_is_of_one_moment(tables_url: str) -> None:
    """Rows, and how far they go: what is written between the two is seen by neither."""
    engine = make_engine(tables_url)
    rows = sa.Table("rows_of_one_moment", sa.MetaData(), sa.Column("number", sa.Integer))
    rows.create(engine)
    add, count = sa.insert(rows).values(number=1), sa.select(sa.func.count()).select_from(rows)
    with reading(engine).connect() as looking:
        assert looking.scalar(count) == 0
        with engine.begin() as writing:
            writing.execute(add)
        assert looking.scalar(count) == 0
    with reading(engine).connect() as looking:
        assert looking.scalar(count) == 1
    with engine.begin() as writing:
        writing.execute(add)
        assert writing.scalar(count) == 2
    engine.dispose()
