"""Growth, decisions and the final battle that no recorded game shows, counted by the fold and by hand."""

from __future__ import annotations

import pytest

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.state import Duty
from tests.games.order_vs_chaos.test_4xx_battle import HOUND, selected
from tests.games.order_vs_chaos.test_counted_battles import BY_HAND, against_a_hellion, effects
from tests.support.games.order_vs_chaos.counted_table import Counted

FULL_GOATMAN = {"move": 4, "attack": 5, "armor": 4, "health": 6}


def test_xp_beyond_the_last_box_of_an_order_hero_is_lost():
    table = Counted(components=BY_HAND)
    table.hero("red", xp={"move": 3, "attack": 4, "armor": 4, "health": 3}, slots_unlocked=1)
    table.turn_of("black").turn_of("red").turn_of("black").turn_of("red").count()
    effects(table, {"op": "xp", "seat": "red", "amount": 2}).do("assign_xp", seat="red", targets=["health"])
    assert table.state.turn == 5
    assert table.values("xp_gained", "cause") == {("red", "effect"): 1}
    assert table.values("xp_by_round", "round") == {("red", "3"): 1}
    assert table.values("xp_lost", "to") == {("red", "nothing"): 1}
    assert set(table.values("rounds_reached", "round")) == {
        (seat, number) for seat in ("red", "black") for number in "0123"
    }


@pytest.mark.parametrize(
    ("supply", "counts"),
    [
        (9, {("black", "token"): 3}),
        (1, {("black", "token"): 1, ("black", "nothing"): 2}),
        (0, {("black", "nothing"): 3}),
    ],
)
def test_xp_of_a_chaos_hero_becomes_tokens_as_long_as_there_are_any(
    supply: int, counts: dict[tuple[str, str], float]
):
    table = Counted(components=BY_HAND).hero("black", xp=FULL_GOATMAN, tokens=1)
    table.given_state(token_supply=supply).count()
    effects(table, {"op": "xp", "side": "chaos", "amount": 3})
    assert table.values("xp_lost", "to") == counts
    assert table.values("xp_gained") == {}


def test_xp_of_a_chaos_hero_that_is_nowhere_becomes_what_it_can_carry():
    """OC-363: in the final battle no hero has a location."""
    table = Counted(components=BY_HAND).doom(0, 12).hero("black", xp=FULL_GOATMAN, tokens=1)
    table.turn_of("black").at(black="us_breach").count().do("deliver_tokens", seat="black")
    effects(table, {"op": "xp", "seat": "black", "amount": 3})
    assert table.values("xp_lost", "to") == {("black", "token"): 2, ("black", "nothing"): 1}


def test_xp_for_doom_overflow_and_by_cards_that_are_swapped():
    table = Counted(components=BY_HAND).at(black="dallas", red="chicago").card("detroit", "rift_1a")
    table.given(facts.DutyRaised(Duty("overflow_gain", seat="red", n=1)))
    table.count().do("take_overflow", seat="red", gain="xp").spend_xp()
    opened = [{"location": "chicago", "card": "wormhole_a"}, {"location": "dallas", "card": "rift_5a"}]
    effects(table, {"op": "swap_cards", "a": "chicago", "b": "dallas", "opened": opened})
    assert table.values("xp_gained", "cause") == {
        ("red", "overflow"): 1,
        ("red", "wormhole"): 1,
        ("black", "rift"): 1,
    }


def test_copies_of_a_card_give_stamina_under_one_name():
    """What an event card takes is neither spent nor regained; a death brings all of it back (OC-370)."""
    table = Counted(components=BY_HAND)
    table.hero("red", stamina=0, equipment=("adrenal_shot_1", "adrenal_shot_2")).count()
    for item in ("adrenal_shot_1", "adrenal_shot_2"):
        give = {"op": "stamina", "seat": "red", "delta": 1}
        table.do("use_equipment", seat="red", item=item, effects=[give])
    table.given(facts.EventDrawn("black", "despair_1"))
    take = {"op": "stamina", "seat": "red", "delta": -1}
    table.do("resolve_event", seat="black", card="despair_1", effects=[take])
    effects(table, {"op": "health", "seat": "red", "delta": -10})
    table.do("resurrect", seat="red", location="us_order_east")
    assert table.values("stamina_regained", "cause") == {
        ("red", "Adrenal Shot"): 2,
        ("red", "resurrection"): 1,
    }
    assert table.values("stamina_spent") == {}


