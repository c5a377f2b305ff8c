"""CM-4xx: combat, its resolution and the envelope after it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.reading import dice_total, rolled_infinity, scores
from domain.kernel import TRUTH, UNKNOWN, Viewer, values_of
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, WEST, act, hand, kinds, sound, table
from tests.support.given import Table

HIGH, LOW = [4, 4], [1, 1]


def fight(north: list[Any], east: list[Any], **setting: Any) -> Table:
    """North has attacked east at north's home."""
    setting.setdefault("at", {EAST: "ashkel"})
    played = table(**setting)
    return played.play(act("attack", NORTH, target=EAST, dice={NORTH: north, EAST: east}))


def lay(seat: str, card: str) -> Any:
    return act("play_combat_card", seat, card=card)


def won_by_north(**setting: Any) -> Table:
    """East has lost and north is to choose."""
    return fight(HIGH, LOW, **setting).play(act("pass_combat", EAST), act("pass_combat", NORTH))


def won_by_east(**setting: Any) -> Table:
    return fight(LOW, HIGH, **setting).play(act("pass_combat", NORTH), act("pass_combat", EAST))


def standing(played: Table) -> tuple[int, int]:
    """North's score, east's score."""
    found = scores(played.state, played.state.the_combat)
    return found[NORTH], found[EAST]


def test_cm_401_gear_dice_cards_comparison_resolution_envelope():
    there = {NORTH: "fennmire", EAST: "fennmire"}
    played = table(at=there, controls={"fennmire": EAST}, hands={NORTH: ["spore_mask"]})
    played.play(act("attack", NORTH, target=EAST, gear="spore_mask", dice={NORTH: HIGH, EAST: LOW}))
    assert kinds(played)[1:] == ["gear_revealed", "combat_begun", "combat_dice_rolled"]
    played.play(act("pass_combat", EAST), act("pass_combat", NORTH))
    assert kinds(played) == ["combat_passed", "combat_table_cleared", "combat_decided", "choice_asked"]
    played.play(act("choose_resolution", NORTH, choice="spoils"))
    assert kinds(played)[-1] == "choice_asked"
    assert played.state.pending is not None
    assert played.state.pending.kind == "take_envelope"


@pytest.mark.parametrize(
    "dice",
    [
        {NORTH: [1, 2]},
        {NORTH: [1, 2], EAST: [1]},
        {NORTH: [1, 2], EAST: [1, 7]},
        {NORTH: [1, 2], EAST: [1, "comet"]},
        {NORTH: [1, 2], EAST: [1, 2], SOUTH: [1, 2]},
    ],
)
def test_cm_402_each_combatant_rolls_two_dice(dice: Any):
    played = table(at={EAST: "ashkel"})
    played.when(act("attack", NORTH, target=EAST, dice=dice)).then_rejected("CM-402")


def test_cm_403_a_mirror_copies_the_other_die():
    assert dice_total([3, "mirror"]) == 6
    assert dice_total(["mirror", 4]) == 8
    assert dice_total([2, 3]) == 5
    assert dice_total(["mirror", "mirror"]) == 0


def test_cm_404_one_infinity_is_enough():
    assert rolled_infinity(["mirror", "infinity"])
    assert rolled_infinity(["infinity", 1])
    assert not rolled_infinity(["mirror", "mirror"])


def test_cm_405_infinity_wins_without_cards():
    played = fight(LOW, ["infinity", 1], hands={NORTH: ["ion_cannon"]})
    assert played.state.the_combat.winner == EAST
    played.when(lay(NORTH, "ion_cannon")).then_rejected("CM-203")
    played.when(act("choose_resolution", NORTH, choice="spoils")).then_rejected("CM-450", field="seat")
    sound(played.when(act("choose_resolution", EAST, choice="spoils")))


