"""The turn, OC-201 … OC-215."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.state import Duty
from tests.games.order_vs_chaos.table import OrderTable, edition, final_battle, part


def test_oc_201_turns_pass_clockwise():
    table = OrderTable(3).do("end_turn", seat="red").do("end_turn", seat="black").do("end_turn", seat="blue")
    assert (table.state.active, table.state.turn) == ("red", 4)


def test_oc_202_move_then_encounter():
    table = OrderTable().at(red="chicago")
    assert table.state.step == "move"
    table.when({"type": "open_location", "seat": "red", "card": "rift_1a"})
    assert table.state.step == "encounter"


def test_oc_203_only_the_active_seat_acts():
    table = OrderTable()
    for action in ("end_turn", "open_location", "pick_up_tokens", "fight", "deliver_tokens"):
        table.attempt(action, seat="black").then_rejected("OC-203", field="seat")
    table.attempt("move", seat="black", to="detroit").then_rejected("OC-203")


def test_oc_204_opening_ends_the_move_step():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="wormhole_a").spend_xp()
    table.attempt("move", seat="red", to="cleveland").then_rejected("OC-204")
    table.attempt("fight", seat="red").then_rejected("OC-204")


def test_oc_204_opening_by_an_effect_does_not():
    table = OrderTable().hero("red", location="chicago", equipment=("scouting_report_1",))
    effect = {"op": "open", "location": "huntington", "card": "wormhole_a"}
    table.do("use_equipment", seat="red", item="scouting_report_1", effects=[effect]).spend_xp()
    table.do("move", seat="red", to="cleveland")
    table.do("open_location", seat="red", card="wormhole_b")


def test_oc_205_the_winner_still_encounters_but_does_not_move():
    table = OrderTable().card("huntington", "rift_1a").hero("red", health=10).fighting(health=10)
    assert table.state.battle is not None
    table.given(
        facts.UnitKilled("monster:huntington", (), "huntington", "hellion"),
        facts.BattleEnded("huntington", 1, "won"),
    )
    table.attempt("move", seat="red", to="cleveland").then_rejected("OC-204")
    table.do("attack_rift", seat="red", dice=["1"])


def test_oc_205_lost_leaves_the_end_of_the_turn_only():
    table = OrderTable().at(red="chicago").given(facts.TurnLost("red"))
    table.attempt("open_location", seat="red").then_rejected("OC-205")
    table.attempt("move", seat="red", to="cleveland").then_rejected("OC-205")
    table.do("end_turn", seat="red")


def test_oc_205_an_enemy_left_after_a_battle_that_an_effect_ended():
    table = OrderTable().fighting(equipment=("flash_bomb_1",))
    table.do("use_equipment", seat="red", item="flash_bomb_1", effects=[{"op": "end_battle"}])
    assert table.state.battle is None
    assert table.state.lost


def test_oc_206_one_opening_and_one_action_a_turn():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="rift_1a").spend_xp()
    table.do("attack_rift", seat="red", dice=["1"])
    table.attempt("attack_rift", seat="red", dice=["blue"]).then_rejected("OC-206")
    table.given_state(places={**table.state.places, "chicago": table.state.places["cleveland"]})
    table.attempt("open_location", seat="red").then_rejected("OC-206")


def test_oc_206_both_are_optional():
    OrderTable().at(red="chicago").attempt("end_turn", seat="red").then_accepted()


def test_oc_207_the_enemy_must_be_beaten_first():
    table = OrderTable().at(red="chicago").card("chicago", "rift_1a").monster("chicago")
    table.attempt("attack_rift", seat="red").then_rejected("OC-207")
    OrderTable().at(red="chicago", black="chicago").attempt("open_location", seat="red").then_rejected(
        "OC-207"
    )
    table = OrderTable().at(red="chicago", black="chicago").turn_of("black")
    table.attempt("pick_up_tokens", seat="black").then_rejected("OC-207")


def test_oc_208_a_hero_may_fight_stay_or_leave():
    table = OrderTable().at(red="chicago").monster("chicago")
    table.attempt("end_turn", seat="red").then_accepted()
    table = OrderTable().at(red="chicago").monster("chicago").do("move", seat="red", to="cleveland")
    table.do("move", seat="red", to="chicago")
    assert table.state.battle is not None
    OrderTable().at(red="chicago").monster("chicago").do("fight", seat="red")


def test_oc_208_no_fight_without_an_enemy_or_after_moving():
    OrderTable().attempt("fight", seat="red").then_rejected("OC-208")
    table = OrderTable().at(red="chicago").given(facts.EnemiesPassed("red", "cleveland")).monster("cleveland")
    table.do("move", seat="red", to="cleveland").attempt("fight", seat="red").then_rejected("OC-208")


def test_oc_209_ending_the_turn_needs_no_duty_and_no_battle():
    table = OrderTable().given(facts.XpGained("black", 1, "rift"))
    table.attempt("end_turn", seat="red").then_rejected("OC-211")
    OrderTable().fighting().attempt("end_turn", seat="red").then_rejected("OC-402")


def test_oc_210_an_ability_without_a_time_belongs_to_the_own_turn():
    table = OrderTable(red="bogatyr").hero("red", health=5)
    effect = {"op": "health", "seat": "red", "delta": 3}
    use = {"seat": "red", "ability": "strength_of_the_earth", "effects": [effect]}
    table.do("move", seat="red", to="chicago").do("use_ability", **use).do("move", seat="red", to="cleveland")
    table.turn_of("black").attempt("use_ability", **use).then_rejected("OC-210", field="ability")


def test_oc_211_a_duty_comes_before_everything_else():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="rift_1a")
    assert table.pending == ["assign_xp"]
    table.attempt("attack_rift", seat="red").then_rejected("OC-211")
    table.attempt("use_equipment", seat="red", item="x").then_rejected("OC-211")
    table.do("assign_xp", seat="black", targets=["move"]).do("attack_rift", seat="red", dice=["1"])


def test_oc_211_a_duty_command_without_its_duty():
    table = OrderTable()
    table.attempt("assign_xp", seat="red", targets=["move"]).then_rejected("OC-211")
    table.attempt("place_monster", location="chicago", monster="hellion", chosen_by="black").then_rejected(
        "OC-211"
    )
    table.attempt("discard_surplus_monster", location="chicago", monster="hellion").then_rejected("OC-211")
    table.attempt("draw_event", seat="black").then_rejected("OC-211")
    table.attempt("resolve_event", seat="black", card="omen_1").then_rejected("OC-211")
    table.attempt("take_reward", seat="red").then_rejected("OC-211")
    table.attempt("resurrect", seat="red", location="us_order_east").then_rejected("OC-211")
    table.attempt("take_overflow", seat="red", gain="xp").then_rejected("OC-211")
    table.attempt("allot_doom_damage", losses=[]).then_rejected("OC-211")


def test_oc_211_monsters_are_placed_in_order_and_an_instant_comes_before_the_next_draw():
    table = OrderTable().given(
        facts.DutyRaised(Duty("place_monster", location="chicago")),
        facts.DutyRaised(Duty("place_monster", location="detroit")),
    )
    place = {"monster": "hellion", "chosen_by": "black"}
    table.attempt("place_monster", location="detroit", **place).then_rejected("OC-211", field="location")
    table.do("place_monster", location="chicago", **place).do("place_monster", location="detroit", **place)
    table.given(facts.DutyRaised(Duty("draw_event", seat="black", n=2)))
    table.do("draw_event", seat="black", card="rift_surge_1")
    table.attempt("draw_event", seat="black", card="omen_1").then_rejected("OC-211")


def test_oc_212_battles_wait_until_no_duty_is_left():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="wandering_monster_a")
    table.do("assign_xp", seat="black", targets=["move"])
    assert table.state.battle is None
    table.do("place_monster", location="chicago", monster="hellion", chosen_by="black")
    assert table.state.battle is not None


def test_oc_213_without_unanimity_the_drawer_decides():
    table = OrderTable(4).given(facts.EventDrawn("black", "creeping_dread_1"))
    resolve = {"seat": "black", "card": "creeping_dread_1"}
    resolve |= {"effects": [{"op": "doom", "side": "chaos", "delta": 1}]}
    table.attempt("resolve_event", **resolve, unanimous=False, decided_by="white").then_rejected("OC-213")
    table.attempt("resolve_event", **resolve, unanimous=False).then_rejected("OC-213", field="decided_by")
    table.do("resolve_event", **resolve, unanimous=False, decided_by="black")
    table = OrderTable().hero("black", kept=("dark_mending_1",)).turn_of("black")
    play = {"seat": "black", "card": "dark_mending_1"}
    play |= {"effects": [{"op": "health", "seat": "black", "delta": 4}]}
    table.attempt("play_event", **play, unanimous=False, decided_by="red").then_rejected("OC-213")
    table.do("play_event", **play, unanimous=True, decided_by="red")


def test_oc_214_everything_stops_at_chaos_doom_13():
    table = final_battle()
    assert table.state.phase == "final"
    assert table.state.chaos == 13
    assert "draw_event" not in table.pending


def test_oc_215_a_waiting_battle_without_both_sides_is_dropped():
    table = OrderTable(4).at(red="chicago", blue="detroit").monster("detroit").monster("chicago")
    table.given(facts.BattleCaused("detroit", "effect"), facts.BattleCaused("chicago", "effect"))
    table.given(
        facts.MonsterDiscarded("hellion", "detroit", "effect"), facts.XpGained("red", 1, "effect")
    ).spend_xp()
    assert table.state.battle.location == "chicago"
    table.given(facts.BattleEnded("chicago", 1, "won"), facts.XpGained("red", 1, "effect")).spend_xp()
    assert table.found(facts.BattleDropped) == [facts.BattleDropped("detroit")]
    assert table.state.waiting == ()


def test_a_passive_ability_is_never_used():
    def change(document):
        part(document, "order_heroes", "samurai")["abilities"][0]["timing"] = "passive"

    table = OrderTable(components=edition(change))
    table.attempt("use_ability", seat="red", ability="bushido").then_rejected("OC-506", field="ability")
