"""Tables of the service at which a recorded game of a title was played to its end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Flask

from tests.service.conftest import LIBRARY, Table
from tests.support.recorded import library

SHORT: Mapping[str, str] = {
    "time_of_chaos": "demo-2p-001",
    "chaosmos": "demo-4p-standard-003",
    "first_light": "demo-4p-003",
    "order_vs_chaos": "demo-3p-002",
    "chaos_order": "demo-3p-105-002",
}
"""By title, a recorded game that is played to its end."""
AT_ONCE = 100


def name_of(game: str) -> str:
    """The recorded game that is played of a title; of one that was added, its first."""
    return SHORT.get(game, library(game)[0].stem)


def opened_with(game: str, name: str, **opening: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The opening of a recorded game, with these members, and its actions."""
    first, *actions = map(json.loads, (LIBRARY / game / f"{name}.jsonl").read_text().splitlines())
    return first | opening, actions


def finished_table(app: Flask, game: str, **opening: Any) -> Table:
    """The table of a recorded game after its last action."""
    lines = (LIBRARY / game / f"{name_of(game)}.jsonl").read_text().splitlines()
    first, *actions = map(json.loads, lines)
    table = Table(app, first | opening)
    return table.acted(*(actions[at : at + AT_ONCE] for at in range(0, len(actions), AT_ONCE)))
