"""Items, abilities, event cards and their effects, OC-501 … OC-547."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components.effects import PRIMITIVES
from domain.games.order_vs_chaos.state import Duty
from domain.kernel import TRUTH
from tests.games.order_vs_chaos.table import OrderTable, edition, final_battle, part
from tests.games.order_vs_chaos.test_4xx_battle import HOUND, blocking, selected, stabbing

ALL_OPS = tuple(PRIMITIVES)


def by_hand(document: dict[str, Any]) -> None:
    """Bushido is carried out by hand, whatever it does, at any time."""
    ability = part(document, "order_heroes", "samurai")["abilities"][0]
    ability |= {"timing": "any", "stamina": 0}


BY_HAND = edition(by_hand)


def hand_made(count: int = 4) -> OrderTable:
    return OrderTable(count, components=BY_HAND)


def effects(table: OrderTable, *listed: dict[str, Any], drawn: bool = False) -> OrderTable:
    use = {"type": "use_ability", "seat": "red", "ability": "bushido", "effects": list(listed)}
    table.when(use, drawn=drawn)
    return table


def test_oc_501_any_number_of_weapons():
    many = tuple(f"{name}_1" for name in ("katana", "halberd", "uzi", "makarov", "gladius", "pilum"))
    table = OrderTable().fighting(weapons=many)
    assert table.state.seats["red"].weapons == many


def test_oc_502_equipment_needs_a_slot():
    table = OrderTable().hero("red", equipment=("lucky_coin_1", "holy_water_1"))
    table.given(facts.DutyRaised(Duty("take_reward", candidates=("red",))))
    take = {"seat": "red", "item": "padded_vest_1"}
    table.refused("OC-502", "take_reward", **take, field="discard")
    table.refused("OC-502", "take_reward", **take, discard="katana_1")
    table.refused("OC-502", "take_reward", seat="red", item="katana_1", discard="lucky_coin_1")
    table.do("take_reward", **take, discard="lucky_coin_1")
    assert table.state.seats["red"].equipment == ("holy_water_1", "padded_vest_1")
    assert table.state.item_discard == ("lucky_coin_1",)
    table = OrderTable().card("chicago", "quartermaster_a")
    table.hero("red", location="chicago", equipment=("lucky_coin_1", "holy_water_1"))
    table.refused("OC-502", "visit_quartermaster", seat="red", take=["padded_vest_1"], refill=[])


def test_oc_502_before_oc_718_three_pieces_of_equipment_do_not_go_into_two_slots():
    table = OrderTable().card("chicago", "quartermaster_a")
    table.hero("red", location="chicago", equipment=("lucky_coin_3", "holy_water_1"))
    three = {"seat": "red", "take": ["padded_vest_1", "field_medkit_1", "helicopter_1"], "refill": []}
    for discard in ([], ["lucky_coin_3", "holy_water_1"], ["lucky_coin_3", "holy_water_1", "katana_1"]):
        table.refused("OC-502", "visit_quartermaster", **three, discard=discard, field="take")
    table.hero("red", location="chicago", equipment=())
    table.refused("OC-502", "visit_quartermaster", **three, field="take")


def test_of_a_reward_the_display_then_the_candidate_then_the_room():
    """OC-480, OC-481, OC-502: the lowest id first."""
    table = OrderTable(4).hero("red", equipment=("lucky_coin_1", "holy_water_1"))
    table.given(facts.DutyRaised(Duty("take_reward", candidates=("red",))))
    table.refused("OC-480", "take_reward", seat="blue", item="third_sight_1", field="item")
    table.refused("OC-481", "take_reward", seat="blue", item="padded_vest_1", field="seat")
    table.refused("OC-480", "take_reward", seat="red", item="third_sight_1", field="item")
    table.refused("OC-502", "take_reward", seat="red", item="padded_vest_1", field="discard")


def test_of_an_overflow_gain_the_room_then_the_display():
    """OC-502, OC-606: the lowest id first."""
    table = OrderTable().hero("red", equipment=("lucky_coin_1", "holy_water_1"))
    table.given(facts.DutyRaised(Duty("overflow_gain", seat="red", n=1)))
    item = {"seat": "red", "gain": "item"}
    table.refused("OC-502", "take_overflow", **item, item="third_sight_1", field="discard")
    table.refused("OC-606", "take_overflow", **item, item="third_sight_1", discard="lucky_coin_1")
    table.do("take_overflow", **item, item="padded_vest_1", discard="lucky_coin_1")


def test_oc_503_equipment_belongs_to_the_own_turn_and_is_discarded():
    effect = {"op": "health", "seat": "red", "delta": 4}
    use = {"seat": "red", "item": "field_medkit_1", "effects": [effect]}
    table = OrderTable().refused("OC-503", "use_equipment", **use, field="item")
    table.hero("red", equipment=("field_medkit_1", "padded_vest_1"), health=5).do("use_equipment", **use)
    assert table.state.seats["red"].health == 9
    assert table.state.item_discard == ("field_medkit_1",)
    vest = [{"op": "chits", "unit": "hero:red", "delta": 3}]
    table.refused("OC-503", "use_equipment", seat="red", item="padded_vest_1", effects=vest)
    table.refused("OC-503", "discard_equipment", seat="red", item="katana_1")
    table.turn_of("black").refused("OC-503", "discard_equipment", seat="red", item="padded_vest_1")
    table.turn_of("red").do("discard_equipment", seat="red", item="padded_vest_1")


def test_oc_504_chaos_heroes_own_no_items():
    table = hand_made()
    effects(table, {"op": "item_take", "seat": "black", "item": "katana_1"}).then_rejected("OC-520")
    assert not any(hero.weapons for hero in table.state.seats.values())


def test_oc_505_a_short_deck_is_followed_by_the_shuffled_discard():
    table = OrderTable().card("chicago", "quartermaster_a").at(red="chicago")
    last = ("gladius_1", "pilum_1")
    rest = tuple(sorted(table.state.item_deck - set(last)))
    table.given_state(item_deck=frozenset(last), item_discard=rest)
    visit = {"seat": "red", "take": [], "discard": []}
    table.refused("OC-505", "visit_quartermaster", **visit, refill=[*rest[:6]], field="refill")
    table.do("visit_quartermaster", **visit, refill=["pilum_1", "gladius_1", *rest[:3], "uzi_1"])
    assert len(table.state.item_deck) == 126 - 6
    assert table.state.item_discard == ()
    table.turn_of("red").when({"type": "visit_quartermaster", **visit}, drawn=True)
    assert len(table.state.display) == 6


def test_oc_505_if_that_is_not_enough_fewer_are_laid_out():
    table = OrderTable().card("chicago", "quartermaster_a").at(red="chicago")
    owned = tuple(sorted(item for item in table.state.item_deck if item in table.state.box.weapons))
    table.given_state(item_deck=frozenset(), display=("katana_1", "uzi_1")).hero("red", weapons=owned)
    table.do("visit_quartermaster", seat="red", refill=["uzi_1", "katana_1"])
    assert table.state.display == ("uzi_1", "katana_1")


def test_oc_506_abilities_cost_stamina():
    shield = {"seat": "red", "ability": "shield_wall"}
    shield |= {"effects": [{"op": "chits", "unit": "hero:red", "delta": 3}]}
    table = OrderTable(red="teutonic_knight").fighting()
    table.do("use_ability", **shield).do("use_ability", **shield)
    assert (table.state.seats["red"].stamina, table.unit("hero:red").chits) == (0, 9)
    table.refused("OC-506", "use_ability", **shield)
    table.refused("OC-506", "use_ability", seat="red", ability="goad")
    table.refused("OC-506", "use_ability", ability="goad", field="seat")
    table.refused("OC-506", "use_ability", unit=HOUND, ability="veil")


def test_oc_507_instants_are_applied_and_kept_cards_stay():
    table = OrderTable().given(facts.DutyRaised(Duty("draw_event", seat="black", n=2)))
    table.do("draw_event", seat="black", card="rift_surge_1")
    table.refused("OC-211", "resolve_event", seat="black", card="omen_1", field="card")
    surge = [{"op": "token_place", "location": "chicago", "n": 1}]
    table.do("resolve_event", seat="black", card="rift_surge_1", effects=surge)
    assert table.state.event_discard == ("rift_surge_1",)
    table.refused("OC-507", "draw_event", seat="black", card="rift_surge_1", field="card")
    table.do("draw_event", seat="black", card="dark_mending_1")
    assert table.state.seats["black"].kept == ("dark_mending_1",)
    assert table.pending == []


def test_oc_507_a_kept_card_at_its_time_and_an_empty_deck_is_shuffled_again():
    table = OrderTable().hero("black", kept=("dark_mending_1",))
    play = {"seat": "black", "card": "dark_mending_1"}
    play |= {"effects": [{"op": "health", "seat": "black", "delta": 4}]}
    table.refused("OC-507", "play_event", **play)
    table.refused("OC-507", "play_event", seat="black", card="panic")
    table.turn_of("black").do("play_event", **play)
    gone = tuple(sorted(table.state.event_deck))
    table.given_state(event_deck=frozenset(), event_discard=(*table.state.event_discard, *gone))
    table.given(facts.DutyRaised(Duty("draw_event", seat="black", n=1)))
    table.do("draw_event", seat="black", card="dark_mending_1")
    assert table.state.event_discard == ()
    table.given_state(event_deck=frozenset()).given(facts.DutyRaised(Duty("draw_event", seat="black", n=1)))
    table.given(facts.XpGained("red", 1, "rift")).spend_xp()
    assert table.pending == [], "no card at all: the duty lapses"


def test_oc_510_the_long_example_of_the_source():
    """Cecil against the Hellion: 9, 7, 5, 1, dead. He ends with 5, not the source's 4 (OC-R16)."""
    table = OrderTable().fighting(health=8, weapons=("ak_47_1", "uzi_1", "tomahawk_1", "bowie_knife_1"))
    pair = ("uzi_1", "bowie_knife_1")
    selected(table, *pair, bonus="bowie_knife_1").roll("hero:red", "uzi_1", "yellow", "2").do(
        "resolve_segment"
    )
    assert table.unit(HOUND).health == 7
    table.roll("hero:red", "bowie_knife_1", "blue", "yellow", "1")
    change = {"unit": "hero:red", "attack": "bowie_knife_1", "die": 0, "op": "reroll", "face": "1"}
    table.do("change_dice", seat="red", source="bowie_knife_1", changes=[change])
    table.roll(HOUND, "hellion_claws", "yellow", "2").do("resolve_segment")
    assert (table.unit(HOUND).health, table.state.seats["red"].health) == (5, 7)
    selected(table.do("stay", seat="red"), *pair, bonus="bowie_knife_1").do("declare_blocks")
    table.do("roll_attack", unit="hero:red", attack="uzi_1", flat=True).do("resolve_segment")
    assert table.unit(HOUND).health == 1
    table.roll("hero:red", "bowie_knife_1", "1", "blue", "yellow")
    table.roll(HOUND, "hellion_claws", "1", "yellow").do("resolve_segment")
    assert table.state.seats["red"].health == 5
    assert table.pending == ["take_reward"]


