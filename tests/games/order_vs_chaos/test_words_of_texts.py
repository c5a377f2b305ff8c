"""Order vs Chaos in words: whose text it is, and what lies on the board."""

from __future__ import annotations

from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_words import telling
from tests.support.games.order_vs_chaos.drawn import board, zone


def hints(table: OrderTable, kind: str) -> list[str]:
    return [words.hint for key, words in telling(table).words.items() if key.startswith(f"{kind}/")]


def test_special_tokens_say_how_many_are_left_and_are_no_text_by_name():
    assert hints(OrderTable(4).turn_of("white").hero("white", special_tokens=3), "apply_effects") == [
        "3 special tokens left"
    ]
    assert hints(OrderTable(4).turn_of("white").hero("white", special_tokens=1), "apply_effects") == [
        "1 special token left"
    ]


def test_equipment_that_may_be_discarded_is_pointed_at_where_it_lies():
    table = OrderTable(4).turn_of("red").hero("red", equipment=("padded_vest_1",))
    [asked] = [words for key, words in telling(table).words.items() if key.startswith("discard_equipment/")]
    assert {id: value.piece for id, value in asked.parameters["item"].values.items()} == {
        "padded_vest_1": "padded_vest_1"
    }


def leads(table: OrderTable) -> list[bool]:
    return [words.leads for key, words in telling(table).words.items() if key.startswith("pick_up_tokens/")]


def test_tokens_are_picked_up_unasked_where_nothing_is_lost_by_it():
    table = OrderTable().at(black="chicago").card("chicago", "rift_1a").tokens("chicago", 1).turn_of("black")
    assert leads(table) == [False]
    assert leads(table.given_state(step="encounter")) == [True]
    assert leads(table.card("chicago", "chaos_rift_a")) == [False]
    assert leads(table.card("chicago", "rift_1a").hero("black", kept=("panic",))) == [False]


def test_a_hero_with_xp_to_spend_has_its_tracks_on_the_board():
    table = OrderTable(4).hero("red", xp_pending=1, xp={"move": 1})
    [asked] = [words for key, words in telling(table).words.items() if key.startswith("assign_xp/")]
    tracks = {track.id: track for track in zone(board(table), "xp:red").tracks}
    assert {value.place for value in asked.parameters["targets"].values.values()} == tracks.keys()
    assert tracks["xp:red:move"].least == 1
