"""Headquarters, Negotiation, Depository and the six Location Boards, FL-301..347."""

from __future__ import annotations

import pytest

from domain.games.first_light import facts
from domain.games.first_light.rules.rival import row_price
from domain.games.first_light.state import HeldDie, Spot, Stack
from tests.games.first_light.table import (
    act,
    broken,
    executing,
    facts_of,
    headquarters,
    resources,
    spent,
    taken,
    talking,
    with_seat,
)


def test_fl_301_the_left_most_free_slot_while_there_is_one():
    table = executing(4)
    table.given_state(headquarters=(HeldDie("black", 1, 1), None, None))
    table.when(act("place_headquarters", gain="water")).then_accepted()
    assert table.state.headquarters[1] == HeldDie("blue", 4, 1)
    full = executing(4).given_state(headquarters=(HeldDie("black", 1, 1),) * 3)
    full.when(act("place_headquarters", gain="water")).then_rejected("FL-301")


def test_fl_302_two_items_or_five_water():
    executing(4).when(act("place_headquarters", gain="gems")).then_rejected("FL-302", field="gain")
    table = executing(4).play(act("place_headquarters", gain="water"))
    assert spent(table) == {"water": -5}
    table = executing(4).play(act("place_headquarters", gain="items", drawn=["ledger", "yeki"]))
    assert table.state.seats["blue"].hand == ("ledger", "yeki")
    executing(4).when(act("place_headquarters", gain="water", drawn=["yeki"])).then_rejected("FL-115")
    executing(4).when(act("place_headquarters", gain="water", drawn=[])).then_accepted()


def test_fl_305_any_free_cell_at_its_cost_and_the_die_stays():
    table = talking(executing(4), "leyrien", 3)
    table.when(act("place_negotiation", clan="leyrien", row=1)).then_rejected("FL-305", field="row")
    table.when(act("place_negotiation", clan="leyrien", row=5)).then_rejected("FL-305", field="row")
    table.when(act("place_negotiation", clan="circadian", row=1)).then_rejected("FL-305", field="clan")
    table.when(act("place_negotiation", clan="leyrien", row=2)).then_accepted()
    assert spent(table) == {"algae": 9}
    assert table.state.cells["leyrien"][1] == Spot("blue", 4)


def test_fl_306_items_then_ability_then_advancement_then_setback():
    table = talking(executing(5, acquired=("aqua_pack",)), "zcharo", 5, first_row=2)
    table.when(act("place_negotiation", clan="zcharo", row=1)).then_includes(
        facts.ResourcesGained("blue", "aqua_pack", {"water": 5})
    )
    assert table.state.pending.kind == "clan_ability"
    table.when(act("take_advancement", reward="gem")).then_rejected("FL-306")
    table.when(act("harvest")).then_rejected("FL-306")
    table.play(act("use_clan_ability"))
    assert table.state.pending.kind == "advancement"
    table.play(act("take_advancement", reward="gem"))
    assert table.state.pending.kind == "setback"


def test_fl_310_the_column_of_the_value_and_a_free_row():
    table = executing(4, hand=("ledger",))
    buy = {"item": "ledger", "row": "top"}
    table.given_state(depository={**table.state.depository, 4: ("black", None, None)})
    table.when(act("place_depository", **buy)).then_rejected("FL-310", field="row")
    table.when(act("place_depository", **{**buy, "row": "attic"})).then_rejected("FL-310", field="row")
    table.when(act("place_depository", **{**buy, "row": "middle"})).then_accepted()
    assert table.state.depository[4] == ("black", "blue", None)


def test_fl_311_exactly_one_item_of_the_hand_that_can_be_paid():
    table = executing(4, hand=("ledger",), resources={"water": 4})
    table.when(act("place_depository", row="top", item="grogg")).then_rejected("FL-311", field="item")
    assert table.rejection is not None
    assert not table.rejection.probes
    table.when(act("place_depository", row="top", item="atlas")).then_rejected("FL-311", field="item")
    table.when(act("place_depository", row="top", item="ledger")).then_rejected("FL-311", field="item")
    with_seat(table, resources={"water": 4, "algae": 1})
    table.when(act("place_depository", row="top", item="ledger")).then_includes(
        facts.ItemAcquired("blue", "ledger", "top"),
        facts.ResourcesPaid("blue", "item", {"water": 4, "algae": 1}),
    )


