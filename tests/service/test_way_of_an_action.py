"""The way of one action from HTTP to the log: which files it passes."""

from __future__ import annotations

import json

from flask import Flask

from tests.service.conftest import LIBRARY, Table
from tests.support.structure.figures import Passed

FILES, CHANGES = 35, 145
"""The most that one action may pass, and the most changes from one file to another."""


def test_an_action_passes_no_more_files_than_it_does_today(app: Flask) -> None:
    lines = (LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl").read_text("utf-8").splitlines()
    opening, *actions = map(json.loads, lines[:10])
    table, passed = Table(app, opening).acted(*actions[:-1]), Passed()
    passed.through(lambda: table.acted(actions[-1]))
    assert table.version == len(lines[:10])
    assert len(passed.files) <= FILES, sorted(passed.files)
    assert passed.changes <= CHANGES