def test_cm_406_two_infinities_send_both_home_and_end_the_turn():
    played = table(at={NORTH: "guriwan", EAST: "guriwan"}, controls={"guriwan": EAST})
    dice = {NORTH: ["infinity", "mirror"], EAST: [2, "infinity"]}
    sound(played.when(act("attack", NORTH, target=EAST, dice=dice)))
    assert played.state.seats[NORTH].position == "ashkel"
    assert played.state.seats[EAST].position == "brontide"
    assert played.state.planets["guriwan"].controller is None
    assert (played.state.phase, played.state.clock) == ("between_turns", 35)


def test_cm_406_banishing_ends_control_even_at_home():
    played = table(at={EAST: "ashkel"}, controls={"ashkel": NORTH})
    dice = {NORTH: ["infinity", 1], EAST: ["infinity", 1]}
    sound(played.when(act("attack", NORTH, target=EAST, dice=dice)))
    assert played.state.planets["ashkel"].controller is None


def test_cm_410_the_lower_score_acts_first_the_attacker_on_a_tie():
    assert fight(HIGH, LOW).state.the_combat.to_act == EAST
    assert fight(LOW, HIGH).state.the_combat.to_act == NORTH
    assert fight(LOW, LOW).state.the_combat.to_act == NORTH


def test_cm_411_only_who_is_to_act_plays_or_passes():
    played = fight(LOW, HIGH, hands={NORTH: ["hum_blade"], EAST: ["coal_fist"]})
    played.when(lay(EAST, "coal_fist")).then_rejected("CM-411", field="seat")
    played.when(act("pass_combat", EAST)).then_rejected("CM-411")
    played.when(lay(NORTH, "ion_cannon")).then_rejected("CM-344", field="card")
    sound(played.when(lay(NORTH, "hum_blade")))
    assert standing(played) == (5, 8)
    assert hand(played, NORTH) == ()


def test_cm_412_play_passes_on_only_when_higher():
    played = fight([2, 3], [4, 4], hands={NORTH: ["hum_blade", "coal_fist"]})
    sound(played.when(lay(NORTH, "hum_blade")))
    assert (standing(played), played.state.the_combat.to_act) == ((8, 8), NORTH), "a tie keeps it"
    sound(played.when(lay(NORTH, "coal_fist")))
    assert (standing(played), played.state.the_combat.to_act) == ((10, 8), EAST)


def test_cm_413_after_a_pass_the_opponent_acts_and_the_passer_may_come_back():
    played = fight(LOW, HIGH, hands={NORTH: ["hum_blade"], EAST: ["coal_fist"]})
    played.play(act("pass_combat", NORTH))
    assert played.state.the_combat.to_act == EAST, "even ahead"
    played.play(lay(EAST, "coal_fist"))
    sound(played.when(lay(NORTH, "hum_blade")))


def test_cm_414_two_passes_in_a_row_end_it_and_a_card_resets_the_count():
    played = fight(LOW, HIGH, hands={EAST: ["coal_fist"]})
    played.play(act("pass_combat", NORTH), lay(EAST, "coal_fist"), act("pass_combat", NORTH))
    assert played.state.phase == "combat"
    played.play(act("pass_combat", EAST))
    assert played.state.phase == "pending"


def test_cm_415_a_seat_without_cards_passes_explicitly():
    played = fight(LOW, HIGH)
    assert (played.state.phase, played.state.the_combat.to_act) == ("combat", NORTH)


def test_cm_416_any_combat_card_even_a_useless_one_but_no_copy_twice():
    played = fight(LOW, HIGH, hands={NORTH: ["null_field", "hum_blade"], EAST: []})
    sound(played.when(lay(NORTH, "null_field")))
    played.when(lay(NORTH, "null_field")).then_rejected("CM-344")
    copies = fight(LOW, HIGH, hands={NORTH: ["hum_blade", "hum_blade"]})
    copies.play(lay(NORTH, "hum_blade"), lay(NORTH, "hum_blade"))
    assert standing(copies) == (8, 8)


