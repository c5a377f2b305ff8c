"""Harvest and Rest, FL-250..276, and the tiles and characters that act there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME, facts
from domain.games.first_light.state import HeldDie, Spot
from domain.kernel import TRUTH, Each, Optional, Range
from domain.kernel.offers import covers
from tests.games.first_light.table import act, executing, facts_of, planning, resources, with_seat
from tests.support.given import Table


def harvesting(event: str = "quiet_night", seats: int = 2, **base: Any) -> Table:
    base.setdefault("resources", {})
    base.setdefault("reserve", 0)
    return with_seat(planning(seats, event), **base).given_state(phase="harvest")


def gained(table: Table, cause: str) -> dict[str, int]:
    return next((f.gains for f in facts_of(table, facts.ResourcesGained) if f.cause == cause), {})


def test_fl_250_the_planet_gives_its_yield_with_dice_and_shared_spaces_change_nothing():
    table = harvesting(harvester="r2c3")
    with_seat(table, "black", harvester="r2c3")
    table.when(act("harvest")).then_includes(
        facts.ResourcesGained("blue", "planet", {"water": 3}), facts.DiceGained("blue", "planet", 1)
    )
    table.when(act("harvest")).then_rejected("FL-201", field="seat")
    table.when(act("harvest", "black")).then_includes(facts.ResourcesGained("black", "planet", {"water": 3}))


def test_fl_250_a_gem_cache_gives_what_its_visible_side_shows():
    table = harvesting(harvester="r1c2").when(act("harvest"))
    assert gained(table, "planet") == {"water": 2, "gems": 1}


def test_fl_251_the_booster_produces_nothing_and_raises_the_others_up_to_three_and_six():
    table = harvesting(farms={1: 1, 2: 2, 3: 5})
    table.when(act("harvest", choices={"2": "water", "3": "power"}))
    assert gained(table, "farm_1") == {}
    assert gained(table, "farm_2") == {"water": 7}
    assert gained(table, "farm_3") == {"power": 3}


def test_fl_251_the_owner_may_raise_less():
    table = harvesting(farms={1: 6, 2: 2}).when(act("harvest", choices={"2": "water"}, **{"raise": {"2": 1}}))
    assert gained(table, "farm_2") == {"water": 5}


def test_fl_251_the_offer_names_for_each_die_how_far_it_is_raised_and_zero_is_zero():
    table = harvesting(farms={1: 6, 2: 2, 3: 3})
    [offer] = [offer for offer in GAME.offers(table.state, "blue", TRUTH) if offer.type == "harvest"]
    chosen = {"2": "water", "3": "water"}
    for raised, amounts in (
        (None, (7, 9)),
        ({}, (7, 9)),
        ({"3": 0}, (7, 5)),
        ({"2": 0, "3": 0}, (3, 5)),
        ({"2": 3, "3": 3}, (7, 9)),
    ):
        action = act("harvest", choices=chosen, **({} if raised is None else {"raise": raised}))
        assert covers(offer, action), raised
        table = harvesting(farms={1: 6, 2: 2, 3: 3}).play(action)
        assert (gained(table, "farm_2")["water"], gained(table, "farm_3")["water"]) == amounts, raised
    each = Each({"2": Optional(Range(0, 3)), "3": Optional(Range(0, 3))})
    assert offer.parameters["raise"] == Optional(each)


@pytest.mark.parametrize("raised", [{"2": 4}, {"3": 1}, {"1": 1}, {"x": 0}, {"2": -1}])
def test_fl_251_a_raise_is_of_another_farm_die_by_three_at_most(raised: dict[str, int]):
    table = harvesting(farms={1: 6, 2: 2})
    table.when(act("harvest", choices={"2": "water"}, **{"raise": raised})).then_rejected(
        "FL-251", field="raise"
    )
    plain = harvesting(farms={2: 2})
    plain.when(act("harvest", choices={"2": "water"}, **{"raise": {"2": 1}})).then_rejected("FL-251")


@pytest.mark.parametrize(
    "choices", [{}, {"2": "water", "3": "water"}, {"2": "power"}, {"3": "water"}, {"2": "gold"}]
)
def test_fl_252_one_resource_is_chosen_for_each_producing_farm_with_a_die(choices: dict[str, str]):
    harvesting(farms={2: 4}).when(act("harvest", choices=choices)).then_rejected("FL-252")


def test_fl_252_without_a_die_a_farm_gives_nothing():
    table = harvesting().when(act("harvest"))
    assert {fact.cause for fact in facts_of(table, facts.ResourcesGained)} == {"planet"}


@pytest.mark.parametrize(
    ("tile", "gain"), [("water_3", {"water": 3}), ("algae_2", {"algae": 2}), ("power_1", {"power": 1})]
)
def test_fl_253_fl_551_fl_552_fl_553_passive_tiles_produce_without_a_die(tile: str, gain: dict[str, int]):
    table = harvesting(farm_tiles=(tile,)).when(act("harvest"))
    assert gained(table, "farm_4") == gain


def test_fl_254_fl_554_a_producer_tile_gives_algae_or_power():
    table = harvesting(farm_tiles=("producer",), farms={4: 6})
    table.when(act("harvest", choices={"4": "water"})).then_rejected("FL-252")
    table.when(act("harvest", choices={"4": "algae"}))
    assert gained(table, "farm_4") == {"algae": 5}


def test_fl_255_fl_701_dice_gained_in_the_harvest_are_in_reserve_and_not_placed_this_round():
    table = harvesting(harvester="r2c3").play(act("harvest"))
    base = table.state.seats["blue"]
    assert (base.reserve, base.rolled, base.garages) == (1, (), (None,) * 5)


@pytest.mark.parametrize(("die", "booster", "gems"), [(6, None, 1), (5, None, 0), (3, 1, 1), (2, 1, 0)])
def test_fl_256_fl_555_a_tile_that_needs_a_six_produces_with_exactly_that(
    die: int, booster: int | None, gems: int
):
    table = harvesting(farm_tiles=("gem_on_six",), farms={1: booster, 4: die}).when(act("harvest"))
    assert gained(table, "farm_4").get("gems", 0) == gems


def test_fl_556_two_dice_for_a_six():
    table = harvesting(farm_tiles=("dice_on_six",), farms={4: 6})
    table.when(act("harvest")).then_includes(facts.DiceGained("blue", "farm_4", 2))


def test_fl_557_points_tiles_produce_nothing():
    table = harvesting(farm_tiles=("points",)).when(act("harvest"))
    assert gained(table, "farm_4") == {}


@pytest.mark.parametrize("face", [1, 2])
def test_fl_541_akira_hope_wakes_farms_that_need_a_six(face: int):
    table = harvesting(farm_tiles=("gem_on_six",), farms={4: face}, character="akira_hope").when(
        act("harvest")
    )
    assert gained(table, "farm_4") == {"gems": 1}
    plain = harvesting(farms={2: 1}, character="akira_hope").when(act("harvest", choices={"2": "water"}))
    assert gained(plain, "farm_2") == {"water": 2}


def test_fl_541_with_all_farms_her_die_counts_as_the_highest():
    table = harvesting(farms={2: 1}, character="akira_hope")
    box = table.state.box.box
    akira = replace(
        box.characters["akira_hope"], effect=replace(box.characters["akira_hope"].effect, farms="all")
    )
    wide = replace(box, characters={**box.characters, "akira_hope": akira})
    table.given_state(box=replace(table.state.box, box=wide)).when(act("harvest", choices={"2": "water"}))
    assert gained(table, "farm_2") == {"water": 9}


def test_fl_257_fl_547_sable_lesedi_moves_after_the_yield_of_her_space():
    table = harvesting(character="sable_lesedi", harvester="r3c3", resources={"water": 1})
    table.when(act("harvest", move_to="r1c1")).then_rejected("FL-547", field="move_to")
    table.when(act("harvest", move_to="r2c2")).then_accepted()
    assert table.facts[:2] == (
        facts.ResourcesGained("blue", "planet", {"water": 2}),
        facts.ResourcesPaid("blue", "move_after_harvest", {"water": 3}),
    )
    assert resources(table)["water"] == 3
    assert table.state.seats["blue"].harvester == "r2c2"
    assert "r2c2" not in table.state.tokens


def test_fl_547_the_move_is_hers_alone_and_must_be_paid():
    harvesting().when(act("harvest", move_to="r2c2")).then_rejected("FL-547", field="move_to")
    table = harvesting(character="sable_lesedi", harvester="r3c2")
    table.when(act("harvest", move_to="r3c3")).then_rejected("FL-547")


def test_fl_250_an_event_gives_at_the_harvest():
    harvesting("solar_wind").when(act("harvest")).then_includes(
        facts.ResourcesGained("blue", "solar_wind", {"power": 1})
    )


def test_the_farms_of_the_worked_example():
    """Farm 1 raises a 2 to a 5: 7 Water or 2 Power; the fourth Farm gives 3 Water; the fifth is points."""
    for resource, amount in (("water", 7), ("power", 2)):
        table = harvesting(farms={1: 4, 3: 2}, farm_tiles=("water_3", "points"))
        table.when(act("harvest", choices={"3": resource}))
        assert gained(table, "farm_3") == {resource: amount}
        assert gained(table, "farm_4") == {"water": 3}
        assert gained(table, "farm_5") == {}


def resting(seats: int = 2, **base: Any) -> Table:
    base.setdefault("reserve", 0)
    return with_seat(planning(seats), **base).given_state(phase="rest")


def test_fl_270_dice_come_home_from_boards_farms_and_cantina_alone():
    table = resting(farms={2: 3}, cantina=1)
    table.given_state(
        locations={
            **table.state.locations,
            "market": (Spot("blue", 3), None),
            "laboratory": (Spot("blue", 2, 2),),
        },
        headquarters=(HeldDie("blue", 4, 1), None, None),
        depository={**table.state.depository, 4: ("blue", None, None)},
    )
    table.when(act("rest")).then_includes(facts.Rested("blue", 5, 1))
    state = table.state
    assert state.seats["blue"].reserve == 4
    assert state.locations["market"] == (None, None)
    assert state.headquarters[0] is not None
    assert state.depository[4][0] == "blue"


def test_fl_271_fl_272_the_marker_goes_left_and_the_event_is_over():
    table = resting().play(act("rest"), act("rest", "black"))
    assert table.state.start_player == "black"
    assert table.state.event is None
    assert table.state.phase == "plan_event"


def test_fl_273_dice_beyond_five_go_back_from_the_reserve():
    table = resting(reserve=6)
    table.given_state(headquarters=(HeldDie("blue", 4, 1), None, None))
    table.when(act("rest")).then_includes(facts.Rested("blue", 0, 2))
    assert table.state.seats["blue"].reserve == 4


def test_fl_274_hands_go_down_to_eight_by_own_choice():
    hand = ("ledger", "grogg", "yeki", "zcarpi", "archive", "jakhaw", "karvyk", "uxolotyl", "id_badge")
    table = resting(hand=hand)
    table.when(act("rest")).then_rejected("FL-274", field="discard")
    table.when(act("rest", discard=["ice_stones"])).then_rejected("FL-274", field="discard")
    table.when(act("rest", discard=["grogg", "yeki"])).then_rejected("FL-274")
    table.when(act("rest", discard=["yeki"])).then_accepted()
    assert table.state.deck.discard == ("yeki",)
    resting(hand=hand[:8]).when(act("rest", discard=["grogg"])).then_rejected("FL-274")


def test_fl_275_the_limits_hold_at_rest_alone():
    table = executing(6, reserve=5, hand=("ledger",) * 0)
    table.when(act("place_academy", space=3, dice=2)).then_accepted()
    assert table.state.seats["blue"].reserve == 7


def test_fl_276_after_the_eighth_rest_the_game_ends_with_the_limits_applied():
    table = resting(reserve=7).given_state(round=8, events=tuple("abcdefgh"))
    table.play(act("rest"), act("rest", "black"))
    assert table.state.phase == "scoring"
    assert table.state.seats["blue"].reserve == 5
    assert GAME.moment(table.state).phase == "scoring"
