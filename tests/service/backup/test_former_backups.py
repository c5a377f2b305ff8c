"""Backups of every version of the format, as the Tablelog of their day wrote them, come back."""

from __future__ import annotations

import pytest

from replays import backup as files
from replays.audit import audit_session
from replays.event_store import EventStore
from replays.library import Library
from service.backups.restore import restore
from service.backups.verify import check
from service.settings import Settings
from tests.support.documents import ROOT
from tests.support.service.backup.stores import log_of

FORMER = ROOT / "tests" / "fixtures" / "backups"
ENTRIES = 67


def test_every_version_of_the_format_is_kept() -> None:
    assert {folder.name for folder in FORMER.iterdir()} == {
        f"format-{version}" for version in range(1, files.FORMAT_VERSION + 1)
    }


@pytest.mark.parametrize("version", range(1, files.FORMAT_VERSION + 1))
def test_a_former_backup_is_sound_and_comes_back(there: Settings, version: int) -> None:
    kept = FORMER / f"format-{version}"
    assert files.read_manifest(kept).version == version
    assert check(kept).sound
    restore(there, kept)
    assert len(log_of(there)) == ENTRIES
    store = EventStore.open(there.log_url)
    audits = [audit_session(list(store.read(one)), Library(), one) for one in store.sessions()]
    store.close()
    assert [audit.passed for audit in audits] == [True]
