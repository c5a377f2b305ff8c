"""Battles, weapons and items that no recorded game shows, counted by the fold and by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.order_vs_chaos.table import edition, part
from tests.games.order_vs_chaos.test_4xx_battle import HOUND, selected
from tests.games.order_vs_chaos.test_5xx_items_and_effects import by_hand as bushido_by_hand
from tests.support.games.order_vs_chaos.counted_table import Counted


def panic_by_hand(document: dict[str, Any]) -> None:
    """Bushido and Panic are carried out by hand."""
    bushido_by_hand(document)
    part(document, "event_cards", "panic")["effects"] = None


BY_HAND = edition(panic_by_hand)


def effects(table: Counted, *listed: dict[str, Any]) -> Counted:
    table.do("use_ability", seat="red", ability="bushido", effects=list(listed))
    return table


def against_a_hellion(count: int = 4, **changes: Any) -> Counted:
    """Red is about to fight the Hellion at Huntington."""
    table = Counted(count, components=BY_HAND)
    table.hero("red", location="huntington", **changes).monster("huntington")
    table.count().do("fight", seat="red")
    return table


def duel(table: Counted, red: str = "blue", hellion: str = "blue") -> Counted:
    """A round in which all dice of both show the same face."""
    selected(table, "wakizashi")
    if table.state.battle.step == "block":
        table.do("declare_blocks")
    table.roll("hero:red", "wakizashi", *[red] * 5).roll(HOUND, "hellion_claws", *[hellion] * 2)
    table.do("resolve_segment")
    return table


def test_a_monster_that_dies_before_its_victim_has_killed_it():
    """Blue joins in the second round (OC-712), hence after the Hellion in the order of the units."""
    table = against_a_hellion()
    table.hero("blue", health=1)
    duel(effects(table, {"op": "hero_move", "seat": "blue", "to": "huntington"})).do("stay", seat="red")
    selected(selected(table, "wakizashi"), "knights_mace", seat="blue")
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:blue"})
    table.roll("hero:red", "wakizashi", *["3"] * 5).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll(HOUND, "hellion_claws", "3", "3").do("resolve_segment")
    table.do("take_reward", seat="red").do("resurrect", seat="blue", location="us_order_east")
    assert table.values("kills", "by", "target") == {
        ("red", "hero", "monster"): 1,
        ("black", "monster", "hero"): 1,
    }
    assert table.rows("kills_per_death")["blue", ()] == (0, 1)
    assert table.values("deaths", "stage") == {("blue", "turn"): 1}
    assert table.values("deaths_at", "location") == {(None, "huntington"): 1}
    assert table.values("battles", "role", "result") == {
        ("red", "phasing", "won"): 1,
        ("blue", "other", "died"): 1,
    }
    assert set(table.rows("battle_rounds").values()) == {(2, 1)}
    assert set(table.rows("matchup_win_share").values()) == {(1, 1)}
    assert table.values("chits_wasted") == {("red",): 2}
    assert table.values("chits_used") == {("blue",): 3}


def test_hero_and_monster_that_kill_each_other_have_not_won():
    table = duel(against_a_hellion(health=1), red="3", hellion="3")
    table.do("take_reward", seat="red").do("resurrect", seat="red", location="us_order_east")
    assert table.values("battles", "result") == {("red", "died"): 1}
    assert set(table.rows("matchup_win_share").values()) == {(0, 1)}
    assert table.values("damage", "direction", "part", "by") == {
        ("red", "dealt", "health", "hero"): 9,
        ("red", "dealt", "overkill", "hero"): 6,
        ("black", "received", "health", "monster"): 9,
        ("black", "received", "overkill", "monster"): 6,
        ("black", "dealt", "absorbed", "monster"): 2,
        ("black", "dealt", "health", "monster"): 1,
        ("black", "dealt", "overkill", "monster"): 3,
        ("red", "received", "absorbed", "hero"): 2,
        ("red", "received", "health", "hero"): 1,
        ("red", "received", "overkill", "hero"): 3,
    }


def test_who_dies_by_an_effect_has_died_in_the_battle():
    table = effects(against_a_hellion(), {"op": "health", "unit": "hero:red", "delta": -10})
    table.do("resurrect", seat="red", location="us_order_east")
    assert table.values("battles", "result") == {("red", "died"): 1}
    assert table.values("chits_wasted") == {("red",): 2}
    assert table.rows("kills") == {}


def test_who_is_moved_away_has_left():
    table = effects(against_a_hellion(), {"op": "hero_move", "seat": "red", "to": "chicago"})
    assert table.values("battles", "result") == {("red", "left"): 1}
    assert table.values("chits_wasted") == {("red",): 2}
    assert table.values("visits", "location") == {(None, "chicago"): 1}


def test_a_monster_that_an_effect_takes_away_is_not_beaten():
    table = against_a_hellion()
    effects(table, {"op": "monster_discard", "location": "huntington"})
    assert table.values("battles", "result") == {("red", "left"): 1}
    assert set(table.rows("matchup_win_share").values()) == {(0, 1)}


def test_a_win_in_the_moment_in_which_the_game_stops_is_one():
    """Red's death is Chaos doom 13 (OC-714); blue has killed the last enemy in that segment."""
    table = Counted(4, components=BY_HAND)
    table.doom(0, 12).at(blue="huntington").hero("red", location="huntington", health=1)
    table.monster("huntington").count().do("fight", seat="red")
    selected(selected(table, "wakizashi"), "knights_mace", seat="blue")
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:red"})
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll("hero:blue", "knights_mace", *["3"] * 5)
    table.roll(HOUND, "hellion_claws", "3", "3").do("resolve_segment")
    assert table.state.phase == "final"
    assert table.values("battles", "result") == {("red", "died"): 1, ("blue", "won"): 1}
    assert table.values("chits_wasted") == {("blue",): 3}
    assert table.values("kills", "by") == {("blue", "hero"): 1, ("black", "monster"): 1}


