"""Order vs Chaos in words: whose text it is, and what lies on the board."""

from __future__ import annotations

from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_words import telling


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
