"""Offers hold what the rules accept and nothing else: tried with everything that could be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, permutations, product
from math import prod
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME
from domain.games.first_light.state import Deck, Stack, State
from domain.kernel import TRUTH, Chance, Choice, ComponentSet, Depends, Outcome, Rejected, Viewer
from domain.kernel.chance import Undeclared, as_json
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import Domain, admits, covers
from domain.kernel.session.opening import load_components
from tests.games.first_light.table import (
    act,
    demo,
    executing,
    headquarters,
    opened,
    owing,
    planning,
    started,
    with_seat,
)
from tests.support.given import Table

TRIED = 400
"""Actions of each type that are tried at a table, out of all that could be asked."""
VALUES = (None, *range(1, 7))


def disagreements(
    state: State, actions: Iterable[dict[str, Any]], seat: str = "blue"
) -> list[dict[str, Any]]:
    """The actions that are offered and refused, or accepted and not offered."""
    offers = GAME.offers(state, seat, TRUTH)
    asked = [as_json(codec_of(GAME).action(action)) for action in actions]
    return [action for action in asked if any(covers(o, action) for o in offers) != accepted(state, action)]


def accepted(state: State, action: dict[str, Any]) -> bool:
    try:
        decide(GAME, state, codec_of(GAME).action(action), Chance(lambda n, number: number % n))
    except Rejected:
        return False
    return True


def every(kind: str, **values: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Actions of a type with these values of its parameters, all of them or many; `None` leaves one out."""
    random = Random(kind)
    all_of_them = prod(map(len, values.values())) <= TRIED
    chosen = product(*values.values()) if all_of_them else _some(random, [*values.values()])
    for one in chosen:
        given = dict(zip(values, one, strict=True))
        yield act(kind, **{name: value for name, value in given.items() if value is not None})


