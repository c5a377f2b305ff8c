"""What a worker says of a Redis or of tables that are away: one line when they go, one when they are back."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import RedisServer

ROOT = Path(__file__).parent.parent.parent
PATIENCE_SECONDS = 120.0


class Worker:
    """A worker over a folder, and what it says."""

    def __init__(self, folder: Path, redis_url: str = "") -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "workers"],
            cwd=ROOT,
            env=kept | {"TABLELOG_HOME": str(folder), "TABLELOG_REDIS_URL": redis_url},
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as output:
            self.said.extend(iter(output.readline, ""))

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reading.join()

    def wait_for(self, words: str, times: int = 1) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while self.count(words) < times:
            assert time.monotonic() < end, self.said
            time.sleep(0.02)

    def count(self, words: str) -> int:
        return sum(words in line for line in self.said)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    started: list[Worker] = []

    def one(redis_url: str = "") -> Worker:
        started.append(Worker(tmp_path, redis_url))
        return started[-1]

    yield one
    for worker in started:
        worker.stop()


def test_a_redis_that_comes_and_goes_is_one_line_each_time(
    start: Callable[..., Worker], tmp_path: Path
) -> None:
    redis = RedisServer(tmp_path)
    worker = start(redis.url)
    try:
        for time_away in (1, 2):
            worker.wait_for("Redis is away", time_away)
            redis.start()
            worker.wait_for("Redis is back", time_away)
            redis.stop()
        worker.wait_for("Redis is away", 3)
        assert len(worker.said) == 5
    finally:
        redis.stop()


def test_a_worker_over_damaged_tables_ends_with_one_line_and_no_traceback(
    start: Callable[..., Worker], tmp_path: Path
) -> None:
    tables = tmp_path / "tables.db"
    tables.touch(mode=0o600)
    tables.write_bytes(b"this is no database " * 500)
    worker = start()
    assert worker.process.wait(PATIENCE_SECONDS) == 1
    worker.wait_for("tables.db is damaged (file is not a database)")
    assert len(worker.said) == 1
