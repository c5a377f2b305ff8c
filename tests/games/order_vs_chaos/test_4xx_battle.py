"""Battles, OC-401 … OC-491."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.offers.turn import dice_by_hand
from domain.games.order_vs_chaos.reading import chosen_attacks, may_block
from domain.games.order_vs_chaos.state import Duty
from domain.kernel.offers import admits
from tests.games.order_vs_chaos.table import OrderTable, edition, final_battle, part

HOUND = "monster:huntington"


def selected(table: OrderTable, *weapons: str, bonus: str | None = None, seat: str = "red") -> OrderTable:
    return table.do("select_weapons", seat=seat, weapons=list(weapons), bonus=bonus)


def test_oc_401_every_hero_and_monster_of_the_place_fights():
    table = OrderTable(4).at(blue="huntington", black="huntington").fighting()
    assert list(table.state.battle.units) == ["hero:red", "hero:blue", "hero:black", HOUND]


def test_oc_402_a_battle_ends_when_one_side_is_gone():
    table = OrderTable().fighting().given(facts.UnitKilled(HOUND, (), "huntington", "hellion"))
    table.given(facts.XpGained("red", 1, "effect")).spend_xp()
    assert table.found(facts.BattleEnded) == [facts.BattleEnded("huntington", 1, "won", ("hero:red",), ())]


def test_oc_402_a_battle_command_without_a_battle():
    for kind, more in {"declare_blocks": {}, "resolve_segment": {}, "stay": {"seat": "red"}}.items():
        OrderTable().refused("OC-402", kind, **more)
    OrderTable().fighting().refused("OC-402", "move", seat="red", to="cleveland")


def test_oc_403_the_steps_follow_each_other():
    table = OrderTable().fighting("tengu")
    assert table.state.battle.step == "weapons"
    table.refused("OC-403", "declare_blocks", units=[])
    table.refused("OC-403", "roll_attack", unit=HOUND, attack="tengu_fan", dice=["1", "1"])
    selected(table, "wakizashi")
    assert table.state.battle.step == "ranged", "nobody may block in the first round"
    table.refused("OC-403", "select_weapons", seat="red")
    table.roll(HOUND, "tengu_fan", "1", "1").do("resolve_segment")
    assert table.state.battle.step == "melee"
    table.roll(HOUND, "tengu_beak", "blue").roll("hero:red", "wakizashi", *["blue"] * 5).do("resolve_segment")
    assert table.state.battle.step == "retreat", "nobody attacks in the curse segment"
    table.refused("OC-403", "resolve_segment").do("stay", seat="red")
    assert (table.state.battle.round, table.state.battle.step) == (2, "weapons")


def test_oc_404_chits_are_dealt_once():
    """The source's pre-battle chits: Charhound 3, Samurai as its armor."""
    table = OrderTable().fighting("charhound", xp={"armor": 2})
    assert (table.unit(HOUND).chits, table.unit("hero:red").chits) == (3, 4)


def test_oc_405_chits_and_battle_tracks_are_gone_after_a_battle():
    table = OrderTable(black="cultist").at(red="huntington", black="huntington").do("fight", seat="red")
    table.given(facts.UnitChanged("hero:black", track=2), facts.UnitChanged("hero:red", chits=3))
    table.given(facts.BattleEnded("huntington", 1, "won")).turn_of("red").do("fight", seat="red")
    assert (table.unit("hero:black").track, table.unit("hero:red").chits) == (0, 2)


def test_oc_406_monsters_are_full_and_heroes_as_they_are():
    table = OrderTable().fighting(health=3)
    assert table.unit(HOUND).health == 9
    assert table.state.seats["red"].health == 3


CECIL = ("ak_47_1", "uzi_1", "tomahawk_1", "bowie_knife_1")


def test_oc_410_two_hands_and_each_weapon_once():
    """The source's combinations: AK-47, wakizashi, or Uzi and knife, each perhaps with the tomahawk."""
    for weapons in (("ak_47_1",), ("wakizashi", "tomahawk_1"), ("uzi_1", "bowie_knife_1", "tomahawk_1")):
        selected(OrderTable().fighting(weapons=CECIL), *weapons, bonus=weapons[0])
    table = OrderTable().fighting(weapons=CECIL)
    for chosen in (["ak_47_1", "uzi_1"], ["uzi_1", "uzi_1"], ["katana_1"]):
        table.refused("OC-410", "select_weapons", seat="red", weapons=chosen, bonus=chosen[0])
    selected(table)
    assert chosen_attacks(table.state, table.unit("hero:red")) == ()


