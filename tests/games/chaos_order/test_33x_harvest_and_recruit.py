"""3xx, harvest and recruit: production tokens, fighters, leaders of the supply."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import EnergyChanged
from domain.games.chaos_order.state import Loose
from domain.kernel import TRUTH, Choice
from tests.games.chaos_order.table import BLUE, RED, begun, building, dealt, faction_in, put, with_box

HP = Effect("harvest_points", 1)


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


def test_co_346_fewer_than_no_fighters_cannot_be_advanced():
    """A correction may leave a sector so; what is offered of it would be refused."""
    table = recruiting().board(RED, recruitment=(-1, 4, 1))
    offers = [offer for offer in GAME.offers(table.state, RED, TRUTH) if offer.type == "advance_fighter"]
    assert [offer.parameters["sector"] for offer in offers] == [Choice((2,)), Choice((3,))]
    assert "fast_track_fighter" not in {offer.type for offer in GAME.offers(table.state, RED, TRUTH)}


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
    upgraded = {**begun().state.seats[RED].leaders, "circadians.pilot": "upgraded"}
    table = begun().board(RED, gems=9, leaders=upgraded).acting("move").pend(RED, Effect("upgrade_leader"))
    table.do("upgrade_leader", leader="circadians.pilot").then_rejected("CO-370", field="leader")