def test_a_block_that_is_paid_with_chits_and_those_lost_by_a_retreat():
    table = duel(against_a_hellion(), hellion="1").do("stay", seat="red")
    selected(table, "wakizashi").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "wakizashi", *["1"] * 1, *["blue"] * 4).roll(
        HOUND, "hellion_claws", "blue", "blue"
    )
    table.do("resolve_segment").do("attempt_retreat", seat="red", dice=["blue"] * 3, to="cleveland")
    assert table.values("blocks") == {("red",): 1}
    assert table.values("block_debt", "part") == {
        ("red", "taken"): 2,
        ("red", "damage"): 1,
        ("red", "chits"): 1,
    }
    assert table.rows("block_value")["red", ()] == (-1, 1)
    assert table.values("chits_gained", "source") == {("red", "stat"): 2, ("red", "block"): 2}
    assert table.values("chits_used") == {("red",): 2}
    assert table.values("chits_wasted") == {("red",): 1}
    assert table.values("battles", "result") == {("red", "retreated"): 1}
    assert table.values("retreats_expected") == {("red",): pytest.approx(1 - (4 / 6) ** 3)}
    assert table.rows("weapon_forgone")["red", (("weapon", "Wakizashi"),)] == (1, 1)


def test_two_kills_in_a_segment_and_one_item_left():
    """The reward of the second lapses (OC-483), in the final battle too (OC-619)."""
    table = Counted(4, components=BY_HAND)
    table.doom(8, 12).turn_of("black").at(black="us_breach").hero("black", tokens=1)
    table.given_state(display=("katana_1",))
    table.count().do("deliver_tokens", seat="black")
    losses = [{"seat": "black", "hero": 0, "monster": 8}, {"seat": "white", "hero": 5, "monster": 3}]
    table.do("allot_doom_damage", losses=losses)
    selected(selected(table, "wakizashi"), "knights_mace", seat="blue")
    selected(table, "ghoul_bite", seat="white")
    table.do("declare_targets", unit="monster:white", targets={"charhound_breath": "hero:red"})
    table.roll("monster:white", "charhound_breath", *["blue"] * 5).do("resolve_segment")
    for unit, attack, target in (
        ("hero:red", "wakizashi", "monster:black"),
        ("hero:blue", "knights_mace", "monster:white"),
        ("hero:black", "goat_horns", "hero:red"),
        ("hero:white", "ghoul_bite", "hero:red"),
        ("monster:black", "hellion_claws", "hero:red"),
    ):
        table.do("declare_targets", unit=unit, targets={attack: target})
    table.roll("hero:red", "wakizashi", *["3"] * 5).roll("hero:blue", "knights_mace", *["3"] * 5)
    table.roll("hero:black", "goat_horns", *["blue"] * 3).roll("hero:white", "ghoul_bite", *["1"] * 3)
    table.roll("monster:black", "hellion_claws", "blue", "blue").do("resolve_segment")
    table.do("take_reward", seat="blue", item="katana_1")
    assert table.values("kills_without_reward") == {(None,): 1}