def test_oc_411_one_selected_weapon_gets_the_attack_stat():
    """The source's Teutonic Knight: rapier 2 + attack 3 = 5 dice, pick 1."""
    table = OrderTable(red="teutonic_knight")
    table.fighting(weapons=("toledo_rapier_1", "horsemans_pick_1"))
    pair = ["toledo_rapier_1", "horsemans_pick_1"]
    table.refused("OC-411", "select_weapons", seat="red", weapons=pair)
    table.refused("OC-411", "select_weapons", seat="red", weapons=pair, bonus="knights_mace")
    selected(table, *pair, bonus="toledo_rapier_1")
    for attack, dice in (("toledo_rapier_1", 5), ("horsemans_pick_1", 1)):
        table.refused("OC-432", "roll_attack", unit="hero:red", attack=attack, dice=["1"] * (dice + 1))
        table.roll("hero:red", attack, *["1"] * dice)
    assert selected(OrderTable().fighting(), "wakizashi").unit("hero:red").bonus == "wakizashi"


def test_oc_412_chaos_heroes_use_everything_but_the_ghoul_picks_one():
    table = (
        OrderTable(black="nightmare")
        .at(red="huntington")
        .hero("black", location="huntington", xp={"attack": 2})
    )
    selected(table.do("fight", seat="red"), "wakizashi")
    rolls = [("wakizashi", 5), ("nightmare_hooves", 3)]
    for attack, dice in rolls:
        unit = "hero:red" if attack == "wakizashi" else "hero:black"
        table.roll(unit, attack, *["blue"] * dice)
    table.do("resolve_segment").roll("hero:black", "nightmare_scream", "1", "1")
    table = OrderTable(black="ghoul").at(red="huntington", black="huntington").do("fight", seat="red")
    selected(table, "wakizashi")
    assert table.state.battle.step == "weapons"
    for weapons in ([], ["ghoul_bite", "ghoul_spit"]):
        table.refused("OC-412", "select_weapons", seat="black", weapons=weapons)
    table.refused("OC-412", "select_weapons", seat="black", weapons=["ghoul_bite"], bonus="ghoul_bite")
    selected(table, "ghoul_spit", seat="black")
    table.roll("hero:black", "ghoul_spit", "1", "1", "1")


def test_oc_413_monsters_roll_the_printed_dice():
    """The source's Old One: five dice in melee, three in curse."""
    table = arch_battle()
    selected(table, "wakizashi").roll("hero:red", "wakizashi", *["blue"] * 5)
    table.roll("arch_enemy", "old_one_tentacles", *["blue"] * 5).do("resolve_segment")
    table.roll("arch_enemy", "old_one_gaze", *["blue"] * 3)


def test_oc_414_the_same_special_on_both_attacks():
    one, other = OrderTable().state.box.arch_enemies["old_one"].attacks
    assert one.specials == other.specials != ()


def arch_battle(**options: Any) -> OrderTable:
    """The last stage against the Old One, red alone."""
    table = final_battle(order=13, **options)
    table.do("allot_doom_damage", losses=[{"seat": "black", "hero": 4, "monster": 9}])
    assert list(table.state.battle.units) == ["hero:red", "hero:black"]
    table.given(
        facts.UnitKilled("hero:black"),
        facts.HeroDied("black", None, False),
        facts.BattleEnded(None, 1, "won"),
    )
    return table.given(facts.XpGained("red", 1, "effect")).spend_xp()


def blocking(chits: int, kind: str = "hellion", **hero: Any) -> OrderTable:
    """Red, whose chits are fewer than its armor, at the block step."""
    table = OrderTable(red=hero.pop("sheet", "samurai")).fighting(kind, **hero)
    have = table.unit("hero:red").chits
    return table.given(facts.UnitChanged("hero:red", chits=chits - have))


