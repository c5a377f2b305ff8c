"""Corner cases, OC-701 … OC-718."""

from __future__ import annotations

from typing import Any

from domain.games.order_vs_chaos import facts
from tests.games.order_vs_chaos.table import OrderTable, edition, part
from tests.games.order_vs_chaos.test_3xx_actions import cascade, chaos_at, crowded, visit
from tests.games.order_vs_chaos.test_4xx_battle import HOUND, blocking, round_over, selected
from tests.games.order_vs_chaos.test_6xx_end import overflow


def test_oc_701_a_chaos_rift_chains_xp_monsters_and_battles():
    table = OrderTable(4).at(red="miami", blue="new_orleans")
    chain = (("new_orleans", "wandering_monster_a"), ("atlanta", "wormhole_a"))
    table.do("open_location", seat="red", card="chaos_rift_a", cascade=cascade(*chain))
    assert {seat for seat, hero in table.state.seats.items() if hero.xp_pending} == set(table.seats)
    table.spend_xp().do("place_monster", location="new_orleans", monster="hellion", chosen_by="black")
    table.do("place_monster", location="miami", monster="charhound", chosen_by="white")
    assert table.state.battle.location == "miami"
    assert table.state.waiting == (("new_orleans", "placement"),)


def test_oc_702_emptied_locations_stay_on_the_map():
    table = (
        OrderTable().card("chicago", "rift_1a").at(red="chicago").do("attack_rift", seat="red", dice=["blue"])
    )
    table.spend_xp().turn_of("red").at(red="us_order_north").do("move", seat="red", to="chicago")
    table.refused("OC-320", "open_location", seat="red")
    table = chaos_at("wandering_monster_a").monster("chicago").card("cleveland", "rift_1a")
    table.given(facts.CardRemoved("cleveland", "rift_1a", "effect"))
    table.refused("OC-335", "use_wandering_monster", seat="black", place="hellion", shove_to="cleveland")


def test_oc_703_closing_a_rift_discards_every_token():
    table = OrderTable().card("chicago", "rift_1a").tokens("chicago", 4).at(red="chicago")
    table.do("attack_rift", seat="red", dice=["blue"])
    assert (table.state.token_supply, table.state.places["chicago"].tokens) == (12, 0)


def test_oc_704_a_token_instead_of_a_monster_causes_no_battle():
    table = crowded(OrderTable()).at(red="chicago")
    table.do("open_location", seat="red", card="wandering_monster_a").spend_xp()
    assert table.state.battle is None
    assert table.state.totals.tokens_instead_of_monsters == 1


def test_oc_705_the_pick_up_comes_before_the_replacement_token():
    table = crowded(chaos_at("chaos_rift_a")).tokens("chicago", 1)
    table.do("use_chaos_rift", seat="black", pick_up=True, place="token")
    assert (table.state.seats["black"].tokens, table.state.places["chicago"].tokens) == (1, 1)


def test_oc_706_the_shove_happens_before_the_replacement_token():
    table = crowded(chaos_at("wandering_monster_a")).card("cleveland", "rift_1a")
    seattle = table.state.places["seattle"]
    table.given(facts.MonsterMoved(seattle.monsters[0], "seattle", "chicago"))
    table.do("use_wandering_monster", seat="black", place="token", shove_to="cleveland")
    assert table.state.places["cleveland"].monsters == ("hellion",)
    assert table.state.places["chicago"].tokens == 1


def test_oc_707_an_empty_roll_cannot_succeed():
    def change(document: dict[str, Any]) -> None:
        samurai = part(document, "order_heroes", "samurai")
        samurai["tracks"] |= {"move": [0, 1], "attack": [0]}
        samurai["attacks"][0]["dice"] = 0

    table = selected(OrderTable(components=edition(change)).fighting(), "wakizashi")
    table.roll("hero:red", "wakizashi").roll(HOUND, "hellion_claws", "1", "1").do("resolve_segment")
    assert table.found(facts.DamageDealt)[0].rolled == 0
    table.do("attempt_retreat", seat="red", dice=[], to="cleveland")
    assert table.found(facts.Retreated) == [facts.Retreated("red", (), False)]


def test_oc_708_each_order_heros_death_is_doom():
    table = OrderTable(4).at(blue="huntington", black="huntington").fighting()
    for seat in ("red", "blue"):
        table.hero(seat, health=1).given(
            facts.UnitChanged(f"hero:{seat}", chits=-table.unit(f"hero:{seat}").chits)
        )
    selected(table, "wakizashi")
    selected(table, "knights_mace", seat="blue").do("declare_blocks")
    for unit, attack, target in (
        ("hero:red", "wakizashi", HOUND),
        ("hero:blue", "knights_mace", HOUND),
        ("hero:black", "goat_horns", "hero:red"),
        (HOUND, "hellion_claws", "hero:blue"),
    ):
        table.do("declare_targets", unit=unit, targets={attack: target})
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll("hero:black", "goat_horns", "1", "1", "1").roll(HOUND, "hellion_claws", "1", "1")
    table.do("resolve_segment")
    assert (table.state.chaos, table.pending) == (2, ["resurrect", "resurrect"])


def test_oc_709_hero_and_monster_kill_each_other():
    table = OrderTable().fighting(health=1).given(facts.UnitChanged("hero:red", chits=-2))
    table.given(facts.UnitChanged(HOUND, health=-8))
    selected(table, "wakizashi").do("declare_blocks").roll("hero:red", "wakizashi", "1", *["blue"] * 4)
    table.roll(HOUND, "hellion_claws", "1", "1").do("resolve_segment")
    assert (table.state.chaos, table.pending) == (1, ["resurrect", "take_reward"])
    table.do("take_reward", seat="red", item="uzi_1").do("resurrect", seat="red", location="us_order_east")
    assert table.state.lost
    assert table.state.seats["red"].weapons == ("uzi_1",)


