"""Clocks that jump, in small; the campaign's own clock does, and minutes below nought are told."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from replays.databases import make_engine
from tests.support.long import clocks
from tests.support.long.campaign import Wanted
from tests.support.long.false_clocks import FalseClock
from tests.support.long.running import Tablelog
from tests.support.workers.figures import put_figures
from workers.follow import prepare

HOUR = 3600
SECONDS = 600
"""A busy machine is no fault of the clock."""


def test_nothing_is_lost_while_the_clock_jumps(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "MOST_ANSWERS_BETWEEN", 20)
    figures, faults = clocks.run(Wanted(jumps=3, clients=3, stores=("sqlite",)), folder)
    assert faults == []
    assert sum(int(told.split()[0]) for told in figures["sqlite: jumps"].split(", ")) == 3
    assert "0 failed" in figures["sqlite: audit"]


def test_the_clock_of_the_day_jumps_and_spans_are_measured_as_before(tmp_path: Path) -> None:
    clock = FalseClock(tmp_path)
    code = "import sys, time\nfor _ in sys.stdin: print(time.time(), time.monotonic(), flush=True)"
    asked = subprocess.Popen(
        [sys.executable, "-c", code],
        env=os.environ | dict(clock.environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert asked.stdin is not None
    assert asked.stdout is not None
    for off in (0, HOUR, -HOUR):
        clock.is_off_by(off)
        asked.stdin.write("\n")
        asked.stdin.flush()
        told, span = map(float, asked.stdout.readline().split())
        assert abs(told - off - time.time()) < SECONDS
        assert abs(span - time.monotonic()) < SECONDS
    asked.communicate()


def test_minutes_below_nought_are_told(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert Tablelog(home).run("simulate", "time_of_chaos", "--store")[0] == 0
    url = f"sqlite:///{home}/tables.db"
    assert list(clocks.less_than_nothing(url)) == []
    engine = make_engine(url)
    prepare(engine)
    with engine.begin() as connection:
        row = {"session": "s", "measure": "minutes", "seat": "", "value": -1.0, "weight": 1.0}
        put_figures(connection, [row | {"dimensions": {}}])
    engine.dispose()
    assert list(clocks.less_than_nothing(url)) == ["session s: minutes is -1.0"]
