"""The component set: OC-C01 … OC-C12, each broken once."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.components import demo_sets
from domain.games.order_vs_chaos.offers.effects import variants
from domain.kernel import InvalidComponents
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.games.order_vs_chaos.table import DEMO, OrderTable, part
from tests.support.recorded import STAMP


def set_to(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def drop(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document[key].pop()


def cut_off(document: dict[str, Any]) -> None:
    """Seattle's edges are gone."""
    us = document["maps"][0]
    us["edges"] = [edge for edge in us["edges"] if "seattle" not in edge]


def only_past_the_arch_enemy(document: dict[str, Any]) -> None:
    """Seattle is reached from the arch enemy's location alone."""
    cut_off(document)
    document["maps"][0]["edges"].append(["seattle", "us_breach"])


def three_starts(document: dict[str, Any]) -> None:
    us = document["maps"][0]
    us["locations"] = [place for place in us["locations"] if place["id"] != "us_order_west"]
    us["edges"] = [edge for edge in us["edges"] if "us_order_west" not in edge]


BROKEN = [
    ("OC-C01", set_to("schema", value="component-set/reef/1")),
    ("OC-C01", set_to("edition", value="")),
    ("OC-C01", set_to("weapons", 0, "id", value="Katana")),
    ("OC-C01", set_to("weapons", 0, "id", value="seattle")),
    ("OC-C01", set_to("weapons", value=7)),
    ("OC-C01", set_to("more", value=[])),
    ("OC-C02", set_to("die_faces", value=["1", "2", "3", "blue"])),
    ("OC-C02", set_to("die_faces", value=["1", "2", "3", "blue", "yellow", "red"])),
    ("OC-C03", set_to("maps", 0, "id", value="moon")),
    ("OC-C03", set_to("maps", 0, "locations", 0, "kind", value="arch_enemy")),
    ("OC-C03", three_starts),
    ("OC-C04", set_to("maps", 0, "edges", 0, value=["seattle", "seattle"])),
    ("OC-C04", set_to("maps", 0, "edges", 0, value=["seattle", "boise"])),
    ("OC-C04", cut_off),
    ("OC-C04", only_past_the_arch_enemy),
    ("OC-C05", set_to("location_cards", 0, "kind", value="wormhole")),
    ("OC-C05", drop("location_cards")),
    ("OC-C06", drop("weapons")),
    ("OC-C06", drop("arch_enemies")),
    ("OC-C06", set_to("monsters", value=[])),
    ("OC-C07", set_to("order_heroes", 0, "tracks", "move", value=[3, 2])),
    ("OC-C07", set_to("order_heroes", 0, "tracks", "health", value=[0, 2])),
    ("OC-C07", set_to("order_heroes", 0, "tracks", value={"move": [1]})),
    ("OC-C08", set_to("order_heroes", 0, "slots", value=None)),
    ("OC-C08", set_to("order_heroes", 0, "attacks", 0, "hands", value=3)),
    ("OC-C08", set_to("chaos_heroes", 0, "picks_one_attack", value=True)),
    ("OC-C08", set_to("weapons", 0, "hands", value=None)),
    ("OC-C09", set_to("arch_enemies", 0, "health", value={"1": 15, "2": 10, "3": 20})),
    ("OC-C09", set_to("arch_enemies", 0, "health", value={"1": 15, "2": 55})),
    ("OC-C10", set_to("weapons", 0, "segment", value="psychic")),
    ("OC-C10", set_to("weapons", 0, "dice", value=-1)),
    ("OC-C10", set_to("monsters", 0, "battle_track", value=[2, 1])),
    ("OC-C10", set_to("weapons", 0, "specials", value=[{"kind": "reroll", "face": "9"}])),
    ("OC-C10", set_to("equipment", 0, "timing", value="sometimes")),
    ("OC-C10", set_to("equipment", 0, "effects", value=[{"op": "conjure"}])),
    ("OC-C10", set_to("equipment", 0, "effects", value=[{"op": "doom", "n": 1}])),
    ("OC-C10", set_to("event_cards", 0, "kind", value="sudden")),
    ("OC-C12", set_to("invented", value=["weather"])),
    ("OC-C12", lambda document: document.pop("invented")),
]


@pytest.mark.parametrize(("constraint", "change"), BROKEN)
def test_a_broken_set_is_rejected_under_its_constraint(constraint: str, change: Callable[[Any], None]):
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    change(document)
    with pytest.raises(InvalidComponents) as caught:
        GAME.read_box(document)
    assert constraint in {fault.constraint for fault in caught.value.faults}


