"""3xx, discover and build: research, foundations, buildings."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import EnergyChanged, GemsChanged
from tests.games.chaos_order.table import BLUE, BP, RED, begun, building, put


def tile(table, foundation="depot", region="black_sedge", **more):
    return table.do("construct_foundation", foundation=f"circadians.{foundation}", region=region, **more)


def test_co_301_the_columns_number_of_research():
    table = (
        begun().acting("discover").board(RED, research=dict.fromkeys(begun().state.seats[RED].research, 4))
    )
    table.do("begin_main_action")
    assert table.head() == ("gain_research", 3)


def test_co_302_gems_for_research_or_a_card():
    table = begun().acting("discover", main="done").board(RED, gems=2)
    table.do("auxiliary_action", option=1, draws=["feint"]).has(RED, gems=0, hand={"feint": 1})


def test_co_310_a_bp_for_a_foundation_or_a_building():
    table = begun().acting("build")
    put(table).then_rejected("CO-310")
    tile(table).then_rejected("CO-310")
    table.pend(RED, Effect("build_points", 2))
    put(table, foundation="nothing").then_rejected("CO-310", field="foundation")
    tile(table, foundation="nothing").then_rejected("CO-310", field="foundation")
    tile(table, "power_line", "nowhere").then_rejected("CO-310", field="region")
    put(table).then_accepted()
    tile(table, "power_line").then_accepted()
    assert table.head() is None


def test_co_311_energy_for_a_bp_or_a_card():
    table = begun().acting("build", main="done").do("auxiliary_action", option=0).has(RED, energy=3)
    assert table.head() == ("build_points", 1)


def test_co_312_entering_column_2_constructs_a_foundation_or_draws():
    table = begun().acting("discover").pend(RED, Effect("gain_research", 1))
    table.do("advance_research", track="build").do("choose_branch", index=0)
    tile(table, "power_line").then_accepted()
    table.pend(RED, Effect("gain_research", 1)).do("advance_research", track="build")
    assert table.head() is None


def test_co_313_a_board_foundation_in_a_controlled_land_region():
    tile(building(), "power_line", "tall_grass").then_rejected("CO-313", field="region")
    tile(building(), "power_line", "base_s2").then_rejected("CO-313", field="region")
    tile(building(), "power_line", "lake_still").then_rejected("CO-313", field="region")
    table = tile(building(), "power_line").then_accepted().pend(RED, BP)
    tile(table, "power_line", "stone_ladder").then_rejected("CO-313", field="foundation")
    contested = building().region("black_sedge", fighters={RED: 8, BLUE: 1})
    tile(contested, "power_line").then_rejected("CO-313", field="region")
    table.do("construct_foundation", foundation="leyrien.power_line", region="black_sedge")
    table.then_rejected("CO-313", field="foundation")


def test_co_314_three_foundations_in_a_region_at_most():
    table = building().region("black_sedge", foundations=("circadians.start_1", "relic_1", "relic_2"))
    tile(table, "power_line").then_rejected("CO-314", field="region")


def test_co_315_a_locked_foundation_costs_a_gem_also_when_it_is_free():
    tile(building(), "depot").then_rejected("CO-315", field="pay_lock")
    tile(building(), "depot", pay_lock="gem").has(RED, gems=0)
    tile(building(), "power_line", pay_lock="gem").then_rejected("CO-315")
    free = begun().acting("build").pend(RED, Effect("construct_foundation", 1))
    tile(free, "depot", pay_lock="gem").has(RED, gems=0)
    tile(building().board(RED, gems=0), "depot", pay_lock="gem").then_rejected("CO-315")


def test_co_316_the_tile_is_neutral_and_its_ability_uncovered():
    table = tile(building(), "power_line")
    assert "circadians.power_line" not in table.state.seats[RED].board_foundations
    table.region("black_sedge", fighters={BLUE: 1}, leaders={}).acting("build", BLUE).pend(BLUE, BP)
    table.do("construct_building", BLUE, building="foundry", foundation="circadians.power_line")
    table.then_accepted().has(BLUE, energy=6)


def test_co_317_an_empty_foundation_in_a_controlled_region():
    put(building(), foundation="relic_1").then_rejected("CO-317", field="foundation")
    put(building(), building="tower").then_rejected("CO-317", field="building")
    table = put(building()).pend(RED, BP)
    put(table, building="outpost").then_rejected("CO-317", field="foundation")


def test_co_318_and_co_319_the_left_most_building_and_its_lock():
    table = building().board(RED, buildings={"foundry": 2, "outpost": 4, "stronghold": 3}, gems=3)
    put(table).then_rejected("CO-319", field="pay_lock")
    put(table, pay_lock="gem").has(RED, gems=2, buildings={"foundry": 1, "outpost": 4, "stronghold": 3})
    table.pend(RED, BP)
    put(table, foundation="circadians.start_2", draws=["feint"]).then_accepted()


def test_co_320_one_building_of_a_type_in_a_region():
    table = put(building()).pend(RED, Effect("build_points", 2))
    tile(table, "power_line")
    put(table, foundation="circadians.power_line").then_rejected("CO-320", field="building")


def test_co_321_the_location_reward_every_time_also_under_a_relic():
    table = building().bare().region("tall_grass", fighters={RED: 1})
    put(table, foundation="relic_1").has(RED, energy=8)
    table.then_includes(EnergyChanged(RED, 2, "location"))
    assert table.state.regions["tall_grass"].relic == 1


def test_co_322_foundations_stay_where_they_are():
    table = put(building()).bare()
    assert "circadians.start_1" in table.state.regions["black_sedge"].foundations


def test_co_323_a_building_uncovers_the_income_of_its_space():
    table = put(building()).at("gain_income").do("take_building_income")
    table.then_includes(EnergyChanged(RED, 1, "income"))


def test_co_705_a_foundation_placed_now_is_built_on_with_the_next_bp():
    table = begun().acting("build").pend(RED, Effect("build_points", 2))
    tile(table, "power_line")
    put(table, foundation="circadians.power_line").then_accepted()


def test_co_706_a_reward_of_research_gives_its_immediate_effect_within_the_build_turn():
    table = begun().bare().region("glass_mire", fighters={RED: 1}).acting("build").do("begin_main_action")
    put(table, foundation="relic_4").then_accepted()
    table.do("advance_research", track="build")
    assert table.head() == ("choice", 1)
    table.do("choose_branch", index=1, draws=["feint"]).has(RED, hand={"feint": 1})
    assert table.head() is None


def test_co_576_construction_without_bp_keeps_to_its_types():
    table = begun().acting("move").pend(RED, Effect("construct_building", 1, among=("outpost",)))
    put(table, building="foundry").then_rejected("CO-576", field="building")
    put(table, building="outpost").then_accepted()


def test_gems_of_a_card_auxiliary_and_lock_have_their_causes():
    table = begun().acting("discover").pend(RED, Effect("gain_research", 1))
    table.do("advance_research", track="move", pay_lock="gem").then_includes(GemsChanged(RED, -1, "gem_lock"))
