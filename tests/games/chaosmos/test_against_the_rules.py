"""What the table did against the rules can be recorded where its facts fit the table."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.kernel.session import NotComputable, UnitOfWork
from tests.games.chaosmos.table import EAST, NORTH
from tests.support.recorded import STAMP, library, opened, played_to_the_end

DEAL = {NORTH: ["drusu"], EAST: ["gazmae"]}


def under_way() -> UnitOfWork:
    """North's first turn of a two-player first game."""
    opening = {
        "component_set": "demo",
        "chance": "drawn",
        "may_declare": True,
        "options": {"mode": "first_game", "layout": "first"},
        "seats": [{"seat": NORTH}, {"seat": EAST}],
    }
    _, draft = opened(GAME, opening)

    def first(n: int, number: int) -> int:
        return 0

    for action in (
        {"type": "deal_aliens", "aliens": DEAL},
        {"type": "deal_cards"},
        {"type": "prepare_hand", "seat": NORTH, "cards": []},
        {"type": "prepare_hand", "seat": EAST, "cards": []},
        {"type": "set_start_player", "start_player": NORTH},
        {"type": "begin_turn", "seat": NORTH},
    ):
        draft.record(action, STAMP, first)
    return draft


def move(to: str) -> dict[str, Any]:
    return {"type": "move", "seat": NORTH, "to": to}


def test_a_fourth_action_is_recorded_with_the_rule_it_broke():
    draft = under_way()
    for to in ("v1", "fennmire", "v1"):
        draft.record(move(to), STAMP, None)
    entry, _ = draft.record(move("ashkel"), STAMP, None, reason="we lost count")
    assert entry.broken == ("CM-202",)
    assert draft.position.state.seats[NORTH].position == "ashkel"
    assert GAME.invariants(draft.position.state) == []


def test_a_second_attack_on_the_same_seat_is_recorded():
    draft = under_way()
    draft.record({"type": "hyperspace", "seat": NORTH, "to": "brontide"}, STAMP, None)
    attack = {"type": "attack", "seat": NORTH, "target": EAST, "dice": {NORTH: [1, 1], EAST: [1, 1]}}
    draft.record(attack, STAMP, None)
    for seat in (NORTH, EAST):
        draft.record({"type": "pass_combat", "seat": seat}, STAMP, None)
    entry, _ = draft.record(attack, STAMP, None, reason="nobody minded")
    assert entry.broken == ("CM-351",)


def test_what_cannot_have_happened_is_not_recorded():
    draft = under_way()
    for action in (
        {"type": "play_card", "seat": NORTH, "card": "nonsense"},
        {"type": "move", "seat": NORTH, "to": "nowhere"},
        {"type": "transfer_cards", "seat": EAST, "to_envelope": ["ovoid"]},
    ):
        with pytest.raises(NotComputable):
            draft.record(action, STAMP, None, reason="really")


def test_a_correction_moves_cards_in_the_games_own_words():
    recorded = next(path for path in library("chaosmos") if "2p" in path.stem)
    _, draft, _ = played_to_the_end(GAME, recorded)
    state = draft.position.state
    seat = next(seat for seat in state.clockwise if state.seats[seat].hand)
    card = state.seats[seat].hand[0]
    moved = {"fact": "card_moved", "card": card, "origin": f"hand:{seat}", "to": "void"}
    draft.correct([moved], "it had been played", STAMP)
    assert card in draft.position.state.void
    with pytest.raises(NotComputable):
        draft.correct([{**moved, "origin": "pocket"}], "no such place", STAMP)
    with pytest.raises(NotComputable):
        draft.correct([{**moved, "card": "nonsense"}], "no such card", STAMP)