def test_oc_511_the_bowie_knife_rerolls_blue():
    table = stabbing("blue", "yellow", "1")
    change = {"unit": "hero:red", "attack": "bowie_knife_1", "die": 0, "op": "reroll", "face": "3"}
    table.do("change_dice", seat="red", source="bowie_knife_1", changes=[change])
    assert table.state.battle.attacks[0].dice == ("3", "yellow", "1")


def test_oc_512_exchanged_lightnings_do_not_count_for_the_rapier():
    """The source's question on the Toledo rapier and Ancestral Rites."""

    def damage(*exchanged: int) -> int:
        table = OrderTable().fighting(weapons=("toledo_rapier_1",), equipment=("ancestral_rites_1",))
        selected(table, "toledo_rapier_1").roll("hero:red", "toledo_rapier_1", "blue", "blue", "yellow", "1")
        changes = [
            {"unit": "hero:red", "attack": "toledo_rapier_1", "die": die, "op": "exchange", "damage": 2}
            for die in exchanged
        ]
        if changes:
            table.do("change_dice", seat="red", source="ancestral_rites_1", changes=changes)
        table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
        return int(table.found(facts.DamageDealt)[0].rolled)

    assert (damage(), damage(0), damage(2), damage(0, 1)) == (3, 3, 5, 5)


