"""What a table carries out by hand is flagged: in the entry, for everybody, and by the audit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import PUBLIC, Game
from domain.kernel.engine.entries import NO_DIGEST, seal
from domain.kernel.engine.views import entry_view
from replays.audit import audit_session
from replays.library import Library
from tests.support.recorded import STAMP, library, opened

SESSION = "01900000-0000-7000-8000-000000000001"
BY_HAND = {
    "order_vs_chaos": "manual_effects",
    "chaos_order": "manual_effect_applied",
    "first_light": "effect_applied",
}


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_entries_settled_by_hand_are_flagged_and_no_others(game: Game[Any]):
    marked = {kind.__struct_config__.tag for kind in game.facts if kind.by_hand}
    assert BY_HAND.get(game.key) is None or BY_HAND[game.key] in marked
    for recorded in library(game.key)[:6]:
        opening, *actions = map(json.loads, recorded.read_text().splitlines())
        session, draft = opened(game, opening, SESSION)
        for action in actions:
            draft.record(action, STAMP, None)
        expected = [
            entry.number
            for entry in draft.entries
            if any(fact["fact"] in marked for fact in json.loads(bytes(entry.facts)))
        ]
        shown = [entry_view(game, entry, PUBLIC, draft.position.state) for entry in draft.entries]
        assert [entry["number"] for entry in shown if entry["by_hand"]] == expected
        stored = [seal(game.key, NO_DIGEST, session.opened), *draft.stored]
        findings = audit_session(stored, Library(), SESSION).findings
        assert [finding.entry for finding in findings if finding.kind == "by_hand"] == expected


def test_some_recorded_game_was_settled_by_hand():
    """Else the test above could not fail."""
    tags = {kind.__struct_config__.tag for game in REGISTRY.values() for kind in game.facts if kind.by_hand}
    assert any(
        f'"fact":"{tag}"'.encode() in bytes(entry.facts)
        for game in REGISTRY.values()
        for recorded in library(game.key)
        for entry in _entries(game, recorded)
        for tag in tags
    )


def _entries(game: Game[Any], recorded: Any) -> list[Any]:
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(game, opening, SESSION)
    for action in actions:
        draft.record(action, STAMP, None)
    return draft.entries