def test_fl_312_fl_716_the_reward_of_the_row():
    buy = act("place_depository", item="ledger")
    table = executing(4, hand=("ledger",)).when({**buy, "row": "top", "move_to": "r3c4"})
    table.then_includes(facts.HarvesterMoved("blue", "depository", "r3c4"))
    executing(4, hand=("ledger",)).when({**buy, "row": "top"}).then_accepted()
    executing(4, hand=("ledger",)).when({**buy, "row": "top", "move_to": "r1c1"}).then_rejected("FL-312")
    executing(4, hand=("ledger",)).when({**buy, "row": "middle", "move_to": "r3c4"}).then_rejected("FL-312")
    table = executing(4, hand=("ledger",)).when({**buy, "row": "middle"})
    table.then_includes(facts.DiceGained("blue", "depository", 1))
    table = executing(4, hand=("ledger",)).when({**buy, "row": "bottom", "drawn": ["yeki", None]})
    table.then_includes(facts.ItemsDrawn("blue", "depository", ("yeki", None)))


def test_fl_313_fl_314_the_die_stays_and_the_item_lies_open():
    from domain.games.first_light.scoring import breakdown

    table = executing(4, hand=("security_codes",))
    table.play(act("place_depository", row="middle", item="security_codes"))
    score = breakdown(table.state, "blue")
    assert (score.total - score.gems, score.items_printed) == (4, 4)
    assert table.state.depository[4][1] == "blue"


def test_the_aqua_cannon_of_the_worked_example():
    """A 6 in the middle row: 3 Water and 2 Power for one die; then the Foundry is 5 Water cheaper."""
    table = executing(6, 6, hand=("aqua_cannon",))
    table.play(act("place_depository", row="middle", item="aqua_cannon"))
    assert spent(table) == {"water": 3, "power": 2}
    assert table.state.seats["blue"].reserve == 1
    table.play(act("place_foundry", space=1, pay="water", new_top="points"))
    assert spent(table) == {"water": 8, "power": 2, "algae": 1}


def test_fl_320_the_mining_camp_takes_what_is_missing_to_the_sum():
    """The worked example: a 4 on the space of 10 pays 6 Water for 1 Gem."""
    table = executing(4).play(act("place_mining_camp", space=1))
    assert spent(table) == {"water": 6, "gems": -1}
    table = executing(4).play(act("place_mining_camp", space=2, value=5))
    assert spent(table) == {"water": 11, "gems": -2}
    executing(4, resources={"water": 5}).when(act("place_mining_camp", space=1)).then_rejected("FL-242")


LAB = act("place_laboratory", space=1, pay="algae", stack=1, new_top="points")


def test_fl_325_two_dice_of_equal_value():
    executing(4).when(LAB).then_rejected("FL-325")
    executing(4, 5).when(LAB).then_rejected("FL-325", field="second_value")
    executing(4, 5).when({**LAB, "second_value": 4}).then_rejected("FL-241", field="second_value")
    executing(4, 5).when({**LAB, "value": 5}).then_accepted()
    table = headquarters(("blue", 4), ("black", 3), ("blue", 4), garages=(2,))
    table.when(LAB).then_accepted()
    assert table.state.headquarters == (None, HeldDie("black", 3, 1), None)
    table = headquarters(("blue", 4), ("black", 3), garages=(5,), resources={"algae": 3})
    table.when({**LAB, "second_value": 4}).then_accepted()
    assert [fact.origin for fact in facts_of(table, facts.DiePlaced)] == ["headquarters", "garage"]


def test_fl_326_the_algae_of_both_garages():
    table = executing(4, resources={})
    with_seat(table, garages=(None, 4, 4), resources={"algae": 1})
    table.when(LAB).then_rejected("FL-326")
    with_seat(table, resources={"algae": 5})
    table.when(LAB).then_includes(facts.ResourcesPaid("blue", "garages", {"algae": 2}))


def test_fl_327_three_algae_or_ten_water_for_the_top_of_a_stack():
    """The worked example: two equal dice, 3 Algae, the middle tile."""
    table = executing(4, 4).play(LAB)
    assert spent(table) == {"algae": 4}
    assert table.state.seats["blue"].farm_tiles == ("gem_on_six",)
    assert table.state.farm_stacks[1] == Stack("points", 4)
    assert spent(executing(4, 4).play({**LAB, "pay": "water"})) == {"water": 10, "algae": 1}
    executing(4, 4).when({**LAB, "stack": 3}).then_rejected("FL-327", field="stack")


def test_fl_328_fl_717_tiles_are_removed_for_a_gain_alone_and_must_be_when_full():
    tiles = ("water_3", "points", "producer")
    table = executing(4, 4, farm_tiles=tiles)
    table.when(LAB).then_rejected("FL-328", field="remove")
    table.when({**LAB, "remove": [7]}).then_rejected("FL-328", field="remove")
    table.when({**LAB, "remove": [4, 4]}).then_rejected("FL-328", field="remove")
    table.when({**LAB, "remove": [6, 4]}).then_accepted()
    assert table.state.seats["blue"].farm_tiles == ("points", "gem_on_six")
    assert table.state.removed_farms == ("water_3", "producer")


