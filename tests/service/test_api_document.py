"""Bodies that docs/api.md prints within a line are taken by the service as they stand there."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from tests.service.conftest import Table, recorded
from tests.support.documents import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
PRINTED = re.findall(r"`POST …/(\w+)`[^`]*`(\{[^`]*\})`", PAGE)
"""Route and body, in order."""
FACT = {"fact": "penalty_taken", "seat": "blue"}


def test_the_bodies_are_found() -> None:
    found = [route for route, _ in PRINTED]
    assert found == ["tokens", "corrections", "retractions", "notes", "close", "forks"]


@pytest.mark.parametrize(("route", "body"), PRINTED, ids=[route for route, _ in PRINTED])
def test_a_body_within_a_line_is_taken_of_a_game_that_was_played(app: Flask, route: str, body: str) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening).acted(actions)
    said = json.loads(body.replace("[…]", f"[{json.dumps(FACT)}]").replace("…", '"…"'))
    answer = table.post(f"/{route}", said, "owner")
    assert answer.status_code in (200, 201), answer.text
