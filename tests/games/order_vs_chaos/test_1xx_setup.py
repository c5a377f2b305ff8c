"""Setup, OC-101 … OC-116."""

from __future__ import annotations

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.rules.setup import admit
from domain.games.order_vs_chaos.state import Options, SeatSetup
from domain.kernel import Rejected
from tests.games.order_vs_chaos.table import DEMO, DISPLAY, OrderTable, seats


def refused(*sides: str) -> str:
    with pytest.raises(Rejected) as caught:
        admit(DEMO, [SeatSetup(f"seat-{n}", side) for n, side in enumerate(sides)], Options())
    return caught.value.rule


def fresh(count: int = 2) -> OrderTable:
    return OrderTable(count, set_up=False)


def test_oc_101_two_to_six_seats_in_any_mixture():
    assert refused("order") == "OC-101"
    assert refused(*("order", "chaos") * 4) == "OC-101"
    sides = ("chaos", "chaos", "order", "order")
    mixed = [SeatSetup(name, side) for name, side in zip("abcd", sides, strict=True)]
    admit(DEMO, mixed, Options())


def test_oc_101_seats_have_different_names():
    with pytest.raises(Rejected, match="OC-101"):
        admit(DEMO, [SeatSetup("a", "order"), SeatSetup("a", "chaos")], Options())


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_oc_102_order_has_the_odd_seat(count: int):
    OrderTable(count, set_up=False)
    with pytest.raises(Rejected, match="OC-102"):
        admit(DEMO, [SeatSetup(seat["seat"], "order") for seat in seats(count)], Options())


def test_oc_103_one_map_once():
    table = fresh().attempt("choose_map", map="moon").then_rejected("OC-103", field="map")
    table = table.do("choose_map", map="eu")
    assert table.state.map.arch_enemy == "eu_breach"
    table.attempt("choose_map", map="us").then_rejected("OC-103")


def test_oc_104_the_arch_enemy_is_drawn_or_agreed():
    table = fresh().attempt("set_arch_enemy", arch_enemy="nobody", method="random").then_rejected("OC-104")
    table.attempt("set_arch_enemy", method="agreed").then_rejected("OC-104", field="arch_enemy")
    table.when({"type": "set_arch_enemy", "method": "random"}, drawn=True)
    assert table.state.arch_enemy in table.state.box.arch_enemies
    table.attempt("set_arch_enemy", arch_enemy="old_one", method="agreed").then_rejected("OC-104")


@pytest.mark.parametrize(("count", "doom"), [(2, 0), (3, 4), (4, 0), (5, 2), (6, 0)])
def test_oc_105_doom_at_the_start(count: int, doom: int):
    table = fresh(count)
    assert (table.state.order, table.state.chaos) == (0, doom)


@pytest.mark.parametrize(("count", "xp"), [(2, 0), (3, 4), (4, 0), (5, 3), (6, 0)])
def test_oc_106_starting_xp_is_allotted_before_setup_goes_on(count: int, xp: int):
    table = fresh(count).do("choose_hero", seat="black", hero="goatman", method="chosen")
    assert table.state.seats["black"].xp_pending == xp
    table.do("choose_map", map="us") if not xp else table.attempt("choose_map", map="us").then_rejected(
        "OC-211"
    )
    table.spend_xp().attempt("choose_hero", seat="red", hero="samurai", method="chosen").then_accepted()
    assert table.state.seats["red"].xp_pending == 0


def test_oc_107_a_hero_of_the_own_side_and_only_once():
    table = fresh(4).do("choose_hero", seat="red", hero="samurai", method="chosen")
    for hero in ("samurai", "goatman", "nobody"):
        table.attempt("choose_hero", seat="blue", hero=hero, method="chosen").then_rejected("OC-107")
    table.attempt("choose_hero", seat="red", hero="bogatyr", method="chosen").then_rejected("OC-107")
    table.when({"type": "choose_hero", "seat": "blue", "method": "random"}, drawn=True)
    assert table.state.seats["blue"].hero not in (None, "samurai")


def test_oc_108_each_chaos_seat_draws_another_monster_type():
    table = fresh(4).do("draw_monster_type", seat="black", monster="hellion")
    table.attempt("draw_monster_type", seat="white", monster="hellion").then_rejected("OC-108")
    table.attempt("draw_monster_type", seat="black", monster="tengu").then_rejected("OC-108")
    table.attempt("draw_monster_type", seat="red", monster="tengu").then_rejected("OC-108", field="seat")


