"""4xx, combat until the reveal: battles due, sealed plans, the wheel."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.actions import CommitPlan
from domain.games.chaos_order.facts import BattleSelected, CombatTurnGiven, DieRolled, GemsChanged
from domain.kernel import PUBLIC, Viewer
from tests.games.chaos_order.table import BLUE, PLACE, RED, begun, dealt
from tests.support.games.chaos_order.battles import attacked, compared, facing, plan, reveal


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
    reveal(table, dice={}).then_rejected("CO-420", field=f"dice/{RED}")
    reveal(table, dice={BLUE: 1}).then_rejected("CO-420", field=f"dice/{RED}")
    for dice in ({RED: 6}, {RED: 1, "nobody": 1}):
        reveal(table, dice=dice).then_rejected("CO-420", field="dice")
    reveal(table, dice={RED: 3}).then_includes(GemsChanged(RED, -1, "die"), DieRolled(RED, 3))
    assert compared(table).strength == {RED: 3 + 1 + 2, BLUE: 4}
    assert attacked(table).shields[RED] == 1
    reveal(facing(red_plan=plan("die_a")), drawn=True).has(RED, gems=0)


def test_co_420_a_die_of_a_seat_that_rolls_none_counts_for_nothing():
    """Who rolls is as secret as the plans: whoever types in the dice may be asked for one too many."""
    table = facing(red_plan=plan("die_a"))
    reveal(table, dice={RED: 3, BLUE: 5}).then_includes(DieRolled(RED, 3))
    assert compared(table).strength == {RED: 3 + 1 + 2, BLUE: 4}
    table = facing()
    reveal(table, dice={RED: 1}).then_accepted()
    assert compared(table).strength == compared(reveal(facing())).strength


def test_co_717_a_gem_spent_meanwhile_is_still_owed():
    test_co_412_a_die_needs_a_gem()
    test_co_420_a_gem_and_a_die_for_each_die_section()


def test_co_508_a_used_card_is_named_and_in_the_hand():
    planning(feint=1).do("commit_plan", section="plain_a", tactics="use").then_rejected(
        "CO-508", field="card"
    )
    table = planning(feint=1).do("commit_plan", section="plain_a", tactics="use", card="ambush")
    table.then_rejected("CO-508", field="card")
