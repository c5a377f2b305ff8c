"""Each invariant of the rules file notices a table that breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.games.order_vs_chaos import GAME, facts
from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_4xx_battle import HOUND


def hero(table: OrderTable, seat: str, **changes: object) -> None:
    table.given_state(seats={**table.state.seats, seat: replace(table.state.seats[seat], **changes)})


BROKEN: list[tuple[str, Callable[[OrderTable], object]]] = [
    ("1", lambda table: table.given_state(unopened=frozenset())),
    ("1", lambda table: table.given_state(removed_cards=("rift_1a",))),
    ("2", lambda table: table.given_state(token_supply=11)),
    ("2", lambda table: hero(table, "red", tokens=1)),
    ("3", lambda table: table.given_state(item_discard=("katana_1",))),
    ("3", lambda table: hero(table, "red", equipment=("helicopter_2", "helicopter_3", "lucky_coin_2"))),
    ("4", lambda table: table.given_state(event_discard=("omen_1",))),
    ("5", lambda table: table.monster("chicago").monster("chicago")),
    ("5", lambda table: table.monster("chicago", "tengu")),
    ("6", lambda table: table.given_state(chaos=13)),
    ("6", lambda table: table.given_state(order=14)),
    ("7", lambda table: hero(table, "red", health=0)),
    ("7", lambda table: hero(table, "red", health=11)),
    ("8", lambda table: hero(table, "red", xp={"move": 1})),
    ("8", lambda table: hero(table, "red", xp={"move": 9}, xp_gained=9)),
    ("9", lambda table: table.fighting().given(facts.UnitChanged(HOUND, chits=-1))),
    ("10", lambda table: table.given_state(order=1)),
    ("11", lambda table: table.at(red="us_breach")),
    ("12", lambda table: hero(table, "red", stamina=3)),
    ("13", lambda table: table.given_state(chaos=1)),
]


@pytest.mark.parametrize(("number", "change"), BROKEN)
def test_a_broken_table_is_noticed(number: str, change: Callable[[OrderTable], object]):
    table = OrderTable()
    assert GAME.invariants(table.state) == []
    change(table)
    assert f"I{number}" in {broken.split(":")[0] for broken in GAME.invariants(table.state)}