def test_cm_420_the_opponents_effects_count_and_a_score_may_be_negative():
    played = fight(["mirror", "mirror"], LOW, hands={EAST: ["gravity_net"], NORTH: ["hum_blade"]})
    played.play(act("pass_combat", NORTH), lay(EAST, "gravity_net"))
    assert standing(played) == (-2, 2)


def test_cm_421_the_option_native_weapons_takes_one_point_once():
    hands = {NORTH: ["tide_hammer", "tide_hammer"], EAST: ["ablative_plate"]}
    plain = fight(LOW, HIGH, hands=hands).play(lay(NORTH, "tide_hammer"))
    assert standing(plain) == (5, 8)
    played = fight(LOW, HIGH, hands=hands, native_weapons=True)
    played.play(lay(NORTH, "tide_hammer"))
    assert standing(played) == (4, 8)
    played.play(lay(NORTH, "tide_hammer"))
    assert standing(played) == (7, 8), "exactly one, however many copies"
    played.play(act("pass_combat", NORTH), lay(EAST, "ablative_plate"))
    assert standing(played) == (1, 9), "cancelling does not lift it"


def test_cm_421_the_own_native_weapon_costs_nothing():
    played = fight(LOW, HIGH, hands={NORTH: ["ember_lash"]}, native_weapons=True)
    assert standing(played.play(lay(NORTH, "ember_lash"))) == (5, 8)


def test_cm_411_who_is_to_act_sees_what_each_combat_card_would_make_of_the_scores():
    cards = ["ion_cannon", "gravity_net", "null_field", "mind_lens"]
    played = fight(HIGH, LOW, hands={EAST: cards, NORTH: ["ion_cannon"]})
    plays = GAME.view(played.state, Viewer(EAST))["me"]["plays"]
    assert plays == {
        "gravity_net": {NORTH: 6, EAST: 2},
        "ion_cannon": {NORTH: 8, EAST: 8},
        "null_field": {NORTH: 8, EAST: 2},
    }
    assert GAME.view(played.state, TRUTH)["truth"]["seats"][EAST]["plays"] == plays
    assert "plays" not in GAME.view(played.state, Viewer(NORTH))["me"]
    for card, after in plays.items():
        again = fight(HIGH, LOW, hands={EAST: cards, NORTH: ["ion_cannon"]}).play(lay(EAST, card))
        assert standing(again) == (after[NORTH], after[EAST])


def test_cm_411_a_card_not_named_may_be_any_combat_card_for_its_holder():
    played = fight(HIGH, LOW, hands={EAST: [UNKNOWN]}, unseen=["ion_cannon"])
    plays = GAME.view(played.state, Viewer(EAST))["me"]["plays"]
    offered = next(
        offer for offer in GAME.offers(played.state, EAST, Viewer(EAST)) if offer.type == "play_combat_card"
    )
    assert list(plays) == list(values_of(offered.parameters["card"]))
    assert plays["ion_cannon"] == {NORTH: 8, EAST: 8}


def test_cm_422_a_defense_cancels_cards_before_and_after_it():
    played = fight(LOW, HIGH, hands={NORTH: ["ion_cannon", "pulse_blaster"], EAST: ["mirror_shield"]})
    played.play(lay(NORTH, "ion_cannon"))
    assert standing(played) == (8, 8)
    played.play(act("pass_combat", NORTH), lay(EAST, "mirror_shield"))
    assert standing(played) == (2, 8)
    played.play(lay(NORTH, "pulse_blaster"))
    assert standing(played) == (2, 8)
    assert [laid.active for laid in played.state.the_combat.table] == [False, True, False]