def test_oc_513_the_makarov_deals_one_for_each_blue():
    table = OrderTable().fighting(weapons=("makarov_1",))
    selected(table, "makarov_1").roll("hero:red", "makarov_1", "blue", "blue", "yellow").do("resolve_segment")
    assert table.found(facts.DamageDealt)[0].rolled == 2


def test_oc_514_the_tomahawk_needs_no_hand_and_is_thrown_once():
    card = OrderTable().state.box.weapons["tomahawk_1"]
    assert (card.hands, card.discard_on_use) == (0, True)


def test_oc_515_the_war_club_gives_chits():
    table = OrderTable().fighting(weapons=("war_club_1",))
    selected(table, "war_club_1").roll("hero:red", "war_club_1", "yellow", "yellow", "1", "1")
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
    assert table.unit("hero:red").chits == 4


def test_oc_516_the_holy_blade_is_cursed():
    table = OrderTable().fighting(weapons=("holy_blade_1",))
    selected(table, "holy_blade_1").roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
    assert table.state.battle.step == "curse"


def test_oc_517_ancestral_rites_exchange_own_lightnings():
    table = stabbing("blue", "yellow", "1", equipment=("ancestral_rites_1",))
    table.roll(HOUND, "hellion_claws", "yellow", "1")
    theirs = {"unit": HOUND, "attack": "hellion_claws", "die": 0, "op": "exchange", "damage": 2}
    table.refused("OC-433", "change_dice", seat="red", source="ancestral_rites_1", changes=[theirs])
    own = theirs | {"unit": "hero:red", "attack": "bowie_knife_1"}
    table.do("change_dice", seat="red", source="ancestral_rites_1", changes=[own])
    assert table.state.battle.attacks[0].exchanged == 2


