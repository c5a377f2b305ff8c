"""Items, characters and Upgrade Tiles, FL-501..567."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.first_light import facts
from domain.games.first_light.components.box import BONUSES, MODIFIERS, NAMED_ITEMS
from domain.games.first_light.scoring import breakdown
from domain.games.first_light.state import HeldDie
from tests.games.first_light.table import (
    act,
    executing,
    facts_of,
    resources,
    spent,
    talking,
    with_seat,
)

LAB = {"space": 1, "stack": 1, "new_top": "points"}
REDUCTIONS = [
    ("FL-501", "algae_cells", "place_laboratory", {**LAB, "pay": "algae"}, {"algae": 2}),
    (
        "FL-502",
        "aqua_cannon",
        "place_foundry",
        {"space": 1, "pay": "water", "new_top": "points"},
        {"water": 5},
    ),
    ("FL-505", "fuel_refiner", "place_control_room", {"space": 1, "pay": "power"}, {"power": 1}),
    ("FL-506", "hydrolic_core", "place_control_room", {"space": 1, "pay": "water"}, {"water": 5}),
    ("FL-507", "ice_stones", "place_laboratory", {**LAB, "pay": "water"}, {"water": 3, "algae": 1}),
    ("FL-510", "jrayek_drill", "place_mining_camp", {"space": 1}, {"water": 1, "gems": -1}),
    (
        "FL-518",
        "spare_parts",
        "place_foundry",
        {"space": 1, "pay": "power", "new_top": "points"},
        {"power": 1},
    ),
]


@pytest.mark.parametrize(
    ("rule", "item", "kind", "more", "paid"), REDUCTIONS, ids=lambda value: str(value)[:12]
)
def test_fl_501_to_fl_518_reductions(
    rule: str, item: str, kind: str, more: dict[str, Any], paid: dict[str, int]
):
    assert NAMED_ITEMS[item] == rule
    table = executing(4, 4, acquired=(item,)).play(act(kind, **more))
    assert spent(table) == paid
    twice = executing(4, 4, acquired=(item, item)).play(act(kind, **more))
    assert sum(spent(twice).values()) <= sum(paid.values())


def test_fl_503_aqua_pack_gives_five_water_for_each_negotiation_die():
    table = executing(4, acquired=("aqua_pack",)).play(act("place_negotiation", clan="jrayek", row=1))
    assert spent(table) == {"gems": 2, "water": -5}


def test_fl_504_captains_hat_gives_a_die_more_at_the_academy():
    table = executing(4, acquired=("captains_hat",)).play(act("place_academy", space=2, dice=1))
    assert table.state.seats["blue"].reserve == 2


@pytest.mark.parametrize(("gain", "drawn"), [("items", 4), ("water", 2)])
def test_fl_508_id_badge_gives_two_items_more_whichever_was_chosen(gain: str, drawn: int):
    cards = ["yeki", "grogg", "zcarpi", "archive"][:drawn]
    table = executing(4, acquired=("id_badge",)).when(act("place_headquarters", gain=gain, drawn=cards))
    table.then_accepted()
    assert table.state.seats["blue"].hand == tuple(cards)


@pytest.mark.parametrize(
    ("item", "clan"),
    [("leyrien_armour", "leyrien"), ("zcharo_armour", "zcharo"), ("jrayek_armour", "jrayek")],
)
def test_fl_509_fl_513_fl_519_armours_give_a_die_below_their_clan_alone(item: str, clan: str):
    for column in ("leyrien", "zcharo", "jrayek"):
        table = executing(4, acquired=(item,)).play(act("place_negotiation", clan=column, row=1))
        assert table.state.seats["blue"].reserve == (column == clan)


@pytest.mark.parametrize(
    ("item", "gain"),
    [("jrayek_pump", {"water": 5}), ("leyrien_basket", {"algae": 2}), ("zcharo_lamp", {"power": 1})],
)
def test_fl_511_fl_514_fl_520_market_items_give_before_trading(item: str, gain: dict[str, int]):
    name = next(iter(gain))
    other = "algae" if name != "algae" else "water"
    table = executing(4, acquired=(item,), resources={})
    table.when(act("place_market", space=2, trades=[{"give": name, "receive": other}]))
    table.then_includes(facts.ResourcesGained("blue", item, gain))


def test_fl_512_ledger_draws_after_the_payment_and_before_the_row():
    table = executing(4, acquired=("ledger",), hand=("yeki",))
    buy = act("place_depository", row="bottom", item="yeki", drawn=["grogg", "zcarpi", "archive"])
    table.play(buy)
    drawn = facts_of(table, facts.ItemsDrawn)
    assert [(fact.cause, fact.items) for fact in drawn] == [
        ("ledger", ("grogg",)),
        ("depository", ("zcarpi", "archive")),
    ]


@pytest.mark.parametrize(("gain", "water"), [("items", 5), ("water", 10)])
def test_fl_516_security_codes_give_five_water_whichever_was_chosen(gain: str, water: int):
    drawn = {"drawn": ["yeki", "grogg"]} if gain == "items" else {}
    table = executing(4, acquired=("security_codes",)).play(act("place_headquarters", gain=gain, **drawn))
    assert spent(table) == {"water": -water}


def test_fl_517_fl_711_soda_supply_takes_water_off_the_items_cost_and_gives_nothing_else():
    table = executing(4, acquired=("soda_supply",), hand=("uxolotyl",))
    table.play(act("place_depository", row="middle", item="uxolotyl"))
    assert spent(table) == {"water": 5, "algae": 2}
    dry = executing(4, acquired=("soda_supply",), hand=("karvyk",))
    dry.play(act("place_depository", row="middle", item="karvyk"))
    assert spent(dry) == {"algae": 5}


HELD = (HeldDie("blue", 1, 1), None, None)
BONUS_CASES = [
    ("alien_relic", "FL-521", 5),
    ("archive", "FL-522", 2),
    ("engineer_bot", "FL-523", 1),
    ("grogg", "FL-524", 3),
    ("jakhaw", "FL-525", 2),
    ("jrayek_shield", "FL-526", 4),
    ("karvyk", "FL-527", 1),
    ("leyrien_scythe", "FL-528", 2),
    ("security_drone", "FL-529", 4),
    ("sleep_capsules", "FL-530", 4),
    ("uxolotyl", "FL-531", 2),
    ("worker_drone", "FL-532", 2),
    ("yeki", "FL-533", 3),
    ("zcarpi", "FL-534", 2),
    ("zcharo_flyer", "FL-535", 4),
]


@pytest.mark.parametrize(("item", "rule", "points"), BONUS_CASES)
def test_fl_521_to_fl_535_bonuses(item: str, rule: str, points: int):
    """5 dice at Negotiation (1, 2, 2), 1 at the Depository, 3 + 1 loose, 5 cards, two tiles and one."""
    companions = ("ledger", "zcarpi") if item == "security_drone" else ("ledger",)
    table = executing(
        acquired=(*companions[: 1 + (item == "security_drone")], item),
        hand=("a", "b", "c", "d", "e"),
        reserve=3,
        upgrades=("flip", "points"),
        farm_tiles=("points",),
        resources={"water": 19, "algae": 11, "power": 5, "gems": 7},
    )
    for clan, dice in (("leyrien", 1), ("zcharo", 2), ("jrayek", 2)):
        table = talking(table, clan, *[3] * dice, owner="blue")
    table.given_state(headquarters=HELD, depository={**table.state.depository, 6: ("blue", None, None)})
    assert NAMED_ITEMS[item] == rule
    bonuses = breakdown(table.state, "blue").bonuses
    assert bonuses[item] == points


def test_fl_536_kinds_of_items():
    box = executing(4).state.box.box
    for item, rule in NAMED_ITEMS.items():
        assert box.items[item].kind == ("in_game" if rule in MODIFIERS else "end_game")
        assert (rule in BONUSES) == (int(rule[3:]) >= 521)


def akira(*garages: int, **base: Any) -> Any:
    return executing(*garages, character="akira_hope", **base)


def test_fl_541_akira_hope_treats_ones_and_twos_as_other_values_at_boards():
    table = akira(2, hand=("ledger",))
    table.play(act("place_depository", row="middle", item="ledger", treated_as=6))
    assert table.state.depository[6][1] == "blue"
    table = akira(1).play(act("place_mining_camp", space=1, treated_as=6))
    assert spent(table) == {"water": 4, "gems": -1}
    assert table.state.locations["mining_camp"][0].value == 1
    pair = akira(1, 2).play(act("place_laboratory", **LAB, pay="algae", treated_as=5, second_treated_as=5))
    assert pair.state.locations["laboratory"][0].dice == 2


def test_fl_541_treatments_that_are_not_hers_are_refused():
    executing(2).when(act("place_market", space=1, treated_as=6)).then_rejected("FL-541", field="treated_as")
    akira(4).when(act("place_market", space=1, treated_as=6)).then_rejected("FL-541")
    akira(2).when(act("place_market", space=1, treated_as=1)).then_rejected("FL-541")
    table = akira(4, 2)
    pair = act("place_laboratory", **LAB, pay="algae", second_treated_as=4)
    table.when(pair).then_accepted()
    akira(4, 2).when({**pair, "second_treated_as": 1}).then_rejected("FL-541", field="second_treated_as")
    akira(3).when(act("place_market", space=1, value=2, treated_as=6)).then_accepted()


def test_fl_542_dan_gautama_takes_a_second_reward():
    """The worked example: beside the move of the top row, a die or two Items."""
    table = executing(4, character="dan_gautama", hand=("ledger",))
    table.play(act("place_depository", row="top", item="ledger"))
    table.when(act("take_extra_reward", row="top", move_to="r3c4")).then_rejected("FL-542", field="row")
    table.when(act("take_extra_reward")).then_rejected("FL-542", field="row")
    table.when(act("take_extra_reward", row="middle", move_to="r3c4")).then_rejected("FL-312")
    table.when(act("take_extra_reward", decline=True, row="middle")).then_rejected("FL-542")
    table.when(act("take_extra_reward", row="bottom", drawn=["yeki", "grogg"])).then_accepted()
    assert table.state.pending is None
    table = executing(4, character="dan_gautama", hand=("ledger",))
    table.play(act("place_depository", row="middle", item="ledger"))
    table.when(act("take_extra_reward", row="top")).then_rejected("FL-542", field="move_to")
    table.when(act("take_extra_reward", row="top", move_to="r1c1")).then_rejected("FL-312", field="move_to")
    table.when(act("take_extra_reward", row="top", move_to="r3c4")).then_accepted()
    executing(4).when(act("take_extra_reward", decline=True)).then_rejected("FL-542")


def test_fl_543_jakob_olander_takes_an_upgrade_with_a_laboratory_action():
    table = executing(4, 4, character="jakob_olander")
    table.play(act("place_laboratory", **LAB, pay="algae"))
    assert spent(table) == {"algae": 4}
    table.when(act("send_to_cantina")).then_rejected("FL-543")
    table.when(act("take_free_upgrade", stack=3)).then_rejected("FL-543", field="stack")
    table.when(act("take_free_upgrade", decline=True, stack=0)).then_rejected("FL-543")
    table.when(act("take_free_upgrade", stack=0, remove=[2])).then_rejected("FL-336", field="remove")
    table.when(act("take_free_upgrade", stack=0, new_top="points")).then_accepted()
    assert table.state.seats["blue"].upgrades == ("flip",)
    assert spent(table) == {"algae": 4}
    executing(4).when(act("take_free_upgrade", decline=True)).then_rejected("FL-543")


def test_fl_543_the_free_upgrade_goes_into_the_hole_that_it_makes():
    table = executing(4, 4, character="jakob_olander", upgrades=("points", "increase_two"))
    table.play(act("place_laboratory", **LAB, pay="algae"))
    table.play(act("take_free_upgrade", stack=0, remove=[2], new_top="free_garage"))
    assert table.state.seats["blue"].upgrades == ("flip", "increase_two")


def test_fl_545_naira_sol_pays_no_algae_for_garages_and_the_full_price_of_places():
    table = executing(4, 4, character="naira_sol", resources={"algae": 2})
    table.play(act("place_market", space=1))
    table.when(act("send_to_cantina")).then_rejected("FL-238")
    table.when(act("place_academy", space=2, dice=1)).then_accepted()
    assert resources(table)["algae"] == 0


def test_fl_548_troy_sullivan_pays_two_less():
    """The worked example: the top row of Zcharo costs him 2 Power instead of 4."""
    table = executing(4, character="troy_sullivan")
    table.when(act("place_negotiation", clan="zcharo", row=1)).then_includes(
        facts.ResourcesPaid("blue", "zcharo", {"power": 2}, {"troy_sullivan": 2})
    )
    gems = executing(4, character="troy_sullivan").play(act("place_negotiation", clan="jrayek", row=1))
    assert spent(gems) == {"gems": 2}


def test_fl_548_half_is_rounded_up():
    from msgspec.structs import replace

    table = executing(4, character="troy_sullivan")
    box = table.state.box.box
    troy = box.characters["troy_sullivan"]
    half = replace(troy, effect=replace(troy.effect, mode="half", amount=0))
    halved = replace(box, characters={**box.characters, "troy_sullivan": half})
    table.given_state(box=replace(table.state.box, box=halved))
    table.when(act("place_negotiation", clan="leyrien", row=2))
    assert spent(table) == {"algae": 5}


def second_garage(tile: str, face: int) -> Any:
    table = executing(upgrades=(tile,))
    return with_seat(table, garages=(None, face))


@pytest.mark.parametrize(
    ("tile", "face", "legal", "illegal"),
    [
        ("plus_minus_one", 3, (2, 3, 4), (1, 5)),
        ("increase_two", 3, (3, 4, 5), (2, 6)),
        ("increase_two", 6, (6,), (5, 7)),
        ("flip", 2, (2, 5), (3,)),
        ("points", 3, (3,), (2, 4)),
        ("free_garage", 3, (3,), (4,)),
    ],
)
def test_fl_561_fl_564_fl_565_fl_566_what_a_tile_makes_of_the_die(
    tile: str, face: int, legal: tuple[int, ...], illegal: tuple[int, ...]
):
    for value in legal:
        second_garage(tile, face).when(act("place_market", space=1, value=value)).then_accepted()
    for value in illegal:
        second_garage(tile, face).when(act("place_market", space=1, value=value)).then_rejected("FL-241")


def test_fl_561_fl_564_fl_565_fl_566_points_of_upgrade_tiles():
    tiles = {
        "plus_minus_one": 1,
        "increase_two": 1,
        "flip": 1,
        "points": 2,
        "free_garage": 0,
        "water_discount": 0,
    }
    for tile, points in tiles.items():
        assert breakdown(executing(upgrades=(tile,)).state, "blue").garages == points


def test_fl_562_the_action_costs_five_water_less_but_no_trade_does():
    table = second_garage("water_discount", 4).play(
        act("place_foundry", space=1, pay="water", new_top="points")
    )
    assert spent(table) == {"algae": 1, "water": 5}
    item = with_seat(second_garage("water_discount", 4), hand=("uxolotyl",))
    item.play(act("place_depository", row="middle", item="uxolotyl"))
    assert spent(item) == {"algae": 3, "water": 5}
    market = second_garage("water_discount", 4)
    market.play(act("place_market", space=1, trades=[{"give": "water", "receive": "algae"}]))
    assert spent(market) == {"algae": -1, "water": 4}


def test_fl_563_the_garage_is_free():
    table = second_garage("free_garage", 4).play(act("place_market", space=1))
    assert spent(table) == {}
    second_garage("free_garage", 4).when(act("send_to_cantina")).then_rejected("FL-238")


def test_fl_567_each_die_of_a_pair_uses_its_own_tile():
    table = executing(upgrades=("water_discount", "water_discount"))
    with_seat(table, garages=(None, 4, 4))
    table.play(act("place_laboratory", **LAB, pay="water"))
    assert spent(table) == {"algae": 2}
    mixed = executing(upgrades=("flip", "plus_minus_one"))
    with_seat(mixed, garages=(None, 2, 4))
    mixed.when(act("place_laboratory", **LAB, pay="water", value=5, second_value=5)).then_accepted()