def test_fl_328_fl_r22_the_new_farm_tile_goes_into_the_hole_and_no_die_slides():
    table = executing(4, 4, farm_tiles=("producer", "points", "dice_on_six"), farms={4: 3, 6: 6})
    table.play({**LAB, "remove": [5]})
    blue = table.state.seats["blue"]
    assert blue.farm_tiles == ("producer", "gem_on_six", "dice_on_six")
    assert blue.farms == (None, None, None, 3, None, 6)
    assert (blue.cantina, table.state.removed_farms) == (0, ("points",))


def test_fl_328_fl_705_fl_706_the_die_of_a_replaced_farm_tile_waits_and_the_new_tile_has_none():
    table = executing(4, 4, farm_tiles=("producer", "dice_on_six"), farms={4: 3, 5: 6})
    table.play({**LAB, "remove": [4]})
    blue = table.state.seats["blue"]
    assert blue.farm_tiles == ("gem_on_six", "dice_on_six")
    assert blue.farms == (None, None, None, None, 6, None)
    assert (blue.cantina, table.state.removed_farms) == (1, ("producer",))
    assert not {"I1", "I6"} & broken(table.state)


def test_fl_717_of_several_removed_farm_tiles_the_rest_shift_left_with_their_dice():
    table = executing(4, 4, farm_tiles=("producer", "points", "dice_on_six"), farms={4: 3, 6: 6})
    table.play({**LAB, "remove": [4, 5]})
    blue = table.state.seats["blue"]
    assert blue.farm_tiles == ("dice_on_six", "gem_on_six")
    assert (blue.farms, blue.cantina) == ((None, None, None, 6, None, None), 1)


def test_fl_329_an_empty_laboratory_cannot_be_used():
    table = executing(4, 4).given_state(farm_stacks=(Stack(None, 0),) * 3)
    table.when({**LAB, "new_top": None}).then_rejected("FL-329")
    table.given_state(farm_stacks=(Stack("points", 1), Stack(None, 0), Stack(None, 0)))
    table.when(LAB).then_rejected("FL-327", field="stack")
    table.when({**LAB, "stack": 0, "new_top": "water_3"}).then_rejected("FL-110", field="new_top")
    table.when({**LAB, "stack": 0, "new_top": None}).then_accepted()
    assert table.state.farm_stacks[0] == Stack(None, 0)


def test_fl_330_the_space_is_free_when_both_dice_have_left_it():
    from domain.games.first_light.actions import DieAt

    table = executing(4, 4).play(LAB)
    assert table.state.locations["laboratory"] == (Spot("blue", 4, 2),)
    lost = facts.DieLost("blue", DieAt("laboratory", space=1))
    table.given(lost)
    assert table.state.locations["laboratory"] == (Spot("blue", 4, 1),)
    table.given(lost)
    assert table.state.locations["laboratory"] == (None,)


FOUNDRY = act("place_foundry", space=1, pay="water", new_top="increase_two")


def test_fl_335_two_power_or_ten_water_for_the_stack_of_the_value():
    """The worked example: a 5 and 10 Water take the right-most tile."""
    table = executing(5).play(FOUNDRY)
    assert spent(table) == {"water": 10}
    assert table.state.seats["blue"].upgrades == ("points",)
    assert spent(executing(5).play({**FOUNDRY, "pay": "power"})) == {"power": 2}


def test_fl_335_fl_337_an_empty_stack_makes_its_values_illegal_and_is_not_refilled():
    table = executing(5)
    table.given_state(upgrade_stacks=(*table.state.upgrade_stacks[:2], Stack("points", 1)))
    table.when(FOUNDRY).then_rejected("FL-111", field="new_top")
    table.play({**FOUNDRY, "new_top": None})
    again = with_seat(table, garages=(5,)).given_state(phase="garages", to_act="blue")
    again.when({**FOUNDRY, "space": 2}).then_rejected("FL-335", field="value")


def test_fl_336_fl_r22_the_tile_goes_into_the_hole_that_a_single_removed_one_leaves():
    four = ("flip", "points", "free_garage", "increase_two")
    table = executing(5, upgrades=four)
    table.when(FOUNDRY).then_rejected("FL-336", field="remove")
    table.when({**FOUNDRY, "remove": [1]}).then_rejected("FL-336", field="remove")
    table.when({**FOUNDRY, "remove": [3]}).then_accepted()
    assert table.state.seats["blue"].upgrades == ("flip", "points", "free_garage", "increase_two")
    assert table.state.removed_upgrades == ("points",)
    table = executing(5, upgrades=("flip", "free_garage")).play({**FOUNDRY, "remove": [2]})
    assert table.state.seats["blue"].upgrades == ("points", "free_garage")


def test_fl_336_the_tile_goes_to_the_left_most_garage_without_one():
    table = executing(5, upgrades=("flip", "free_garage")).play(FOUNDRY)
    assert table.state.seats["blue"].upgrades == ("flip", "free_garage", "points")
    assert table.state.removed_upgrades == ()