def test_who_dies_when_the_turns_stop_is_back_with_stamina():
    """OC-604: no start is chosen."""
    table = Counted(components=BY_HAND).doom(0, 12).hero("red", stamina=0).count()
    effects(table, {"op": "health", "seat": "red", "delta": -10})
    assert table.state.phase == "final"
    assert table.values("stamina_regained", "cause") == {("red", "resurrection"): 2}
    assert table.values("final_health", "unit") == {
        (None, "order_hero"): 10,
        (None, "chaos_hero"): 7,
        (None, "monster"): 9,
        (None, "arch_enemy"): 15,
    }


def test_an_ability_that_changes_dice_costs_stamina_and_is_carried_out_by_hand():
    """Bushido as it is printed; the reroll of the weapon's own special is not by hand (OC-511)."""
    table = Counted()
    table.hero("red", location="huntington", equipment=("lucky_coin_1", "lucky_coin_2"))
    table.monster("huntington").count().do("fight", seat="red")
    selected(table, "wakizashi").roll("hero:red", "wakizashi", "yellow", *["blue"] * 4)
    for source in ("bushido", "lucky_coin_1", "lucky_coin_2"):
        change = {"unit": "hero:red", "attack": "wakizashi", "die": 1, "op": "set", "face": "2"}
        table.do("change_dice", seat="red", source=source, changes=[change])
    again = {"unit": "hero:red", "attack": "wakizashi", "die": 0, "op": "reroll", "face": "1"}
    table.do("change_dice", seat="red", source="wakizashi", changes=[again])
    assert table.values("stamina_spent", "ability") == {("red", "bushido"): 1}
    assert table.values("ability_owners", "ability") == {("red", "bushido"): 1, ("black", "goad"): 1}
    assert table.values("manual_effects", "source") == {(None, "bushido"): 1, (None, "Lucky Coin"): 2}


def test_special_tokens_are_by_hand_and_an_ability_without_a_price_is_nobodys_base():
    table = Counted(4, components=BY_HAND).turn_of("white").count()
    loses = {"op": "special_tokens", "seat": "white", "delta": -1}
    table.do("apply_effects", seat="white", source="special_tokens", effects=[loses], reason="by its text")
    effects(table.turn_of("red"), {"op": "stamina", "seat": "red", "delta": -1})
    assert table.values("manual_effects", "source") == {(None, "special_tokens"): 1, (None, "bushido"): 1}
    assert table.values("stamina_spent") == {}
    assert ("red",) not in table.values("ability_owners")


def test_moves_unused_are_those_of_the_track_as_it_stands_at_the_end_of_the_turn():
    """Of 3 moves one is made; then black makes none of 3; then red's track has risen to 4."""
    table = Counted(components=BY_HAND).at(red="chicago").count()
    table.do("move", seat="red", to="cleveland").do("end_turn", seat="red").do("end_turn", seat="black")
    effects(table.do("move", seat="red", to="chicago"), {"op": "xp", "seat": "red", "amount": 1})
    table.do("assign_xp", seat="red", targets=["move"]).do("end_turn", seat="red")
    assert table.rows("moves_unused") == {("red", ()): (2 + 3, 2), ("black", ()): (3, 1)}


