"""The fixed order of checks: the first that fails names the rule."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.first_light import GAME
from tests.games.first_light.table import (
    act,
    executing,
    headquarters,
    host,
    owing,
    planning,
    taken,
    with_seat,
)


def test_the_end_comes_before_everything():
    table = owing(planning(), "setback", clan="zcharo").given_state(phase="finished")
    for kind in GAME.actions:
        tag = kind.__struct_config__.tag
        if tag in WHOLE:
            table.when({"type": tag, **WHOLE[tag]}).then_rejected("FL-601")


WHOLE: dict[str, dict[str, Any]] = {
    "reveal_stacks": {},
    "deal_characters": {},
    "deal_items": {},
    "set_start_player": {},
    "reveal_event": {},
    "reveal_scheme": {},
    "reveal_gem_caches": {},
    "take_die": {"seat": "blue"},
    "roll_dice": {"seat": "blue"},
    "assign_dice": {"seat": "blue"},
    "confirm_plan": {"seat": "blue"},
    "send_to_cantina": {"seat": "blue"},
    "ignore_setback": {"seat": "blue"},
    "harvest": {"seat": "blue"},
    "rest": {"seat": "blue"},
    "place_market": {"seat": "blue", "space": 1},
    "name_item": {"seat": "blue", "item": "yeki"},
}

OUTSIDE = {
    "reveal_stacks": "FL-110",
    "deal_characters": "FL-114",
    "deal_items": "FL-116",
    "set_start_player": "FL-121",
    "reveal_scheme": "FL-410",
    "reveal_gem_caches": "FL-601",
    "send_to_cantina": "FL-201",
    "ignore_setback": "FL-355",
    "harvest": "FL-201",
    "rest": "FL-201",
    "place_market": "FL-201",
}


@pytest.mark.parametrize(("kind", "rule"), OUTSIDE.items())
def test_each_command_outside_its_phase(kind: str, rule: str):
    planning().when({"type": kind, **WHOLE[kind]}).then_rejected(rule)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("clan_ability", "FL-306"),
        ("advancement", "FL-306"),
        ("setback", "FL-306"),
        ("extra_reward", "FL-542"),
        ("free_upgrade", "FL-543"),
    ],
)
def test_a_pending_follow_up_refuses_all_but_its_own_answers_by_its_own_seat(kind: str, rule: str):
    table = owing(executing(4), kind, clan="zcharo", value=4, row="top")
    for other in ("place_market", "harvest", "reveal_event", "send_to_cantina"):
        table.when({"type": other, **WHOLE[other]}).then_rejected(rule)
    answer = {
        "clan_ability": act("use_clan_ability", "black", decline=True),
        "advancement": act("take_advancement", "black", reward="gem"),
        "setback": act("take_setback", "black", condition=0, punishment="gem"),
        "extra_reward": act("take_extra_reward", "black", decline=True),
        "free_upgrade": act("take_free_upgrade", "black", decline=True),
    }
    table.when(answer[kind]).then_rejected(rule)


def test_of_a_placement_algae_then_value_then_treatment_then_space_then_cost():
    table = executing(resources={})
    with_seat(table, garages=(None, 3))
    taken(table, "mining_camp", 1)
    wrong = act("place_mining_camp", space=1, value=6, treated_as=6)
    table.when(wrong).then_rejected("FL-237")
    with_seat(table, resources={"algae": 1})
    table.when(wrong).then_rejected("FL-241")
    table.when({**wrong, "value": 3}).then_rejected("FL-541")
    table.when(act("place_mining_camp", space=1)).then_rejected("FL-243")
    table.when(act("place_mining_camp", space=2)).then_rejected("FL-242")


def test_of_the_headquarters_its_own_die_comes_first():
    headquarters(("blue", 4)).when(act("place_headquarters", gain="gold", value=9)).then_rejected("FL-231")


def test_of_the_depository_closed_column_cell_item_and_move():
    table = executing(2, hand=("ledger",), resources={})
    wrong = act("place_depository", row="attic", item="yeki", move_to="moon", value=1)
    table.when(wrong).then_rejected("FL-107")
    table.when({**wrong, "value": 2}).then_rejected("FL-310")
    table.when({**wrong, "value": 2, "row": "middle"}).then_rejected("FL-311")
    with_seat(table, resources={"water": 9, "algae": 9}, hand=("ledger",))
    ready = {**wrong, "value": 2, "row": "middle", "item": "ledger"}
    table.when(ready).then_rejected("FL-312")
    table.when({**ready, "move_to": None, "drawn": ["yeki"]}).then_rejected("FL-115")


def test_of_the_laboratory_pay_then_stack_then_cost_then_removal():
    table = executing(4, 4, resources={"algae": 1})
    wrong = act("place_laboratory", space=1, pay="gems", stack=9, remove=[4])
    table.when(wrong).then_rejected("FL-244")
    table.when({**wrong, "pay": "algae"}).then_rejected("FL-327")
    table.when({**wrong, "pay": "algae", "stack": 0}).then_rejected("FL-242")
    with_seat(table, resources={"algae": 9})
    table.when({**wrong, "pay": "algae", "stack": 0}).then_rejected("FL-328")


def test_of_the_academy_value_then_number_then_cost():
    table = executing(4, resources={})
    table.when(act("place_academy", space=1, dice=9)).then_rejected("FL-346")
    table.when(act("place_academy", space=2, dice=9)).then_rejected("FL-347")
    table.when(act("place_academy", space=2, dice=1)).then_rejected("FL-242")


def test_of_the_market_trades_before_their_price():
    table = executing(1, resources={})
    both = [{"give": "water", "receive": "algae"}, {"give": "water", "receive": "gems"}]
    table.when(act("place_market", space=1, trades=both)).then_rejected("FL-343")
    table.when(act("place_market", space=1, trades=both[:1])).then_rejected("FL-242")


def test_of_the_harvest_raises_then_choices_then_the_move():
    """FL-251, FL-252, FL-547."""
    table = with_seat(planning(), farms={2: 3}, reserve=0).given_state(phase="harvest")
    table.when(act("harvest", move_to="moon", **{"raise": {"2": 1}})).then_rejected("FL-251")
    table.when(act("harvest", move_to="moon")).then_rejected("FL-252")
    table.when(act("harvest", move_to="moon", choices={"2": "water"})).then_rejected("FL-547")


def test_of_the_plan_rolled_then_cantina_then_garages_farms_and_values():
    table = planning()
    wrong = act("assign_dice", garages=[9] * 6, farms={"cantina": 9, "8": 9})
    table.when(wrong).then_rejected("FL-214")
    table.play(act("roll_dice", values=[1, 2, 3]))
    table.when(wrong).then_rejected("FL-216")
    table.when({**wrong, "farms": {"8": 9}}).then_rejected("FL-217")
    table.when({**wrong, "garages": [9], "farms": {"8": 9}}).then_rejected("FL-218")
    table.when({**wrong, "garages": [9], "farms": {"1": 9}}).then_rejected("FL-215")


def test_an_impossible_outcome_comes_last():
    table = executing(4)
    table.when(act("place_headquarters", gain="items", drawn=["moon", "moon"])).then_rejected("FL-115")
    table.given_state(headquarters=(None,) * 0)
    table.when(act("place_headquarters", gain="items", drawn=["moon"])).then_rejected("FL-301")
    planning().when(host("reveal_event", event="moon")).then_rejected("FL-210")