def test_oc_518_third_sight_works_from_afar_at_the_start_of_a_round():
    use = {"seat": "blue", "item": "third_sight_1"}
    use |= {"effects": [{"op": "chits", "unit": "hero:red", "delta": 3}]}
    table = OrderTable(4).hero("blue", equipment=("third_sight_1",))
    table.refused("OC-503", "use_equipment", **use)
    table.fighting().do("use_equipment", **use)
    assert table.unit("hero:red").chits == 5
    table = OrderTable(4).hero("blue", equipment=("third_sight_1",)).fighting()
    selected(table, "wakizashi").refused("OC-503", "use_equipment", **use)


def test_oc_519_infection_cancels_a_healing():
    table = OrderTable().card("chicago", "healing_shrine_2").hero("red", location="chicago", health=3)
    table.hero("black", kept=("infection_1", "panic"))
    heal = {"seat": "red"}
    table.refused("OC-519", "use_healing_shrine", **heal, cancelled_by={"seat": "black", "card": "panic"})
    assert table.rejection is not None
    assert table.rejection.probes, "the refusal tells what is kept"
    table.refused("OC-519", "use_healing_shrine", **heal, cancelled_by={"seat": "red", "card": "infection_1"})
    table.do("use_healing_shrine", **heal, cancelled_by={"seat": "black", "card": "infection_1"})
    assert (table.state.seats["red"].health, table.state.acted) == (3, True)
    assert table.state.event_discard == ("infection_1",)


def test_oc_519_infection_is_played_there_alone():
    table = OrderTable().hero("black", kept=("infection_1",)).turn_of("black")
    cancel = [{"op": "cancel_healing"}]
    table.refused("OC-519", "play_event", seat="black", card="infection_1", effects=cancel)
    effects(hand_made(), {"op": "cancel_healing"}).then_rejected("OC-519")