def test_cm_430_the_table_is_cleared_before_the_comparison():
    played = fight(LOW, [2, 2], hands={NORTH: ["ion_cannon", "hum_blade"], EAST: ["coal_fist"]})
    played.play(lay(NORTH, "ion_cannon"), lay(EAST, "coal_fist"), act("pass_combat", EAST))
    sound(played.when(act("pass_combat", NORTH)))
    assert played.state.void == ("ion_cannon",)
    assert hand(played, EAST) == ("coal_fist",)
    played.then_includes(facts.CombatDecided("score", {NORTH: 8, EAST: 6}, NORTH, EAST))


def test_cm_431_a_draw_ends_it_at_once():
    played = fight(LOW, LOW, controls={"ashkel": NORTH})
    played.play(act("pass_combat", NORTH))
    sound(played.when(act("pass_combat", EAST)))
    assert (played.state.phase, played.state.combat) == ("turn", None)
    assert played.state.planets["ashkel"].controller == NORTH
    assert played.state.the_turn.actions_left == 2


def test_cm_450_the_winner_chooses_before_seeing_anything():
    played = won_by_north(hands={EAST: ["hum_blade"]})
    assert not any(isinstance(fact, facts.HandShown) for fact in played.facts)
    played.when(act("choose_resolution", NORTH, choice="banish")).then_rejected("CM-450", field="planet")
    both = act("choose_resolution", NORTH, choice="spoils", planet="eddova")
    played.when(both).then_rejected("CM-450", field="planet")
    played.when(act("choose_resolution", EAST, choice="spoils")).then_rejected("CM-450", field="seat")


def test_cm_451_spoils_show_the_hand_and_take_exactly_one_card():
    played = won_by_north(hands={EAST: ["hum_blade", "ovoid"]})
    played.play(act("choose_resolution", NORTH, choice="spoils"))
    made = facts.ChoiceMade("choose_resolution", NORTH)
    played.then_includes(made, facts.HandShown((NORTH,), EAST, ("hum_blade", "ovoid"), "spoils"))
    played.when(act("take_spoils", EAST, card="ovoid")).then_rejected("CM-451", field="seat")
    played.when(act("take_spoils", NORTH, card="mind_lens")).then_rejected("CM-451", field="card")
    sound(played.when(act("take_spoils", NORTH, card="ovoid")))
    played.then_includes(facts.ChoiceMade("take_spoils", NORTH))
    assert (hand(played, NORTH), hand(played, EAST)) == (("ovoid",), ("hum_blade",))


SEVEN = ["hum_blade", "hum_blade", "ember_lash", "ember_lash", "tide_hammer", "tide_hammer", "mind_lens"]


def test_cm_452_over_the_limit_one_card_goes_back():
    played = won_by_north(hands={NORTH: SEVEN, EAST: ["ovoid"]})
    played.play(act("choose_resolution", NORTH, choice="spoils"))
    sound(played.when(act("take_spoils", NORTH, card="ovoid")))
    assert len(hand(played, NORTH)) == 8
    played.when(act("end_turn", NORTH)).then_rejected("CM-203")
    played.when(act("give_back", EAST, card="ovoid")).then_rejected("CM-452", field="seat")
    played.when(act("give_back", NORTH, card="coal_fist")).then_rejected("CM-344", field="card")
    sound(played.when(act("give_back", NORTH, card="ovoid")))
    assert hand(played, EAST) == ("ovoid",)
    assert played.state.phase == "turn"


def test_cm_453_an_empty_hand_yields_nothing():
    played = won_by_north()
    sound(played.when(act("choose_resolution", NORTH, choice="spoils")))
    played.then_includes(facts.HandShown((NORTH,), EAST, (), "spoils"), facts.CardTaken(NORTH, EAST))
    assert played.state.phase == "turn"


def test_cm_460_banishment_to_any_planet_of_the_board():
    played = won_by_north()
    nowhere = act("choose_resolution", NORTH, choice="banish", planet="ob")
    played.when(nowhere).then_rejected("CM-460", field="planet")
    toxic = act("choose_resolution", NORTH, choice="banish", planet="tolwick")
    sound(played.when(toxic))
    assert played.state.seats[EAST].position == "tolwick"
    assert played.state.is_active(NORTH)


