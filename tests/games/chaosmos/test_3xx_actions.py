"""CM-3xx: spaces, moving, control, access, attacking, playing cards, the Cosmic Pool."""

from __future__ import annotations

import pytest

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.facts import EnvelopeReturned, Moved
from domain.kernel import TRUTH
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, act, hand, kinds, sound, table

HIGH, LOW = [4, 4], [1, 1]


def test_cm_301_spaces_are_planets_and_merged_stars():
    board = table().state.the_board
    assert set(board.members) == {
        *("ashkel", "fennmire", "guriwan", "cindral", "tolwick", "jagladak", "brontide", "eddova"),
        *("c0", "c1", "c2", "u1", "u2", "u4", "v1", "v2"),
    }
    for action in (act("move", NORTH, to="nowhere"), act("hyperspace", NORTH, to="clock")):
        table().when(action).then_rejected("CM-301", field="to")


def test_cm_302_cm_303_cm_304_cm_305_wormholes_letters_and_the_clock_merge():
    board = table().state.the_board
    assert board.members["u1"] == ("u1", "u3", "wa1", "wa2"), "CM-302 and CM-303 together, CM-305"
    assert board.space_of["c4"] == "c1"
    assert board.space_of["c3"] == "c0", "CM-304: three pairs, each apart from the others"
    assert set(board.near["u1"]) == {"fennmire", "guriwan", "tolwick", "jagladak"}
    assert set(board.near["c0"]) == {"cindral", "tolwick"}, "the other side is blocked"


def test_cm_303_a_move_over_a_wormhole_costs_no_more():
    played = table(at={NORTH: "guriwan"}).play(act("move", NORTH, to="wa1"), act("move", NORTH, to="tolwick"))
    assert played.state.seats[NORTH].position == "tolwick"
    assert played.state.the_turn.actions_left == 1


def test_cm_310_one_action_to_an_adjacent_space_named_by_any_member():
    played = table(at={NORTH: "jagladak"})
    sound(played.when(act("move", NORTH, to="wa1")))
    played.then_includes(Moved(NORTH, "jagladak", "u1", "move"))
    assert played.state.the_turn.actions_left == 2
    table().when(act("move", NORTH, to="u4")).then_rejected("CM-310", field="to")


def test_cm_311_never_star_to_star_or_planet_to_planet():
    table().when(act("move", NORTH, to="brontide")).then_rejected("CM-311")
    table(at={NORTH: "v1"}).when(act("move", NORTH, to="u2")).then_rejected("CM-311")


def test_cm_312_asteroid_fields_are_not_crossed():
    table().when(act("move", NORTH, to="c0")).then_rejected("CM-312")
    table(at={NORTH: "c0"}).when(act("move", NORTH, to="ashkel")).then_rejected("CM-312", field="to")
    sound(table(at={NORTH: "c0"}).when(act("move", NORTH, to="cindral")))


def test_cm_313_landing_on_the_toxic_planet_needs_no_gear():
    sound(table(at={NORTH: "v1"}).when(act("move", NORTH, to="fennmire")))


@pytest.mark.parametrize("kind", ["move", "hyperspace"])
def test_cm_314_leaving_returns_the_envelope(kind: str):
    played = table(controls={"ashkel": NORTH})
    sound(played.when(act(kind, NORTH, to="v1")))
    played.then_includes(EnvelopeReturned(NORTH, "ashkel"))
    assert played.state.planets["ashkel"].controller is None


def test_cm_321_fewer_than_no_hypertokens_lead_nowhere():
    """A correction may take away more than there are."""
    played = table()
    for _ in range(4):
        played.given(facts.HypertokenSpent(NORTH))
    assert played.state.seats[NORTH].hypertokens < 0
    assert "hyperspace" not in {offer.type for offer in GAME.offers(played.state, NORTH, TRUTH)}


def test_cm_320_hyperspace_leads_anywhere_else_for_a_token():
    played = table()
    sound(played.when(act("hyperspace", NORTH, to="u4")))
    assert (played.state.seats[NORTH].hypertokens, played.state.supply) == (2, 13)
    assert played.state.the_turn.actions_left == 2
    played.when(act("hyperspace", NORTH, to="u4")).then_rejected("CM-320", field="to")
    merged = table(at={NORTH: "c1"})
    merged.when(act("hyperspace", NORTH, to="c4")).then_rejected("CM-320", field="to")