def test_oc_420_only_who_lacks_chits_may_block():
    table = selected(OrderTable().fighting(), "wakizashi")
    assert table.state.battle.step == "melee"
    table = selected(blocking(0), "wakizashi")
    assert may_block(table.state) == ("hero:red",)
    table.refused("OC-420", "declare_blocks", units=[HOUND], field="units/0")
    table.refused("OC-420", "declare_blocks", units=["hero:red", "hero:red"])
    table.do("declare_blocks", units=["hero:red"])
    table.refused("OC-403", "declare_blocks", units=[])


def test_oc_421_the_blocker_fills_its_chits_and_takes_the_debt():
    table = selected(blocking(1, xp={"armor": 2}), "wakizashi").do("declare_blocks", units=["hero:red"])
    assert (table.unit("hero:red").chits, table.unit("hero:red").debt) == (4, 3)


def test_oc_422_block_example_one_of_the_source():
    """Armor 4, one chit left: the block adds 3, so 7 damage of the longbow become 4."""
    table = blocking(1, sheet="sioux_owl_woman", weapons=("longbow_1",))
    selected(table, "longbow_1").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "longbow_1", "3", "3", "1", "blue", "blue").do("resolve_segment")
    dealt = table.found(facts.DamageDealt)[0]
    assert (dealt.rolled, dealt.forgone, dealt.health) == (7, 3, 4)
    assert table.unit("hero:red").debt == 0


def test_oc_422_block_example_two_of_the_source():
    """Armor 5, no chits: Makarov 4 all forgone, 2 damage taken leave 3 chits; Gladius 3 less 1 is 2."""

    def change(document: dict[str, Any]) -> None:
        tengu = part(document, "monsters", "tengu")
        tengu["attacks"][0]["dice"] = 1

    table = OrderTable(red="bogatyr", components=edition(change))
    table.fighting("tengu", weapons=("makarov_1", "gladius_1")).given(facts.UnitChanged("hero:red", chits=-5))
    selected(table, "makarov_1", "gladius_1", bonus="makarov_1").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "makarov_1", "1", "2", "blue").roll(HOUND, "tengu_fan", "2").do("resolve_segment")
    assert table.found(facts.DamageDealt)[0].forgone == 4
    assert (table.unit("hero:red").chits, table.unit("hero:red").debt) == (3, 1)
    table.roll("hero:red", "gladius_1", "3").roll(HOUND, "tengu_beak", "blue").do("resolve_segment")
    dealt = table.found(facts.DamageDealt)[0]
    assert (dealt.forgone, dealt.health) == (1, 2)


def test_oc_422_the_order_of_own_attacks_is_chosen():
    table = blocking(0, weapons=("toledo_rapier_1", "horsemans_pick_1"))
    pair = ["toledo_rapier_1", "horsemans_pick_1"]
    selected(table, *pair, bonus="toledo_rapier_1").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", pair[0], "3", "blue", "yellow", "3").roll("hero:red", pair[1], "2")
    table.roll(HOUND, "hellion_claws", "blue", "blue")
    table.refused("OC-422", "resolve_segment", order={"hero:red": [pair[0]]}, field="order/hero:red")
    table.do("resolve_segment", order={"hero:red": pair[::-1]})
    assert [(hit.attack, hit.forgone) for hit in table.found(facts.DamageDealt)] == [
        (pair[1], 2),
        (pair[0], 0),
        ("hellion_claws", 0),
    ]


def test_oc_423_block_example_three_of_the_source():
    """The Old One blocks 8, deals 6 and 1: one short, and without chits it takes 1 damage."""
    table = arch_battle(red="bogatyr").given(facts.UnitChanged("arch_enemy", chits=-8))
    table.hero("red", weapons=("katana_1",))
    selected(table, "katana_1").do("declare_blocks", units=["arch_enemy"])
    assert (table.unit("arch_enemy").chits, table.unit("arch_enemy").debt) == (8, 8)
    table.roll("hero:red", "katana_1", "3", "3", "2", "yellow", "yellow")
    table.roll("arch_enemy", "old_one_tentacles", "3", "3", "blue", "blue", "blue").do("resolve_segment")
    assert (table.unit("arch_enemy").chits, table.unit("arch_enemy").debt) == (0, 2)
    table.roll("arch_enemy", "old_one_gaze", "1", "blue", "blue").do("resolve_segment")
    assert table.found(facts.BlockSettled) == [facts.BlockSettled("arch_enemy", 1, 0, 1)]
    assert table.state.final.arch_health == 14


