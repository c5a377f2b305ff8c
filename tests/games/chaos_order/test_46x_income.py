"""4xx, income: the region count, buildings, attributes, abilities."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import RegionIncomeTaken
from tests.games.chaos_order.table import BLUE, RED, begun


def earning(**board):
    """Red takes income, alone on the map with so many land regions."""
    return begun().board(RED, **board).at("gain_income")


def holding(count, **board):
    table = earning(**board).bare()
    places = [place for place in table.state.regions if not place.startswith("lake")]
    for place in places[: count - 1]:
        table.region(place, fighters={RED: 1})
    return table


def test_co_460_and_co_461_all_at_once_each_part_in_any_order():
    table = earning()
    table.do("take_building_income", BLUE).do("take_region_income").do("decline_effect")
    table.do("take_ability_income", BLUE, ability="leyrien.morale").then_accepted()
    table.do("take_building_income").then_accepted()
    table.do("take_building_income").then_rejected("CO-462")
    table.do("take_region_income").then_rejected("CO-463")


def test_co_462_income_of_the_spaces_without_a_building():
    table = earning(buildings={"foundry": 1, "outpost": 4, "stronghold": 2})
    table.do("take_building_income").has(RED, energy=10, gems=2)


def test_co_463_the_region_count_with_base_and_modifiers():
    table = holding(3, region_bonus=1).do("take_region_income")
    table.then_includes(RegionIncomeTaken(RED, 2, 0, 1, 1, 3))
    table.do("decline_effect").do("take_region_income").then_rejected("CO-463")


def test_co_464_few_regions_give_energy_and_a_card():
    holding(2).do("take_region_income", draws=["feint"]).has(RED, energy=9, hand={"feint": 1})


def test_co_465_and_co_469_a_redeployment_but_not_out_of_the_current_relics_region():
    table = holding(3).do("take_region_income")
    assert table.head() == ("redeploy", 1)
    table = earning().bare().region("tall_grass", fighters={RED: 2}).region("salt_bluff", fighters={RED: 1})
    table.do("redeploy_units", from_="tall_grass", to="salt_bluff", fighters=1).then_rejected("CO-463")
    table.do("take_region_income")
    table.do("redeploy_units", from_="tall_grass", to="salt_bluff", fighters=1).then_rejected("CO-469")
    table.do("redeploy_units", from_="salt_bluff", to="tall_grass", fighters=1).then_accepted()


def test_co_466_one_upgrade_or_gem():
    table = holding(6).do("choose_region_reward", reward="gem").then_rejected("CO-463")
    table.do("take_region_income").do("choose_region_reward", reward="gem").has(RED, gems=2)
    table.do("choose_region_reward", reward="gem").then_rejected("CO-466")


def test_co_467_twice_in_any_mix_one_after_the_other():
    table = holding(8, gems=0).do("take_region_income")
    table.do("choose_region_reward", reward="circadians.couriers").then_rejected("CO-470", field="reward")
    table.do("choose_region_reward", reward="gem").do("choose_region_reward", reward="circadians.couriers")
    table.has(RED, gems=0)
    assert table.state.seats[RED].attributes["circadians.couriers"] == "upgraded"
    table.do("choose_region_reward", reward="gem").then_rejected("CO-467")


def test_co_468_the_row_is_fixed_when_the_part_is_taken():
    table = holding(2).do("take_ability_income", ability="circadians.intel")
    table.do("take_region_income").then_includes(RegionIncomeTaken(RED, 1, 0, 1, 1, 3))


def test_co_552_co_553_and_co_558_intel_and_thresholds_count_for_income_only():
    table = holding(2, counters={"intel": 3, "thresholds": 2})
    table.do("take_ability_income", ability="circadians.intel").has(RED, fame=1, region_bonus=1)
    table.do("take_ability_income", ability="circadians.thresholds").has(RED, region_bonus=3)
    table.do("take_ability_income", ability="circadians.intel").then_rejected("CO-590", field="ability")
    table.do("take_region_income").then_includes(RegionIncomeTaken(RED, 1, 0, 1, 3, 3))
    assert GAME.standing(table.state).seats[0].parts["land_regions"] == 1


def test_co_585_a_modifier_counts_for_this_round_only():
    table = begun().bare().board(RED, region_bonus=2).at("check_relics")
    table.do("resolve_relics", None).has(RED, region_bonus=0)


def test_co_470_an_attribute_is_paid_turned_and_resolved_once():
    begun().acting("move").do("upgrade_attribute", attribute="circadians.survey").then_rejected("CO-470")
    table = begun().board(RED, gems=2).acting("move").pend(RED, Effect("upgrade_attribute", 2))
    table.do("upgrade_attribute", attribute="leyrien.vows").then_rejected("CO-470", field="attribute")
    table.do("upgrade_attribute", attribute="circadians.survey", draws=["feint"])
    table.has(RED, gems=0, hand={"feint": 1})
    table.do("upgrade_attribute", attribute="circadians.survey").then_rejected("CO-470")
    table.do("upgrade_attribute", attribute="circadians.couriers").then_rejected("CO-470")


def test_co_471_cards_gained_here_are_not_played_before_the_next_round():
    table = holding(2).do("take_region_income", draws=["long_watch"])
    table.do("play_tactics_card", card="long_watch", play=0).then_rejected("CO-502", field="card")


def test_co_472_finished_once_and_not_before_the_abilities_that_are_not_optional():
    table = begun().at("gain_income")
    table.do("finish_income", BLUE).then_rejected("CO-472")
    table.do("take_ability_income", BLUE, ability="leyrien.morale").do("finish_income", BLUE).then_accepted()
    table.do("finish_income", BLUE).then_rejected("CO-472", field="seat")
    table.do("take_region_income", BLUE).then_rejected("CO-472")
    table.do("finish_income")
    assert table.state.phase == "check_relics"