def test_oc_710_a_chaos_hero_killed_on_its_way_keeps_its_tokens():
    table = OrderTable().hero("black", location="huntington", tokens=2, health=1).at(red="huntington")
    table.do("fight", seat="red").given(facts.UnitChanged("hero:black", chits=-2))
    selected(table, "wakizashi").do("declare_blocks").roll("hero:red", "wakizashi", "3", *["blue"] * 4)
    table.roll("hero:black", "goat_horns", *["blue"] * 3).do("resolve_segment")
    table.do("resurrect", seat="black", location="us_chaos_gulf")
    assert (table.state.seats["black"].tokens, table.state.chaos, table.state.battle) == (2, 0, None)


def test_oc_711_a_battle_without_the_phasing_hero_leaves_its_turn_alone():
    table = (
        OrderTable(4)
        .at(blue="huntington")
        .monster("huntington")
        .given(facts.BattleCaused("huntington", "effect"))
    )
    table.given(facts.XpGained("red", 1, "effect")).spend_xp()
    round_over(selected(table, "knights_mace", seat="blue"))
    table.do("attempt_retreat", seat="blue", dice=["blue"] * 3, to="cleveland")
    assert (table.state.battle, table.state.lost, table.state.step) == (None, False, "move")


def test_oc_712_who_is_brought_into_a_battle_joins_the_next_round():
    table = OrderTable(4).fighting(equipment=("helicopter_1",))
    move = [{"op": "hero_move", "seat": "blue", "to": "huntington"}]
    table.do("use_equipment", seat="red", item="helicopter_1", effects=move)
    assert "hero:blue" not in table.state.battle.units
    round_over(selected(table, "wakizashi")).do("stay", seat="red")
    assert table.unit("hero:blue").chits == 3
    assert table.state.waiting == ()


def test_oc_712_a_hero_resurrected_there_stays_out():
    table = OrderTable(4).at(red="us_order_north", blue="us_order_north").monster("us_order_north")
    table.do("fight", seat="red")
    table.given(facts.UnitKilled("hero:blue"), facts.HeroDied("blue", "us_order_north", True))
    table.do("resurrect", seat="blue", location="us_order_north")
    selected(table, "wakizashi")
    table.roll("hero:red", "wakizashi", *["blue"] * 5)
    table.roll("monster:us_order_north", "hellion_claws", "blue", "blue").do("resolve_segment")
    table.do("stay", seat="red")
    assert "hero:blue" not in table.state.battle.units


def test_oc_713_the_fourteenth_rift_gives_the_choice_and_the_ordinary_xp():
    table = overflow()
    assert table.pending == ["assign_xp", "assign_xp", "overflow_gain", "overflow_gain"]


def test_oc_714_a_death_at_doom_12_starts_the_final_battle_at_once():
    table = OrderTable(4).doom(0, 12).at(blue="huntington").fighting(health=1)
    table.given(facts.UnitChanged("hero:red", chits=-2))
    selected(table, "wakizashi")
    selected(table, "knights_mace", seat="blue").do("declare_blocks")
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:red"})
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll(HOUND, "hellion_claws", "1", "1").do("resolve_segment")
    assert (table.state.phase, table.state.final.stage, table.state.seats["red"].health) == (
        "final",
        "screen",
        10,
    )
    assert table.found(facts.BattleEnded)[0].cause == "final"


def test_oc_715_a_settlement_can_kill():
    table = selected(blocking(0, health=1), "wakizashi").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll(HOUND, "hellion_claws", "1", "1")
    table.do("resolve_segment")
    assert table.found(facts.BlockSettled) == [facts.BlockSettled("hero:red", 2, 0, 1)]
    assert (table.state.chaos, table.pending) == (1, ["resurrect"])
    table.do("resurrect", seat="red", location="us_order_east")
    assert table.state.battle is None


def test_oc_716_chits_from_dice_save_a_unit_in_that_segment():
    table = (
        OrderTable(red="teutonic_knight").fighting(health=1).given(facts.UnitChanged("hero:red", chits=-3))
    )
    selected(table, "knights_mace").do("declare_blocks")
    table.roll("hero:red", "knights_mace", "yellow", "yellow", *["blue"] * 3)
    table.roll(HOUND, "hellion_claws", "1", "1").do("resolve_segment")
    assert table.state.seats["red"].health == 1


def test_oc_717_the_health_option_may_be_taken_at_the_maximum():
    table = OrderTable().card("chicago", "order_shrine").at(red="chicago")
    table.do("use_order_shrine", seat="red", gain="health")
    assert table.state.seats["red"].health == 10
    overflow().spend_xp().attempt("take_overflow", seat="red", gain="health").then_accepted()


def test_oc_718_exactly_as_many_pieces_are_discarded_as_room_is_needed():
    def shopping() -> OrderTable:
        table = OrderTable().card("chicago", "quartermaster_a")
        return table.hero("red", location="chicago", equipment=("lucky_coin_3", "holy_water_1"))

    take = ["padded_vest_1"]
    visit(shopping(), take, ["lucky_coin_3", "holy_water_1"]).then_rejected("OC-718", field="discard")
    visit(shopping(), take, ["katana_1"]).then_rejected("OC-718", field="discard")
    visit(shopping(), [], ["lucky_coin_3"]).then_rejected("OC-718", field="discard")
    visit(shopping(), take, ["lucky_coin_3"]).then_accepted()