def test_oc_423_what_is_missing_costs_chits_first():
    table = selected(blocking(0), "wakizashi").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll(HOUND, "hellion_claws", "blue", "blue")
    table.do("resolve_segment")
    assert table.found(facts.BlockSettled) == [facts.BlockSettled("hero:red", 2, 2, 0)]
    assert table.unit("hero:red").chits == 0


def crowd() -> OrderTable:
    """Red and blue against black and a Hellion, weapons selected."""
    table = OrderTable(4).at(blue="huntington", black="huntington").fighting()
    selected(table, "wakizashi")
    return selected(table, "knights_mace", seat="blue")


def test_oc_430_a_killed_unit_has_lost_its_later_attack():
    table = OrderTable().fighting("tengu", weapons=("ak_47_1",))
    selected(table, "ak_47_1").roll("hero:red", "ak_47_1", *["3"] * 6).roll(HOUND, "tengu_fan", "1", "1")
    table.do("resolve_segment", absorb={"hero:red": 0}).do("take_reward", seat="red")
    assert table.state.battle is None
    assert table.state.seats["red"].health == 8
    table = crowd()
    table.refused("OC-403", "roll_attack", unit="hero:red", attack="wakizashi")
    for unit in ("hero:red", "hero:blue"):
        attack = "wakizashi" if unit == "hero:red" else "knights_mace"
        table.do("declare_targets", unit=unit, targets={attack: HOUND})
    table.do("declare_targets", unit="hero:black", targets={"goat_horns": "hero:red"})
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:red"})
    table.refused("OC-430", "roll_attack", unit="hero:red", attack="katana_1", field="attack")


def test_oc_431_a_living_enemy_for_each_attack():
    table = crowd()
    target = {"unit": "hero:red", "targets": {"wakizashi": "hero:blue"}}
    table.refused("OC-431", "declare_targets", **target, field="targets/wakizashi")
    table.refused("OC-431", "declare_targets", unit="hero:red", targets={}, field="targets")
    table.refused("OC-431", "declare_targets", unit="hero:red", targets={"katana_1": HOUND})
    table.refused("OC-431", "declare_targets", unit="nobody", targets={"x": HOUND}, field="unit")
    table.do("declare_targets", unit="hero:red", targets={"wakizashi": HOUND})
    table.refused("OC-431", "declare_targets", unit="hero:red", targets={"wakizashi": HOUND})
    assert OrderTable().fighting() is not None
    single = selected(OrderTable().fighting(), "wakizashi")
    assert {one.target for one in single.state.battle.attacks} == {HOUND, "hero:red"}


def test_oc_431_a_target_that_an_effect_leaves_without_a_choice_is_declared():
    """The hound is discarded before red aims: black's hero is the one enemy left."""
    table = crowd().hero("red", equipment=("banishing_scroll_1",))
    effect = {"op": "monster_discard", "location": "huntington"}
    table.do("use_equipment", seat="red", item="banishing_scroll_1", effects=[effect])
    assert table.found(facts.TargetsDeclared) == [
        facts.TargetsDeclared("hero:red", {"wakizashi": "hero:black"}),
        facts.TargetsDeclared("hero:blue", {"knights_mace": "hero:black"}),
    ]
    table.refused("OC-431", "declare_targets", unit="hero:red", targets={"wakizashi": "hero:black"})


def test_oc_432_an_attack_is_rolled_once_with_its_dice():
    table = selected(OrderTable().fighting(), "wakizashi")
    table.refused("OC-432", "resolve_segment")
    table.refused("OC-432", "roll_attack", unit="hero:red", attack="wakizashi", dice=["1"] * 4, field="dice")
    table.refused("OC-432", "roll_attack", unit="hero:red", attack="wakizashi", dice=["4"] * 5)
    table.refused("OC-432", "roll_attack", unit="hero:red", attack="wakizashi", flat=True, field="flat")
    table.roll("hero:red", "wakizashi", *["1"] * 5)
    table.refused("OC-432", "roll_attack", unit="hero:red", attack="wakizashi", dice=["1"] * 5)


def reroll(die: int, face: str | None = None, **more: Any) -> dict[str, Any]:
    change = {"unit": "hero:red", "attack": "bowie_knife_1", "die": die, "op": "reroll", "face": face}
    return {"seat": "red", "source": "bowie_knife_1", "changes": [change | more]}