def test_a_pair_that_has_no_more_than_the_doom_loses_all():
    """White's Ghoul and Charhound have 6 + 4; of black's 7 + 9 Order takes 4 and 9.

    What is left of black's Goatman, 3 health and 2 chits, red cuts down; it costs red 2 chits and 1 health.
    """
    table = Counted(4).doom(13, 12).turn_of("black").at(black="us_breach").hero("black", tokens=1)
    table.hero("red", health=3).count().do("deliver_tokens", seat="black")
    table.do("allot_doom_damage", losses=[{"seat": "black", "hero": 4, "monster": 9}])
    assert table.rows("final_health") == {
        (None, (("unit", "order_hero"),)): (8 + 11, 2),
        (None, (("unit", "chaos_hero"),)): (7 + 6, 2),
        (None, (("unit", "monster"),)): (9 + 4, 2),
        (None, (("unit", "arch_enemy"),)): (55, 1),
    }
    assert table.values("doom_damage", "unit") == {(None, "chaos_hero"): 4 + 6, (None, "monster"): 9 + 4}
    selected(selected(table, "wakizashi"), "knights_mace", seat="blue")
    table.do("declare_targets", unit="hero:black", targets={"goat_horns": "hero:red"})
    table.roll("hero:red", "wakizashi", *["3"] * 5).roll("hero:blue", "knights_mace", *["blue"] * 5)
    table.roll("hero:black", "goat_horns", *["1"] * 3).do("resolve_segment")
    assert table.values("final_damage", "by") == {
        ("red", "hero"): 3 + 2,
        ("blue", "hero"): 0,
        ("black", "hero"): 3,
    }
    assert table.values("final_rounds", "stage") == {(None, "screen"): 1}
    assert table.values("final_lead", "stage", "round") == {
        (None, "screen", "1"): 8 + 11 - 3 - 55,
        (None, "arch", "1"): 7 + 11 - 55,
    }


def test_what_chaos_has_left_when_the_last_order_hero_dies_has_survived():
    """Red has 1 + 5 health and 2 chits against five dice of 3; of the two units of the screen none is hit."""
    table = Counted().doom(0, 12).turn_of("black").at(black="us_breach").hero("black", tokens=1)
    table.hero("red", health=1).count().do("deliver_tokens", seat="black")
    selected(table, "wakizashi")
    table.do("declare_targets", unit="hero:red", targets={"wakizashi": "monster:black"})
    table.roll("hero:red", "wakizashi", *["blue"] * 5).roll("hero:black", "goat_horns", *["3"] * 3)
    table.roll("monster:black", "hellion_claws", "3", "3").do("resolve_segment")
    assert table.row("order_survivors") == (0, 1)
    assert table.row("chaos_survivors") == (2, 1)
    table.hero("red", alive=True)
    assert table.row("order_survivors") == (0, 1), "who waits to come back has not survived"


def test_a_battle_of_the_turns_has_no_final_figures():
    table = against_a_hellion()
    selected(table, "wakizashi").roll("hero:red", "wakizashi", *["3"] * 5)
    table.roll(HOUND, "hellion_claws", "3", "3").do("resolve_segment")
    for measure in ("final_damage", "final_lead", "final_rounds", "final_health", "doom_damage"):
        assert table.rows(measure) == {}


def test_split_decisions_are_those_on_cards_resolved_and_played():
    table = Counted(4).hero("black", kept=("dark_mending_1",)).turn_of("black").count()
    mend = {"op": "health", "seat": "black", "delta": 4}
    split = {"unanimous": False, "decided_by": "black"}
    table.do("play_event", seat="black", card="dark_mending_1", effects=[mend], **split)
    assert table.values("split_decisions") == {(None,): 1}
    rise = {"op": "doom", "side": "chaos", "delta": 1}
    for card, decided in {"creeping_dread_1": split, "creeping_dread_2": {}}.items():
        table.given(facts.EventDrawn("black", card))
        table.do("resolve_event", seat="black", card=card, effects=[rise], **decided)
    assert table.values("split_decisions") == {(None,): 2}


def test_a_timeout_is_a_monster_that_order_places():
    table = Counted(4)
    for place in ("chicago", "dallas"):
        table.given(facts.DutyRaised(Duty("place_monster", location=place)))
    table.count()
    table.do("place_monster", location="chicago", monster="hellion", chosen_by="red", timeout=True)
    table.do("place_monster", location="dallas", monster="hellion", chosen_by="black")
    assert table.values("timeouts") == {(None,): 1}
