"""Prepared databases: with all their tables, as the first start makes them.

To migrate an empty database takes longer than most tests; a process of tests does it once, and copies.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from replays.databases import make_engine
from replays.event_store import EventStore
from workers.follow import prepare

LOG_FILE, TABLES_FILE = "log.db", "tables.db"


def prepare_databases(log_url: str, tables_url: str) -> None:
    """Make every table of log, read models and registers."""
    EventStore.open(log_url).close()
    engine = make_engine(tables_url)
    prepare(engine)
    engine.dispose()


def prepared_files(folder: Path) -> Path:
    """The folder, which has a log and the tables that go with it now."""
    prepare_databases(f"sqlite:///{folder / LOG_FILE}", f"sqlite:///{folder / TABLES_FILE}")
    return folder


def copy_files(prepared: Path, folder: Path) -> None:
    """Put log and tables into a folder that has neither."""
    if not (folder / LOG_FILE).exists() and not (folder / TABLES_FILE).exists():
        for file in prepared.iterdir():
            shutil.copy(file, folder)
