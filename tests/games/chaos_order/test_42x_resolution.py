"""4xx, combat from the reveal on: strength, attacks, retreat and rout."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.facts import (
    BattleEnded,
    BuildingRazed,
    CombatTurnGiven,
    EnergyChanged,
    GemsChanged,
    UnitsMoved,
)
from domain.games.chaos_order.state import Built
from domain.kernel import TRUTH
from tests.games.chaos_order.table import BLUE, PLACE, RED, begun, dealt, faction_in, with_box
from tests.support.games.chaos_order.battles import attacked, compared, facing, plan, reveal


def test_co_421_effects_of_used_cards_come_before_totals():
    table = reveal(facing(red_plan=plan("plain_s", "use", "ambush")))
    table.then_includes(UnitsMoved(BLUE, PLACE, 1, 1, (), "wound"))
    assert compared(table).strength[BLUE] == 2 + 1


def test_co_430_strength_of_wheel_die_leaders_buildings_and_fighters():
    table = facing(2, 2).region(PLACE, leaders={RED: ("circadians.scout",)}).built(RED, PLACE, "outpost")
    assert compared(reveal(table)).strength == {RED: 2 + 1 + 1 + 2, BLUE: 2 + 1}


def test_co_531_and_co_533_outposts_give_two_strength_in_every_battle():
    test_co_430_strength_of_wheel_die_leaders_buildings_and_fighters()


def test_co_431_and_co_432_the_higher_strength_wins_and_a_tie_the_selector():
    assert (compared(reveal(facing(2, 5))).victor, compared(reveal(facing(2, 5))).reason) == (
        BLUE,
        "strength",
    )
    tie = compared(reveal(facing(3, 3)))
    assert (tie.victor, tie.reason) == (RED, "tie")


def test_co_433_a_lone_retreat_loses_even_with_the_higher_strength():
    fact = compared(reveal(facing(8, 2, red_plan=plan("retreat"))))
    assert (fact.victor, fact.reason, fact.retreats) == (BLUE, "retreat", True)


def test_co_715_a_selector_with_equal_strength_that_retreats_alone_loses():
    table = facing(3, 2, red_plan=plan("retreat"))
    fact = compared(reveal(table))
    assert fact.strength[RED] == fact.strength[BLUE] == 3
    assert fact.victor == BLUE


def test_co_434_a_retreat_with_the_lower_strength_loses_and_retreats():
    fact = compared(reveal(facing(2, 8, red_plan=plan("retreat"))))
    assert (fact.victor, fact.reason, fact.retreats) == (BLUE, "strength", True)


def test_co_435_effects_of_victory_and_loss_come_before_step_2():
    table = reveal(facing(8, 2))
    table.has(BLUE, counters={"morale": 0})
    kinds = [type(fact).__name__ for fact in table.facts]
    assert kinds.index("StrengthCompared") < kinds.index("CounterSet") < kinds.index("AttacksCompared")


def test_co_436_if_both_retreat_only_the_stronger_one_does():
    fact = compared(reveal(facing(6, 2, plan("retreat"), plan("retreat"))))
    assert (fact.victor, fact.retreats) == (BLUE, True)
    fact = compared(reveal(facing(3, 3, plan("retreat"), plan("retreat"))))
    assert (fact.victor, fact.reason, fact.retreats) == (RED, "tie", True)


def test_co_440_and_co_441_wounds_are_attack_less_shields_within_limits():
    fact = attacked(reveal(facing(6, 9, plan("massed", "use", "ambush"), plan("plain_s"))))
    assert (fact.attack[RED], fact.shields[BLUE], fact.wounds[BLUE]) == (5, 1, 4)
    assert attacked(reveal(facing(5, 1, plan("massed")))).wounds[BLUE] == 1
    assert attacked(reveal(facing(3, 3, plan("plain_s"), plan("plain_s")))).wounds == {RED: 0, BLUE: 0}


def test_co_442_both_deal_at_once_and_strength_stays():
    table = reveal(facing(3, 3))
    assert attacked(table).wounds == {RED: 1, BLUE: 1}
    assert table.state.regions[PLACE].fighters == {RED: 2}


def test_co_443_wounded_fighters_go_to_the_first_sector_and_leaders_stay():
    table = facing(3, 0).region(PLACE, fighters={RED: 3}, leaders={BLUE: ("leyrien.elder",)})
    reveal(table).has(RED, recruitment=(5, 2, 1))
    table.then_includes(UnitsMoved(RED, PLACE, 1, 2, (), "wound"))


def test_co_444_effects_of_wounds_come_before_step_3():
    table = dealt("jrayek", "leyrien").bare().region(PLACE, fighters={"jrayek": 2, "leyrien": 9})
    table.board("jrayek", attributes={**table.state.seats["jrayek"].attributes, "jrayek.ash": "upgraded"})
    table.at("combat", combat_turn="leyrien").do("select_battle", "leyrien", region=PLACE, opponent="jrayek")
    table.do("commit_plan", "leyrien", section="massed").do("commit_plan", "jrayek", section="plain_a")
    reveal(table).then_includes(EnergyChanged("jrayek", 1, "ability"))
    kinds = [type(fact).__name__ for fact in table.facts]
    assert kinds.index("EnergyChanged") < kinds.index("BattleEnded")


def fleeing(*regions, fighters=5):
    """Red retreats from the region with own units in others."""
    table = facing(fighters, 2, red_plan=plan("retreat"))
    table.region(PLACE, leaders={RED: ("circadians.pilot",)})
    for place in regions:
        table.region(place, fighters={RED: 1})
    return reveal(table)


def test_co_445_fighters_retreat_together_next_to_others_leaders_to_the_base():
    table = fleeing("tall_grass", "black_sedge").then_accepted()
    assert table.state.battle.step == "retreat"
    table.do("retreat_to", BLUE, region="tall_grass").then_rejected("CO-445", field="seat")
    table.do("retreat_to", region="iron_step").then_rejected("CO-445", field="region")
    table.do("retreat_to", region="tall_grass").then_accepted()
    assert table.fighters("tall_grass")[RED] > 1
    table.has(RED, base_leaders=("circadians.pilot",))
    table.do("retreat_to", region="tall_grass").then_rejected("CO-201")
    table = fleeing("tall_grass")
    assert table.state.battle is None
    assert table.fighters("tall_grass")[RED] > 1
    assert fleeing().state.seats[RED].base_fighters == 4


def test_co_713_a_retreat_may_lead_into_another_due_battle():
    table = facing(5, 2, red_plan=plan("retreat")).region("tall_grass", fighters={RED: 1, BLUE: 1})
    reveal(table).then_includes(UnitsMoved(RED, PLACE, "tall_grass", 4, (), "retreat"))
    assert table.state.phase == "combat"


def test_co_446_mountains_close_a_retreat_and_pinning_does_not():
    table = facing(5, 2, red_plan=plan("retreat")).region("stone_ladder", fighters={RED: 3})
    reveal(table).has(RED, base_fighters=4)


def test_co_450_the_loser_is_driven_out():
    table = facing(8, 4).region(PLACE, leaders={BLUE: ("leyrien.singer",)}, fighters={RED: 8, BLUE: 4})
    table.board(BLUE, leaders={**table.state.seats[BLUE].leaders, "leyrien.singer": "upgraded"})
    table.built(BLUE, PLACE, "foundry")
    reveal(table).has(BLUE, base_fighters=3)
    assert table.leader_at(BLUE, "leyrien.singer") == "supply"
    assert table.state.seats[BLUE].leaders["leyrien.singer"] == "upgraded"
    assert table.state.regions[PLACE].buildings == {}


def test_co_451_a_razed_building_covers_the_right_most_empty_space_and_gains_it():
    table = facing(8, 1).built(BLUE, PLACE, "outpost")
    table.board(BLUE, buildings={**table.state.seats[BLUE].buildings, "outpost": 2})
    reveal(table, draws=["feint"]).then_includes(BuildingRazed(BLUE, "outpost", "relic_4", PLACE))
    table.has(BLUE, hand={"feint": 1})
    assert table.state.seats[BLUE].buildings["outpost"] == 3


def razing():
    table = facing(8, 1).region(PLACE, foundations=("relic_4", "relic_9", "relic_8"))
    table.region(PLACE, buildings={"relic_4": Built(BLUE, "foundry"), "relic_9": Built(BLUE, "stronghold")})
    return table.board(BLUE, buildings={"foundry": 3, "outpost": 4, "stronghold": 2})


def test_co_451_the_owner_chooses_the_order_where_it_matters():
    table = reveal(razing())
    assert table.state.battle is not None
    table.do("raze_building", RED, foundation="relic_4").then_rejected("CO-451", field="seat")
    table.do("raze_building", BLUE, foundation="relic_8").then_rejected("CO-451", field="foundation")
    table.do("raze_building", BLUE, foundation="relic_9").has(BLUE, gems=2)
    table.then_includes(BuildingRazed(BLUE, "foundry", "relic_4", PLACE))
    begun().at("combat").do("raze_building", foundation="relic_4").then_rejected("CO-451")


def test_co_452_and_co_716_step_3_happens_even_if_the_victor_has_nothing_left():
    table = facing(1, 1, plan("plain_a"), plan("plain_a"))
    assert compared(reveal(table)).victor == RED
    assert table.state.regions[PLACE].fighters == {}
    table.has(BLUE, base_fighters=0)


def test_co_453_used_cards_are_discarded_after_the_battle():
    table = facing(3, 3, plan("plain_a", "use", "feint"), plan("plain_a", "use", "ambush"))
    reveal(table).then_includes(BattleEnded(PLACE, ("feint", "ambush")))
    assert table.state.discard == ("feint", "ambush")


def test_co_454_and_co_712_with_three_in_a_region_the_victor_fights_on():
    table = dealt("ai", "leyrien", "zcharo").bare().given_state(flare_gun="ai")
    table.region(PLACE, fighters={"ai": 8, "leyrien": 2, "zcharo": 2}).at("move", "ai", stage="passing")
    table.do("end_turn", "ai").do("select_battle", "ai", region=PLACE, opponent="leyrien")
    table.do("commit_plan", "ai", section="plain_a").do("commit_plan", "leyrien", section="plain_a")
    reveal(table).then_includes(CombatTurnGiven("zcharo"))
    assert set(table.state.regions[PLACE].fighters) == {"ai", "zcharo"}


def test_co_714_without_fighters_a_retreat_loses_the_buildings():
    table = (
        facing(0, 3, red_plan=plan("retreat")).region(PLACE, fighters={BLUE: 3}).built(RED, PLACE, "foundry")
    )
    table.region(PLACE, leaders={RED: ("circadians.scout",)})
    reveal(table).has(RED, base_leaders=("circadians.scout",), energy=7)
    table.then_includes(BuildingRazed(RED, "foundry", "relic_4", PLACE))


def test_co_718_a_razed_strongholds_gems_cannot_be_research():
    table = razing().board(BLUE, board_foundations=())
    reveal(table).do("raze_building", BLUE, foundation="relic_9").then_includes(GemsChanged(BLUE, 1, "raze"))


def test_a_building_may_have_an_ability_in_its_region():
    box = with_box(
        lambda d: faction_in(d, "circadians")["buildings"]["foundry"]["abilities"].append(
            {
                "id": "forge",
                "trigger": "battle",
                "optional": False,
                "effects": [{"do": "combat", "strength": 2}],
            }
        )
    )
    table = begun(box).bare().region(PLACE, fighters={RED: 1, BLUE: 1}).built(RED, PLACE, "foundry")
    table.built(RED, "tall_grass", "foundry")
    table.fighting(PLACE)
    assert compared(reveal(table)).strength[RED] == 1 + 1 + 2
    assert GAME.view(table.state, TRUTH)