def stabbing(*dice: str, **hero: Any) -> OrderTable:
    table = OrderTable().fighting(weapons=("bowie_knife_1",), **hero)
    return selected(table, "bowie_knife_1").roll("hero:red", "bowie_knife_1", *dice)


def test_oc_433_each_die_is_rerolled_once_and_only_the_own_face():
    table = stabbing("blue", "yellow", "1")
    table.refused("OC-433", "change_dice", **reroll(1, "1"))
    table.refused("OC-433", "change_dice", **reroll(9, "1"))
    table.refused("OC-433", "change_dice", **reroll(0, "7"))
    table.refused("OC-433", "change_dice", **reroll(0, "1", op="cancel"))
    table.refused("OC-433", "change_dice", **(reroll(0, "1") | {"source": "wakizashi"}), field="source")
    table.do("change_dice", **reroll(0, "blue"))
    table.refused("OC-433", "change_dice", **reroll(0, "1"))
    table = stabbing("blue", "yellow", "1").when({"type": "change_dice", **reroll(0)}, drawn=True)
    assert table.state.battle.attacks[0].rerolled == (0,)


@pytest.mark.parametrize(("damage", "fits"), [(-1, False), (0, True), (1, True)])
def test_oc_433_a_lightning_is_exchanged_for_no_damage_or_more(damage: int, fits: bool):
    form = dice_by_hand(stabbing("blue", "yellow", "1").state, "hero:red").form
    change = {"unit": "hero:red", "attack": "bowie_knife_1", "die": 0, "op": "exchange", "damage": damage}
    assert form is not None
    assert admits(form, [change]) == fits


def test_oc_433_text_sources_change_dice_and_cost_once():
    table = stabbing("blue", "yellow", "1", equipment=("ancestral_rites_1", "lucky_coin_1"))
    changes = [
        {"unit": "hero:red", "attack": "bowie_knife_1", "die": die, "op": "exchange", "damage": 2}
        for die in (0, 1)
    ]
    wrong = [{"unit": "hero:red", "attack": "bowie_knife_1", "die": 2, "op": "exchange", "damage": 2}]
    table.refused("OC-433", "change_dice", seat="red", source="ancestral_rites_1", changes=wrong)
    table.refused("OC-433", "change_dice", seat="red", source="ancestral_rites_1", changes=[])
    for named in (changes[0] | {"face": "1"}, changes[0] | {"op": "cancel", "damage": None, "face": "1"}):
        asked = {"seat": "red", "source": "ancestral_rites_1", "changes": [named]}
        table.refused("OC-433", "change_dice", **asked, field="changes/0/face")
    table.do("change_dice", seat="red", source="ancestral_rites_1", changes=changes)
    attack = table.state.battle.attacks[0]
    assert (attack.cancelled, attack.exchanged) == ((0, 1), 4)
    assert table.state.seats["red"].equipment == ("lucky_coin_1",)
    assert table.found(facts.ManualEffects)
    again = [{"unit": "hero:red", "attack": "bowie_knife_1", "die": 0, "op": "reroll", "face": "1"}]
    table.refused("OC-433", "change_dice", seat="red", source="lucky_coin_1", changes=again)
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
    assert table.found(facts.DamageDealt)[0].rolled == 5


def test_oc_434_gains_come_before_damage_for_both_sides():
    """The source's War club: 2 chits and 1 more absorb exactly 3 damage of the Hellion."""
    table = OrderTable().fighting(weapons=("war_club_1",))
    selected(table, "war_club_1").roll("hero:red", "war_club_1", "yellow", "blue", "blue", "blue")
    table.roll(HOUND, "hellion_claws", "yellow", "2").do("resolve_segment")
    assert table.unit("hero:red").chits == 0
    assert table.state.seats["red"].health == 10


def test_oc_435_numbers_are_damage_and_lightning_what_the_specials_say():
    table = OrderTable(red="jaguar_warrior").fighting()
    selected(table, "obsidian_club").roll("hero:red", "obsidian_club", "3", "blue", "yellow", "1", "2")
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
    assert table.found(facts.DamageDealt)[0].rolled == 3 + 1 + 1 + 2


def test_oc_436_block_debts_reduce_damage():
    table = selected(blocking(0), "wakizashi").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "wakizashi", "3", *["blue"] * 4).roll(HOUND, "hellion_claws", "blue", "blue")
    table.do("resolve_segment")
    assert (table.found(facts.DamageDealt)[0].forgone, table.unit(HOUND).health) == (2, 8)


