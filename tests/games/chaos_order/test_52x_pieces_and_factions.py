"""5xx, foundations, buildings, leaders, and what is special to a faction."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import AbilityUsed, AttacksCompared, FameMoved, StrengthCompared
from domain.games.chaos_order.reading import reachable
from tests.games.chaos_order.table import BLUE, PLACE, RED, begun, dealt, faction_in, with_box


def without(*names, seat=RED, faction="circadians"):
    """The board foundations of a seat but these."""
    left = [n for n in ("research_lab", "power_line", "depot", "archive", "roadway") if n not in names]
    return tuple(f"{faction}.{name}" for name in left)


def test_co_520_strongholds_gems_as_research():
    board = {"buildings": {"foundry": 4, "outpost": 4, "stronghold": 1}}
    table = begun().board(RED, **board).at("gain_income")
    table.do("take_building_income", gems_as_research=1).then_rejected("CO-520", field="gems_as_research")
    table.board(RED, board_foundations=without("research_lab"))
    table.do("take_building_income", gems_as_research=9).then_rejected("CO-520")
    table.do("take_building_income", gems_as_research=1).has(RED, gems=2, energy=7)
    assert table.head() == ("gain_research", 1)


def test_co_521_any_gem_lock_for_two_energy_but_no_gem_cost():
    table = begun().board(RED, board_foundations=without("power_line"), gems=0).acting("discover")
    table.pend(RED, Effect("gain_research", 1)).do("advance_research", track="move", pay_lock="energy")
    table.has(RED, energy=4)
    table.pend(RED, Effect("deploy_leader")).do("deploy_leader", leader="circadians.pilot")
    table.then_rejected("CO-349")
    locked = with_box(lambda d: faction_in(d, "circadians")["board_foundations"][1].update(gem_lock=True))
    table = begun(locked).board(RED, gems=0).acting("build").pend(RED, Effect("build_points", 1))
    table.do(
        "construct_foundation", foundation="circadians.power_line", region="black_sedge", pay_lock="energy"
    ).then_rejected("CO-315", field="pay_lock")


def test_co_522_hp_in_regions_with_any_own_building():
    table = begun().board(RED, board_foundations=without("depot")).built(RED, "stone_ladder", "outpost")
    table.acting("harvest").pend(RED, Effect("harvest_points", 1))
    table.do("harvest_region", region="stone_ladder").has(RED, energy=8)


def test_co_523_a_hand_of_six_and_two_energy_at_once():
    table = begun().acting("build").pend(RED, Effect("build_points", 1))
    table.do("construct_foundation", foundation="circadians.archive", region="black_sedge").has(RED, energy=8)
    choice = Effect("choice", branches=((Effect("draw_tactics", 1),),))
    table.board(RED, hand={"feint": 4, "ambush": 1}).pend(RED, choice)
    table.do("choose_branch", index=0, draws=["ambush"])
    assert table.head() is None


def test_co_524_the_base_is_adjacent_to_any_own_building():
    table = begun().board(RED, board_foundations=without("roadway")).built(RED, "iron_step", "foundry")
    assert "iron_step" in reachable(table.state, RED, "base_s2")


def test_co_532_and_co_535_strongholds_and_leaders_fight_with_the_values_of_the_set():
    table = begun().bare().region(PLACE, fighters={RED: 3, BLUE: 3}, leaders={RED: ("circadians.pilot",)})
    table.built(RED, PLACE, "stronghold").board(
        RED, leaders={**begun().state.seats[RED].leaders, "circadians.pilot": "upgraded"}
    )
    table.fighting(PLACE).do("reveal_plans", None)
    fact = next(f for f in table.facts if isinstance(f, StrengthCompared))
    assert fact.strength[RED] == 3 + 3 + 1
    attacks = next(f for f in table.facts if isinstance(f, AttacksCompared))
    assert attacks.shields[RED] == 2 + 1


def test_co_536_attributes_work_from_the_start_and_upgraded_ones_replace_them():
    begun().at("discover", RED).do("act").then_includes(AbilityUsed(RED, "circadians.survey", "act:discover"))
    table = begun().at("discover", RED)
    table.board(RED, attributes={**table.state.seats[RED].attributes, "circadians.survey": "upgraded"})
    table.do("act").has(RED, gems=2, energy=6)


def test_co_537_troop_tokens_are_fighters_to_the_record():
    assert begun().fighters("black_sedge") == {RED: 8}


def test_co_538_pieces_are_limited():
    table = begun().board(RED, buildings={"foundry": 0, "outpost": 4, "stronghold": 3}).acting("build")
    table.pend(RED, Effect("build_points", 1))
    table.do("construct_building", building="foundry", foundation="circadians.start_1")
    table.then_rejected("CO-538", field="building")


def test_co_550_jrayek_have_their_own_tokens_and_ryh_zu():
    table = dealt("jrayek", "leyrien").at("gain_income")
    assert len(table.state.seats["jrayek"].tokens) == 6
    table.do("take_ability_income", "jrayek", ability="jrayek.ryh_zu").do("decline_effect", "jrayek")
    table.then_rejected("CO-586")
    table.do("choose_branch", "jrayek", index=1).then_includes(FameMoved("jrayek", 1, "ability"))


def test_co_551_leyrien_count_morale_for_fame():
    table = begun().board(BLUE, counters={"morale": 2}).at("gain_income")
    table.do("take_ability_income", BLUE, ability="leyrien.morale").has(BLUE, fame=2)


def test_co_555_zcharo_may_have_several_outposts_in_a_region():
    table = (
        dealt("zcharo", "leyrien")
        .bare()
        .region(PLACE, fighters={"zcharo": 1}, foundations=("relic_4", "relic_5"))
    )
    for place in table.state.regions:
        if place != PLACE:
            table.region(place, foundations=())
    table.acting("build", "zcharo").pend("zcharo", Effect("build_points", 2))
    for foundation in ("relic_4", "relic_5"):
        table.do("construct_building", "zcharo", building="outpost", foundation=foundation)
        if table.head("zcharo") and table.head("zcharo")[0] == "gain_research":
            table.do("decline_effect", "zcharo")
    kinds = [b.type for b in table.state.regions[PLACE].buildings.values()]
    assert kinds == ["outpost", "outpost"]
