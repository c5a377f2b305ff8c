"""What an earlier version wrote can be looked through and backed up before anything else has touched it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from replays.event_store import EventStore, LogRow
from service.backups.backup import back_up
from service.backups.restore import restore
from service.backups.verify import check
from service.settings import Settings
from tests.support.frozen.thawing import Frozen
from workers.damage import search


@pytest.fixture(params=["home", "database"])
def here(request: pytest.FixtureRequest, frozen: Frozen, tmp_path: Path) -> Settings:
    """Where the frozen version lies, and nothing has been opened yet."""
    if request.param == "home":
        return frozen.unpack_home(tmp_path / "here")
    return frozen.restore_database(request.getfixturevalue("postgresql_url"), tmp_path / "here")


def test_an_earlier_version_is_backed_up_and_comes_back(
    here: Settings, frozen: Frozen, tmp_path: Path
) -> None:
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


def test_an_earlier_version_is_looked_through_for_damage_and_has_none(here: Settings) -> None:
    """`doctor` and `audit --all` look before they bring any table up to date."""
    assert [damage for damage in search(here.log_url, here.tables_url) if damage.is_certain] == []