def test_oc_520_doom():
    table = effects(hand_made(), {"op": "doom", "side": "chaos", "delta": 3}).then_accepted()
    assert (table.state.chaos, table.state.totals.doom_effects) == (3, 3)
    assert effects(table, {"op": "doom", "side": "chaos", "delta": -9}).state.chaos == 0


def test_oc_520_health():
    table = effects(hand_made().hero("red", health=5), {"op": "health", "seat": "red", "delta": 90})
    assert table.state.seats["red"].health == 10
    effects(table, {"op": "health", "delta": 1}).then_rejected("OC-520")
    effects(table, {"op": "health", "unit": "hero:red", "delta": 1}).then_rejected(
        "OC-520", field="effects/0/unit"
    )
    table.fighting()
    effects(table, {"op": "health", "unit": HOUND, "delta": -4})
    assert table.unit(HOUND).health == 5
    assert effects(table, {"op": "health", "seat": "black", "delta": -9}).pending == ["resurrect"]


def test_oc_520_stamina_and_xp():
    table = effects(hand_made(), {"op": "stamina", "seat": "black", "delta": -9})
    assert table.state.seats["black"].stamina == 0
    effects(table, {"op": "xp", "amount": 1}).then_rejected("OC-520")
    effects(table, {"op": "xp", "side": "chaos", "amount": 2})
    assert [table.state.seats[seat].xp_pending for seat in ("black", "white", "red")] == [2, 2, 0]


def test_oc_520_chits_and_battle_track():
    effects(hand_made(), {"op": "chits", "unit": "hero:red", "delta": 1}).then_rejected("OC-520")
    table = OrderTable(components=BY_HAND, black="cultist").at(red="huntington", black="huntington")
    table.do("fight", seat="red")
    effects(
        table,
        {"op": "chits", "unit": "hero:red", "delta": -9},
        {"op": "track", "unit": "hero:black", "delta": 9},
    )
    assert (table.unit("hero:red").chits, table.unit("hero:black").track) == (0, 3)
    effects(table, {"op": "track", "unit": "hero:red", "delta": 1}).then_rejected("OC-520")


def test_oc_520_tokens():
    place, discard = ({"op": f"token_{name}", "location": "chicago"} for name in ("place", "discard"))
    table = effects(hand_made(), place | {"n": 14}, discard | {"n": 2})
    assert (table.state.places["chicago"].tokens, table.state.token_supply) == (10, 2)
    effects(table, discard | {"n": 11}).then_rejected("OC-520", field="effects/0/n")
    effects(table, {"op": "token_gain", "seat": "red", "n": 1}).then_rejected("OC-520")
    effects(table, {"op": "token_gain", "seat": "black", "n": 3})
    assert (table.state.seats["black"].tokens, table.state.token_supply) == (2, 0)
    effects(table, {"op": "token_gain", "seat": "white", "n": 1}).then_accepted()
    assert (table.state.seats["white"].tokens, table.state.token_supply) == (0, 0)
    effects(table, {"op": "token_place", "location": "nowhere", "n": 1}).then_rejected("OC-520")


def test_oc_520_monsters():
    table = hand_made()
    effects(table, {"op": "monster_move", "from": "chicago", "to": "detroit"}).then_rejected("OC-520")
    table.monster("chicago")
    effects(table, {"op": "monster_move", "from": "chicago", "to": "chicago"}).then_rejected("OC-520")
    effects(table, {"op": "monster_move", "from": "chicago", "to": "us_order_east"})
    assert table.state.battle.location == "us_order_east", "blue stands there"
    effects(table, {"op": "monster_discard", "location": "us_order_east"})
    assert table.state.battle is None
    assert effects(table, {"op": "monster_place", "location": "chicago"}).pending == ["place_monster"]


def test_oc_520_heroes():
    table = hand_made()
    effects(table, {"op": "hero_move", "seat": "blue", "to": "us_order_east"}).then_rejected("OC-520")
    effects(table, {"op": "hero_move", "seat": "nobody", "to": "chicago"}).then_rejected("OC-520")
    effects(table, {"op": "hero_move", "seat": "black", "to": "us_breach"})
    assert table.state.seats["black"].location == "us_breach"
    effects(table, {"op": "pass_enemies", "seat": "red", "location": "chicago"})
    assert table.state.passes == ("chicago",)


