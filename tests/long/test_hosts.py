"""A service on several hosts that are lost one after another, in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.hosts.networks import why_no_hosts
from tests.support.long import hosts
from tests.support.long.campaign import Wanted


def test_recording_goes_on_while_hosts_are_lost(folder: Path) -> None:
    if reason := why_no_hosts():
        pytest.skip(f"no hosts can be had here: {reason}")
    figures, faults = hosts.run(Wanted(trials=("small",)), folder)
    assert faults == []
    assert "0 failed" in figures["small: audit"]
