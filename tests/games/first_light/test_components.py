"""The box: every demand of the rules file, broken once."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.games.first_light import GAME, components
from domain.games.first_light.components.box import NAMED_ITEMS
from domain.kernel import InvalidComponents
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.games.first_light.table import demo
from tests.support.recorded import STAMP

Document = dict[str, Any]


def faults(document: Document) -> set[str]:
    try:
        components.read_box(document)
    except InvalidComponents as invalid:
        return {fault.constraint for fault in invalid.faults}
    return set()


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
    ("garage-costs", "base/garage_costs/4", 4),
    ("garage-points", "base/garage_points/1", -1),
    ("farm-points", "base/farm_points", [0, 4, 7]),
    ("printed-farms", "base/printed_farms/0/kind", "producer"),
    ("printed-farms", "base/printed_farms/1/choices", ["water", "gems"]),
    ("production", "base/production/water", [2, 3, 5, 6, 7, 6]),
    ("planet-sides", "planet/sides", {}),
    ("planet-spaces", "planet/sides/a/centre", "nowhere"),
    ("planet-spaces", f"{SPACE}/0/adjacent/e", "nowhere"),
    ("planet-adjacency", f"{SPACE}/0/adjacent/e", "r1c3"),
    ("planet-caches", f"{SPACE}/1/token", "gem"),
    ("planet-caches", f"{SPACE}/0/cache_slot", True),
    ("planet-yields", f"{SPACE}/0/yield", {"gold": 1}),
    ("planet-yields", f"{SPACE}/0/token", "water"),
    ("planet-arrows", f"{SPACE}/0/arrows", {}),
    ("planet-arrows", f"{SPACE}/0/arrows/nw", "r5c1"),
    ("directions", "control_room/directions/1", "e"),
    ("by-table-size", "market/by_table_size/4", "huge"),
    ("spaces", "foundry/sides/small/spaces", 0),
    ("headquarters-slots", "headquarters/sides/small/slots", 0),
    ("stack-by-value", "foundry/stack_by_value/0", 3),
    ("depository-columns", "depository/sides/small/columns", [1, 2, 3]),
    ("mining-camp", "mining_camp/sides/small/0/gems", 3),
    ("market", "market/sides/small/0/lots", {"water": 4}),
    ("academy", "academy/spaces/0/values", []),
    ("negotiation-cells", "negotiation/sides/small/cells/zcharo/0/cost", {"water": 4}),
    ("negotiation-conditions", "negotiation/sides/small/conditions/1/at_least", 7),
    ("negotiation-rewards", "negotiation/sides/small/rewards/0", "die"),
    ("negotiation-punishments", "negotiation/sides/small/punishments/0", "gold"),
    ("clan-effects", "clans/zcharo/a/kind", "modifiers"),
    ("clans", "clans", {}),
    ("event-effects", "events/0/effect", {"kind": "gain", "gain": {"dice": 1}}),
    ("event-effects", "events/2/effect/modifiers/0/location", "moon"),
    ("end-of-an-era", "events/0/id", "end_of_an_era"),
    ("character-effects", "characters/5/effect/limit", 5),
    ("character-effects", "characters/0/effect/to", [3, 4, 5]),
    ("characters", "characters/0/id", "nobody"),
    ("items-count", "items/0/count", 0),
    ("farm-tiles-count", "farm_tiles/0/count", 1),
    ("upgrade-tiles-count", "upgrade_tiles/0/count", 2),
    ("events-count", "events", []),
    ("ids", "items/1/id", "algae_cells"),
    ("tile-kinds", "farm_tiles/0/kind", "gold"),
    ("gem-cache-yield", "gem_caches/0/yield", {"water": 9}),
    ("item-cards", "items/0/kind", "end_game"),
    ("item-cards", "items/0/cost", {"gold": 2}),
    ("ai-opponents", "ai_opponents/0/slots", 3),
    ("ai-opponents", "ai_opponents/0/progress_order", ["rest", "rest", "harvest"]),
    ("ai-opponents", "ai_opponents/1/depository_points/points", [4, 3]),
    ("schemes", "schemes/0/options/0/location", "headquarters"),
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
def test_a_broken_demand_is_named(constraint: str, path: str, value: Any):
    document = demo()
    for side in ("medium", "large") if constraint == "printed-negotiation" else ():
        put(f"negotiation/sides/{side}/cells/leyrien/0/cost", {"algae": 5})(document)
    put(path, value)(document)
    assert constraint in faults(document)


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
    for count in GAME.seat_counts:
        seats, options = GAME.sample_opening(box, count, Random(count))
        request = OpeningRequest(seats=tuple(seats), options=options)
        assert open_session(GAME, box, request, "session", bytes(32), STAMP)


@pytest.mark.parametrize("part", sorted(demo().keys() - {"variant", "invented"}))
def test_a_missing_part_is_a_fault_of_shape(part: str):
    document = demo()
    del document[part]
    assert faults(document) == {"shape"}
