"""CM-2xx: turns, actions, the window between turns."""

from __future__ import annotations

import pytest

from domain.games.chaosmos.facts import TurnEnded
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, act, sound, table

FACES = {NORTH: [1, 2], EAST: [3, 4]}


def test_cm_201_turns_pass_to_the_left():
    played = table(3)
    for seat, left in ((NORTH, EAST), (EAST, SOUTH), (SOUTH, NORTH)):
        sound(played.when(act("end_turn", seat)))
        assert played.state.next == left
        played.when(act("begin_turn", seat)).then_rejected("CM-201")
        played.play(act("begin_turn", left))


@pytest.mark.parametrize("kind", ["move", "hyperspace"])
def test_cm_201_only_the_active_seat_acts(kind: str):
    table().when(act(kind, EAST, to="v1")).then_rejected("CM-201", field="seat")
    table(active=None).when(act(kind, NORTH, to="v1")).then_rejected("CM-201")


def test_cm_201_a_turn_is_not_begun_twice():
    table().when(act("begin_turn", NORTH)).then_rejected("CM-201")


def test_cm_202_three_actions_in_any_mix():
    played = table().play(
        act("move", NORTH, to="v1"), act("move", NORTH, to="brontide"), act("move", NORTH, to="v1")
    )
    assert played.state.the_turn.actions_left == 0
    played.when(act("move", NORTH, to="brontide")).then_rejected("CM-202")
    played.when(act("hyperspace", NORTH, to="brontide")).then_rejected("CM-202")
    played.when(act("control_planet", NORTH)).then_rejected("CM-202")
    played.when(act("attack", NORTH, target=EAST, dice=FACES)).then_rejected("CM-202")
    sound(played.when(act("end_turn", NORTH)))


def test_cm_203_a_combat_or_a_choice_comes_first():
    fighting = table(at={EAST: "ashkel"}).play(act("attack", NORTH, target=EAST, dice=FACES))
    for action in (
        act("end_turn", NORTH),
        act("transfer_cards", NORTH),
        act("take_spoils", NORTH, card="ovoid"),
        act("use_ability", NORTH, ability="x", cost=0),
    ):
        fighting.when(action).then_rejected("CM-203")
    fighting.play(act("pass_combat", NORTH), act("pass_combat", EAST))
    fighting.when(act("pass_combat", EAST)).then_rejected("CM-203")
    fighting.when(act("end_turn", NORTH)).then_rejected("CM-203")
    fighting.when(act("give_back", EAST, card="ovoid")).then_rejected("CM-203")
    table().when(act("pass_combat", NORTH)).then_rejected("CM-203")
    table().when(act("resolve_own_trap", NORTH, choice="void")).then_rejected("CM-203")


def test_cm_204_free_actions_belong_to_the_own_turn():
    played = table(hands={EAST: ["hum_blade", "courier_pod"]})
    played.when(act("trade_cosmic_pool", EAST, give="hum_blade", take="hum_blade")).then_rejected("CM-201")
    played.when(
        act("play_card", EAST, card="courier_pod", planet="ashkel", sent_card="hum_blade")
    ).then_rejected("CM-201")


def test_cm_205_between_turns_every_controller_has_access():
    window = table(active=None, controls={"ashkel": NORTH, "brontide": EAST}, hands={EAST: ["hum_blade"]})
    sound(window.when(act("transfer_cards", EAST, to_envelope=["hum_blade"])))
    sound(window.when(act("transfer_cards", NORTH)))
    sound(window.when(act("transfer_cards", EAST, to_hand=["hum_blade"])))
    sound(window.when(act("return_envelope", EAST)))
    window.play(act("begin_turn", NORTH))
    window.when(act("transfer_cards", EAST)).then_rejected("CM-341")


def test_cm_205_there_is_no_window_at_clock_zero():
    played = table(clock=1, controls={"brontide": EAST})
    sound(played.when(act("end_turn", NORTH)))
    assert played.state.next is None
    played.when(act("transfer_cards", EAST)).then_rejected("CM-601")


def test_cm_206_a_turn_begins_afresh():
    played = table(at={EAST: "ashkel"}, actions_left=1, pool=["hum_blade"] * 2 + ["pulse_blaster"] * 4)
    played.play(act("end_turn", NORTH), act("begin_turn", EAST))
    turn = played.state.the_turn
    assert (turn.number, turn.active, turn.actions_left) == (2, EAST, 3)
    assert (turn.attacked, turn.traded) == ((), False)


def test_cm_207_ending_a_turn_clicks_the_clock():
    played = table(clock=20)
    sound(played.when(act("end_turn", NORTH)))
    played.then(TurnEnded(NORTH, 1, 3, 19, EAST))
    assert (played.state.clock, played.state.turns_ended, played.state.phase) == (19, 1, "between_turns")


def test_cm_208_who_loses_the_rest_of_the_turn_loses_it_after_all_is_resolved():
    played = table(
        at={NORTH: "fennmire"}, face_up={"fennmire": ("snare_trap", EAST)}, hands={NORTH: ["spore_mask"]}
    )
    sound(played.when(act("control_planet", NORTH, gear="spore_mask")))
    assert played.state.next == EAST
    assert played.facts[-1] == TurnEnded(NORTH, 1, 2, 35, EAST, True)


def test_cm_208_a_seat_out_of_turn_loses_nothing():
    played = table(at={EAST: "ashkel"})
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: [4, 4], EAST: [1, 1]}))
    played.play(act("pass_combat", EAST), act("pass_combat", NORTH))
    sound(played.when(act("choose_resolution", NORTH, choice="banish", planet="eddova")))
    assert played.state.is_active(NORTH)
    assert not played.state.the_turn.forfeited
