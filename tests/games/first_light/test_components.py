"""The box: every demand of the rules file, broken once."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME, components
from domain.games.first_light.components import OWN_FIGURES
from domain.games.first_light.components.box import NAMED_ITEMS
from domain.games.first_light.drawing import LAYOUTS, drawings
from domain.games.first_light.editing import EDITING, PLANET
from domain.kernel import ComponentFault, ComponentSet, InvalidComponents
from domain.kernel.components import content_hash
from domain.kernel.editing.lattice import neighbours_of
from domain.kernel.editing.maps import map_layouts, relaid, with_ends_of_arrows
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.games.first_light.table import demo
from tests.support.games.wrong_values import told as told_at
from tests.support.games.wrong_values import wrong_values
from tests.support.recorded import STAMP

Document = dict[str, Any]


def told(document: Document) -> list[ComponentFault]:
    """What somebody who makes this set new is told."""
    try:
        load_components(GAME, document, new=True)
    except InvalidComponents as invalid:
        return list(invalid.faults)
    return []


def faults(document: Document) -> set[str]:
    return {fault.constraint for fault in told(document)}


def put(path: str, value: Any) -> Callable[[Document], None]:
    """A change at a path such as `base/garage_costs/0`."""

    def change(document: Document) -> None:
        *steps, last = path.split("/")
        tree: Any = document
        for step in steps:
            tree = tree[int(step)] if isinstance(tree, list) else tree[step]
        if isinstance(tree, list):
            tree[int(last)] = value
        else:
            tree[last] = value

    return change


SPACE = "planet/sides/a/spaces"
BROKEN: list[tuple[str, str, Any]] = [
    ("garage-costs", "base/garage_costs/0", 1),
    ("shape", "base/garage_costs/4", 4),
    ("shape", "base/garage_points/1", -1),
    ("shape", "base/farm_points", [0, 4, 7]),
    ("printed-farms", "base/printed_farms/0/kind", "producer"),
    ("shape", "base/printed_farms/1/choices", ["water", "gems"]),
    ("production", "base/production/water", [2, 3, 5, 6, 7, 6]),
    ("planet-sides", "planet/sides", {}),
    ("planet-spaces", "planet/sides/a/centre", "nowhere"),
    ("planet-spaces", f"{SPACE}/0/adjacent/e", "nowhere"),
    ("planet-adjacency", f"{SPACE}/0/adjacent/e", "r1c3"),
    ("planet-caches", f"{SPACE}/1/token", "gem"),
    ("planet-caches", f"{SPACE}/0/cache_slot", True),
    ("shape", f"{SPACE}/0/yield", {"gold": 1}),
    ("shape", f"{SPACE}/0/token", "water"),
    ("planet-arrows", f"{SPACE}/0/arrows", {}),
    ("planet-arrows", f"{SPACE}/0/arrows/nw", "r5c1"),
    ("directions", "control_room/directions/1", "e"),
    ("by-table-size", "market/by_table_size/4", "huge"),
    ("shape", "foundry/sides/small/spaces", 0),
    ("shape", "headquarters/sides/small/slots", 0),
    ("shape", "foundry/stack_by_value/0", 3),
    ("depository-columns", "depository/sides/small/columns", [1, 2, 3]),
    ("shape", "mining_camp/sides/small/0/gems", 3),
    ("market", "market/sides/small/0/lots", {"water": 4}),
    ("shape", "academy/spaces/0/values", []),
    ("negotiation-cells", "negotiation/sides/small/cells/zcharo/0/cost", {"water": 4}),
    ("negotiation-conditions", "negotiation/sides/small/conditions/1/at_least", 7),
    ("negotiation-rewards", "negotiation/sides/small/rewards/0", "die"),
    ("shape", "negotiation/sides/small/punishments/0", "gold"),
    ("shape", "clans/zcharo/a/kind", "modifiers"),
    ("clans", "clans", {}),
    ("event-effects", "events/0/effect", {"kind": "gain", "gain": {"dice": 1}}),
    ("shape", "events/2/effect/modifiers/0/location", "moon"),
    ("end-of-an-era", "events/15/id", "the_end"),
    ("ids", "events/0/id", "end_of_an_era"),
    ("shape", "characters/5/effect/limit", 5),
    ("character-effects", "characters/0/effect/to", [3, 4, 5]),
    ("characters", "characters/0/id", "nobody"),
    ("shape", "items/0/count", 0),
    ("farm-tiles-count", "farm_tiles/0/count", 1),
    ("upgrade-tiles-count", "upgrade_tiles/0/count", 2),
    ("events-count", "events", []),
    ("ids", "items/1/id", "algae_cells"),
    ("shape", "farm_tiles/0/kind", "gold"),
    ("gem-cache-yield", "gem_caches/0/yield", {"water": 9}),
    ("item-cards", "items/0/kind", "end_game"),
    ("shape", "items/0/cost", {"gold": 2}),
    ("shape", "ai_opponents/0/slots", 3),
    ("ai-opponents", "ai_opponents/0/progress_order", ["rest", "rest", "harvest"]),
    ("ai-opponents", "ai_opponents/1/depository_points/points", [4, 3]),
    ("shape", "schemes/0/options/0/location", "headquarters"),
    ("schemes", "schemes/0/options/2/gems", 0),
    ("game", "game", "reef"),
    ("shape", "items/0/points", "many"),
    ("printed-garage-bonus", "base/garage_points/4", 9),
    ("printed-garage-value", "base/garage_points/2", 2),
    ("printed-farm-values", "base/farm_points/2", 5),
    ("printed-third-farm", "base/printed_farms/2/choices", ["water", "algae"]),
    ("printed-production", "base/production/power/4", 3),
    ("printed-gem-cache", "gem_caches/3/points", 5),
    ("printed-negotiation", "negotiation/sides/small/cells/leyrien/0/cost", {"algae": 5}),
    ("printed-solo-price", "negotiation/sides/small/cells/jrayek/2/cost", {"gems": 5}),
    ("printed-sums", "negotiation/sides/large/conditions/0/at_least", 9),
    (
        "printed-last-punishment",
        "negotiation/sides/large/punishments",
        ["farm", "gem", "die", "move", "items", "upgrade"],
    ),
    ("printed-mining-camp", "mining_camp/sides/small/0/gems", 2),
    ("printed-foundry", "foundry/stack_by_value/4", 1),
    ("printed-academy", "academy/costs/1", {"algae": 3}),
    ("printed-leyrien", "clans/leyrien/a", {"kind": "none"}),
    ("printed-items", "items/2/benefit", "FL-504"),
    ("printed-item-figures", "items/1/points", 3),
]


@pytest.mark.parametrize(("constraint", "path", "value"), BROKEN, ids=lambda value: str(value)[:40])
def test_a_broken_demand_is_told_where_it_is(constraint: str, path: str, value: Any):
    document = demo()
    for side in ("medium", "large") if constraint == "printed-negotiation" else ():
        put(f"negotiation/sides/{side}/cells/leyrien/0/cost", {"algae": 5})(document)
    put(path, value)(document)
    found = [fault for fault in told(document) if fault.constraint == constraint]
    places = [place for fault in found for place in (fault.pointer, *fault.others)]
    assert any(f"/{path}/".startswith(f"{place}/") or place.startswith(f"/{path}/") for place in places), (
        places
    )


WORDS: list[tuple[str, Any, str, str]] = [
    (
        "base/garage_costs/4",
        0,
        "/base/garage_costs/4",
        "The fifth Garage is free; 1 to 3 Algae are possible.",
    ),
    (
        "base/production/water/5",
        6,
        "/base/production/water",
        "A higher die produces no less Water; here 1 to 6 produce 2, 3, 5, 6, 7 and 6.",
    ),
    (
        "market/by_table_size/4",
        "huge",
        "/market/by_table_size/4",
        "The Market has no side “huge”; it has large and small.",
    ),
    (
        "negotiation/sides/small/cells/zcharo/1/cost",
        {"power": 4, "water": 4},
        "/negotiation/sides/small/cells/zcharo/1/cost",
        "A cell of Zcharo costs Power alone; here it costs 4 Power and 4 Water.",
    ),
    (
        "planet/sides/a/spaces/0/arrows/nw",
        "r5c1",
        "/planet/sides/a/spaces/0/arrows/nw",
        "The arrow of “r1c1” leads to the other end of its straight line, “r5c3”; here to “r5c1”.",
    ),
    (
        "events/0/effect/gain/dice",
        1,
        "/events/0/effect/gain/dice",
        "An Event that acts when it is revealed gives resources, or the table resolves its text; "
        "“Spring Tide” gives dice.",
    ),
    (
        "items/0/kind",
        "end_game",
        "/items/0/kind",
        "“Algae Cells” has the benefit of an in-game Item, but is an end-game Item.",
    ),
    (
        "schemes/0/options/2/gems",
        0,
        "/schemes/0/options/2/gems",
        "An option at the Market names 1 or more Gems.",
    ),
    (
        "items/1/points",
        3,
        "/items/1/points",
        f"The printed edition shows 2 here, not 3. {OWN_FIGURES}",
    ),
]


@pytest.mark.parametrize(("path", "value", "pointer", "message"), WORDS, ids=lambda value: str(value)[:40])
def test_a_fault_says_what_is_asked_and_what_is_there(path: str, value: Any, pointer: str, message: str):
    document = demo()
    put(path, value)(document)
    assert [(fault.pointer, fault.message) for fault in told(document)] == [(pointer, message)]


def test_nearly_every_wrong_value_is_told_at_its_row():
    places = Counter(told_at(GAME, wrong)[0] for wrong in wrong_values(demo(), every=61))
    refused = places.total() - places["taken"]
    assert places["value"] + places["row"] > 0.95 * refused > 30
    assert not places["document"]


def test_a_space_that_cannot_be_reached_is_a_fault():
    document = demo()
    spaces = document["planet"]["sides"]["a"]["spaces"]
    spaces[0]["adjacent"] = {}
    for space in spaces:
        space["adjacent"] = {way: there for way, there in space["adjacent"].items() if there != "r1c1"}
    assert "planet-connected" in faults(document)


def test_printed_yield_direction_and_market():
    document = demo()
    for side in document["planet"]["sides"].values():
        for space in side["spaces"]:
            space["yield"].pop("dice", None)
    assert "printed-yield" in faults(document)
    document = demo()
    ways = document["control_room"]["directions"]
    ways["1"], ways["2"] = ways["2"], ways["1"]
    assert "printed-direction" in faults(document)
    document = demo()
    for market in document["market"]["sides"].values():
        market[-1]["lots"]["water"] = 4
    assert "printed-market" in faults(document)


def test_the_demo_set_meets_every_demand_and_names_what_is_invented():
    box = load_components(GAME, demo())
    assert box.warnings == ()
    assert any(part.startswith("schemes") for part in box.invented)
    assert set(NAMED_ITEMS) < {card["id"] for card in demo()["items"]}


def test_a_variant_may_differ_from_the_printed_figures_and_is_warned_of():
    document = demo() | {"variant": True}
    put("base/garage_points/4", 9)(document)
    box = load_components(GAME, document)
    assert [fault.constraint for fault in box.warnings] == ["printed-garage-bonus"]


def test_a_stored_set_may_hold_anything_where_it_does_not_count():
    document = demo()
    usual = components.read_box(demo())
    document["events"][4]["effect"] |= {"modifiers": [{"location": "moon"}], "limit": 2, "mode": "twice"}
    document["schemes"][1]["options"][0] |= {"clan": "nobody", "gems": -1}
    document["base"]["printed_farms"][0]["choices"] = ["gold"]
    document["characters"][1]["effect"]["from"] = [9]
    document["ai_opponents"][3]["negotiation_points"]["points"] = 4
    box = load_components(GAME, document)
    assert box.hash == content_hash(document)
    assert msgspec.to_builtins(box.box) == msgspec.to_builtins(usual)
    assert [fault.pointer for fault in told(document)][:2] == [
        "/base/printed_farms/0/choices/0",
        "/events/4/effect/modifiers/0/location",
    ]


def test_a_stored_set_may_have_other_directions_and_a_new_one_those_of_the_maps():
    document = msgspec.json.decode(msgspec.json.encode(demo()).replace(b'"ne"', b'"up"'))
    assert load_components(GAME, document).box.document.control_room.directions["1"] == "up"
    assert "/control_room/directions/1" in {fault.pointer for fault in told(document)}


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("colours/3", "red", "/colours/3"),
        ("gem_caches/1/id", "cache_1", "/gem_caches/1/id"),
        ("gem_caches/0/points", -1, "/gem_caches/0/points"),
    ],
)
def test_a_new_set_has_things_that_can_be_told_apart(path: str, value: Any, pointer: str):
    document = demo()
    put(path, value)(document)
    assert load_components(GAME, document).box
    assert [fault.pointer for fault in told(document)] == [pointer]


def test_a_set_says_what_each_seat_begins_with():
    document = demo()
    document["starting_resources"] = {"water": 6, "gems": 2}
    box = load_components(GAME, document, new=True)
    seats, options = GAME.sample_opening(box, 2, Random(2))
    request = OpeningRequest(seats=tuple(seats), options=options)
    session, *_ = open_session(GAME, box, request, "session", bytes(32), STAMP)
    held = [base.resources for base in session.state.seats.values()]
    assert held == [{"water": 6, "algae": 0, "power": 0, "gems": 2}] * 2


def test_neighbours_and_ends_of_arrows_follow_from_where_the_layout_has_the_spaces():
    document, drawing = demo(), drawings()["demo"]
    bare = demo()
    for side in bare["planet"]["sides"].values():
        for space in side["spaces"]:
            space["adjacent"] = {}
            space["arrows"] = dict.fromkeys(space["arrows"], "")
    nowhere = {**drawing, "planet": {**drawing["planet"], "spaces": {}}}
    laid, layout = relaid(EDITING, LAYOUTS, (bare, nowhere), (bare, drawing))
    assert with_ends_of_arrows(EDITING, laid) == document, "38 spaces and 12 arrows"
    assert layout == drawing
    assert with_ends_of_arrows(EDITING, {"planet": {"sides": "none"}}) == {"planet": {"sides": "none"}}


def test_a_layout_that_lies_off_the_lattice_leaves_the_neighbours_alone():
    document, drawing = demo(), copy.deepcopy(drawings()["demo"])
    drawing["planet"]["spaces"]["r5c3"][0] += 45
    laid, _ = relaid(EDITING, LAYOUTS, (document, drawings()["demo"]), (document, drawing))
    assert laid == document


def test_a_planet_without_any_layout_lies_as_its_neighbours_say():
    document, drawing = demo(), drawings()["demo"]
    nowhere = {**drawing, "planet": {**drawing["planet"], "spaces": {}}}
    maps = map_layouts(EDITING, LAYOUTS, document, nowhere)
    for at, side in document["planet"]["sides"].items():
        near = neighbours_of(PLANET, maps[f"planet/sides/{at}"])
        assert near == {space["id"]: space["adjacent"] for space in side["spaces"]}


@pytest.mark.parametrize("part", ["items", "farm_tiles", "upgrade_tiles", "events", "schemes"])
def test_a_box_with_two_more_of_something_is_warned_of_and_playable(part: str):
    document = demo()
    for number in (1, 2):
        more = copy.deepcopy(document[part][-1])
        document[part].append(
            more | {"id": f"{more['id']}_{number}"} | ({"count": 1} if "count" in more else {})
        )
    box = load_components(GAME, document)
    assert [fault.constraint for fault in box.warnings] == [f"{part.replace('_', '-')}-count"]
    assert_playable(box)


@pytest.mark.parametrize(
    ("part", "least"), [("items", 16), ("events", 8), ("schemes", 16), ("ai_opponents", 1)]
)
def test_a_box_with_fewer_than_the_rulebook_counts_is_warned_of_and_playable(part: str, least: int):
    document = demo() | {"variant": True}
    document[part] = document[part][-least:]
    box = load_components(GAME, document, new=True)
    assert f"{part.replace('_', '-')}-count" in [fault.constraint for fault in box.warnings]
    assert_playable(box)
    del document[part][0]
    assert faults(document) == {f"{part.replace('_', '-')}-count"}


def assert_playable(box: ComponentSet) -> None:
    for count in GAME.seat_counts:
        seats, options = GAME.sample_opening(box, count, Random(count))
        request = OpeningRequest(seats=tuple(seats), options=options)
        assert open_session(GAME, box, request, "session", bytes(32), STAMP)


@pytest.mark.parametrize("part", sorted(demo().keys() - {"variant", "invented"}))
def test_a_missing_part_is_a_fault_of_shape(part: str):
    document = demo()
    del document[part]
    assert faults(document) == {"shape"}