def test_oc_520_cards():
    table = hand_made().card("chicago", "rift_1a").tokens("chicago", 1)
    effects(table, {"op": "remove_card", "location": "detroit"}).then_rejected("OC-520")
    effects(table, {"op": "remove_card", "location": "chicago"})
    assert (table.state.removed_cards, table.state.places["chicago"].tokens) == (("rift_1a",), 1)
    effects(table, {"op": "open", "location": "chicago"}).then_rejected("OC-320")
    effects(table, {"op": "open", "location": "detroit", "card": "wormhole_a", "cascade": []})
    assert table.state.seats["red"].opened == 0, "by an effect, not by exploring"


def test_oc_520_items_and_events():
    table = hand_made()
    effects(table, {"op": "item_take", "seat": "red", "item": "gladius_1"}).then_rejected("OC-520")
    effects(table, {"op": "item_take", "seat": "red", "item": "katana_1"})
    effects(table, {"op": "item_discard", "seat": "red", "item": "uzi_1"}).then_rejected("OC-520")
    effects(table, {"op": "item_discard", "seat": "red", "item": "katana_1"})
    assert table.state.item_discard == ("katana_1",)
    effects(table, {"op": "display_discard", "item": "katana_1"}).then_rejected("OC-520")
    effects(table, {"op": "display_discard", "item": "uzi_1"}, {"op": "display_refill"}, drawn=True)
    assert len(table.state.display) == 6
    assert "effects/1/items" in table.chance.drawn
    effects(table, {"op": "event_draw", "seat": "red", "n": 1}).then_rejected("OC-520")
    assert effects(table, {"op": "event_draw", "seat": "white", "n": 1}).pending == ["draw_event"]


def test_oc_520_special_tokens_battles_and_notes():
    table = hand_made()
    effects(table, {"op": "special_tokens", "seat": "white", "delta": -4}).then_rejected("OC-520")
    effects(table, {"op": "special_tokens", "seat": "white", "delta": -3})
    assert table.state.seats["white"].special_tokens == 0
    effects(table, {"op": "end_battle"}).then_rejected("OC-520")
    before = table.state
    effects(table, {"op": "note", "text": "the cat took the die"}).then_accepted()
    assert table.state == before
    table.refused("OC-520", "apply_effects", seat="red", source="special_tokens")


def test_oc_521_listed_effects_must_match_the_card():
    table = OrderTable().hero("red", equipment=("field_medkit_1",), health=1)
    use = {"seat": "red", "item": "field_medkit_1"}
    medkit = {"op": "health", "seat": "red", "delta": 4}
    for wrong in ([], [medkit | {"delta": 5}], [medkit, medkit], [{"op": "note", "text": "x"}]):
        table.refused("OC-521", "use_equipment", **use, effects=wrong, field="effects")
    table.refused(
        "OC-521", "use_equipment", **use, effects=[{"op": "health", "unit": "hero:red", "delta": 4}]
    )
    table.do("use_equipment", **use, effects=[medkit])
    looters = OrderTable().given(facts.EventDrawn("black", "looters_1"))
    assert looters.do("resolve_event", seat="black", card="looters_1").pending == [], "optional"


def test_oc_521_a_text_without_templates_is_flagged_manual():
    table = effects(hand_made(), {"op": "stamina", "seat": "red", "delta": -1})
    assert table.found(facts.ManualEffects) == [facts.ManualEffects("bushido", "red")]


def test_oc_522_changing_dice_pays_the_source_once():
    table = OrderTable(red="samurai").fighting()
    selected(table, "wakizashi").roll("hero:red", "wakizashi", "1", "1", "1", "1", "blue")
    again = {"unit": "hero:red", "attack": "wakizashi", "op": "reroll", "face": "3"}
    table.do("change_dice", seat="red", source="bushido", changes=[again | {"die": die} for die in range(3)])
    assert table.state.seats["red"].stamina == 1
    assert table.state.battle.attacks[0].dice == ("3", "3", "3", "1", "blue")