def test_oc_437_chits_absorb_as_many_as_the_controller_wants():
    def hit(**more: Any) -> OrderTable:
        table = selected(OrderTable().fighting(), "wakizashi")
        table.roll("hero:red", "wakizashi", *["blue"] * 5).roll(HOUND, "hellion_claws", "1", "2")
        return table.attempt("resolve_segment", **more)

    assert hit().state.seats["red"].health == 9
    assert hit(absorb={"hero:red": 0}).state.seats["red"].health == 7
    hit(absorb={"hero:red": 3}).then_rejected("OC-437", field="absorb/hero:red")
    hit(absorb={"nobody": 0}).then_rejected("OC-437")


def test_oc_438_the_dead_of_a_segment_die_together():
    table = OrderTable().fighting("rawhead", health=1, weapons=("katana_1",))
    table.given(facts.UnitChanged("hero:red", chits=-2), facts.UnitChanged(HOUND, chits=-1, health=-4))
    selected(table, "katana_1").do("declare_blocks").roll("hero:red", "katana_1", *["3"] * 5)
    table.roll(HOUND, "rawhead_jaws", "3", "3").do("resolve_segment")
    assert [fact.unit for fact in table.found(facts.UnitKilled)] == ["hero:red", HOUND]
    assert table.found(facts.DamageDealt)[1].health == 1, "overkill is lost"


def test_oc_439_thrown_weapons_are_discarded_after_the_segment():
    table = OrderTable().fighting(weapons=("tomahawk_1",))
    selected(table, "tomahawk_1").roll("hero:red", "tomahawk_1", *["1"] * 4).do("resolve_segment")
    assert table.state.seats["red"].weapons == ()
    assert table.state.item_discard == ("tomahawk_1",)


def test_oc_450_an_empty_side_ends_the_battle_after_settlement():
    table = selected(blocking(0, health=5), "wakizashi").do("declare_blocks", units=["hero:red"])
    table.given(facts.UnitChanged(HOUND, health=-8)).roll("hero:red", "wakizashi", "3", *["blue"] * 4)
    table.roll(HOUND, "hellion_claws", "3", "3").do("resolve_segment").do("take_reward", seat="red")
    assert table.state.battle is None
    assert table.state.seats["red"].health == 1
    assert not table.found(facts.BlockSettled), "the debt was forgone"


def test_oc_451_allies_fight_on_when_the_phasing_hero_is_dead():
    table = crowd()
    table.given(
        facts.UnitKilled("hero:red"), facts.HeroDied("red", "huntington", True), facts.TurnLost("red")
    )
    table.do("resurrect", seat="red", location="us_order_north")
    assert list(table.state.battle.units) == ["hero:blue", "hero:black", HOUND]


def test_oc_452_then_the_retreat_step_and_the_next_round():
    table = melee_done()
    assert table.state.battle.retreat_queue == ("red",)
    table.do("stay", seat="red")
    assert table.state.battle.round == 2


def test_oc_452_a_round_begins_with_its_first_step_wherever_a_correction_left_the_last():
    table = selected(OrderTable().fighting(), "wakizashi").given(facts.RetreatBegan(("red",)))
    table.given(facts.BlockStepBegan(), facts.RoundBegan(2))
    battle = table.state.battle
    assert (battle.step, battle.substep, battle.retreat_queue) == ("weapons", None, ())


def melee_done(**hero: Any) -> OrderTable:
    table = selected(OrderTable().fighting(**hero), "wakizashi")
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll(HOUND, "hellion_claws", "blue", "blue")
    return table.do("resolve_segment")


def round_over(table: OrderTable, **targets: str) -> OrderTable:
    """Everybody in the battle misses."""
    battle = table.state.battle
    while battle.step in ("ranged", "melee", "curse"):
        for one in battle.attacks:
            if one.target is None:
                other = next(u.id for u in battle.units.values() if u.side != battle.units[one.unit].side)
                table.do("declare_targets", unit=one.unit, targets={one.attack: other})
        for one in battle.attacks:
            table.when({"type": "roll_attack", "unit": one.unit, "attack": one.attack}, drawn=True)
            missed = tuple("blue" for _ in table.facts[0].dice)  # type: ignore[attr-defined]
            table.given(facts.AttackRolled(one.unit, one.attack, missed))
        table.do("resolve_segment")
        battle = table.state.battle
    return table


