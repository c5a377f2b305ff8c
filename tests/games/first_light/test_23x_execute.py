"""The Execute phase: whose die acts, at what value and price, and the Cantina. FL-230..247."""

from __future__ import annotations

import pytest

from domain.games.first_light import facts
from domain.games.first_light.rules.placements import has_legal_placement
from domain.games.first_light.state import HeldDie
from tests.games.first_light.table import (
    RICH,
    act,
    executing,
    facts_of,
    headquarters,
    planning,
    resources,
    spent,
    taken,
    with_seat,
)

MARKET = act("place_market", space=1)


def test_fl_230_headquarters_dice_act_first_from_left_to_right():
    table = headquarters(("black", 3), ("blue", 4))
    table.when(MARKET).then_rejected("FL-230", field="seat")
    table.play(act("place_market", "black", space=1))
    assert table.state.to_act == "blue"
    table.play(act("place_market", space=2))
    assert table.state.phase == "harvest"


def test_fl_230_the_step_is_skipped_without_dice_of_an_earlier_round():
    table = planning().given_state(headquarters=(HeldDie("blue", 4, 1), None, None))
    for seat in ("blue", "black"):
        with_seat(table, seat, reserve=0)
        table.play(act("confirm_plan", seat))
    assert table.state.phase == "harvest"


def test_fl_231_a_headquarters_die_does_not_go_back():
    headquarters(("blue", 4)).when(act("place_headquarters", gain="water")).then_rejected("FL-231")


def test_fl_232_only_the_left_most_die_may_be_flipped_by_its_owner():
    table = headquarters(("blue", 4), ("blue", 4))
    table.when(act("place_market", space=1, value=5)).then_rejected("FL-232", field="value")
    table.play(act("place_market", space=1, value=3))
    table.when(act("place_market", space=2, value=3)).then_rejected("FL-232", field="value")
    table.when(act("place_market", space=2)).then_accepted()


def test_fl_233_headquarters_dice_cost_no_algae_and_get_no_garage_modifier():
    table = headquarters(("blue", 4), ("black", 4), resources={"water": 5}, upgrades=("water_discount",))
    table.when(act("place_mining_camp", space=1, value=3)).then_rejected("FL-242")
    table.when(act("place_mining_camp", space=1)).then_rejected("FL-242")
    with_seat(table, resources={"water": 6})
    table.when(act("place_mining_camp", space=1)).then_includes(
        facts.ResourcesPaid("blue", "mining_camp", {"water": 6})
    )


def test_fl_234_schemes_come_before_the_garages():
    table = executing(4, seats=1).given_state(phase="schemes", to_act=None)
    table.when(MARKET).then_rejected("FL-234")


def test_fl_235_garage_turns_go_clockwise_one_action_each():
    table = executing(4, 4, seats=3)
    for seat, dice in (("black", ()), ("red", (4,))):
        with_seat(table, seat, garages=dice, resources=RICH)
    table.when(act("place_market", "red", space=1)).then_rejected("FL-235", field="seat")
    table.play(MARKET)
    assert table.state.to_act == "red"
    table.play(act("place_market", "red", space=2))
    assert table.state.to_act == "blue"


def test_fl_236_the_left_most_die_must_be_used():
    table = executing(2, 5)
    table.when(act("place_market", space=1, value=5)).then_rejected("FL-240", field="value")
    table.when(MARKET).then_includes(facts.DiePlaced("blue", "garage", 1, "market", 1, 2, 2))


def test_fl_237_the_garage_costs_its_algae():
    table = executing(2, 2, 2, resources={"algae": 1})
    table.play(MARKET)
    assert resources(table)["algae"] == 1
    table.play(act("place_market", space=2))
    assert resources(table)["algae"] == 0
    table.when(act("place_headquarters", gain="water")).then_rejected("FL-237")


def test_fl_238_dice_that_are_not_paid_for_go_to_the_cantina_with_all_to_their_right():
    table = executing(2, 3, 4).play(MARKET)
    table.when(act("send_to_cantina")).then_includes(
        facts.DiceSentToCantina("blue", "garage", (2, 3)),
        facts.ResourcesGained("blue", "cantina", {"water": 4}),
    )
    assert table.state.seats["blue"].cantina == 2
    assert table.state.phase == "harvest"


def test_fl_238_a_free_die_with_a_legal_placement_must_be_placed():
    table = executing(2, 3)
    table.when(act("send_to_cantina")).then_rejected("FL-238")
    table = executing(3, resources={}, hand=("ledger", None))
    taken(table, "market", 1, 2).given_state(headquarters=(HeldDie("black", 1, 1),) * 3)
    assert not has_legal_placement(table.state, "blue")
    table.when(act("send_to_cantina")).then_includes(facts.DiceSentToCantina("blue", "garage", (1,)))


def test_fl_238_what_others_see_does_not_tell_whether_the_die_could_have_been_placed():
    shown = []
    for hand in (("ledger",), ("alien_relic",)):
        table = executing(resources={"algae": 2, "water": 4}, hand=hand)
        with_seat(table, garages=(None, 4))
        taken(table, "market", 1, 2).given_state(headquarters=(HeldDie("black", 1, 1),) * 3)
        able = has_legal_placement(table.state, "blue")
        table.when(act("send_to_cantina")).then_accepted()
        shown.append((able, table.facts))
    assert shown[0][0] != shown[1][0]
    assert shown[0][1] == shown[1][1]


def test_fl_239_a_headquarters_die_without_a_placement_goes_alone():
    table = headquarters(("blue", 2), ("blue", 2), resources={}, garages=(3,))
    table.when(act("send_to_cantina")).then_rejected("FL-239")
    taken(table, "market", 1, 2)
    table.when(act("send_to_cantina")).then_includes(
        facts.DiceSentToCantina("blue", "headquarters", (1,)),
        facts.ResourcesGained("blue", "cantina", {"water": 2}),
    )
    assert table.state.seats["blue"].garages[0] == 3