def stonehenge(table: OrderTable, a: str, b: str, **more: Any) -> OrderTable:
    use = {"type": "use_ability", "seat": "red", "ability": "stonehenge"}
    table.when(use | {"effects": [{"op": "swap_cards", "a": a, "b": b, **more}]}, drawn=not more)
    return table


def test_oc_540_stonehenge_swaps_cards_and_opens_them_under_heroes():
    """The source's question: opened with all results, not encountered; the own encounter may still follow."""
    table = (
        OrderTable(4, red="knight_of_st_george").at(red="chicago", blue="miami").card("chicago", "rift_1a")
    )
    table.tokens("chicago", 1).card("detroit", "wormhole_a")
    stonehenge(table, "us_breach", "chicago").then_rejected("OC-520")
    stonehenge(table, "chicago", "chicago").then_rejected("OC-520")
    opened = [{"location": "chicago", "card": "healing_shrine_2", "cascade": []}]
    stonehenge(table, "chicago", "houston", opened=[]).then_rejected("OC-325")
    stonehenge(table, "chicago", "houston", opened=opened).then_accepted()
    assert table.state.places["houston"].card == "rift_1a"
    assert (table.state.places["chicago"].card, table.state.places["chicago"].tokens) == (
        "healing_shrine_2",
        1,
    )
    assert not table.state.opened
    table.spend_xp().do("use_healing_shrine", seat="red")


def test_oc_540_nothing_is_opened_under_a_monster_or_heroes_of_both_sides():
    table = (
        OrderTable(4, red="knight_of_st_george").at(blue="houston", black="houston").card("miami", "rift_1a")
    )
    table.turn_of("red")
    stonehenge(table, "miami", "houston", opened=[]).then_accepted()
    assert table.found(facts.CardOpened) == []
    table = (
        OrderTable(4, red="knight_of_st_george").at(blue="houston").card("miami", "rift_1a").monster("miami")
    )
    stonehenge(table, "houston", "detroit").then_accepted()
    assert [fact.location for fact in table.found(facts.CardOpened)] == ["houston"]


def cancelled(table: OrderTable, who: dict[str, str], source: str) -> OrderTable:
    change = {"unit": "hero:red", "attack": "wakizashi", "die": 0, "op": "cancel"}
    table.when({"type": "change_dice", **who, "source": source, "changes": [change]})
    return table


def test_oc_541_illusions_cancel_dice_of_an_opponent():
    table = OrderTable(black="dark_faerie").at(red="huntington", black="huntington").do("fight", seat="red")
    selected(table, "wakizashi").roll("hero:black", "faerie_darts", "1", "1", "1")
    table.do("resolve_segment").roll("hero:red", "wakizashi", "blue", "3", "1", "1", "1")
    cancelled(table, {"seat": "black"}, "illusions").then_accepted()
    assert table.state.seats["black"].stamina == 1
    table.do("resolve_segment")
    assert table.found(facts.DamageDealt)[0].rolled == 6


def test_oc_542_the_deceiver_cancels_dice_without_stamina():
    table = final_battle(order=13)
    table.do("allot_doom_damage", losses=[{"seat": "black", "hero": 4, "monster": 9}])
    assert table.game is not None
    enemy = table.state.box.arch_enemies["deceiver"]
    assert [ability.id for ability in enemy.abilities] == ["veil"]
    table.given(
        facts.UnitKilled("hero:black"),
        facts.HeroDied("black", None, False),
        facts.BattleEnded(None, 1, "won"),
    )
    table.given_state(arch_enemy="deceiver").given(facts.XpGained("red", 1, "effect")).spend_xp()
    selected(table, "wakizashi").roll("hero:red", "wakizashi", "3", "3", "1", "1", "1")
    cancelled(table, {"unit": "arch_enemy"}, "veil").then_accepted()
    cancelled(table, {"unit": "hero:red"}, "bushido").then_rejected("OC-433")