def test_cm_321_not_without_a_token():
    played = table().play(
        act("hyperspace", NORTH, to="u4"),
        act("hyperspace", NORTH, to="v1"),
        act("hyperspace", NORTH, to="u4"),
        act("end_turn", NORTH),
        act("begin_turn", EAST),
        act("end_turn", EAST),
        act("begin_turn", NORTH),
    )
    played.when(act("hyperspace", NORTH, to="v1")).then_rejected("CM-321")


def test_cm_330_control_needs_an_envelope_in_the_box():
    table(at={NORTH: "v1"}).when(act("control_planet", NORTH)).then_rejected("CM-330")
    held = table(at={NORTH: "brontide"}, controls={"brontide": EAST})
    held.when(act("control_planet", NORTH)).then_rejected("CM-330")
    table(controls={"ashkel": NORTH}).when(act("control_planet", NORTH)).then_rejected("CM-330")


def test_cm_331_gear_is_revealed_on_the_toxic_planet_and_nowhere_else():
    there = {NORTH: "fennmire"}
    table(at=there).when(act("control_planet", NORTH)).then_rejected("CM-331", field="gear")
    table(at=there).when(act("control_planet", NORTH, gear="spore_mask")).then_rejected("CM-331")
    other = table(at=there, hands={NORTH: ["frost_shell"]})
    other.when(act("control_planet", NORTH, gear="frost_shell")).then_rejected("CM-331")
    assert other.state.the_turn.actions_left == 3, "a refusal costs nothing"
    idle = table(hands={NORTH: ["spore_mask"]})
    idle.when(act("control_planet", NORTH, gear="spore_mask")).then_rejected("CM-331")
    equipped = table(at=there, hands={NORTH: ["spore_mask"]})
    sound(equipped.when(act("control_planet", NORTH, gear="spore_mask")))
    assert kinds(equipped) == ["action_spent", "gear_revealed", "envelope_opened", "control_taken"]
    assert hand(equipped, NORTH) == ("spore_mask",)


def test_cm_332_cm_334_the_envelope_is_opened_then_controlled_then_flagged():
    played = table(at={NORTH: "guriwan"}, envelopes={"guriwan": ["hum_blade", "mind_lens"]})
    sound(played.when(act("control_planet", NORTH)))
    played.then_includes(
        facts.EnvelopeOpened(NORTH, "guriwan"),
        facts.ControlTaken(NORTH, "guriwan", ("hum_blade", "mind_lens")),
    )
    planet = played.state.planets["guriwan"]
    assert (planet.controller, planet.flag) == (NORTH, NORTH)


def test_cm_333_a_face_up_card_is_announced_first():
    played = table(at={NORTH: "guriwan"}, face_up={"guriwan": ("iron_vault", EAST)})
    sound(played.when(act("control_planet", NORTH)))
    assert kinds(played)[1:] == ["envelope_opened", "flip_triggered", "control_taken"]


def test_cm_335_a_flag_replaces_the_opponents_and_is_no_limit():
    played = table(at={NORTH: "brontide"}, controls={"brontide": EAST})
    played.play(act("end_turn", NORTH), act("begin_turn", EAST), act("move", EAST, to="v1"))
    assert played.state.planets["brontide"].flag == EAST
    played.play(act("end_turn", EAST), act("begin_turn", NORTH), act("control_planet", NORTH))
    assert played.state.planets["brontide"].flag == NORTH


def test_cm_340_the_controller_sees_the_envelope_in_every_phase():
    from domain.games.chaosmos import GAME
    from domain.kernel import Viewer

    played = table(at={EAST: "ashkel"}, controls={"ashkel": EAST})
    assert GAME.view(played.state, Viewer(EAST))["me"]["envelope"]["planet"] == "ashkel"
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}))
    assert GAME.view(played.state, Viewer(EAST))["me"]["envelope"]["planet"] == "ashkel"


SEVEN = ["hum_blade", "hum_blade", "ember_lash", "ember_lash", "tide_hammer", "tide_hammer", "mind_lens"]


def test_cm_341_any_cards_both_ways_any_number_of_times():
    played = table(
        hands={NORTH: ["hum_blade", "mind_lens"]},
        envelopes={"ashkel": ["coal_fist", "mire_hook", "needle_rain"]},
        controls={"ashkel": NORTH},
    )
    exchange = act("transfer_cards", NORTH, to_hand=["mire_hook", "coal_fist"], to_envelope=["mind_lens"])
    sound(played.when(exchange))
    assert hand(played, NORTH) == ("coal_fist", "hum_blade", "mire_hook")
    sound(played.when(act("transfer_cards", NORTH, to_hand=["mind_lens"])))
    assert played.state.the_turn.actions_left == 3
    missing = act("transfer_cards", NORTH, to_hand=["ovoid"])
    played.when(missing).then_rejected("CM-341", field="to_hand")