def test_oc_470_the_order_of_retreats():
    table = round_over(crowd())
    assert table.state.battle.retreat_queue == ("red", "black", "blue")
    table.refused("OC-470", "stay", seat="blue", field="seat")
    table.do("stay", seat="red").refused(
        "OC-470", "attempt_retreat", seat="red", dice=["1"] * 3, to="cleveland"
    )


def test_oc_471_a_blue_lightning_among_the_move_stat():
    table = melee_done()
    table.refused("OC-471", "attempt_retreat", seat="red", dice=["1"] * 4, to="cleveland", field="dice")
    table.do("attempt_retreat", seat="red", dice=["1", "2", "yellow"])
    assert table.state.battle.round == 2
    table = melee_done().do("attempt_retreat", seat="red", dice=["1", "2", "blue"], to="cleveland")
    assert table.state.seats["red"].location == "cleveland"


def test_oc_472_free_locations_first_and_never_the_arch_enemys():
    table = melee_done().at(black="cleveland")
    table.refused("OC-472", "attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland", field="to")
    table.refused("OC-472", "attempt_retreat", seat="red", to="chicago")
    for place in ("memphis", "st_louis", "cleveland", "washington_d_c"):
        table.monster(place)
    table.do("attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland")
    table = OrderTable().fighting(at="dallas")
    for near in ("albuquerque", "el_paso", "kansas_city", "houston", "memphis"):
        table.monster(near, "rawhead")
    selected(table, "wakizashi")
    table = round_over(table)
    table.refused("OC-472", "attempt_retreat", seat="red", dice=["blue"] * 3, to="us_breach")


def test_oc_473_the_destination_is_not_opened():
    table = melee_done().do("attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland")
    assert table.state.places["cleveland"].face == "down"
    table.refused("OC-205", "open_location", seat="red")


def test_oc_474_when_the_phasing_hero_retreats_the_battle_is_over():
    table = round_over(crowd()).do("attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland")
    assert table.state.battle is None
    assert table.state.lost
    assert table.state.seats["blue"].location == "huntington"
    table = melee_done()
    for place in ("memphis", "st_louis", "cleveland", "washington_d_c"):
        table.monster(place, "rawhead")
    table.do("attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland")
    assert (table.state.battle.location, table.state.battle.cause) == ("cleveland", "retreat")


def test_oc_475_another_hero_retreats_alone():
    table = round_over(crowd()).do("stay", seat="red")
    table.do("attempt_retreat", seat="black", dice=["blue", "1", "1"], to="memphis")
    assert "hero:black" not in table.state.battle.units
    table.at(black="cleveland").do("attempt_retreat", seat="blue", dice=["blue", "1", "1"], to="st_louis")
    assert list(table.state.battle.units) == ["hero:red", HOUND]
    assert not table.state.lost


def test_oc_476_surviving_monsters_stay():
    table = melee_done().do("attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland")
    assert table.state.places["huntington"].monsters == ("hellion",)


def killed(table: OrderTable) -> OrderTable:
    table.given(facts.UnitChanged(HOUND, health=-8))
    selected(table, "wakizashi")
    table.roll("hero:red", "wakizashi", "1", *["blue"] * 4).roll(HOUND, "hellion_claws", "blue", "blue")
    return table.do("resolve_segment")


def test_oc_480_the_killer_takes_an_item():
    table = killed(OrderTable().fighting())
    table.refused("OC-480", "take_reward", seat="red", item="gladius_1", field="item")
    table.do("take_reward", seat="red", item="uzi_1")
    assert table.state.seats["red"].weapons == ("uzi_1",)
    assert len(table.state.display) == 5
    declined = killed(OrderTable().fighting()).do("take_reward", seat="red")
    assert len(declined.state.display) == 6


def test_oc_480_an_empty_display_gives_nothing():
    """The source's question: no item is left at the quartermaster."""
    table = OrderTable().fighting()
    table.given_state(display=())
    assert killed(table).pending == []