def _some(random: Random, values: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    for _ in range(TRIED):
        yield tuple(map(random.choice, values))


def lists(values: Iterable[Any], *sizes: int) -> list[list[Any]]:
    """Lists of these sizes, the same value again and again."""
    return [list(chosen) for size in sizes for chosen in combinations_with_replacement(tuple(values), size)]


def character(table: Table, name: str, **changes: Any) -> Table:
    return with_seat(table, character=name, **changes)


def with_effect(name: str, **effect: Any) -> ComponentSet:
    """A set in which this character has other figures."""
    document = demo()
    for one in document["characters"]:
        if one["id"] == name:
            one["effect"] |= effect
    return load_components(GAME, document)


def test_fl_216_dice_are_parted_in_every_way_by_one_offer():
    table = with_seat(
        planning(), reserve=0, rolled=(1, 1, 6), has_rolled=True, farm_tiles=("water_3", "producer")
    )
    offers = [offer for offer in GAME.offers(table.state, "blue", TRUTH) if offer.type == "assign_dice"]
    assert len(offers) == 1
    rows = [list(row) for size in range(4) for row in product((1, 2, 6), repeat=size)]
    farms = [
        {},
        {"1": 1},
        {"2": 6},
        {"5": 6},
        {"4": 1},
        {"1": 1, "3": 1},
        {"2": 1, "5": 6},
        {"1": 1, "2": 1, "5": 6},
    ]
    assert not disagreements(table.state, every("assign_dice", garages=(None, *rows), farms=(None, *farms)))


HARVESTS = (
    ({"water": 3}, {"water": 0}, {1: 3, 2: 1, 3: 2}, ()),
    ({"water": 9}, {"water": 0}, {1: 3, 2: 1, 3: 2}, ()),
    ({"water": 9, "power": 2}, {"water": 2}, {1: 3, 2: 1, 3: 2, 4: 2, 5: 1}, ("producer", "producer")),
    ({"power": 4}, {}, {1: 3, 2: 1, 3: 2, 4: 2, 5: 1}, ("producer", "producer")),
    ({"gems": 1, "power": 1}, {}, {1: 3, 3: 2, 4: 4, 5: 1}, ("gem_on_six", "producer", "power_1")),
    ({"power": 3}, {"power": 1}, {2: 4, 3: 5, 4: 6}, ("producer",)),
    ({"gems": 4}, {}, {1: 3, 3: 2}, ()),
    ({"water": 3}, {}, {}, ()),
)


@pytest.mark.parametrize(("cost", "has", "farms", "tiles"), HARVESTS)
def test_fl_547_a_move_is_offered_with_exactly_the_harvests_that_pay_for_it(
    cost: dict[str, int], has: dict[str, int], farms: dict[int, int], tiles: tuple[str, ...]
):
    table = planning(components=with_effect("sable_lesedi", cost=cost)).given_state(phase="harvest")
    character(table, "sable_lesedi", resources=has, farms=farms, farm_tiles=tiles, reserve=0)
    state = table.state
    slots = [str(slot) for slot in farms if slot != 1]
    resources = [(None, "water", "power", "algae")] * len(slots)
    choices = [
        {slot: one for slot, one in zip(slots, chosen, strict=True) if one} for chosen in product(*resources)
    ]
    raises = [
        {slot: one for slot, one in zip(slots, chosen, strict=True) if one is not None}
        for chosen in product((None, 0, 1, 2, 3), repeat=len(slots))
    ]
    accepted_choices = [one for one in choices if accepted(state, act("harvest", choices=one))]
    move = state.box.steps[state.seats["blue"].harvester][0]
    tried = every(
        "harvest", choices=accepted_choices, **{"raise": [None, *raises]}, move_to=(None, move, move)
    )
    assert not disagreements(state, tried)
    assert not disagreements(state, every("harvest", choices=[None, *choices]))


def test_fl_547_what_the_event_of_the_round_gives_pays_for_the_move_too():
    table = planning(components=with_effect("sable_lesedi", cost={"power": 1})).given_state(phase="harvest")
    character(table, "sable_lesedi", resources={}, farms={}, reserve=0)
    for event, pays in (("quiet_night", False), ("solar_wind", True)):
        table.given_state(events=(event,))
        move = table.state.box.steps[table.state.seats["blue"].harvester][0]
        tried = [act("harvest", move_to=one) for one in (None, move)]
        assert [accepted(table.state, one) for one in tried] == [True, pays]
        assert not disagreements(table.state, tried)


def wild(to: tuple[int, ...]) -> ComponentSet:
    return with_effect("akira_hope", to=list(to), **{"from": [1, 2]})


def acting(*garages: int, name: str = "akira_hope", **base: Any) -> Table:
    """Blue's Garage turn with Items in hand, tiles of both kinds and dice that may be altered."""
    base.setdefault("hand", ("aqua_pack", "grogg", None))
    base.setdefault("upgrades", ("flip", "increase_two"))
    return executing(*garages, character=name, options={"components": wild((3, 6))}, **base)


TABLES = {
    "rich": lambda: acting(2, 1, 5),
    "poor": lambda: acting(2, 1, 5, resources={"water": 5, "algae": 3, "power": 1}),
    "nobody's": lambda: acting(5, 4, 5, name="naira_sol"),
    "headquarters": lambda: headquarters(("blue", 2), ("blue", 5), garages=(5,), character="akira_hope"),
}
SHOWN = {"value": VALUES, "treated_as": (None, 2, 3, 6)}
SPACES, PAYS = (0, 1, 2, 3), ("algae", "water", "power")


@pytest.mark.parametrize("name", TABLES)
def test_placements_are_offered_as_the_rules_accept_them(name: str):
    state = TABLES[name]().state
    step = state.box.steps[state.seats["blue"].harvester][0]
    trades = [
        [],
        [["water", "algae"]],
        [["algae", "power"]] * 2,
        [["water", "power"]] * 4,
        [["power", "gems"]],
    ]
    traded = [[{"give": give, "receive": receive} for give, receive in one] for one in trades]
    removed = [None, [], [4], [2], [2, 3]]
    items = ("aqua_pack", "grogg", "yeki", "alien_relic", "none_such")
    tried = chain(
        every("place_headquarters", gain=("items", "water", "gems"), value=VALUES),
        every("place_negotiation", clan=("leyrien", "jrayek"), row=(0, 1, 2, 9), value=VALUES),
        every("place_mining_camp", space=SPACES, **SHOWN),
        every("place_foundry", space=SPACES, pay=PAYS, remove=removed, **SHOWN),
        every("place_control_room", space=SPACES, pay=PAYS, **SHOWN),
        every("place_academy", space=SPACES, dice=(0, 1, 2, 3), **SHOWN),
    )
    assert not disagreements(state, tried)
    cells = every(
        "place_depository", row=("top", "middle", "left"), item=items, move_to=(None, step), **SHOWN
    )
    assert not disagreements(state, cells)
    assert not disagreements(state, every("place_market", space=SPACES, trades=traded, **SHOWN))
    second = {"second_value": VALUES, "second_treated_as": (None, 3, 6)}
    pairs = every("place_laboratory", space=(1, 2), pay=PAYS[:2], stack=(0, 3), **SHOWN, **second)
    assert not disagreements(state, pairs)
    assert accepted(state, act("send_to_cantina")) == any(
        offer.type == "send_to_cantina" for offer in GAME.offers(state, "blue", TRUTH)
    )


def few_items(*twice: str) -> ComponentSet:
    """A set with more copies of these Items, and one fewer of as many others."""
    document = demo()
    others = [one for one in document["items"] if one["id"] not in twice and one["count"] == 1][: len(twice)]
    document["variant"] = True
    document["items"] = [one for one in document["items"] if one not in others]
    for one in document["items"]:
        if one["id"] in twice:
            one["count"] += 1
    return load_components(GAME, document)


def names_of(state: State, known: Iterable[str | None]) -> list[str]:
    """The known cards, and three that may be unseen ones."""
    held = {card for card in known if card is not None}
    return [*sorted(held), *[name for name in sorted(state.box.box.items) if name not in held][:3]]


@pytest.mark.parametrize("unseen", [0, 1, 2, 3])
def test_fl_274_fl_718_discards_are_offered_as_the_rules_accept_them(unseen: int):
    table = started(components=few_items("yeki")).given_state(phase="rest")
    known = ("yeki", "grogg", "archive", "ledger", "jakhaw", "zcarpi", "karvyk", "aqua_pack", "id_badge")
    with_seat(table, hand=(*known[: 11 - unseen], *(None,) * (11 - len(known[: 11 - unseen]))))
    state = table.state
    count = len(state.seats["blue"].hand) - 8
    named = names_of(state, ("yeki", "grogg", "archive"))
    asked = [list(order) for chosen in lists(named, count) for order in {*permutations(chosen)}]
    assert not disagreements(state, every("rest", discard=[*asked, [], ["yeki"], None]))


@pytest.mark.parametrize(
    "hand",
    [("yeki", None), ("grogg", None), (None, None), ("yeki", "grogg"), ("yeki", "yeki", None), (None,)],
)
def test_fl_365_fl_718_items_lost_to_a_setback_are_offered_as_the_rules_accept_them(
    hand: tuple[str | None, ...],
):
    table = executing(3, options={"components": few_items("yeki")}, hand=hand)
    owing(table, "setback", clan="leyrien", value=3)
    state = table.state
    asked = lists(names_of(state, ("yeki", "grogg")), 0, 1, 2)
    common = {"condition": state.left_conditions, "punishment": ("items",)}
    assert not disagreements(state, every("take_setback", items=[None, *asked], **common))


PACKETS = [
    ("yeki", "grogg", "archive", "ledger", "jakhaw"),
    ("yeki", "grogg", None, "ledger", None),
    ("yeki", "grogg", None, None, None),
    ("yeki", None, None, None, None),
    ("yeki", "grogg", "archive", "ledger", None),
]


@pytest.mark.parametrize("packet", PACKETS)
def test_fl_118_fl_718_the_cards_kept_are_offered_as_the_rules_accept_them(packet: tuple[str | None, ...]):
    table = opened(1, components=few_items("yeki")).given_state(phase="setup_items")
    state = with_seat(table, packet=packet).state
    named = [*names_of(state, packet)[:6], "yeki", None]
    kept = [list(three) for three in product(dict.fromkeys(named), repeat=3) if three.count("yeki") < 3]
    assert not disagreements(state, every("keep_items", items=kept))


@pytest.mark.parametrize(
    "packet",
    [
        ("yeki", "grogg"),
        ("yeki", None),
        ("grogg", None),
        (None, None),
        ("yeki", None, "grogg"),
        ("grogg", "yeki", "ledger"),
    ],
)
def test_fl_117_fl_718_drafted_cards_are_offered_as_the_rules_accept_them(packet: tuple[str | None, ...]):
    table = opened(2, components=few_items("yeki")).given_state(phase="setup_items")
    with_seat(table, "black", packet=packet, hand=("jakhaw",))
    state = with_seat(table, packet=packet, hand=("ledger",)).state
    state = replace(state, deck=replace(state.deck, size=30))
    names = [None, *names_of(state, ("yeki", "grogg"))]
    asked = every("draft_item", keep=names, bottom=names)
    wrong = disagreements(state, asked)
    free = [a for a in wrong if packet == (None, None) and "keep" in a and "bottom" in a]
    assert wrong == free, "what is free may be refused"
    assert all(not accepted(state, action) for action in free)


def drawing(size: int, *bottom: str | None) -> Table:
    """Blue may draw two Items, with a pile of this size and known cards at its bottom."""
    table = executing(3, hand=("ledger",))
    return table.given_state(deck=Deck(size, bottom, ("yeki", "grogg")))


def drawn_by(table: Table) -> Domain:
    """What an offer of two Items tells of those that are drawn."""
    [offer] = [
        offer
        for offer in GAME.offers(table.state, "blue", TRUTH)
        if offer.type == "place_headquarters" and offer.parameters["gain"] == Choice(("items",))
    ]
    drawn = offer.parameters["drawn"]
    assert isinstance(drawn, Outcome)
    return drawn.of


LISTED = [(20, ()), (2, ("archive", "jakhaw")), (3, (None, "jakhaw")), (0, ())]
HANGING = [(1, ()), (1, ("archive",))]


@pytest.mark.parametrize(("size", "bottom"), LISTED)
def test_fl_120_fl_709_items_drawn_are_listed_as_the_rules_accept_them(
    size: int, bottom: tuple[str | None, ...]
):
    table = drawing(size, *bottom)
    names = [None, "yeki", "grogg", "archive", "jakhaw", "zcarpi", "ledger"]
    lists_of_two = [list(two) for two in product(names, repeat=2)]
    assert not isinstance(drawn_by(table), Depends)
    tried = every("place_headquarters", gain=("items",), drawn=[*lists_of_two, ["zcarpi"], []])
    assert not disagreements(table.state, tried)


@pytest.mark.parametrize(("size", "bottom"), HANGING)
def test_fl_120_where_the_pile_runs_out_the_rules_tell_what_may_come_next(
    size: int, bottom: tuple[str | None, ...]
):
    table = drawing(size, *bottom)
    assert drawn_by(table) == Depends()
    missing = table.when(act("place_headquarters", gain="items")).rejection
    assert isinstance(missing, Undeclared)
    assert (missing.rule, missing.field) == ("FL-115", "drawn")
    assert missing.asks is not None
    asked, first = missing.asks(TRUTH), "archive" if bottom else "zcarpi"
    assert admits(asked, [first, "yeki"])
    assert not admits(asked, ["ledger", "yeki"])
    table.play(act("place_headquarters", gain="items", drawn=[first, "yeki"]))


def test_fl_117_what_lies_under_the_pile_is_told_to_nobody_who_did_not_see_it():
    missing = drawing(1, "archive").when(act("place_headquarters", gain="items")).rejection
    assert isinstance(missing, Undeclared)
    assert missing.asks is not None
    assert admits(missing.asks(Viewer("blue")), ["zcarpi", "yeki"])
    assert not admits(missing.asks(TRUTH), ["zcarpi", "yeki"])


def test_fl_327_the_tile_uncovered_hangs_on_the_stack_where_one_is_at_its_last():
    table = executing(3, 3)
    stacks = (Stack("producer", 1), Stack("gem_on_six", 4), Stack("water_3", 3))
    state = table.given_state(farm_stacks=stacks).state
    offers = [offer for offer in GAME.offers(state, "blue", TRUTH) if offer.type == "place_laboratory"]
    assert offers
    assert all(offer.parameters["new_top"] == Outcome(Depends()) for offer in offers)
    pair = act("place_laboratory", space=1, pay="water", second_value=3)
    table.when({**pair, "stack": 1})
    assert isinstance(table.rejection, Undeclared)
    assert table.rejection.field == "new_top"
    table.when({**pair, "stack": 0}).then_accepted()
