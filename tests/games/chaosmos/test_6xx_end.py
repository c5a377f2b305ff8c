"""CM-6xx: the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.facts import GameEnded
from tests.games.chaosmos.table import EAST, NORTH, act, sound, table


def test_cm_601_at_zero_the_game_is_over_at_once():
    played = table(clock=1, controls={"ashkel": NORTH})
    sound(played.when(act("end_turn", NORTH)))
    for action in (
        act("begin_turn", EAST),
        act("transfer_cards", NORTH),
        act("pass_combat", NORTH),
        act("deal_cards"),
        act("set_start_player", start_player=EAST),
    ):
        played.when(action).then_rejected("CM-601")
    assert GAME.is_finished(played.state)


def test_cm_601_by_a_card_no_action_follows():
    played = table(clock=2, hands={NORTH: ["clock_wedge"]})
    sound(played.when(act("play_card", NORTH, card="clock_wedge", amount=2)))
    assert played.facts[-1] == GameEnded(None, "card")
    played.when(act("end_turn", NORTH)).then_rejected("CM-601")


def test_cm_602_the_ovoid_in_hand_wins_alone():
    played = table(3, clock=1, hands={EAST: ["ovoid"]})
    played.play(act("end_turn", NORTH))
    standing = GAME.standing(played.state)
    assert (standing.finished, standing.winners, standing.decided_by) == (True, (EAST,), "ovoid")
    assert [seat.seat for seat in standing.seats if seat.winner] == [EAST]
    assert {seat.seat: seat.rank for seat in standing.seats} == {"north": 2, "east": 1, "south": 2}


PLACES: list[dict[str, Any]] = [
    {"envelopes": {"ashkel": ["ovoid"]}, "controls": {"ashkel": NORTH}},
    {"envelopes": {"guriwan": ["ovoid"]}},
    {"pool": ["ovoid", "hum_blade", "pulse_blaster", "ion_cannon", "mind_lens", "mire_hook"]},
]


@pytest.mark.parametrize("place", PLACES)
def test_cm_603_anywhere_else_all_lose(place: dict[str, Any]):
    played = table(clock=1, **place)
    played.play(act("end_turn", NORTH))
    standing = GAME.standing(played.state)
    assert (standing.finished, standing.winners) == (True, ())
    assert standing.decided_by == "nobody holds the ovoid"
    assert {(seat.rank, seat.winner) for seat in standing.seats} == {(2, False)}, "none is behind another"


def test_cm_604_there_is_no_score_and_no_second_place_before_the_end():
    standing = GAME.standing(table(hands={EAST: ["ovoid"]}).state)
    assert not standing.finished
    assert {(seat.score, seat.rank, seat.winner) for seat in standing.seats} == {(None, 1, False)}