def test_cm_341_in_a_turn_only_its_seat_and_only_in_control():
    played = table(controls={"brontide": EAST})
    played.when(act("transfer_cards", EAST)).then_rejected("CM-341", field="seat")
    played.when(act("transfer_cards", NORTH)).then_rejected("CM-341", field="seat")
    played.when(act("transfer_cards", "stranger")).then_rejected("CM-341", field="seat")


def test_cm_342_hands_keep_their_limit():
    played = table(
        hands={NORTH: SEVEN},
        envelopes={"ashkel": ["coal_fist", "snare_trap"]},
        controls={"ashkel": NORTH},
    )
    too_many = act("transfer_cards", NORTH, to_hand=["coal_fist"])
    played.when(too_many).then_rejected("CM-342", field="to_hand")


def test_cm_343_one_card_stays_face_down():
    played = table(envelopes={"ashkel": ["coal_fist"]}, controls={"ashkel": NORTH})
    played.when(act("transfer_cards", NORTH, to_hand=["coal_fist"])).then_rejected("CM-343")


def test_cm_344_cards_in_the_envelope_are_not_in_hand():
    played = table(
        envelopes={"ashkel": ["hum_blade", "clock_wedge", "snare_trap"]}, controls={"ashkel": NORTH}
    )
    for action in (
        act("transfer_cards", NORTH, to_envelope=["hum_blade"]),
        act("play_card", NORTH, card="clock_wedge", amount=1),
        act("trade_cosmic_pool", NORTH, give="hum_blade", take="x"),
        act("activate_flip", NORTH, card="snare_trap", from_="hand"),
    ):
        played.when(action).then_rejected("CM-344")


def test_cm_345_the_envelope_keeps_its_contents_and_its_face_up_card():
    played = table(
        envelopes={"ashkel": ["hum_blade"]},
        face_up={"ashkel": ("snare_trap", NORTH)},
        controls={"ashkel": NORTH},
    )
    sound(played.when(act("move", NORTH, to="v1")))
    planet = played.state.planets["ashkel"]
    assert (planet.face_down, planet.face_up, planet.controller) == (("hum_blade",), "snare_trap", None)


def test_cm_346_returning_is_free_and_the_seat_stays():
    played = table(controls={"ashkel": NORTH, "brontide": EAST})
    played.when(act("return_envelope", EAST)).then_rejected("CM-346")
    sound(played.when(act("return_envelope", NORTH)))
    assert played.state.the_turn.actions_left == 3
    assert played.state.seats[NORTH].position == "ashkel"
    played.when(act("return_envelope", NORTH)).then_rejected("CM-346")


def test_cm_347_no_card_moves_both_ways():
    played = table(
        hands={NORTH: ["hum_blade"]},
        envelopes={"ashkel": ["hum_blade", "mind_lens"]},
        face_up={"ashkel": ("snare_trap", NORTH)},
        controls={"ashkel": NORTH},
    )
    both = act("transfer_cards", NORTH, to_hand=["hum_blade"], to_envelope=["hum_blade"])
    played.when(both).then_rejected("CM-347", field="to_envelope")
    face_up = act("transfer_cards", NORTH, to_hand=["snare_trap"])
    played.when(face_up).then_rejected("CM-341")


def test_cm_350_attack_another_seat_on_the_same_space():
    apart = table()
    for target in (EAST, NORTH, "stranger"):
        apart.when(act("attack", NORTH, target=target, dice={})).then_rejected("CM-350", field="target")
    together = table(at={EAST: "ashkel"}, controls={"ashkel": NORTH})
    sound(together.when(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW})))
    assert together.state.the_turn.actions_left == 2


def test_cm_351_each_opponent_once_a_turn():
    played = table(3, at={EAST: "ashkel", SOUTH: "ashkel"})
    played.play(
        act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: HIGH}),
        act("pass_combat", NORTH),
        act("pass_combat", EAST),
    )
    again = act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW})
    played.when(again).then_rejected("CM-351", field="target")
    sound(played.when(act("attack", NORTH, target=SOUTH, dice={NORTH: HIGH, SOUTH: LOW})))