def test_event_cards_that_change_dice_or_cancel_a_healing():
    table = Counted(components=BY_HAND).card("chicago", "healing_shrine_2").at(red="chicago")
    table.hero("black", kept=("infection_1",)).count()
    table.do("use_healing_shrine", seat="red", cancelled_by={"seat": "black", "card": "infection_1"})
    assert table.values("events_used", "card", "how") == {(None, "Infection", "played"): 1}
    table = against_a_hellion()
    table.hero("black", kept=("panic",))
    selected(table, "wakizashi").roll("hero:red", "wakizashi", *["3"] * 5)
    cancelled = {"unit": "hero:red", "attack": "wakizashi", "die": 0, "op": "cancel"}
    table.do("change_dice", seat="black", source="panic", changes=[cancelled])
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
    assert table.values("events_used", "card", "how") == {(None, "Panic", "played"): 1}
    assert table.rows("weapon_damage")["red", (("weapon", "Wakizashi"),)] == (12, 1)


def test_items_that_effects_take_discard_and_lay_out():
    table = Counted(components=BY_HAND).count()
    effects(table, {"op": "item_take", "seat": "red", "item": "katana_1"})
    effects(table, {"op": "item_discard", "seat": "red", "item": "katana_1"})
    new = ["katana_2", "pilum_2", "gladius_1", "pilum_1", "holy_water_1", "lucky_coin_1"]
    effects(table, {"op": "display_refill", "items": new})
    assert table.values("items_gained", "via", "item") == {("red", "effect", "Katana"): 1}
    assert table.values("items_discarded", "cause", "item") == {("red", "effect", "Katana"): 1}
    assert table.rows("item_pick_rate")[None, (("item", "Katana"),)] == (1, 1)
    assert table.values("refills") == {(None,): 1}
    assert table.rows("items_discarded_by_chaos") == {}


def test_weapons_thrown_in_an_attack_that_is_lost():
    """The attack counts as made, its damage does not (OC-490)."""
    table = against_a_hellion(weapons=("tomahawk_1",))
    selected(table, "tomahawk_1").roll("hero:red", "tomahawk_1", *["1"] * 4)
    effects(table, {"op": "monster_discard", "location": "huntington"})
    assert table.values("items_discarded", "cause", "item") == {("red", "thrown", "Tomahawk"): 1}
    assert table.values("weapon_uses", "weapon", "how") == {("red", "Tomahawk", "rolled"): 1}
    assert table.rows("weapon_damage") == {}


def test_who_has_left_does_not_win_with_those_who_stayed():
    table = Counted(4, components=BY_HAND).at(red="huntington", blue="huntington").monster("huntington")
    effects(table.count().do("fight", seat="red"), {"op": "hero_move", "seat": "blue", "to": "chicago"})
    duel(table, red="3").do("take_reward", seat="red")
    assert table.values("battles", "result") == {("red", "won"): 1, ("blue", "left"): 1}
    assert table.values("chits_wasted") == {("red",): 2, ("blue",): 3}
    assert set(table.rows("matchup_win_share").values()) == {(1, 1)}


def test_who_retreats_and_is_brought_back_wins_with_the_others():
    """Blue joins the third round (OC-712): one battle, with chits dealt twice."""
    table = Counted(4, components=BY_HAND).at(red="huntington", blue="huntington").monster("huntington")
    table.count().do("fight", seat="red")
    selected(selected(table, "wakizashi"), "knights_mace", seat="blue")
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:red"})
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment").do("stay", seat="red")
    table.do("attempt_retreat", seat="blue", dice=["blue"] * 3, to="cleveland")
    back = {"op": "hero_move", "seat": "blue", "to": "huntington"}
    duel(effects(table, back)).do("stay", seat="red")
    selected(selected(table, "wakizashi"), "knights_mace", seat="blue")
    table.do("declare_targets", unit=HOUND, targets={"hellion_claws": "hero:red"})
    table.roll("hero:red", "wakizashi", *["3"] * 5).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment").do("take_reward", seat="red")
    assert table.values("battles", "result") == {("red", "won"): 1, ("blue", "won"): 1}
    assert table.values("battle_rounds") == {("red",): 3, ("blue",): 3}
    assert table.values("chits_gained", "source") == {("red", "stat"): 2, ("blue", "stat"): 6}
    assert table.values("visits", "location") == {(None, "cleveland"): 1, (None, "huntington"): 1}