def test_fl_336_fl_707_the_tiles_of_the_other_garages_stay_where_they_are():
    table = executing(5, None, None, 4, upgrades=("flip", "points", "free_garage"))
    table.play({**FOUNDRY, "remove": [3]}).given_state(phase="garages", to_act="blue")
    table.when(act("send_to_cantina")).then_rejected("FL-238")
    table.when(act("place_market", space=1)).then_accepted()
    assert not [fact for fact in facts_of(table, facts.ResourcesPaid) if fact.cause == "garages"]


def test_fl_717_of_several_removed_upgrade_tiles_the_rest_shift_left():
    table = executing(5, upgrades=("flip", "water_discount", "free_garage", "increase_two"))
    table.play({**FOUNDRY, "remove": [4, 2]})
    assert table.state.seats["blue"].upgrades == ("water_discount", "increase_two", "points")
    assert table.state.removed_upgrades == ("flip", "free_garage")


def test_fl_340_one_step_in_the_direction_of_the_value():
    """The worked example: from the centre, a 3, the Fuel Refiner and 1 Power."""
    table = executing(3, acquired=("fuel_refiner",))
    table.when(act("place_control_room", space=1, pay="power"))
    table.then_includes(facts.ResourcesPaid("blue", "control_room", {"power": 1}, {"fuel_refiner": 1}))
    assert table.state.seats["blue"].harvester == "r4c3"
    corner = executing(3, harvester="r5c1")
    corner.when(act("place_control_room", space=1, pay="power")).then_rejected("FL-340", field="value")


def test_a_two_valued_die_moves_one_space_to_the_right():
    table = executing(2).play(act("place_control_room", space=1, pay="water"))
    assert table.state.seats["blue"].harvester == "r3c4"


def trades(*pairs: str) -> list[dict[str, str]]:
    names = {"w": "water", "a": "algae", "p": "power", "g": "gems"}
    return [{"give": names[pair[0]], "receive": names[pair[1]]} for pair in pairs]


def test_fl_343_fl_710_up_to_value_trades_one_after_another():
    """The worked example: 2 × 3 Water for 4 Algae, then 1 Power for 2 Algae."""
    table = executing(3, resources={"water": 6, "power": 1})
    table.play(act("place_market", space=2, trades=trades("wa", "wa", "pa")))
    assert resources(table) == {"water": 0, "algae": 6, "power": 0, "gems": 0}
    chain = executing(3, resources={"water": 3})
    chain.play(act("place_market", space=2, trades=trades("wa", "ap")))
    assert resources(chain)["power"] == 1


@pytest.mark.parametrize(
    ("pairs", "rule"),
    [(("wa",) * 5, "FL-343"), (("wg",), "FL-343"), (("ww",), "FL-343"), (("pa", "pa"), "FL-242")],
)
def test_fl_343_trades_are_of_the_space_and_payable(pairs: tuple[str, ...], rule: str):
    table = executing(3, resources={"water": 30, "power": 1})
    table.when(act("place_market", space=2, value=4, trades=trades(*pairs))).then_rejected(rule)


def test_fl_343_no_trade_at_all_is_allowed():
    executing(3, resources={}).when(act("place_market", space=2)).then_accepted()


def test_fl_346_a_space_that_lists_the_value():
    table = executing(4)
    table.when(act("place_academy", space=1, dice=1)).then_rejected("FL-346", field="space")
    table.when(act("place_academy", space=1, dice=1, value=3)).then_rejected("FL-346")


def test_fl_347_one_or_two_dice_at_their_price():
    """The worked example: a 4 in the middle pays 2 Algae for 1 die."""
    table = executing(4).play(act("place_academy", space=2, dice=1))
    assert spent(table) == {"algae": 2}
    assert table.state.seats["blue"].reserve == 1
    assert spent(executing(4).play(act("place_academy", space=2, dice=2))) == {"algae": 5}
    for dice in (0, 3):
        executing(4).when(act("place_academy", space=2, dice=dice)).then_rejected("FL-347", field="dice")


def test_fl_305_any_value_of_die_and_equal_values_are_allowed():
    table = talking(executing(4), "jrayek", 4)
    table.when(act("place_negotiation", clan="jrayek", row=2)).then_accepted()
    assert row_price(table.state, 2) == 3


def test_fl_243_taken_spaces_are_closed_at_every_board():
    kinds = {
        "mining_camp": {},
        "laboratory": {"pay": "algae", "stack": 0},
        "foundry": {"pay": "power"},
        "control_room": {"pay": "power"},
        "market": {},
        "academy": {"dice": 1},
    }
    for location, more in kinds.items():
        table = taken(executing(3, 3), location, 1)
        table.when(act(f"place_{location}", space=1, **more)).then_rejected("FL-243", field="space")