FAULTS_OF_NEW = [
    ("/event_cards/0/effects/0/side", [{"op": "doom", "side": "nobody", "delta": 1}]),
    ("/event_cards/0/effects/0/delta", [{"op": "doom", "side": "chaos", "delta": "lots"}]),
    ("/event_cards/0/effects/0/optional", [{"op": "display_refill", "optional": 1}]),
    ("/event_cards/0/effects/0", [{"op": "doom", "side": "chaos"}]),
    ("/event_cards/0/effects/0", [{"op": "xp", "amount": 1}]),
]


@pytest.mark.parametrize(("pointer", "effects"), FAULTS_OF_NEW)
def test_an_effect_that_nothing_can_be_is_refused_of_new_sets_and_offered_by_no_stored_one(
    pointer: str, effects: list[dict[str, Any]]
):
    """OC-521, at the value. A set that was stored with it still opens."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    set_to("event_cards", 0, "effects", value=effects)(document)
    with pytest.raises(InvalidComponents) as caught:
        load_components(GAME, document, new=True)
    assert {(fault.constraint, fault.pointer) for fault in caught.value.faults} == {("OC-C10", pointer)}
    assert load_components(GAME, document)
    unfit = effects[int(pointer.split("/")[4])]
    assert list(variants(OrderTable().state, unfit, None, None)) == []


@pytest.mark.parametrize(
    ("at", "value"),
    [(("monsters", 0, "armor"), -1), (("monsters", 0, "health"), 0), (("arch_enemies", 0, "armor"), -3)],
)
def test_a_monster_below_zero_is_refused_of_new_sets(at: tuple[Any, ...], value: int):
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    set_to(*at, value=value)(document)
    (fault,) = GAME.faults_of_new(document)
    assert (fault.constraint, fault.pointer) == ("OC-C10", "/" + "/".join(map(str, at)))
    assert GAME.read_box(document)


def test_the_sets_that_ship_are_valid_and_labelled():
    for name, document in GAME.demo_sets().items():
        assert GAME.faults_of_new(document) == (), name
        assert GAME.read_box(document).document.edition
        assert GAME.warnings(document) == (), name
        assert set(document["invented"]) >= {"die_faces", "maps", "order_heroes"}


NAMED = [
    ("monsters", "hellion", "health", 8),
    ("monsters", "charhound", "armor", 2),
    ("arch_enemies", "old_one", "armor", 7),
    ("chaos_heroes", "ghoul", "special_tokens", 2),
    ("chaos_heroes", "cultist", "battle_track", [1, 2]),
    ("weapons", "uzi_1", "specials", []),
    ("weapons", "tomahawk_1", "hands", 1),
    ("equipment", "third_sight_1", "timing", "any"),
    ("event_cards", "infection_1", "effects", None),
]


@pytest.mark.parametrize(("key", "name", "field", "value"), NAMED)
def test_a_named_part_with_other_figures_is_warned_of(key: str, name: str, field: str, value: Any):
    """OC-C11 is a warning: the set stays usable."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    part(document, key, name)[field] = value
    assert GAME.read_box(document)
    assert [fault.constraint for fault in GAME.warnings(document)] == ["OC-C11"]


@pytest.mark.parametrize("key", ["weapons", "equipment", "event_cards", "order_heroes", "chaos_heroes"])
def test_a_box_with_two_more_cards_is_warned_of_and_playable(key: str):
    """OC-C06, OC-C11."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    for number in (1, 2):
        copied = copy.deepcopy(document[key][-1])
        document[key].append(renumbered(copied, number))
    components = load_components(GAME, document, new=True)
    assert [fault.pointer for fault in components.warnings] == [f"/{key}"]
    seats, options = GAME.sample_opening(components, 3, Random(1))
    request = OpeningRequest(seats=tuple(seats), options=options)
    assert open_session(GAME, components, request, "session", bytes(32), STAMP)


def renumbered(part: Any, number: int) -> Any:
    """The part with ids of its own, below it too."""
    if isinstance(part, dict):
        own = {key: renumbered(value, number) for key, value in part.items()}
        return own | ({"id": f"{part['id']}_{number}"} if "id" in part else {})
    return [renumbered(one, number) for one in part] if isinstance(part, list) else part


def test_the_ghoul_may_have_another_name():
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    part(document, "chaos_heroes", "ghoul")["name"] = "Leichenfresser"
    assert load_components(GAME, document, new=True)


def test_the_map_is_ready_for_play():
    us = DEMO.box.maps["us"]
    assert us.arch_enemy == "us_breach"
    assert len(us.starts["order"]) == len(us.starts["chaos"]) == 4
    assert "chicago" in us.neighbours["cleveland"]
    assert "cleveland" in us.neighbours["chicago"]
