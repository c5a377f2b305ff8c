"""The five action phases, CO-3xx."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import CardsDrawn, EnergyChanged, GemsChanged, UnitsMoved
from domain.games.chaos_order.reading.ways import neighbours, reachable
from domain.games.chaos_order.rules.move import leaders_may_go
from domain.games.chaos_order.state import Built, Loose
from tests.games.chaos_order.table import BLUE, RED, begun, dealt, faction_in, with_box

BP = Effect("build_points", 1)
HP = Effect("harvest_points", 1)
MP = Effect("movement_points", 1)


def building():
    """Red acts in `build` and has a point."""
    return begun().acting("build").pend(RED, BP)


def put(table, building="foundry", foundation="circadians.start_1", **more):
    return table.do("construct_building", building=building, foundation=foundation, **more)


def tile(table, foundation="depot", region="black_sedge", **more):
    return table.do("construct_foundation", foundation=f"circadians.{foundation}", region=region, **more)


def test_co_301_the_columns_number_of_research():
    table = (
        begun().acting("discover").board(RED, research=dict.fromkeys(begun().state.boards[RED].research, 4))
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
    assert "circadians.power_line" not in table.state.boards[RED].board_foundations
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


def test_co_330_the_columns_energy_and_hp():
    table = begun().acting("harvest").do("begin_main_action").has(RED, energy=9)
    assert table.head() == ("harvest_points", 1)


def test_co_331_energy_for_gems():
    table = begun().acting("harvest", main="done").do("auxiliary_action", option=0)
    table.has(RED, energy=2, gems=2)


def harvesting():
    return begun().acting("harvest").pend(RED, Effect("harvest_points", 3))


def test_co_332_one_hp_one_token():
    begun().acting("harvest").do("harvest_region", region="base_s2").then_rejected("CO-332")
    table = harvesting().do("harvest_region", region="base_s2").has(RED, energy=8)
    assert table.head() == ("harvest_points", 2)
    table.do("harvest_region", region="nowhere").then_rejected("CO-332", field="region")


def test_co_332_a_region_without_a_token_gives_nothing_to_harvest():
    def barren(document):
        next(p for p in document["map"]["places"] if p["id"] == "stone_ladder")["production"] = None

    table = begun(with_box(barren)).acting("harvest").pend(RED, HP).built(RED, "stone_ladder", "foundry")
    table.do("harvest_region", region="stone_ladder").then_rejected("CO-332", field="region")


def test_co_333_the_own_base_or_a_controlled_region_with_an_own_foundry():
    table = harvesting()
    table.do("harvest_region", region="base_n1").then_rejected("CO-333", field="region")
    table.do("harvest_region", region="stone_ladder").then_rejected("CO-333", field="region")
    table.built(RED, "stone_ladder", "outpost")
    table.do("harvest_region", region="stone_ladder").then_rejected("CO-333", field="region")
    harvesting().built(RED, "stone_ladder", "foundry").do("harvest_region", region="stone_ladder")


def test_co_530_a_foundry_lets_its_region_be_harvested():
    table = harvesting().built(RED, "stone_ladder", "foundry")
    table.do("harvest_region", region="stone_ladder").has(RED, energy=8)
    contested = harvesting().built(RED, "stone_ladder", "foundry").region("stone_ladder", fighters={BLUE: 1})
    contested.do("harvest_region", region="stone_ladder").then_rejected("CO-333")


def test_co_334_a_token_once_a_round():
    table = harvesting().do("harvest_region", region="base_s2")
    table.do("harvest_region", region="base_s2").then_rejected("CO-334", field="region")
    table.given_state(loose={"base_s2": Loose("loose_gems")})
    table.do("harvest_region", region="base_s2").has(RED, gems=2)
    table.given_state(loose={"base_s2": Loose("loose_gems", upgraded=True)})
    table.do("harvest_region", region="base_s2").then_rejected("CO-334")


def test_co_335_a_loose_token_is_harvested_instead_of_the_printed_one():
    table = harvesting().given_state(loose={"base_s2": Loose("loose_energy")})
    table.do("harvest_region", region="base_s2").then_includes(EnergyChanged(RED, 3, "harvest"))


def laying(*on):
    effect = Effect("place_production_token", among=on or ("land", "base"))
    return begun().acting("discover").pend(RED, effect)


def test_co_336_a_loose_token_over_a_printed_one_under_control():
    begun().acting("discover").do(
        "place_production_token", token="loose_gems", region="base_s2"
    ).then_rejected("CO-336")
    table = laying()
    table.do("place_production_token", token="nothing", region="base_s2").then_rejected(
        "CO-336", field="token"
    )
    for region in ("base_n1", "tall_grass", "lake_still", "nowhere"):
        table.do("place_production_token", token="loose_gems", region=region)
        table.then_rejected("CO-336", field="region")
    table.do("place_production_token", token="loose_gems", region="base_s2").then_accepted()
    assert "loose_gems" not in table.state.production_area
    table.pend(RED, Effect("place_production_token", among=("land", "base")))
    table.do("place_production_token", token="loose_rp", region="base_s2").then_rejected("CO-336")
    table.do("place_production_token", token="loose_gems", region="stone_ladder").then_rejected("CO-336")


def test_co_337_an_own_loose_token_not_yet_upgraded():
    begun().acting("discover").do("upgrade_production_token", token="loose_gems").then_rejected("CO-337")
    table = begun().given_state(loose={"base_n1": Loose("loose_gems"), "base_s2": Loose("loose_rp")})
    table.acting("discover").pend(RED, Effect("upgrade_production_token", 2))
    table.do("upgrade_production_token", token="loose_gems").then_rejected("CO-337", field="token")
    table.do("upgrade_production_token", token="loose_rp").then_accepted()
    assert table.state.loose["base_s2"].upgraded
    table.do("upgrade_production_token", token="loose_rp").then_rejected("CO-337", field="token")


def test_co_338_placed_tokens_stay_for_whoever_controls_the_region():
    table = begun().given_state(loose={"stone_ladder": Loose("loose_gems")}).bare()
    table.region("stone_ladder", fighters={BLUE: 1}).acting("discover", BLUE)
    table.pend(BLUE, Effect("upgrade_production_token", 1))
    table.do("upgrade_production_token", BLUE, token="loose_gems").then_accepted()


def recruiting(points=6, **board):
    return begun().board(RED, **board).acting("recruit").pend(RED, Effect("recruitment_points", points))


def test_co_345_the_columns_rp():
    table = begun().acting("recruit").do("begin_main_action")
    assert table.head() == ("recruitment_points", 4)


def test_co_346_a_fighter_into_the_next_sector_or_from_the_last_onto_the_base():
    begun().acting("recruit").do("advance_fighter", sector=1).then_rejected("CO-346")
    table = recruiting().do("advance_fighter", sector=1, count=2).has(RED, recruitment=(1, 4, 1))
    table.do("advance_fighter", sector=3).has(RED, recruitment=(1, 4, 0), base_fighters=1)
    for sector, count, field in ((0, 1, "sector"), (4, 1, "sector"), (1, 2, "count"), (2, 4, "count")):
        table.do("advance_fighter", sector=sector, count=count).then_rejected("CO-346", field=field)
    assert table.head() == ("recruitment_points", 3)


def test_co_347_co_554_and_co_557_the_fast_track():
    begun().acting("recruit").do("fast_track_fighter").then_rejected("CO-347")
    table = recruiting().do("fast_track_fighter", count=3).has(RED, energy=0, drop_ship_fighters=3)
    table.do("fast_track_fighter").then_rejected("CO-347", field="count")
    recruiting(energy=3).do("fast_track_fighter", count=2).then_rejected("CO-347", field="count")
    table = begun().acting("recruit", BLUE).pend(BLUE, Effect("recruitment_points", 1))
    table.do("fast_track_fighter", BLUE, count=2).then_rejected("CO-347", field="count")
    table.do("fast_track_fighter", BLUE).has(BLUE, energy=4, base_fighters=1)
    table = dealt("ai", "leyrien").acting("recruit", "ai").pend("ai", Effect("recruitment_points", 1))
    table.do("fast_track_fighter", "ai").then_rejected("CO-347")


def test_co_348_rp_for_gems_or_cards_any_number_of_times():
    begun().acting("recruit").do("exchange_recruitment_points", option=0).then_rejected("CO-348")
    table = recruiting(7).do("exchange_recruitment_points", option=0).has(RED, gems=2)
    table.do("exchange_recruitment_points", option=0).has(RED, gems=3)
    table.do("exchange_recruitment_points", option=0).then_rejected("CO-348", field="option")
    table.do("exchange_recruitment_points", option=2).then_rejected("CO-348", field="option")


def test_co_349_and_co_350_a_leader_of_the_supply_onto_the_base_for_the_gems_it_shows():
    begun().acting("recruit").do("deploy_leader", leader="circadians.pilot").then_rejected("CO-349")
    table = begun().acting("recruit", main="done").do("auxiliary_action", option=0).has(RED, energy=3)
    table.do("deploy_leader", leader="circadians.scout").then_rejected("CO-349", field="leader")
    table.do("deploy_leader", leader="leyrien.elder").then_rejected("CO-349", field="leader")
    table.do("deploy_leader", leader="circadians.marshal").then_rejected("CO-349", field="leader")
    table.do("deploy_leader", leader="circadians.pilot").has(RED, gems=0, base_leaders=("circadians.pilot",))


def marching(points=1):
    return begun().acting("move").pend(RED, Effect("movement_points", points))


def go(table, origin, to, fighters=0, leaders=(), kind="move_units", seat=RED):
    return table.do(kind, seat, from_=origin, to=to, fighters=fighters, leaders=list(leaders))


def test_co_360_across_a_border_without_a_mountain():
    table = marching()
    go(table, "stone_ladder", "glass_mire", 1).then_rejected("CO-360", field="to")
    go(table, "stone_ladder", "iron_step", 1).then_rejected("CO-360", field="to")
    go(table, "black_sedge", "glass_mire", 1).then_accepted()


def test_co_361_tunnels_by_the_number_of_factions():
    go(marching(), "stone_ladder", "ember_fen", 1).then_rejected("CO-361", field="to")
    four = dealt("ai", "leyrien", "zcharo", "jrayek").state
    assert "ember_fen" in neighbours(four, "stone_ladder")
    assert "dry_shelf" not in neighbours(four, "iron_step")
    five = dealt("ai", "leyrien", "zcharo", "jrayek", "oxataya").state
    assert "dry_shelf" in neighbours(five, "iron_step")


def test_co_362_and_co_531_the_base_is_adjacent_to_own_outposts_outwards_only():
    table = marching(2).region("iron_step", fighters={RED: 1}).built(RED, "iron_step", "outpost")
    table.board(RED, base_fighters=3)
    assert "iron_step" in reachable(table.state, RED, "base_s2")
    go(table, "base_s2", "iron_step", 2).then_accepted()
    assert "base_s2" not in reachable(table.state, RED, "iron_step")
    table = marching().region("iron_step", fighters={RED: 1}).built(RED, "iron_step", "foundry")
    assert "iron_step" not in reachable(table.state, RED, "base_s2")


def test_co_363_the_columns_mp_and_in_column_5_a_card():
    table = begun().acting("move").do("begin_main_action")
    assert table.head() == ("movement_points", 2)
    table = begun().board(RED, research={**begun().state.boards[RED].research, "move": 5}).acting("move")
    table.do("begin_main_action").do("end_main_action", draws=["feint"])
    table.then_includes(CardsDrawn(RED, ("feint",), "main"))


def test_co_364_one_mp_any_number_of_units_one_region_on():
    go(begun().acting("move"), "black_sedge", "glass_mire", 1).then_rejected("CO-364")
    table = marching(2)
    go(table, "black_sedge", "glass_mire").then_rejected("CO-364", field="fighters")
    go(table, "black_sedge", "glass_mire", 9).then_rejected("CO-364")
    go(table, "black_sedge", "glass_mire", 1, ["circadians.pilot"]).then_rejected("CO-364")
    go(table, "black_sedge", "glass_mire", 1, ["circadians.scout"] * 2).then_rejected("CO-364")
    go(table, "glass_mire", "tall_grass", 1).then_rejected("CO-364", field="from")
    go(table, "base_n1", "ember_fen", 1).then_rejected("CO-364", field="from")
    go(table, "black_sedge", "glass_mire", 8, ["circadians.scout"])
    table.then_includes(UnitsMoved(RED, "black_sedge", "glass_mire", 8, ("circadians.scout",)))
    go(table, "glass_mire", "tall_grass", 3).then_accepted()
    assert table.fighters("glass_mire") == {RED: 5}
    assert table.head() is None


def test_co_365_never_onto_a_base_but_off_the_own_one():
    table = marching(2).board(RED, base_fighters=1)
    go(table, "stone_ladder", "base_s2", 1).then_rejected("CO-365", field="to")
    go(table, "stone_ladder", "base_n1", 1).then_rejected("CO-365", field="to")
    go(table, "base_s2", "stone_ladder", 1).has(RED, base_fighters=0)


def test_co_366_and_co_556_lakes_are_for_oxataya():
    go(marching(), "stone_ladder", "lake_still", 1).then_rejected("CO-366", field="to")
    go(marching(), "stone_ladder", "y3", 1).then_rejected("CO-366", field="to")
    go(marching(), "stone_ladder", "base_e", 1).then_rejected("CO-366", field="to")
    go(marching(), "stone_ladder", "nowhere", 1).then_rejected("CO-366", field="to")
    table = dealt("oxataya", "leyrien").bare().region("glass_mire", fighters={"oxataya": 2})
    table.acting("move", "oxataya").pend("oxataya", MP)
    go(table, "glass_mire", "lake_still", 2, seat="oxataya").then_accepted()


def test_co_367_a_move_may_enter_a_region_of_others():
    table = marching().bare().region("ember_fen", fighters={RED: 3}).region("salt_bluff", fighters={BLUE: 2})
    go(table, "ember_fen", "salt_bluff", 3).then_accepted()
    assert table.fighters("salt_bluff") == {RED: 3, BLUE: 2}


def two_leaders(points):
    """Two leaders of red one step apart."""
    table = begun().bare().acting("move").pend(RED, Effect("movement_points", points), main=True)
    table.region("black_sedge", fighters={RED: 3}, leaders={RED: ("circadians.scout",)})
    return table.region("glass_mire", fighters={RED: 3}, leaders={RED: ("circadians.pilot",)})


def test_co_368_leaders_are_together_only_while_a_point_can_part_them():
    table = two_leaders(1)
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_rejected("CO-368", field="leaders")
    go(table, "black_sedge", "glass_mire", 2).then_accepted()
    table = two_leaders(2)
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_accepted()
    for command in ("decline_effect", "end_main_action", "end_turn"):
        table.given_state(main="running").do(command).then_rejected("CO-368")
    go(table, "glass_mire", "tall_grass", 1).then_rejected("CO-368")
    go(table, "glass_mire", "tall_grass", 1, ["circadians.pilot"]).then_accepted()


def test_co_368_a_pinned_pair_could_not_be_parted():
    table = (
        two_leaders(2)
        .region("glass_mire", fighters={BLUE: 9}, leaders={RED: ("circadians.pilot",)})
        .region("black_sedge", fighters={}, leaders={RED: ("circadians.scout",)})
    )
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_rejected("CO-368", field="leaders")
    table.region("tall_grass", fighters={RED: 1})
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_accepted()


def test_co_368_and_co_556_oxataya_may_have_many_leaders_in_a_region():
    table = (
        dealt("oxataya", "leyrien").bare().board("oxataya", base_leaders=("oxataya.diver", "oxataya.tide"))
    )
    table.region("black_sedge", leaders={}).acting("move", "oxataya").pend("oxataya", MP)
    base = table.state.boards["oxataya"].base
    to = next(p for p in reachable(table.state, "oxataya", base) if p in table.state.regions)
    go(table, base, to, 0, ["oxataya.diver", "oxataya.tide"], seat="oxataya").then_accepted()


def test_co_711_two_leaders_leave_the_base_together_but_do_not_end_so():
    table = begun().bare().board(RED, base_leaders=("circadians.scout", "circadians.pilot"))
    table.acting("move").pend(RED, Effect("movement_points", 2), main=True)
    both = ["circadians.scout", "circadians.pilot"]
    go(table, "base_s2", "black_sedge", 0, both).then_accepted()
    table.given_state(main="running").do("end_turn").then_rejected("CO-368")
    go(table, "black_sedge", "glass_mire", 0, both[:1]).then_accepted()
    table.do("end_turn").then_accepted()
    three = ("circadians.scout", "circadians.pilot", "circadians.marshal")
    assert not leaders_may_go(table.state, RED, "base", "black_sedge", 0, three, 5)


def test_co_369_entering_move_column_4_gives_2_rp_or_a_card():
    table = begun().board(RED, research={**begun().state.boards[RED].research, "move": 3}, gems=3)
    table.acting("discover").pend(RED, Effect("gain_research", 1)).do("advance_research", track="move")
    table.do("choose_branch", index=0).then_accepted()
    assert table.head() == ("recruitment_points", 2)


def test_co_370_a_leader_turns_to_its_upgraded_side_once():
    begun().acting("move").do("upgrade_leader", leader="circadians.scout").then_rejected("CO-370")
    table = begun().board(RED, gems=2).acting("move", main="done").do("auxiliary_action", option=0)
    table.do("upgrade_leader", leader="leyrien.elder").then_rejected("CO-370", field="leader")
    table.do("upgrade_leader", leader="circadians.marshal").has(RED, gems=0)
    assert table.state.boards[RED].leaders["circadians.marshal"] == "upgraded"
    table.pend(RED, Effect("upgrade_leader"))
    table.do("upgrade_leader", leader="circadians.marshal").then_rejected("CO-370", field="leader")
    table.do("upgrade_leader", leader="circadians.pilot").then_rejected("CO-370", field="leader")


def redeploying():
    return begun().pend(RED, Effect("redeploy", 1))


def test_co_380_and_co_384_into_an_adjacent_region_with_own_presence_even_a_contested_one():
    go(redeploying(), "black_sedge", "glass_mire", 1, kind="redeploy_units").then_rejected(
        "CO-380", field="to"
    )
    table = redeploying().region("stone_ladder", fighters={RED: 1, BLUE: 5})
    go(table, "black_sedge", "stone_ladder", 4, kind="redeploy_units").then_accepted()
    table = redeploying().region("glass_mire", buildings={"relic_4": Built(RED, "outpost")})
    go(table, "black_sedge", "glass_mire", 1, kind="redeploy_units").then_accepted()


def test_co_381_one_mp_within_a_move_free_as_a_reward():
    go(begun().acting("move"), "black_sedge", "stone_ladder", 1, kind="redeploy_units").then_rejected(
        "CO-381"
    )
    table = marching(2)
    go(table, "black_sedge", "stone_ladder", 1, kind="redeploy_units").then_accepted()
    assert table.head() == ("movement_points", 1)


def test_co_382_and_co_709_a_redeployment_ignores_pinning():
    table = marching().region("black_sedge", fighters={RED: 2, BLUE: 9}, leaders={})
    go(table, "black_sedge", "stone_ladder", 2).then_rejected("CO-390")
    go(table, "black_sedge", "stone_ladder", 2, kind="redeploy_units").then_accepted()
    table = begun().acting("move").region("black_sedge", fighters={RED: 2, BLUE: 9}, leaders={})
    table.pend(RED, MP)
    go(table, "black_sedge", "stone_ladder", 1).then_rejected("CO-390")


def test_co_383_leaders_are_apart_after_each_single_redeployment():
    table = two_leaders(3)
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"], "redeploy_units")
    table.then_rejected("CO-368", field="leaders")
    go(table, "stone_ladder", "base_s2", 1, kind="redeploy_units").then_rejected("CO-365")
    go(table, "black_sedge", "lake_mirror", 1, kind="redeploy_units").then_rejected("CO-366")


def test_co_390_as_many_units_stay_as_the_opponent_has():
    table = marching(3).region("black_sedge", fighters={RED: 8, BLUE: 3})
    go(table, "black_sedge", "glass_mire", 7).then_rejected("CO-390", field="fighters")
    go(table, "black_sedge", "glass_mire", 6).then_accepted()
    go(table, "black_sedge", "glass_mire", 1).then_rejected("CO-390")


def test_co_391_only_the_strongest_opponent_pins():
    table = dealt("ai", "leyrien", "zcharo").bare().acting("move", "ai").pend("ai", MP)
    table.region("glass_mire", fighters={"ai": 5, "leyrien": 2, "zcharo": 3})
    go(table, "glass_mire", "tall_grass", 3, seat="ai").then_rejected("CO-390")
    go(table, "glass_mire", "tall_grass", 2, seat="ai").then_accepted()


def test_co_392_the_owner_chooses_who_stays_at_each_departure():
    table = marching(2).region(
        "black_sedge", fighters={RED: 3, BLUE: 2}, leaders={RED: ("circadians.scout",)}
    )
    go(table, "black_sedge", "glass_mire", 1, ["circadians.scout"]).then_accepted()
    go(table, "black_sedge", "glass_mire", 1).then_rejected("CO-390")


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


def test_co_708_units_that_do_not_outnumber_cannot_leave_by_a_move():
    table = marching().region("black_sedge", fighters={RED: 2, BLUE: 2}, leaders={})
    go(table, "black_sedge", "glass_mire", 1).then_rejected("CO-390")


def test_co_710_several_mp_lead_through_contested_regions_with_pinning_at_each_departure():
    table = (
        marching(3).bare().region("black_sedge", fighters={RED: 5}).region("glass_mire", fighters={BLUE: 2})
    )
    go(table, "black_sedge", "glass_mire", 5).then_accepted()
    go(table, "glass_mire", "tall_grass", 4).then_rejected("CO-390")
    go(table, "glass_mire", "tall_grass", 3).then_accepted()


def test_co_576_construction_without_bp_keeps_to_its_types():
    table = begun().acting("move").pend(RED, Effect("construct_building", 1, among=("outpost",)))
    put(table, building="foundry").then_rejected("CO-576", field="building")
    put(table, building="outpost").then_accepted()


def test_gems_of_a_card_auxiliary_and_lock_have_their_causes():
    table = begun().acting("discover").pend(RED, Effect("gain_research", 1))
    table.do("advance_research", track="move", pay_lock="gem").then_includes(GemsChanged(RED, -1, "gem_lock"))


def test_a_faction_without_attributes_of_its_own_still_harvests_its_base():
    box = with_box(lambda d: faction_in(d, "circadians").update(base_production=None))
    table = begun(box).acting("harvest").pend(RED, HP)
    table.do("harvest_region", region="base_s2").then_rejected("CO-332", field="region")


def test_co_319_co_347_and_co_370_each_refusal_by_itself():
    locked = {"foundry": 2, "outpost": 4, "stronghold": 3}
    put(building().board(RED, buildings=locked, gems=0), pay_lock="gem").then_rejected(
        "CO-319", field="pay_lock"
    )
    recruiting(9, energy=99).do("fast_track_fighter", count=4).then_rejected("CO-347", field="count")
    upgraded = {**begun().state.boards[RED].leaders, "circadians.pilot": "upgraded"}
    table = begun().board(RED, gems=9, leaders=upgraded).acting("move").pend(RED, Effect("upgrade_leader"))
    table.do("upgrade_leader", leader="circadians.pilot").then_rejected("CO-370", field="leader")
