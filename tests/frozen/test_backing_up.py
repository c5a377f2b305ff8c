"""What an earlier version wrote can be backed up before anything else of this version has touched it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from replays.event_store import EventStore, LogRow
from service.backups.backup import back_up
from service.backups.restore import restore
from service.backups.verify import check
from service.settings import Settings
from tests.frozen.thawing import Frozen


@pytest.mark.parametrize("source", ["home", "database"])
def test_an_earlier_version_is_backed_up_and_comes_back(
    source: str, frozen: Frozen, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if source == "home":
        here = frozen.unpack_home(tmp_path / "here")
    else:
        here = frozen.restore_database(request.getfixturevalue("postgresql_url"), tmp_path / "here")
    kept, home = tmp_path / "kept", tmp_path / "there"
    manifest = back_up(here, kept)
    found = check(kept)
    assert not found.faults
    assert not found.sessions
    there = replace(
        here, home=home, log_url=f"sqlite:///{home}/log.db", tables_url=f"sqlite:///{home}/tables.db"
    )
    restore(there, kept)
    assert manifest.log.sessions == len(frozen.sessions)
    assert rows(there) == rows(here)


def rows(settings: Settings) -> list[LogRow]:
    """The log, byte for byte."""
    store = EventStore.open(settings.log_url)
    try:
        with store.whole() as log:
            return list(log.rows)
    finally:
        store.close()
