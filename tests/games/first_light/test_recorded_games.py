"""Complete recorded games, replayed action by action to their final tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME
from domain.kernel.engine.entries import RecordedBy
from domain.kernel.session import Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.support.games.first_light.final_table import final_table

LIBRARY = Path(__file__).parents[3] / "replays" / "recorded_games" / "first_light"
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
GAMES = sorted(path for path in LIBRARY.glob("*.jsonl"))


def play(path: Path) -> UnitOfWork:
    """The session of a recorded game, every action recorded through the kernel."""
    opening, *actions = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    components = load_components(GAME, GAME.demo_sets()[opening["component_set"]])
    request = OpeningRequest(
        seats=tuple(opening["seats"]), options=opening["options"], chance=opening["chance"]
    )
    session, _, _ = open_session(GAME, components, request, path.stem, bytes(32), STAMP)
    draft = UnitOfWork(session, lambda first, last: iter(()))
    for number, action in enumerate(actions, 1):
        try:
            draft.record(action, STAMP, None)
        except Exception as error:
            raise AssertionError(f"action {number} {action}: {error}") from error
    return draft


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_exactly_as_expected(path: Path):
    draft = play(path)
    expected: dict[str, Any] = msgspec.json.decode(path.with_suffix(".expected.json").read_bytes())
    assert final_table(draft.position.state, len(draft.entries)) == expected


def test_the_library_covers_every_table_size_and_the_solo_opponent():
    openings = [msgspec.json.decode(path.read_bytes().splitlines()[0]) for path in GAMES]
    tables = {(len(opening["seats"]), "ai_opponent" in opening["options"]) for opening in openings}
    assert {(1, True), (2, False), (3, False), (4, False)} <= tables