def test_oc_543_the_cultists_battle_track_rises_from_zero_and_stops():
    table = OrderTable(black="cultist").at(red="huntington", black="huntington").do("fight", seat="red")
    selected(table, "wakizashi").roll("hero:red", "wakizashi", *["blue"] * 5).do("resolve_segment")
    assert table.unit("hero:black").track == 0
    table.given(facts.UnitChanged("hero:black", track=2)).roll("hero:black", "cultist_hex", *["yellow"] * 3)
    table.do("resolve_segment")
    assert table.unit("hero:black").track == 3


def test_oc_544_ghoul_tokens_are_spent_by_hand():
    table = OrderTable(black="ghoul").hero("black", health=3).turn_of("black")
    spent = [
        {"op": "special_tokens", "seat": "black", "delta": -1},
        {"op": "health", "seat": "black", "delta": 2},
    ]
    table.do("apply_effects", seat="black", source="special_tokens", effects=spent, reason="Ghoul token")
    assert (table.state.seats["black"].special_tokens, table.state.seats["black"].health) == (2, 5)
    assert table.found(facts.ManualEffects)


def test_oc_544_tokens_are_spent_while_there_are_any_in_the_own_turn_or_battle():
    """What is offered is what is accepted."""
    spend = {"seat": "black", "source": "special_tokens", "effects": [], "reason": "Ghoul token"}
    table = OrderTable(black="ghoul")
    table.refused("OC-544", "apply_effects", **spend, field="source")
    table.turn_of("black").hero("black", special_tokens=0)
    table.refused("OC-544", "apply_effects", **spend, field="source")
    table.hero("black", special_tokens=1).do("apply_effects", **spend)


def test_oc_420_a_block_step_that_an_effect_leaves_without_a_choice_is_over():
    table = selected(blocking(1), "wakizashi")
    assert table.state.battle.step == "block"
    table.given_state(box=BY_HAND.box)
    effects(table, {"op": "chits", "unit": "hero:red", "delta": 1})
    assert table.found(facts.BlocksDeclared) == [facts.BlocksDeclared({})]
    assert table.state.battle.step == "melee"


def test_oc_545_the_hellion():
    monster = OrderTable().state.box.monsters["hellion"]
    assert (monster.armor, monster.health, monster.attacks[0].dice) == (0, 9, 2)


def test_oc_546_the_source_example_of_the_charhound():
    """Bow 2 + attack 2 dice deal 4; three yellow add 3 chits: 2 are left; the Samurai's 4 are gone."""
    table = OrderTable().fighting("charhound", weapons=("composite_bow_1",), xp={"armor": 2})
    selected(table, "composite_bow_1").roll("hero:red", "composite_bow_1", "3", "1", "yellow", "yellow")
    table.roll(HOUND, "charhound_breath", "yellow", "yellow", "yellow", "3", "1").do("resolve_segment")
    assert (table.unit(HOUND).chits, table.unit("hero:red").chits) == (2, 0)
    assert table.state.seats["red"].health == 10


def test_oc_547_the_old_one():
    enemy = OrderTable().state.box.arch_enemies["old_one"]
    assert [enemy.armor, *(attack.dice for attack in enemy.attacks)] == [8, 5, 3]


@pytest.mark.parametrize("op", ALL_OPS)
def test_every_primitive_has_offers_or_is_never_offered(op: str):
    def change(document: dict[str, Any]) -> None:
        card = part(document, "equipment", "sacred_banner_1")
        card["effects"] = [{"op": op, **dict.fromkeys(PRIMITIVES[op] - {"op", *skipped}, "?")}]

    skipped = {"health": {"unit"}, "xp": {"side"}}.get(op, set())
    table = OrderTable(4, components=edition(change)).hero(
        "red", equipment=("sacred_banner_1", "holy_water_1")
    )
    table.card("chicago", "rift_1a").tokens("chicago", 1).monster("cleveland").fighting()
    offered = [
        offer
        for offer in table.game.offers(table.state, "red", TRUTH)
        if offer.type == "use_equipment" and "sacred_banner_1" in str(offer)
    ]
    assert bool(offered) == (op not in ("cancel_healing", "track"))