def test_oc_481_who_damaged_it_in_the_segment_of_its_death():
    table = crowd().given(facts.UnitChanged(HOUND, health=-8))
    table.do("declare_targets", unit="hero:red", targets={"wakizashi": HOUND})
    table.do("declare_targets", unit="hero:blue", targets={"knights_mace": "hero:black"})
    table.do("declare_targets", unit="hero:black", targets={"goat_horns": "hero:red"})
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:red"})
    table.roll("hero:red", "wakizashi", "1", *["blue"] * 4).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll("hero:black", "goat_horns", *["blue"] * 3).roll(HOUND, "hellion_claws", "blue", "blue")
    table.do("resolve_segment").refused("OC-481", "take_reward", seat="blue", item="uzi_1", field="seat")
    table.do("take_reward", seat="red", item="uzi_1")


def test_oc_482_no_reward_for_a_death_by_an_effect():
    table = OrderTable().fighting("tengu", equipment=("hand_grenade_1",))
    table.given(facts.UnitChanged(HOUND, health=-3))
    effect = {"op": "health", "unit": HOUND, "delta": -3}
    table.do("use_equipment", seat="red", item="hand_grenade_1", effects=[effect])
    assert table.state.totals.monsters_killed == 1
    assert table.pending == []


def test_oc_483_the_oldest_reward_first_and_none_from_an_empty_display():
    table = OrderTable(4).given(
        facts.DutyRaised(Duty("take_reward", candidates=("blue",))),
        facts.DutyRaised(Duty("take_reward", candidates=("red", "blue"))),
    )
    table.given_state(display=("katana_1",), item_deck=table.state.item_deck | set(table.state.display[1:]))
    table.do("take_reward", seat="red", item="katana_1")
    assert table.pending == []


def test_oc_490_a_unit_that_leaves_loses_its_attacks_and_those_aimed_at_it():
    table = crowd().hero("red", equipment=("banishing_scroll_1",))
    table.do("declare_targets", unit="hero:red", targets={"wakizashi": HOUND})
    table.do("declare_targets", unit="hero:blue", targets={"knights_mace": "hero:black"})
    effect = {"op": "monster_discard", "location": "huntington"}
    table.do("use_equipment", seat="red", item="banishing_scroll_1", effects=[effect])
    assert [one.unit for one in table.state.battle.attacks] == ["hero:blue", "hero:black"]


def test_oc_490_thrown_weapons_among_the_lost_attacks_are_spent():
    table = OrderTable().fighting(weapons=("tomahawk_1",), equipment=("banishing_scroll_1",))
    selected(table, "tomahawk_1").roll("hero:red", "tomahawk_1", *["1"] * 4)
    effect = {"op": "monster_discard", "location": "huntington"}
    table.do("use_equipment", seat="red", item="banishing_scroll_1", effects=[effect])
    assert "tomahawk_1" in table.state.item_discard
    assert table.state.battle is None


def test_oc_491_a_battle_ended_by_an_effect_is_settled():
    table = selected(blocking(0, equipment=("flash_bomb_1",)), "wakizashi")
    table.do("declare_blocks", units=["hero:red"])
    table.do("use_equipment", seat="red", item="flash_bomb_1", effects=[{"op": "end_battle"}])
    assert table.found(facts.BlockSettled) == [facts.BlockSettled("hero:red", 2, 2, 0)]
    assert table.state.battle is None


@pytest.mark.parametrize("seed", range(3))
def test_dice_are_drawn_with_the_faces_of_the_set(seed: int):
    table = selected(OrderTable().fighting(), "wakizashi")
    table.when({"type": "roll_attack", "unit": "hero:red", "attack": "wakizashi"}, drawn=True, seed=seed)
    assert len(table.facts[0].dice) == 5  # type: ignore[attr-defined]
    assert table.chance.drawn["dice"] == table.facts[0].dice  # type: ignore[attr-defined]


def test_oc_490_a_monster_leaves_the_battle_that_it_fights_in_and_another_of_its_kind_does_not():
    def after(kind: str, *others: str) -> bool:
        """Whether the hellion of Huntington still fights once a monster of a kind is discarded there."""
        table = OrderTable().fighting("hellion")
        for other in others:
            table.monster("huntington", other)
        table.given(facts.MonsterDiscarded(kind, "huntington", "effect"))
        return "monster:huntington" in table.state.battle.units

    assert not after("hellion")
    assert after("hellion", "hellion")
    assert after("charhound", "charhound")