def test_cm_352_the_attacker_needs_its_gear_on_its_toxic_planet():
    there = {NORTH: "fennmire", EAST: "fennmire"}
    dice = {NORTH: HIGH, EAST: LOW}
    bare = table(at=there)
    bare.when(act("attack", NORTH, target=EAST, dice=dice)).then_rejected("CM-352", field="gear")
    equipped = table(at=there, hands={NORTH: ["spore_mask"]})
    sound(equipped.when(act("attack", NORTH, target=EAST, gear="spore_mask", dice=dice)))
    assert kinds(equipped)[:3] == ["action_spent", "gear_revealed", "combat_begun"]
    elsewhere = table(at={EAST: "ashkel"}, hands={NORTH: ["spore_mask"]})
    elsewhere.when(act("attack", NORTH, target=EAST, gear="spore_mask", dice=dice)).then_rejected("CM-352")


def test_cm_352_the_defender_needs_no_gear():
    played = table(at={NORTH: "tolwick", EAST: "tolwick"})
    sound(played.when(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW})))


def test_cm_353_a_combat_follows():
    played = table(at={EAST: "ashkel"})
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}))
    assert played.state.phase == "combat"


def test_cm_360_a_card_is_shown_paid_resolved_and_returns():
    played = table(hands={NORTH: ["hypertube", "hum_blade", "courier_pod"]})
    send = act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="hum_blade")
    sound(played.when(send))
    assert kinds(played) == ["card_played", "action_spent", "card_sent"]
    assert hand(played, NORTH) == ("courier_pod", "hypertube")
    free = act("play_card", NORTH, card="courier_pod", planet="guriwan", sent_card="hypertube")
    sound(played.when(free))
    assert kinds(played) == ["card_played", "card_sent", "card_voided"]
    assert played.state.the_turn.actions_left == 2
    assert "courier_pod" in played.state.void


@pytest.mark.parametrize("card", ["hum_blade", "snare_trap", "ovoid", "spore_mask"])
def test_cm_361_cards_that_are_not_played_so(card: str):
    table(hands={NORTH: [card]}).when(act("play_card", NORTH, card=card)).then_rejected(
        "CM-361", field="card"
    )


def test_cm_361_a_card_is_played_as_often_as_it_is_paid():
    played = table(hands={NORTH: ["mind_lens"]})
    look = act("play_card", NORTH, card="mind_lens", target=EAST)
    played.play(look, look, look)
    played.when(look).then_rejected("CM-202")


def test_cm_370_one_trade_a_turn_at_home():
    pool = ["hum_blade", "pulse_blaster", "pulse_blaster", "ion_cannon", "mind_lens", "mire_hook"]
    away = table(at={NORTH: "v1"}, hands={NORTH: ["coal_fist"]}, pool=pool)
    away.when(act("trade_cosmic_pool", NORTH, give="coal_fist", take="hum_blade")).then_rejected("CM-370")
    played = table(hands={NORTH: ["coal_fist", "clock_wedge"]}, pool=pool)
    played.when(act("trade_cosmic_pool", NORTH, give="mire_hook", take="mind_lens")).then_rejected("CM-344")
    played.when(act("trade_cosmic_pool", NORTH, give="coal_fist", take="ovoid")).then_rejected("CM-370")
    sound(played.when(act("trade_cosmic_pool", NORTH, give="coal_fist", take="hum_blade")))
    assert hand(played, NORTH) == ("clock_wedge", "hum_blade")
    assert played.state.the_turn.actions_left == 3
    assert "coal_fist" in played.state.pool
    again = act("trade_cosmic_pool", NORTH, give="hum_blade", take="mind_lens")
    played.when(again).then_rejected("CM-370")


def test_cm_371_cm_712_the_ovoid_may_be_traded_and_then_wins_for_nobody():
    pool = ["hum_blade", "pulse_blaster", "pulse_blaster", "ion_cannon", "mind_lens", "mire_hook"]
    played = table(hands={NORTH: ["ovoid"]}, pool=pool, clock=1)
    sound(played.when(act("trade_cosmic_pool", NORTH, give="ovoid", take="hum_blade")))
    played.play(act("end_turn", NORTH))
    assert played.state.result is not None
    assert played.state.result.winner is None


def test_cm_372_a_home_may_be_visited_controlled_and_attacked():
    played = table(at={NORTH: "brontide"})
    sound(played.when(act("control_planet", NORTH)))
    sound(played.when(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW})))


def test_cm_380_a_turn_may_be_ended_with_actions_left():
    sound(table(actions_left=2).when(act("end_turn", NORTH)))
    table().when(act("end_turn", EAST)).then_rejected("CM-201")