def test_cm_460_the_banished_active_seat_loses_the_rest_of_its_turn():
    played = won_by_east()
    sound(played.when(act("choose_resolution", EAST, choice="banish", planet="ashkel")))
    assert (played.state.phase, played.state.next) == ("between_turns", EAST)


def test_cm_460_banishing_to_the_current_planet_ends_control():
    played = won_by_north(controls={"ashkel": EAST})
    sound(played.when(act("choose_resolution", NORTH, choice="banish", planet="ashkel")))
    assert played.state.planets["ashkel"].controller is None
    assert played.state.seats[EAST].position == "ashkel"


def offered_to_north(**setting: Any) -> Table:
    """East controlled the planet, lost its hand's one card, and north is asked."""
    setting.setdefault("controls", {"ashkel": EAST})
    setting.setdefault("at", {})
    return won_by_north(**setting).play(act("choose_resolution", NORTH, choice="spoils"))


def test_cm_470_the_losers_envelope_is_offered_for_nothing():
    played = offered_to_north(envelopes={"ashkel": ["mire_hook"]})
    assert played.state.planets["ashkel"].controller is None, "it counts as in the box"
    played.when(act("take_envelope", EAST, accept=True)).then_rejected("CM-470", field="seat")
    gear = act("take_envelope", NORTH, accept=False, gear="spore_mask")
    played.when(gear).then_rejected("CM-470", field="gear")
    sound(played.when(act("take_envelope", NORTH, accept=True)))
    played.then_includes(facts.ControlTaken(NORTH, "ashkel", ("mire_hook",)))
    assert played.state.the_turn.actions_left == 2


def test_cm_470_declined_it_stays_in_the_box():
    played = offered_to_north()
    sound(played.when(act("take_envelope", NORTH, accept=False)))
    assert (played.state.phase, played.state.planets["ashkel"].controller) == ("turn", None)


def test_cm_470_a_winner_without_gear_is_asked_all_the_same():
    played = table(at={EAST: "tolwick"}, controls={"tolwick": NORTH})
    played.play(
        act("attack", NORTH, target=EAST, dice={NORTH: LOW, EAST: HIGH}),
        act("pass_combat", NORTH),
        act("pass_combat", EAST),
        act("choose_resolution", EAST, choice="spoils"),
    )
    played.when(act("take_envelope", EAST, accept=True)).then_rejected("CM-331", field="gear")
    sound(played.when(act("take_envelope", EAST, accept=False)))


def test_cm_471_an_envelope_taken_out_of_turn_is_only_looked_at():
    played = won_by_east(controls={"ashkel": NORTH}).play(act("choose_resolution", EAST, choice="spoils"))
    sound(played.when(act("take_envelope", EAST, accept=True)))
    assert played.state.planets["ashkel"].controller == EAST
    played.when(act("transfer_cards", EAST)).then_rejected("CM-341")
    played.play(act("end_turn", NORTH))
    sound(played.when(act("transfer_cards", EAST)))


def test_cm_472_a_forfeited_turn_ends_after_the_envelope():
    played = won_by_east(controls={"ashkel": NORTH})
    played.play(act("choose_resolution", EAST, choice="banish", planet="eddova"))
    assert played.state.the_turn.forfeited
    assert played.state.pending is not None
    sound(played.when(act("take_envelope", EAST, accept=True)))
    assert (played.state.phase, played.state.next) == ("between_turns", EAST)
    assert played.state.planets["ashkel"].controller == EAST


def test_cm_473_on_a_star_there_is_no_envelope_and_no_gear():
    played = won_by_north(at={NORTH: "u1", EAST: "u1"})
    sound(played.when(act("choose_resolution", NORTH, choice="spoils")))
    assert played.state.phase == "turn"
    assert WEST not in played.seats
