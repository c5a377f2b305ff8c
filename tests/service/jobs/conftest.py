"""A queue of jobs over each database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.databases import make_engine
from service.jobs.queue import JobQueue
from tests.support.prepared import copy_files


@pytest.fixture
def queue(tables_url: str, prepared: Path, tmp_path: Path) -> Iterator[JobQueue]:
    """An empty queue, once on SQLite and once on PostgreSQL."""
    copy_files(prepared, tmp_path)
    engine = make_engine(tables_url)
    yield JobQueue(engine)
    engine.dispose()