def test_oc_109_six_items_of_one_deck():
    table = fresh().attempt("fill_display", items=list(DISPLAY[:5])).then_rejected("OC-505", field="items")
    table.attempt("fill_display", items=["katana_1"] * 6).then_rejected("OC-505")
    table.do("fill_display", items=list(DISPLAY))
    assert len(table.state.item_deck) == 126 - 6
    table.attempt("fill_display", items=list(DISPLAY)).then_rejected("OC-109")


def test_oc_110_the_event_deck_is_a_set_without_an_order():
    assert fresh().state.event_deck == frozenset(DEMO.box.events)


def test_oc_111_a_hero_starts_full_with_its_tokens():
    hero = fresh().do("choose_hero", seat="black", hero="ghoul", method="chosen").state.seats["black"]
    assert (hero.stamina, hero.health, hero.special_tokens, hero.tokens, hero.xp) == (2, 6, 3, 0, {})


def test_oc_112_thirty_cards_lie_face_down():
    table = fresh().do("choose_map", map="us")
    assert sum(place.face == "down" for place in table.state.places.values()) == 30
    assert all(place.card is None for place in table.state.places.values())


def test_oc_113_the_first_player_is_agreed_or_drawn_once():
    table = fresh().attempt("choose_first_player", seat="nobody").then_rejected("OC-113", field="seat")
    table.do("choose_first_player", seat="black")
    table.attempt("choose_first_player", seat="red").then_rejected("OC-113")
    assert fresh().when({"type": "choose_first_player"}, drawn=True).state.first_player in ("red", "black")


def before_placing(first: str = "red", count: int = 4) -> OrderTable:
    table = fresh(count).do("choose_map", map="us")
    table.do("set_arch_enemy", arch_enemy="old_one", method="agreed").do("fill_display", items=list(DISPLAY))
    for seat, hero in (("red", "samurai"), ("black", "goatman"), ("blue", "bogatyr"), ("white", "ghoul")):
        if seat in table.seats:
            table.do("choose_hero", seat=seat, hero=hero, method="chosen")
    table.do("draw_monster_type", seat="black", monster="hellion")
    if "white" in table.seats:
        table.do("draw_monster_type", seat="white", monster="tengu")
    return table.do("choose_first_player", seat=first)


def test_oc_114_heroes_are_placed_clockwise_one_on_each_start():
    table = before_placing("blue")
    table.attempt("place_hero", seat="red", location="us_order_north").then_rejected("OC-114", field="seat")
    table.attempt("place_hero", seat="blue", location="us_chaos_gulf").then_rejected("OC-114")
    table.do("place_hero", seat="blue", location="us_order_north")
    table.do("place_hero", seat="white", location="us_chaos_gulf")
    table.attempt("place_hero", seat="red", location="us_order_north").then_rejected("OC-114")
    table.do("place_hero", seat="red", location="us_order_east")
    assert table.state.phase == "setup"


def test_oc_114_a_setup_command_after_setup_and_others_during_it():
    OrderTable().attempt("choose_map", map="us").then_rejected("OC-114")
    fresh().attempt("end_turn", seat="red").then_rejected("OC-114")
    fresh().attempt("assign_xp", seat="red", targets=["move"]).then_rejected("OC-211")


def test_oc_115_then_the_first_turn_begins_without_monsters():
    table = before_placing(count=2).do("place_hero", seat="red", location="us_order_north")
    table.do("place_hero", seat="black", location="us_chaos_gulf")
    assert (table.state.active, table.state.turn, table.state.phase) == ("red", 1, "turn")
    assert not any(place.monsters for place in table.state.places.values())


def test_oc_116_everything_comes_before_the_first_hero_in_any_order():
    table = fresh().do("choose_first_player", seat="red").do("fill_display", items=list(DISPLAY))
    table.do("draw_monster_type", seat="black", monster="hellion").do("choose_map", map="us")
    table.attempt("place_hero", seat="red", location="us_order_north").then_rejected("OC-114")


def test_the_opening_is_sampled_for_every_number_of_seats():
    assert GAME.seat_counts == (2, 3, 4, 5, 6)