@pytest.mark.parametrize(
    ("face", "value", "legal"), [(3, 2, True), (3, 4, True), (3, 5, False), (6, 7, False), (1, 0, False)]
)
def test_fl_240_fl_241_garage_one_alters_by_one_without_wrapping(face: int, value: int, legal: bool):
    table = executing(face).when(act("place_market", space=1, value=value))
    if legal:
        table.then_accepted()
        assert table.state.locations["market"][0].value == value
    else:
        table.then_rejected("FL-240", field="value")


def test_fl_241_a_plain_garage_alters_nothing():
    table = executing(3, 3).play(MARKET)
    table.when(act("place_market", space=2, value=4)).then_rejected("FL-241", field="value")


def test_fl_242_garage_algae_and_cost_are_paid_together_from_what_was_there_before():
    table = executing(2, 2, resources={"algae": 2, "water": 3}).play(MARKET)
    table.when(act("place_academy", space=1, dice=1)).then_rejected("FL-242")
    with_seat(table, resources={"algae": 3})
    table.when(act("place_academy", space=1, dice=1)).then_accepted()
    assert [type(fact).__name__ for fact in table.facts[:4]] == [
        "ResourcesPaid",
        "DiePlaced",
        "ResourcesPaid",
        "DiceGained",
    ]


def test_fl_242_gains_of_the_action_do_not_help_to_pay_it():
    table = executing(3, resources={"algae": 5}, acquired=("aqua_pack",))
    table.when(act("place_negotiation", clan="leyrien", row=1)).then_rejected("FL-242")


@pytest.mark.parametrize("space", [0, 1, 3, -1])
def test_fl_243_a_space_takes_one_die_and_must_be_there(space: int):
    table = taken(executing(3), "market", 1)
    table.when(act("place_market", space=space)).then_rejected("FL-243", field="space")


@pytest.mark.parametrize(
    ("kind", "more"),
    [("place_foundry", {}), ("place_control_room", {}), ("place_laboratory", {"stack": 0})],
)
def test_fl_244_one_of_the_alternatives_is_paid(kind: str, more: dict[str, int]):
    executing(3, 3).when(act(kind, space=1, pay="gems", **more)).then_rejected("FL-244", field="pay")


def test_fl_245_reductions_add_up_and_never_turn_into_a_gain():
    table = executing(1, 4, upgrades=("water_discount",), acquired=("jrayek_drill",)).play(MARKET)
    table.when(act("place_mining_camp", space=1)).then_accepted()
    assert spent(table) == {"algae": 1, "gems": -1}
    paid = facts_of(table, facts.ResourcesPaid)[-1]
    assert paid.costs == {}
    assert paid.saved == {"jrayek_drill": 5, "water_discount": 1}


def test_fl_246_an_item_works_from_the_next_action_on():
    table = executing(4, 4, hand=("ledger", "soda_supply", "yeki"))
    table.when(act("place_depository", row="middle", item="ledger")).then_accepted()
    assert len(table.state.seats["blue"].hand) == 2
    table.when(act("place_depository", row="top", item="soda_supply", drawn=["grogg"])).then_accepted()
    assert len(table.state.seats["blue"].hand) == 2


def test_fl_246_fl_707_an_upgrade_works_at_once_for_dice_still_waiting():
    table = executing(2, 3).play(act("place_foundry", space=1, pay="power", new_top="points"))
    assert table.state.seats["blue"].upgrades == ("flip",)
    table.when(act("place_market", space=1, value=4)).then_accepted()


def test_fl_247_the_phase_ends_with_the_last_die_and_headquarters_dice_stay():
    table = executing(2).play(act("place_headquarters", gain="water"))
    assert table.state.phase == "harvest"
    assert table.state.headquarters[0] == HeldDie("blue", 2, 1)


def test_fl_702_a_seat_with_all_dice_on_farms_has_no_turn():
    table = planning().play(act("roll_dice", values=[1, 2, 3]), act("roll_dice", "black", values=[1, 2, 3]))
    table.play(act("assign_dice", farms={"1": 1, "2": 2, "3": 3}), act("confirm_plan"))
    table.play(act("assign_dice", "black", garages=[1, 2, 3]), act("confirm_plan", "black"))
    assert (table.state.phase, table.state.to_act) == ("garages", "black")


def test_fl_703_a_gap_leaves_order_and_costs_as_they_are():
    table = executing(2)
    with_seat(table, garages=(None, None, 3), resources={"algae": 1, "water": 1})
    table.when(act("place_market", space=1)).then_includes(
        facts.ResourcesPaid("blue", "garages", {"algae": 1})
    )


def test_fl_704_a_set_die_is_what_its_modifiers_start_from():
    table = executing(2, 5).given(facts.DieSet("blue", "garage", 1, 6))
    table.when(act("place_market", space=1, value=5)).then_accepted()


def test_fl_719_the_turn_goes_on_after_the_follow_ups_alone():
    table = executing(3, 3, character="dan_gautama", hand=("ledger",))
    with_seat(table, "black", garages=(4,), resources=RICH)
    table.play(act("place_depository", row="middle", item="ledger"))
    assert table.state.to_act == "blue"
    table.when(act("place_market", "black", space=1)).then_rejected("FL-542")
    table.play(act("take_extra_reward", decline=True))
    assert table.state.to_act == "black"


def test_fl_714_everybody_blocks_everybody():
    table = taken(executing(3, seats=1), "market", 1, owner="ai")
    table.when(MARKET).then_rejected("FL-243")
