"""Doom, cards and rifts that no recorded game shows, counted by the fold and by hand."""

from __future__ import annotations

from tests.games.order_vs_chaos.test_counted_battles import BY_HAND, effects
from tests.support.games.order_vs_chaos.counted_table import Counted


def test_two_points_of_overflow_count_two_though_they_are_taken_one_by_one():
    table = Counted(4, components=BY_HAND).doom(12, 0).count()
    effects(table, {"op": "doom", "side": "order", "delta": 3})
    for seat in ("red", "blue", "red", "blue"):
        table.do("take_overflow", seat=seat, gain="health")
    assert table.values("doom_by_cause", "track", "cause") == {
        (None, "order", "effect"): 1,
        (None, "order", "overflow"): 2,
    }
    effects(table.hero("red", stamina=2), {"op": "doom", "side": "order", "delta": 2})
    assert table.values("doom_by_cause", "cause") == {(None, "effect"): 1, (None, "overflow"): 4}
    assert table.values("doom_caused", "track", "cause") == {("red", "order", "effect"): 1}


def test_doom_that_an_effect_takes_back_is_no_longer_gained():
    table = Counted(3, components=BY_HAND).count()
    effects(table, {"op": "doom", "side": "chaos", "delta": 2}, {"op": "doom", "side": "chaos", "delta": -5})
    table.do("end_turn", seat="red").do("end_turn", seat="black").do("end_turn", seat="blue")
    assert table.values("doom_by_cause", "track", "cause") == {
        (None, "chaos", "start"): 4,
        (None, "chaos", "effect"): -3,
    }
    assert table.values("doom_by_round", "track", "round") == {
        (None, "order", "1"): 0,
        (None, "chaos", "1"): 1,
        (None, "order", "2"): 0,
        (None, "chaos", "2"): 1,
    }


def test_a_death_that_ends_the_turns_drops_what_follows_in_the_text():
    """OC-604, OC-714."""
    table = Counted(4, components=BY_HAND).doom(0, 12).count()
    effects(
        table,
        {"op": "health", "seat": "blue", "delta": -99},
        {"op": "doom", "side": "order", "delta": 2},
    )
    assert table.state.phase == "final"
    assert table.values("doom_by_cause", "track", "cause") == {
        (None, "chaos", "start"): 12,
        (None, "chaos", "death"): 1,
    }
    assert table.values("doom_caused", "cause") == {("blue", "death"): 1}


def test_a_rift_that_an_effect_removes_is_neither_closed_nor_left_open():
    table = Counted(components=BY_HAND).count().at(red="chicago")
    table.do("open_location", seat="red", card="rift_1a").spend_xp()
    effects(table, {"op": "remove_card", "location": "chicago"})
    assert table.values("rifts", "state") == {(None, "opened"): 1, (None, "removed"): 1}
    assert table.rows("rift_lifetime") == {}


def test_another_card_that_an_effect_removes_is_no_rift():
    table = Counted(components=BY_HAND).card("chicago", "wormhole_a").count()
    effects(table, {"op": "remove_card", "location": "chicago"})
    assert table.values("rifts", "state") == {}


def test_a_card_opened_by_an_effect_is_nobodys_and_gives_nothing_away():
    table = Counted(components=BY_HAND).count().at(red="chicago")
    effects(table, {"op": "open", "location": "miami", "card": "rift_1a", "cascade": []}).spend_xp()
    table.do("open_location", seat="red", card="rift_2a").spend_xp().do("end_turn", seat="red")
    table.do("end_turn", seat="black").do("attack_rift", seat="red", dice=["blue", "1"]).spend_xp()
    assert table.values("cards_opened", "kind", "how") == {("red", "rift", "explore"): 1}
    assert table.values("xp_given_away") == {("red",): 1}
    assert table.rows("opening_turn")[None, (("kind", "rift"),)] == (2, 2)
    assert table.values("rifts", "state") == {(None, "opened"): 2, (None, "closed"): 1, (None, "open"): 1}
    assert table.rows("rift_lifetime") == {(None, (("number", "2"),)): (2, 1)}


def test_xp_without_a_box_is_not_given_away():
    table = Counted(4).at(red="chicago")
    boxes = {track: len(boxes) - 1 for track, boxes in table.state.sheet("black").tracks.items()}
    table.hero("black", xp=boxes).count().do("open_location", seat="red", card="rift_1a")
    assert table.values("xp_given_away") == {("red",): 1}


def test_a_swap_that_opens_a_card_after_the_seats_own_opening():
    """Red has opened Chicago; then the swap turns a card up under blue (OC-540)."""
    table = Counted(4, components=BY_HAND).at(red="chicago", blue="miami").count()
    table.do("open_location", seat="red", card="wormhole_a").spend_xp()
    opened = [{"location": "miami", "card": "rift_3a", "cascade": []}]
    effects(table, {"op": "swap_cards", "a": "boston", "b": "miami", "opened": opened}).spend_xp()
    assert table.values("cards_opened", "kind") == {("red", "wormhole"): 1}
    assert table.rows("xp_given_away") == {}
    assert set(table.rows("opening_turn").values()) == {(1, 1)}
    assert table.values("tokens_placed", "cause") == {(None, "rift"): 1}


def test_a_chaos_hero_gives_away_what_its_chain_opens():
    """Boston's neighbours are opened with the Chaos rift (OC-325); both Order heroes gain by each."""
    table = Counted(4).turn_of("black").at(black="boston").count()
    chain = [
        {"location": "detroit", "card": "wormhole_a"},
        {"location": "new_york", "card": "order_shrine"},
    ]
    table.do("open_location", seat="black", card="chaos_rift_a", cascade=chain)
    assert table.values("xp_given_away") == {("black",): 4}
    assert table.values("cards_opened", "kind", "how") == {
        ("black", "chaos_rift", "explore"): 1,
        ("black", "wormhole", "cascade"): 1,
        ("black", "order_shrine", "cascade"): 1,
    }
