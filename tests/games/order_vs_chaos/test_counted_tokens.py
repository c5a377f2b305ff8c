"""Tokens and monsters that no recorded game shows, counted by the fold and by hand."""

from __future__ import annotations

from tests.games.order_vs_chaos.test_counted_battles import BY_HAND, duel, effects
from tests.support.games.order_vs_chaos.counted_table import Counted

FAR = ("miami", "atlanta", "boston", "new_york", "seattle", "portland")


def by_text(count: int = 4) -> Counted:
    """Bushido does what is listed; black owns Hellions, white Charhounds."""
    return Counted(count, components=BY_HAND).count()


def placed(table: Counted, *places: str, monster: str = "hellion") -> Counted:
    """A text places monsters there."""
    effects(table.hero("red", stamina=2), *({"op": "monster_place", "location": place} for place in places))
    for place in places:
        table.do("place_monster", location=place, monster=monster, chosen_by="black")
    return table


def test_a_second_monster_of_the_type_is_the_one_that_goes():
    table = placed(by_text(2), "miami").do("end_turn", seat="red").do("end_turn", seat="black")
    placed(table, "miami").do("end_turn", seat="red")
    assert table.values("monsters_placed", "type") == {(None, "hellion"): 2}
    assert table.values("monsters_gone", "type", "how") == {(None, "hellion", "discarded"): 1}
    assert table.rows("monster_lifetime") == {
        (None, (("ended", "discarded"), ("type", "hellion"))): (0, 1),
        (None, (("ended", "open"), ("type", "hellion"))): (3, 1),
    }
    assert table.values("most_monsters") == {(None,): 1}
    assert table.values("first_monster") == {(None,): 1}
    assert table.values("monster_types", "type") == {(None, "hellion"): 1}


def test_a_surplus_monster_of_another_type_is_orders_choice():
    table = placed(by_text(), "miami").do("end_turn", seat="red").do("end_turn", seat="black")
    effects(table.hero("red", stamina=2), {"op": "monster_place", "location": "miami"})
    table.do("place_monster", location="miami", monster="charhound", chosen_by="white")
    table.do("discard_surplus_monster", location="miami", monster="hellion")
    assert table.values("monsters_gone", "type", "how") == {(None, "hellion", "discarded"): 1}
    assert table.rows("monster_lifetime") == {
        (None, (("ended", "discarded"), ("type", "hellion"))): (2, 1),
        (None, (("ended", "open"), ("type", "charhound"))): (0, 1),
    }
    assert table.values("most_monsters") == {(None,): 1}
    assert table.values("monster_types", "type") == {(None, "hellion"): 1, (None, "charhound"): 1}


def test_a_monster_that_is_moved_keeps_its_age():
    table = placed(by_text(2), "miami").do("end_turn", seat="red").do("end_turn", seat="black")
    effects(table.hero("red", stamina=2), {"op": "monster_move", "from": "miami", "to": "boston"})
    table.do("end_turn", seat="red").do("end_turn", seat="black")
    effects(table.hero("red", stamina=2), {"op": "monster_discard", "location": "boston"})
    assert table.rows("monster_lifetime") == {(None, (("ended", "discarded"), ("type", "hellion"))): (4, 1)}


def test_a_monster_killed_in_its_battle():
    table = placed(by_text(2), "huntington").do("end_turn", seat="red").do("end_turn", seat="black")
    table.at(red="huntington").do("fight", seat="red")
    duel(table, red="3")
    assert table.values("monsters_gone", "type", "how") == {(None, "hellion", "killed"): 1}
    assert table.rows("monster_lifetime") == {(None, (("ended", "killed"), ("type", "hellion"))): (2, 1)}


def test_placements_without_a_figure_and_without_a_token():
    """Six Hellions stand there; of two placements more one finds a token, the other none (OC-341)."""
    table = placed(by_text(2).given_state(token_supply=1), *FAR)
    there = [{"op": "monster_place", "location": place} for place in ("chicago", "detroit")]
    effects(table.hero("red", stamina=2), *there)
    assert table.values("tokens_instead") == {(None,): 2}
    assert table.values("tokens_placed", "cause") == {(None, "no_figure"): 1}
    assert table.values("monsters_placed") == {(None,): 6}
    assert table.values("most_monsters") == {(None,): 6}


def test_a_placement_that_the_end_of_the_turns_drops_becomes_nothing():
    table = by_text(2).doom(0, 12)
    table.hero("red", stamina=2)
    effects(table, {"op": "monster_place", "location": "miami"}, {"op": "doom", "side": "chaos", "delta": 1})
    assert table.state.phase == "final"
    assert table.rows("tokens_instead") == {}
    assert table.rows("monsters_placed") == {}
    assert table.rows("first_monster") == {}


def test_tokens_for_xp_without_a_box_fill_the_hero_before_its_location():
    """Black's sheet is full: each of three XP is a token, and two of them fit (OC-354)."""
    table = by_text()
    boxes = {track: len(boxes) - 1 for track, boxes in table.state.sheet("black").tracks.items()}
    table.hero("black", xp=boxes, location="us_breach")
    effects(table, {"op": "xp", "seat": "black", "amount": 3})
    table.do("end_turn", seat="red").do("deliver_tokens", seat="black")
    assert table.values("tokens_placed", "cause") == {(None, "xp"): 3}
    assert table.values("tokens_moved", "how") == {(None, "delivery"): 2}
    assert table.rows("tokens_per_delivery") == {("black", ()): (2, 1)}
    assert table.rows("delivery_time") == {("black", ()): (2, 2)}


def test_tokens_that_texts_give_lay_down_and_discard():
    table = by_text().hero("black", tokens=1)
    effects(
        table,
        {"op": "token_gain", "seat": "black", "n": 2},
        {"op": "token_place", "location": "miami", "n": 3},
        {"op": "token_discard", "location": "miami", "n": 2},
    )
    table.do("end_turn", seat="red").at(black="miami").do("end_turn", seat="black")
    assert table.values("tokens_placed", "cause") == {(None, "effect"): 5}
    assert table.values("tokens_moved", "how") == {(None, "effect"): 2}


def test_a_closed_rift_takes_its_tokens_along():
    table = by_text(2).at(red="chicago").do("open_location", seat="red", card="rift_1a").spend_xp()
    effects(table, {"op": "token_place", "location": "chicago", "n": 1})
    table.do("attack_rift", seat="red", dice=["blue"]).spend_xp()
    assert table.values("tokens_placed", "cause") == {(None, "rift"): 1, (None, "effect"): 1}
    assert table.values("tokens_moved", "how") == {(None, "rift_closed"): 2}


def test_what_fits_is_picked_up_and_taken_to_the_arch_enemy_later():
    table = by_text(2).hero("black", tokens=1, location="us_chaos_gulf").tokens("us_chaos_gulf", 3)
    table.do("end_turn", seat="red").do("pick_up_tokens", seat="black").do("end_turn", seat="black")
    assert table.values("tokens_moved", "how") == {(None, "pick_up"): 1}
