"""A service on several hosts that are lost one after another, in small."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.support.hosts.clients import Company, Watcher
from tests.support.hosts.networks import why_no_hosts
from tests.support.long import hosts
from tests.support.long.campaign import Wanted
from tests.support.long.scribes import Told


def test_recording_goes_on_while_hosts_are_lost(folder: Path) -> None:
    if reason := why_no_hosts():
        pytest.skip(f"no hosts can be had here: {reason}")
    figures, faults = hosts.run(Wanted(trials=("small",)), folder)
    assert faults == []
    assert "0 failed" in figures["small: audit"]


def event(kind: str, number: int) -> dict[str, object]:
    return {"event": kind, "id": number, "last_event_id": f"{number}-{number:012x}"}


def test_a_hole_in_a_stream_is_noticed() -> None:
    company = Company(["127.0.0.1"], Random(1), tables=0, watchers=0)
    watcher = Watcher(company, "one", "token", 0)
    for one in (
        event("state", 3),
        event("entry", 4),
        event("reset", 0),
        event("state", 2),
        event("entry", 3),
    ):
        watcher._take(one)
    assert company.faults == []
    watcher._take(event("entry", 5))
    assert company.faults == ["the stream of one goes from 3 to 5"]


def test_an_entry_that_is_acknowledged_in_two_ways_is_noticed() -> None:
    company = Company(["127.0.0.1"], Random(1), tables=0, watchers=0)
    company.note("one", Told(1, "a"))
    company.note("one", Told(1, "a"))
    assert company.faults == []
    company.note("one", Told(1, "b"))
    assert company.faults == ["session one: entry 1 was acknowledged with two digests"]
