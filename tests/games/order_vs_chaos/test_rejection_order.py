"""A refusal names the first violated rule in the order that the rules file fixes."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from tests.games.order_vs_chaos.table import OrderTable, final_battle
from tests.games.order_vs_chaos.test_4xx_battle import selected


def test_1_the_phase_comes_before_a_duty():
    table = OrderTable(set_up=False).given(facts.MapChosen("us"), facts.HeroChosen("black", "goatman", 7))
    table.given(facts.XpGained("black", 1, "start"))
    table.refused("OC-114", "end_turn", seat="black")
    table.refused("OC-211", "choose_map", map="us")
    table = final_battle(order=13)
    assert table.pending == ["allot_doom_damage"]
    table.refused("OC-601", "end_turn", seat="black")


def test_2_a_duty_comes_before_a_battle():
    table = OrderTable().fighting().given(facts.XpGained("red", 1, "rift"))
    table.refused("OC-211", "end_turn", seat="black")
    table.refused("OC-211", "declare_blocks", units=["nobody"])


def test_3_a_battle_comes_before_the_active_seat():
    table = OrderTable().fighting()
    table.refused("OC-402", "end_turn", seat="black")
    OrderTable().refused("OC-402", "select_weapons", seat="nobody")
    selected(table, "wakizashi").refused("OC-403", "select_weapons", seat="nobody", weapons=["x"])


def test_4_the_active_seat_comes_before_a_lost_turn():
    table = OrderTable().given(facts.TurnLost("red"))
    table.refused("OC-203", "move", seat="black", to="nowhere")
    table.refused("OC-205", "move", seat="red", to="nowhere")


def test_5_a_lost_turn_comes_before_the_step():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="wormhole_a").spend_xp()
    table.given(facts.TurnLost("red")).refused("OC-205", "fight", seat="red")


def test_6_the_step_comes_before_the_moves_own_rules():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="wormhole_a").spend_xp()
    table.refused("OC-204", "move", seat="red", to="nowhere").refused("OC-204", "fight", seat="red")


def test_7_the_enemy_comes_before_a_second_action():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="rift_1a").spend_xp()
    table.do("attack_rift", seat="red", dice=["1"]).monster("chicago")
    table.refused("OC-207", "attack_rift", seat="red").refused("OC-207", "open_location", seat="red")


def test_8_a_second_action_comes_before_its_own_rule():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="rift_1a").spend_xp()
    table.do("attack_rift", seat="red", dice=["1"])
    table.refused("OC-206", "use_order_shrine", seat="red", gain="health")
    table.refused("OC-206", "open_location", seat="red", card="nothing")


def test_9_side_and_card_come_before_the_actions_outcomes():
    table = OrderTable().card("chicago", "rift_3a").at(red="chicago")
    table.refused("OC-334", "use_healing_shrine", seat="red", cancelled_by={"seat": "black", "card": "x"})
    table.refused("OC-334", "attack_healing_shrine", seat="red", dice=["9"], field="seat")
    table.refused("OC-336", "attack_rift", seat="red", dice=["9"], field="dice")


def test_10_of_the_own_rules_the_lowest_id_comes_first():
    table = OrderTable()
    for to in ("chicago", "cleveland", "huntington"):
        table.do("move", seat="red", to=to)
    table.refused("OC-301", "move", seat="red", to="nowhere")
    table = OrderTable().given(facts.XpGained("red", 3, "rift"))
    full = ["move"] * 3
    table.do("assign_xp", seat="red", targets=["slot"])
    table.refused("OC-350", "assign_xp", seat="red", targets=[*full])
    table.refused("OC-352", "assign_xp", seat="red", targets=["slot"])
    table = OrderTable().hero("black", kept=("dark_mending_1",))
    table.refused("OC-213", "play_event", seat="black", card="panic", unanimous=False)


def test_a_refused_action_leaves_nothing():
    table = OrderTable().hero("red", equipment=("field_medkit_1",), health=3)
    before = table.state
    wrong = [{"op": "health", "seat": "nobody", "delta": 4}]
    table.refused("OC-520", "use_equipment", seat="red", item="field_medkit_1", effects=wrong)
    assert table.state is before
