"""What a Negotiation die brings: clan ability, advancement, setback. FL-351..367, 515, 544, 705..717."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.first_light import GAME, facts
from domain.games.first_light.state import HeldDie, Spot, Stack
from domain.kernel import TRUTH
from tests.games.first_light.table import (
    act,
    executing,
    facts_of,
    owing,
    resources,
    spent,
    talking,
    with_seat,
)
from tests.support.given import Table

ABILITIES = {"leyrien": "a", "zcharo": "b", "jrayek": "a"}
"""Set a die, move, 1 Item."""


def asked(clan: str, *garages: int, options: dict[str, Any] | None = None, **base: Any) -> Table:
    """A 4 was placed in row 1 of this column; its ability is due."""
    table = executing(4, *garages, options={"clan_sides": options or ABILITIES}, **base)
    return table.play(act("place_negotiation", clan=clan, row=1))


def test_fl_351_the_ability_is_optional_and_asked_only_where_it_can_matter():
    assert asked("leyrien", 3).state.pending.kind == "clan_ability"
    assert asked("leyrien").state.pending.kind == "advancement"
    nothing = {**ABILITIES, "jrayek": "b"}
    assert asked("jrayek", options=nothing).state.pending.kind == "advancement"
    table = asked("zcharo")
    table.when(act("use_clan_ability", move_to="r1c1")).then_rejected("FL-351", field="move_to")
    table.when(act("use_clan_ability")).then_rejected("FL-351", field="move_to")
    table.when(act("use_clan_ability", decline=True, move_to="r3c4")).then_rejected("FL-351")
    table.when(act("use_clan_ability", decline=True)).then_includes(facts.FollowUpDone(True))
    executing(4).when(act("use_clan_ability")).then_rejected("FL-351")


def test_fl_351_moves_gains_and_items():
    asked("zcharo").when(act("use_clan_ability", move_to="r3c4")).then_includes(
        facts.HarvesterMoved("blue", "clan_ability", "r3c4")
    )
    asked("jrayek").when(act("use_clan_ability", drawn=["yeki"])).then_includes(
        facts.ItemsDrawn("blue", "clan_ability", ("yeki",))
    )
    table = asked("zcharo", options={**ABILITIES, "zcharo": "a"}).play(act("use_clan_ability"))
    assert spent(table) == {"power": 4, "water": -3}


def test_fl_352_any_die_still_on_the_base_is_set_to_any_value():
    table = asked("leyrien", 3, farms={2: 1})
    table.when(act("use_clan_ability", garage=3, to=6)).then_rejected("FL-352", field="garage")
    table.when(act("use_clan_ability", garage=2, farm=2, to=6)).then_rejected("FL-352")
    table.when(act("use_clan_ability", to=6)).then_rejected("FL-352")
    table.when(act("use_clan_ability", farm=2, to=7)).then_rejected("FL-352", field="to")
    table.when(act("use_clan_ability", farm=2)).then_rejected("FL-352", field="to")
    table.when(act("use_clan_ability", farm=2, to=6)).then_includes(facts.DieSet("blue", "farm", 2, 6))
    assert (
        asked("leyrien", 3).play(act("use_clan_ability", garage=2, to=5)).state.seats["blue"].garages[1] == 5
    )


def advancing(value: int = 4, **base: Any) -> Table:
    table = executing(2, **base)
    return owing(talking(table, "zcharo", value, owner="blue"), "advancement", clan="zcharo", value=value)


def test_fl_353_the_first_die_of_a_value_advances_by_the_value_it_shows():
    table = executing(4).play(act("place_negotiation", clan="jrayek", row=1, value=3))
    assert table.state.pending.value == 3
    table.play(act("take_advancement", reward="gem"))
    assert table.state.left_values == (1, 2, 4, 5, 6)
    assert table.state.pending is None
    again = executing(3).given_state(left_values=(1, 2, 4))
    again.play(act("place_negotiation", clan="jrayek", row=1))
    assert again.state.pending is None
    again = executing(3)
    again.when(act("take_advancement", reward="gem")).then_rejected("FL-353")


def test_fl_354_each_reward_once_with_its_own_parameters():
    table = advancing()
    table.when(act("take_advancement", reward="gold")).then_rejected("FL-354", field="reward")
    table.when(act("take_advancement", reward="move")).then_rejected("FL-354", field="move_to")
    table.when(act("take_advancement", reward="farm")).then_rejected("FL-354", field="stack")
    table.when(act("take_advancement", reward="gem", stack=0)).then_rejected("FL-354", field="stack")
    table.when(act("take_advancement", reward="gem", remove=[4])).then_rejected("FL-328", field="remove")
    table.when(act("take_advancement", reward="gem", drawn=["yeki"])).then_rejected("FL-115")
    table.when(act("take_advancement", reward="gem", new_top="flip")).then_rejected("FL-110")
    table.when(act("take_advancement", reward="gem")).then_accepted()
    assert "gem" not in table.state.free_rewards
    gone = advancing().given_state(free_rewards=("die",))
    gone.when(act("take_advancement", reward="gem")).then_rejected("FL-354", field="reward")


@pytest.mark.parametrize(
    ("more", "fact"),
    [
        ({"reward": "gem"}, facts.ResourcesGained("blue", "advancement", {"gems": 1})),
        ({"reward": "die"}, facts.DiceGained("blue", "advancement", 1)),
        ({"reward": "move", "move_to": "r2c2"}, facts.TokenTaken("blue", "r2c2", "water_3")),
        (
            {"reward": "items", "drawn": ["yeki", "grogg"]},
            facts.ItemsDrawn("blue", "advancement", ("yeki", "grogg")),
        ),
        (
            {"reward": "farm", "stack": 2, "new_top": "points"},
            facts.TileTaken("blue", "advancement", "farm", 2, "water_3", "points"),
        ),
        (
            {"reward": "upgrade", "stack": 0, "new_top": "points"},
            facts.TileTaken("blue", "advancement", "upgrade", 0, "flip", "points"),
        ),
    ],
)
def test_fl_354_the_six_rewards(more: dict[str, Any], fact: Any):
    advancing().when(act("take_advancement", **more)).then_includes(fact)


def test_fl_354_a_tile_must_be_taken_even_if_another_has_to_go():
    table = advancing(farm_tiles=("points", "water_3", "algae_2"))
    farm = {"reward": "farm", "stack": 0, "new_top": "producer"}
    table.when(act("take_advancement", **farm)).then_rejected("FL-328", field="remove")
    table.when(act("take_advancement", **farm, remove=[5])).then_accepted()
    assert table.state.seats["blue"].farm_tiles == ("points", "producer", "algae_2")
    empty = advancing().given_state(farm_stacks=(Stack(None, 0),) * 3)
    empty.when(act("take_advancement", reward="farm")).then_accepted()


def test_fl_354_the_tile_of_a_reward_goes_into_the_hole():
    table = advancing(upgrades=("free_garage", "points"))
    table.play(act("take_advancement", reward="upgrade", stack=0, new_top="increase_two", remove=[2]))
    assert table.state.seats["blue"].upgrades == ("flip", "points")
    table = advancing(farm_tiles=("points", "gem_on_six"), farms={5: 6})
    table.play(act("take_advancement", reward="farm", stack=0, new_top="producer", remove=[4]))
    assert table.state.seats["blue"].farm_tiles == ("producer", "gem_on_six")
    assert table.state.seats["blue"].farms[4] == 6


def test_fl_355_fl_357_the_column_alone_is_compared_all_owners_included():
    table = talking(executing(4), "zcharo", 5, 5, owner="ai")
    table.play(act("place_negotiation", clan="jrayek", row=1, value=3), act("take_advancement", reward="gem"))
    assert table.state.pending is None
    table = talking(executing(4), "zcharo", 5, owner="ai", first_row=2)
    table.play(act("place_negotiation", clan="zcharo", row=1), act("use_clan_ability", decline=True))
    table.play(act("take_advancement", reward="gem"))
    assert table.state.pending.kind == "setback"
    executing(4).when(act("take_setback", condition=0, punishment="gem")).then_rejected("FL-355")
    executing(4).when(act("ignore_setback")).then_rejected("FL-355")


def suffering(*values: int, **base: Any) -> Table:
    """Blue's last die made these values in Zcharo's column; a setback is due."""
    table = talking(executing(2, **base), "zcharo", *(values or (6, 5)), owner="blue")
    return owing(table, "setback", clan="zcharo", value=4)


def hit(punishment: str, condition: int = 0, **more: Any) -> dict[str, Any]:
    return act("take_setback", condition=condition, punishment=punishment, **more)


def test_fl_356_one_met_condition_of_the_seats_choice():
    table = suffering(6, 5)
    table.when(hit("gem", 2)).then_rejected("FL-356", field="condition")
    table.when(hit("gem", 4)).then_rejected("FL-356", field="condition")
    table.when(hit("gem", 1)).then_includes(facts.SetbackTaken("blue", 1, "gem"))
    assert table.state.left_conditions == (0, 2, 3, 4, 5)
    assert table.state.pending is None
    suffering(5, 5).when(hit("gem", 4)).then_accepted()


def test_fl_358_each_punishment_once_over_all_players():
    table = suffering().given_state(free_punishments=("die", "farm"))
    table.when(hit("gem")).then_rejected("FL-358", field="punishment")
    done = talking(executing(4), "zcharo", 6, 6, owner="ai", first_row=2).given_state(left_conditions=(5,))
    done.play(act("place_negotiation", clan="zcharo", row=1), act("use_clan_ability", decline=True))
    done.play(act("take_advancement", reward="gem"))
    assert done.state.pending is None


def test_fl_359_what_would_change_nothing_is_not_taken_while_something_would():
    table = suffering(resources={}, hand=("yeki",))
    for punishment in ("gem", "farm", "upgrade", "move", "items"):
        table.when(hit(punishment)).then_rejected("FL-359", field="punishment")
    table.given_state(free_punishments=("gem", "items", "farm"))
    table.when(hit("gem")).then_rejected("FL-359")
    table.when(hit("items", items=["yeki"])).then_accepted()
    none = suffering(resources={}).given_state(free_punishments=("gem", "farm"))
    none.when(hit("farm", tile=4)).then_rejected("FL-361", field="tile")
    none.when(hit("farm")).then_accepted()
    assert none.state.free_punishments == ("gem",)


def test_fl_361_fl_705_a_farm_tile_is_lost_and_the_others_shift_with_their_dice():
    table = suffering(farm_tiles=("producer", "water_3", "gem_on_six"), farms={4: 2, 6: 5})
    table.when(hit("farm")).then_rejected("FL-361", field="tile")
    table.when(hit("farm", tile=7)).then_rejected("FL-361", field="tile")
    table.when(hit("farm", tile=4)).then_includes(facts.TilesRemoved("blue", "setback", "farm", (4,)))
    base = table.state.seats["blue"]
    assert base.farm_tiles == ("water_3", "gem_on_six")
    assert base.farms == (None, None, None, None, 5, None)
    assert base.cantina == 1
    assert table.state.removed_farms == ("producer",)


def test_fl_362_an_upgrade_is_lost_and_dice_stay_in_their_garages():
    table = suffering(upgrades=("flip", "points"))
    with_seat(table, garages=(2, 3))
    table.when(hit("upgrade", tile=4)).then_rejected("FL-362", field="tile")
    table.play(hit("upgrade", tile=2))
    base = table.state.seats["blue"]
    assert base.upgrades == ("points",)
    assert base.garages[:2] == (2, 3)
    assert table.state.removed_upgrades == ("flip",)


def test_fl_363_the_harvester_moves_closer_to_the_centre():
    table = suffering(harvester="r2c2")
    table.when(hit("move", move_to="r1c1")).then_rejected("FL-363", field="move_to")
    table.when(hit("move")).then_rejected("FL-363", field="move_to")
    table.when(hit("move", move_to="r3c3")).then_accepted()
    suffering().when(hit("move")).then_rejected("FL-359")


def test_fl_364_one_gem():
    table = suffering()
    table.when(hit("gem", tile=4)).then_rejected("FL-364", field="tile")
    table.play(hit("gem"))
    assert spent(table) == {"gems": 1}


def test_fl_365_two_items_or_the_one_that_is_there():
    table = suffering(hand=("yeki", "grogg", "ledger"))
    table.when(hit("items", items=["yeki"])).then_rejected("FL-365", field="items")
    table.when(hit("items", items=["yeki", "yeki"])).then_rejected("FL-365", field="items")
    table.play(hit("items", items=["yeki", "ledger"]))
    assert table.state.deck.discard == ("yeki", "ledger")


def everywhere() -> Table:
    table = suffering(reserve=1, cantina=1, farms={2: 3}, dice_supply=0)
    return table.given_state(
        headquarters=(HeldDie("blue", 4, 1), None, None),
        depository={**table.state.depository, 4: (None, "blue", None)},
        locations={**table.state.locations, "market": (None, Spot("blue", 2))},
    )


DICE = [
    {"at": "reserve"},
    {"at": "cantina"},
    {"at": "garage", "slot": 1},
    {"at": "farm", "slot": 2},
    {"at": "headquarters", "slot": 1},
    {"at": "market", "space": 2},
    {"at": "depository", "column": 4, "row": "middle"},
    {"at": "negotiation", "clan": "zcharo", "row": 2},
]


@pytest.mark.parametrize("die", DICE, ids=lambda die: die["at"])
def test_fl_366_fl_367_a_die_is_lost_from_anywhere_of_the_own(die: dict[str, Any]):
    table = everywhere()
    table.when(hit("die", die=die)).then_accepted()
    assert table.state.seats["blue"].dice_supply == 1
    offered = [
        offer.parameters["die"].values
        for offer in GAME.offers(everywhere().state, "blue", TRUTH)
        if "die" in offer.parameters
    ]
    assert die in offered[0]


@pytest.mark.parametrize(
    "die",
    [None, {"at": "market", "space": 1}, {"at": "farm", "slot": 9}, {"at": "moon"}, {"at": "negotiation"}],
)
def test_fl_366_only_a_die_that_is_there(die: dict[str, Any] | None):
    everywhere().when(hit("die", die=die)).then_rejected("FL-366", field="die")


def test_fl_713_a_die_lost_earlier_no_longer_counts():
    from domain.games.first_light.actions import DieAt

    table = talking(executing(4), "zcharo", 5, first_row=2).given(
        facts.DieLost("black", DieAt("negotiation", clan="zcharo", row=2))
    )
    table.play(act("place_negotiation", clan="zcharo", row=1), act("use_clan_ability", decline=True))
    table.play(act("take_advancement", reward="gem"))
    assert table.state.pending is None


def test_fl_712_the_reward_comes_before_the_setback_and_can_be_lost_to_it():
    table = talking(executing(4, resources={"power": 9}), "zcharo", 6, first_row=2)
    table.play(act("place_negotiation", clan="zcharo", row=1), act("use_clan_ability", decline=True))
    table.play(act("take_advancement", reward="gem"))
    table.given_state(free_punishments=("gem", "farm"))
    table.play(hit("gem"))
    assert resources(table)["gems"] == 0


def test_the_negotiation_of_the_worked_example():
    """A 5 for 9 Algae, worth 5 points; a die is set; the first 5 advances; the sum 11 meets 8 and 10."""
    table = talking(executing(5, 2), "leyrien", 6, first_row=3)
    table.given_state(free_rewards=("gem", "items", "upgrade", "farm"))
    table.play(act("place_negotiation", clan="leyrien", row=2))
    assert spent(table) == {"algae": 9}
    assert table.state.box.cells["leyrien"][1].points == 5
    table.play(act("use_clan_ability", garage=2, to=6), act("take_advancement", reward="gem"))
    conditions = {
        condition
        for offer in GAME.offers(table.state, "blue", TRUTH)
        if offer.type == "take_setback"
        for condition in offer.parameters["condition"].values
    }
    assert conditions == {0, 1}
    table.play(hit("gem", 1))
    assert table.state.left_conditions == (0, 2, 3, 4, 5)


def test_fl_515_the_leyrien_sceptre_ignores_a_setback():
    suffering().when(act("ignore_setback")).then_rejected("FL-515")
    table = suffering(acquired=("leyrien_sceptre",))
    before = table.state
    table.when(act("ignore_setback")).then_includes(facts.SetbackIgnored("blue", "zcharo"))
    assert table.state.left_conditions == before.left_conditions
    assert table.state.free_punishments == before.free_punishments
    assert table.state.pending is None


@pytest.mark.parametrize(("acquired", "may"), [((), False), (("leyrien_sceptre",), True)])
def test_fl_515_whoever_has_the_sceptre_is_offered_to_ignore_it(acquired: tuple[str, ...], may: bool):
    state = suffering(acquired=acquired).state
    types = [offer.type for offer in GAME.offers(state, "blue", TRUTH)]
    assert types.count("ignore_setback") == may
    assert "take_setback" in types


def test_fl_544_lysias_james_takes_the_gain_instead():
    suffering().when(hit("gem", as_gain=True)).then_rejected("FL-544", field="as_gain")
    table = suffering(character="lysias_james", resources={})
    table.when(hit("gem", as_gain=True)).then_includes(facts.ResourcesGained("blue", "setback", {"gems": 1}))
    assert "gem" not in table.state.free_punishments
    assert "gem" in table.state.free_rewards
    table = suffering(character="lysias_james")
    table.when(hit("farm", as_gain=True)).then_rejected("FL-354", field="stack")
    table.when(hit("die", as_gain=True, die={"at": "reserve"})).then_rejected("FL-544")
    table.when(hit("farm", as_gain=True, stack=0, new_top="points")).then_accepted()
    assert table.state.seats["blue"].farm_tiles == ("producer",)
    table = suffering(character="lysias_james")
    table.when(hit("move", as_gain=True, move_to="r2c2")).then_accepted()
    table = suffering(character="lysias_james")
    table.when(hit("items", as_gain=True, drawn=["yeki", "grogg"])).then_accepted()


def test_fl_706_a_tile_that_arrives_has_no_die_until_the_next_plan():
    table = advancing().play(act("take_advancement", reward="farm", stack=0, new_top="points"))
    assert table.state.seats["blue"].farms[3] is None


def test_fl_709_draws_come_one_after_another_with_a_reshuffle_between():
    from msgspec.structs import replace

    table = advancing()
    table.given_state(deck=replace(table.state.deck, size=1, discard=("yeki",)))
    table.when(act("take_advancement", reward="items", drawn=["grogg", "yeki"]))
    assert [type(fact).__name__ for fact in table.facts][2:5] == [
        "ItemsDrawn",
        "DiscardsReshuffled",
        "ItemsDrawn",
    ]
    assert [fact.items for fact in facts_of(table, facts.ItemsDrawn)] == [("grogg",), ("yeki",)]


def test_the_order_of_checks_of_a_setback():
    """FL-356, then FL-358, FL-328, FL-359 and the punishment's own rule."""
    table = suffering(resources={}).given_state(free_punishments=("move", "die"))
    everything = hit("gem", 3, remove=[4], tile=9)
    table.when(everything).then_rejected("FL-356")
    table.when({**everything, "condition": 0}).then_rejected("FL-358")
    table.when({**everything, "condition": 0, "punishment": "move"}).then_rejected("FL-328")
    table.when(hit("move", tile=9)).then_rejected("FL-359")
    table.when(hit("die", tile=9)).then_rejected("FL-366")
