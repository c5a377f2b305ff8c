"""Combat, income and relics, CO-4xx."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.actions import CommitPlan
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import (
    AttacksCompared,
    BattleEnded,
    BattleSelected,
    BuildingRazed,
    CombatTurnGiven,
    DieRolled,
    EnergyChanged,
    GameEnded,
    GemsChanged,
    NeutralTokenRemoved,
    RegionIncomeTaken,
    RelicRemoved,
    StrengthCompared,
    TokensMoved,
    UnitsMoved,
)
from domain.games.chaos_order.state import Built, Plan
from domain.kernel import PUBLIC, TRUTH, Viewer
from tests.games.chaos_order.table import BLUE, RED, ChaosTable, begun, dealt, faction_in, with_box

PLACE = "glass_mire"


def plan(section="plain_a", tactics="none", card=None):
    return Plan(section, tactics, card)


def facing(red=3, blue=3, red_plan=None, blue_plan=None, place=PLACE, **red_more) -> ChaosTable:
    """Red and blue fighters in one region, red selected, both plans sealed."""
    table = begun().bare().region(place, fighters={RED: red, BLUE: blue} if blue else {RED: red})
    return table.fighting(place, {RED: red_plan or plan(), BLUE: blue_plan or plan()})


def reveal(table, **more):
    return table.do("reveal_plans", None, **more)


def compared(table):
    return next(fact for fact in table.facts if isinstance(fact, StrengthCompared))


def attacked(table):
    return next(fact for fact in table.facts if isinstance(fact, AttacksCompared))


def in_combat(**fighters):
    """Combat begins with these fighters, region → (red, blue)."""
    table = begun().bare()
    for place, (red, blue) in fighters.items():
        table.region(place, fighters={RED: red, BLUE: blue})
    return table.at("move", BLUE, stage="passing").do("end_turn", BLUE)


def test_co_401_co_402_a_battle_is_due_wherever_several_have_presence():
    table = in_combat(glass_mire=(2, 2), tall_grass=(5, 1))
    table.then_includes(CombatTurnGiven(RED))
    table.do("select_battle", BLUE, region=PLACE, opponent=RED).then_rejected("CO-402", field="seat")
    table.do("select_battle", region=PLACE, opponent=BLUE).then_accepted()
    table.do("select_battle", region="tall_grass", opponent=BLUE).then_rejected("CO-402")
    table.do("commit_plan", section="plain_a").do("commit_plan", BLUE, section="plain_a")
    reveal(table).then_includes(CombatTurnGiven(BLUE))
    assert in_combat().state.phase == "gain_income"


def test_co_402_seats_without_a_battle_are_skipped():
    table = dealt("ai", "leyrien", "zcharo").bare().given_state(flare_gun="ai")
    table.region(PLACE, fighters={"leyrien": 1, "zcharo": 1}).at("move", "ai", stage="passing")
    table.do("end_turn", "ai").then_includes(CombatTurnGiven("leyrien"))


def test_co_403_a_region_where_the_seat_is_in_a_battle_and_an_opponent_there():
    table = in_combat(glass_mire=(2, 2), tall_grass=(1, 1)).region("iron_step", fighters={RED: 1})
    table.do("select_battle", region="iron_step", opponent=BLUE).then_rejected("CO-403", field="region")
    table.do("select_battle", region="nowhere", opponent=BLUE).then_rejected("CO-403", field="region")
    table.do("select_battle", region=PLACE, opponent=RED).then_rejected("CO-403", field="opponent")
    table.do("select_battle", region=PLACE, opponent="white").then_rejected("CO-403", field="opponent")


def test_co_404_both_declare_what_they_have():
    table = in_combat(glass_mire=(2, 3)).board(BLUE, hand={"feint": 2})
    table.region(PLACE, leaders={BLUE: ("leyrien.singer",)})
    table.do("select_battle", region=PLACE, opponent=BLUE)
    (fact,) = table.facts
    assert isinstance(fact, BattleSelected)
    blue = fact.declared[BLUE]
    assert (blue.strength, blue.attack, blue.shields, blue.gems, blue.cards) == (4, 1, 0, 1, 2)


def test_co_405_a_building_or_a_leader_alone_is_in_a_battle():
    table = begun().bare().built(RED, PLACE, "foundry").region(PLACE, leaders={BLUE: ("leyrien.singer",)})
    table.at("move", BLUE, stage="passing").do("end_turn", BLUE)
    table.do("select_battle", region=PLACE, opponent=BLUE).then_accepted()


def planning(**hand):
    table = in_combat(glass_mire=(3, 3)).board(RED, hand=hand)
    return table.do("select_battle", region=PLACE, opponent=BLUE)


def test_co_410_plans_are_sealed_until_both_are_in():
    table = planning(feint=1).do("reveal_plans", None).then_rejected("CO-410")
    table.do("commit_plan", section="wide").then_rejected("CO-410", field="section")
    before = GAME.view(table.state, Viewer(BLUE))
    table.do("commit_plan", section="plain_a", tactics="use", card="feint").then_accepted()
    seen = GAME.view(table.state, Viewer(BLUE))
    assert seen["battle"]["committed"] == [RED]
    assert seen["battle"]["plans"] == {}
    assert seen["seats"][RED]["hand_size"] == before["seats"][RED]["hand_size"] == 1
    assert GAME.view(table.state, Viewer(RED))["battle"]["plans"][RED]["card"] == "feint"
    assert GAME.fact_view(table.facts[0], Viewer(BLUE)) == {"fact": "plan_committed", "seat": RED}
    table.do("commit_plan", section="plain_a").then_rejected("CO-410", field="seat")
    begun().at("combat").do("commit_plan", section="plain_a").then_rejected("CO-410")


def test_co_410_sealed_plans_make_no_difference_to_anybody_else():
    views = []
    for more in ({"tactics": "use", "card": "feint"}, {"tactics": "bluff"}, {}):
        table = planning(feint=1).do("commit_plan", section="plain_a", **more)
        action = GAME.action_view(CommitPlan(seat=RED, section="plain_a", **more), Viewer(BLUE))
        views.append(
            [
                GAME.view(table.state, Viewer(BLUE)),
                GAME.view(table.state, PUBLIC),
                GAME.offers(table.state, BLUE, Viewer(BLUE)),
                GAME.offers(table.state, None, Viewer(BLUE)),
                GAME.fact_view(table.facts[0], PUBLIC),
                action,
            ]
        )
    assert views[0] == views[1] == views[2]


def test_co_411_and_co_414_retreat_and_plain_sections_are_free():
    planning().board(RED, gems=0).do("commit_plan", section="retreat").then_accepted()
    planning().board(RED, gems=0).do("commit_plan", section="plain_s").then_accepted()


def test_co_412_a_die_needs_a_gem():
    planning().board(RED, gems=0).do("commit_plan", section="die_a").then_rejected("CO-412", field="section")
    planning().do("commit_plan", section="die_a").then_accepted()


def test_co_413_massed_needs_four_fighters_and_no_leader():
    planning().do("commit_plan", section="massed").then_rejected("CO-413", field="section")
    planning().region(PLACE, fighters={RED: 4, BLUE: 1}).do("commit_plan", section="massed").then_accepted()
    table = planning().region(PLACE, fighters={RED: 4, BLUE: 1}, leaders={RED: ("circadians.scout",)})
    table.do("commit_plan", section="massed").then_rejected("CO-413")


def test_co_415_a_section_turns_the_values_beneath_it_into_its_icons():
    used = facing(red_plan=plan("plain_a", "use", "hard_charge"))
    fact = compared(reveal(used))
    assert fact.strength == {RED: 3 + 3, BLUE: 3 + 1}
    assert attacked(used).attack == {RED: 2, BLUE: 1}
    bluffed = facing(red_plan=plan("plain_a", "bluff"))
    assert compared(reveal(bluffed)).strength == {RED: 4, BLUE: 4}


def test_co_416_retreating_costs_shields_without_a_card():
    table = reveal(
        facing(red_plan=plan("retreat"), blue_plan=plan("massed")).region(PLACE, fighters={RED: 5, BLUE: 4})
    )
    assert attacked(table).shields[RED] == 0
    assert attacked(table).wounds[RED] == 2
    table = facing(5, 4, plan("retreat", "use", "shield_wall"), plan("massed"))
    assert attacked(reveal(table)).shields[RED] == 1 + 2 + 1


def test_co_417_battle_effects_count_and_their_locks_are_not_paid():
    table = reveal(facing(red_plan=plan("plain_a", "use", "hard_charge"), blue_plan=plan("plain_s")))
    assert attacked(table).shields[RED] == 0
    table.has(RED, gems=1)
    assert compared(reveal(facing(red_plan=plan("plain_a", "use", "forced_march")))).strength[RED] == 5


def test_co_418_a_bluff_needs_a_card_and_does_not_name_it():
    planning().do("commit_plan", section="plain_a", tactics="bluff").then_rejected("CO-418", field="tactics")
    table = planning(feint=1)
    table.do("commit_plan", section="plain_a", tactics="bluff", card="feint").then_rejected("CO-418")
    table.do("commit_plan", section="plain_a", card="feint").then_rejected("CO-418", field="card")
    table.do("commit_plan", section="plain_a", tactics="bluff").do("commit_plan", BLUE, section="plain_a")
    reveal(table).has(RED, hand={"feint": 1})
    assert table.state.discard == ()


def test_co_420_a_gem_and_a_die_for_each_die_section():
    table = facing(red_plan=plan("die_a"))
    reveal(table).then_rejected("CO-420", field="dice")
    for dice in ({}, {BLUE: 1}, {RED: 1, BLUE: 1}, {RED: 6}):
        reveal(table, dice=dice).then_rejected("CO-420", field="dice")
    reveal(table, dice={RED: 3}).then_includes(GemsChanged(RED, -1, "die"), DieRolled(RED, 3))
    assert compared(table).strength == {RED: 3 + 1 + 2, BLUE: 4}
    assert attacked(table).shields[RED] == 1
    reveal(facing(), dice={RED: 1}).then_rejected("CO-420")
    reveal(facing(red_plan=plan("die_a")), drawn=True).has(RED, gems=0)


def test_co_717_a_gem_spent_meanwhile_is_still_owed():
    test_co_412_a_die_needs_a_gem()
    test_co_420_a_gem_and_a_die_for_each_die_section()


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
    table.board("jrayek", attributes={**table.state.boards["jrayek"].attributes, "jrayek.ash": "upgraded"})
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
    assert fleeing().state.boards[RED].base_fighters == 4


def test_co_713_a_retreat_may_lead_into_another_due_battle():
    table = facing(5, 2, red_plan=plan("retreat")).region("tall_grass", fighters={RED: 1, BLUE: 1})
    reveal(table).then_includes(UnitsMoved(RED, PLACE, "tall_grass", 4, (), "retreat"))
    assert table.state.phase == "combat"


def test_co_446_mountains_close_a_retreat_and_pinning_does_not():
    table = facing(5, 2, red_plan=plan("retreat")).region("stone_ladder", fighters={RED: 3})
    reveal(table).has(RED, base_fighters=4)


def test_co_450_the_loser_is_driven_out():
    table = facing(8, 4).region(PLACE, leaders={BLUE: ("leyrien.singer",)}, fighters={RED: 8, BLUE: 4})
    table.board(BLUE, leaders={**table.state.boards[BLUE].leaders, "leyrien.singer": "upgraded"})
    table.built(BLUE, PLACE, "foundry")
    reveal(table).has(BLUE, base_fighters=3)
    assert table.leader_at(BLUE, "leyrien.singer") == "supply"
    assert table.state.boards[BLUE].leaders["leyrien.singer"] == "upgraded"
    assert table.state.regions[PLACE].buildings == {}


def test_co_451_a_razed_building_covers_the_right_most_empty_space_and_gains_it():
    table = facing(8, 1).built(BLUE, PLACE, "outpost")
    table.board(BLUE, buildings={**table.state.boards[BLUE].buildings, "outpost": 2})
    reveal(table, draws=["feint"]).then_includes(BuildingRazed(BLUE, "outpost", "relic_4", PLACE))
    table.has(BLUE, hand={"feint": 1})
    assert table.state.boards[BLUE].buildings["outpost"] == 3


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
    assert table.state.boards[RED].attributes["circadians.couriers"] == "upgraded"
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


def relics(round_=1, **regions):
    table = begun().bare().given_state(round=round_).at("check_relics")
    for place, seat in regions.items():
        table.region(place, fighters={seat: 2})
    return table


def resolve(table, **more):
    return table.do("resolve_relics", None, **more)


def test_co_480_whoever_controls_every_relic_on_the_map_wins_at_once():
    places = ("tall_grass", "iron_step", "reed_gate", "glass_mire", "dry_shelf", "long_meadow")
    resolve(relics(**dict.fromkeys(places, BLUE))).then(GameEnded((BLUE,), "all_relics", 1))
    table = relics(**dict.fromkeys(places[1:], BLUE))
    resolve(table)
    assert table.state.result is None


def test_co_481_and_co_482_the_controller_takes_the_relic_and_the_spaces_benefit():
    table = resolve(relics(tall_grass=BLUE)).has(BLUE, relics=(1,), energy=9)
    table.then_includes(EnergyChanged(BLUE, 3, "relic"))
    table = relics(tall_grass=BLUE).board(BLUE, relics=(7, 8))
    resolve(table)
    assert table.head(BLUE) == ("gain_research", 1)
    assert table.fighters("tall_grass") == {BLUE: 2}
    resolve(table).then_rejected("CO-722")
    table.do("decline_effect", BLUE)
    assert table.fighters("tall_grass") == {}
    assert table.state.round == 2


def test_co_483_and_co_719_units_return_to_the_base_and_buildings_stay():
    table = relics(tall_grass=RED).region("tall_grass", leaders={RED: ("circadians.pilot",)})
    table.built(RED, "tall_grass", "foundry")
    resolve(table).has(RED, base_fighters=2, base_leaders=("circadians.pilot",))
    assert table.state.regions["tall_grass"].buildings["relic_1"] == Built(RED, "foundry")


def test_co_484_and_co_485_a_relic_that_nobody_controls_leaves_the_others_stay():
    table = relics().region("tall_grass", fighters={RED: 1, BLUE: 1})
    resolve(table).then_includes(RelicRemoved(1, "tall_grass"))
    assert table.state.relics_out == (1,)
    assert table.state.regions["iron_step"].relic == 2


def last_round(**regions):
    table = relics(6, **regions)
    for place in table.state.regions:
        table.region(place, relic=6 if place == "long_meadow" else None)
    return table.given_state(relics_out=(1, 2, 3, 4, 5))


def test_co_487_and_co_489_tokens_go_to_the_vault_or_out():
    table = relics().priced("build", "circadians.o1", RED).priced("move", "circadians.g2", RED, "last")
    resolve(table).then_includes(
        TokensMoved(RED, ("circadians.o1",), "vault"), TokensMoved(RED, ("circadians.g2",), "out")
    )
    assert table.state.prices == {}


def test_co_488_the_top_neutral_token_leaves_in_its_round():
    assert resolve(relics()).state.neutral == {"pair_a": "top"}
    table = relics(2)
    for place in table.state.regions:
        table.region(place, relic=2 if place == "iron_step" else None)
    resolve(table).then_includes(NeutralTokenRemoved("pair_a"))
    assert table.state.neutral == {"pair_a": "under"}


def test_co_486_and_co_490_the_next_round_begins_and_the_flare_gun_stays():
    table = resolve(relics().given_state(flare_gun=BLUE, harvested=("x",)))
    assert (table.state.round, table.state.phase, table.state.flare_gun) == (2, "set_prices", BLUE)
    assert table.state.next_seats[0] == BLUE
    assert table.state.harvested == ()


def test_co_601_and_co_605_to_co_607_and_co_610_the_last_round():
    resolve(last_round(long_meadow=RED)).then(GameEnded((RED,), "all_relics", 6))
    table = resolve(last_round(tall_grass=RED, iron_step=RED, reed_gate=BLUE))
    table.then_includes(GameEnded((RED,), "land_regions", 6))


def test_co_608_and_co_609_relics_break_a_tie_else_it_is_shared():
    table = last_round(tall_grass=RED, reed_gate=BLUE)
    resolve(table).then_includes(GameEnded((RED, BLUE), "shared", 6))
    table = last_round(tall_grass=RED, reed_gate=BLUE).board(BLUE, relics=(2,))
    resolve(table).then_includes(GameEnded((BLUE,), "relics_tiebreak", 6))


def test_co_607_bases_lakes_and_contested_regions_count_for_nobody():
    table = last_round(tall_grass=RED).region("reed_gate", fighters={RED: 1, BLUE: 1})
    table.region("lake_still", fighters={BLUE: 1}).region("lake_mirror", fighters={BLUE: 1})
    table.board(BLUE, region_bonus=4)
    resolve(table).then_includes(GameEnded((RED,), "land_regions", 6))


def test_co_720_round_6_always_has_a_winner():
    assert resolve(last_round()).state.result.winners == (RED, BLUE)


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


def test_co_481_a_relic_that_a_correction_took_off_the_map_cannot_be_resolved():
    table = relics(tall_grass=RED).region("tall_grass", relic=None)
    resolve(table).then_rejected("CO-481")


def test_co_508_a_used_card_is_named_and_in_the_hand():
    planning(feint=1).do("commit_plan", section="plain_a", tactics="use").then_rejected(
        "CO-508", field="card"
    )
    table = planning(feint=1).do("commit_plan", section="plain_a", tactics="use", card="ambush")
    table.then_rejected("CO-508", field="card")
