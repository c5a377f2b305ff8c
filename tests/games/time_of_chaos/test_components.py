"""TC-C01 … TC-C13: a component set is whole, or says under which constraint it is not."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME
from domain.games.time_of_chaos.components import demo_sets
from domain.kernel import InvalidComponents
from domain.kernel.session.opening import load_components
from tests.games.time_of_chaos.table import DEMO

SHARED = Path(__file__).parents[4] / "shared" / "components" / "time_of_chaos.json"
Document = dict[str, Any]


def document() -> Document:
    return copy.deepcopy(dict(demo_sets()["demo"]))


def faults_of(changed: Any) -> list[str]:
    with pytest.raises(InvalidComponents) as refused:
        load_components(GAME, changed)
    assert all(fault.message for fault in refused.value.faults)
    return [fault.constraint for fault in refused.value.faults]


def put(*path: Any, value: Any) -> Callable[[Document], None]:
    def change(changed: Document) -> None:
        place: Any = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[Document], None]:
    def change(changed: Document) -> None:
        place: Any = changed
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def every_card(**values: Any) -> Callable[[Document], None]:
    def change(changed: Document) -> None:
        for card in changed["cards"]:
            card |= values

    return change


def no_threes(changed: Document) -> None:
    for card in changed["cards"]:
        card["points"] = 4 if card["points"] == 3 else card["points"]


def rename_city(changed: Document) -> None:
    """City A is called by an id that is none, everywhere."""
    text = json.dumps(changed).replace(':A"', ':1-A"').replace('"A"', '"1-A"')
    changed.update(json.loads(text))


def swap_decks(changed: Document) -> None:
    """One card lies in another deck, and nothing comes back for it."""
    next(card for card in changed["cards"] if card["id"] == "PN-A")["deck"] = "future"


BREAKS: dict[str, tuple[str, Callable[[Document], None]]] = {
    "another schema": ("TC-C01", put("schema", value="component-set/time_of_chaos/2")),
    "another game": ("TC-C01", put("game", value="chess")),
    "no edition": ("TC-C01", put("edition", value="")),
    "an edition that is no text": ("TC-C01", put("edition", value=4.7)),
    "eras in another order": ("TC-C02", put("eras", value=["present", "past", "future"])),
    "four eras": ("TC-C02", put("eras", value=["past", "present", "future", "dawn"])),
    "a city name twice": ("TC-C03", put("cities", 0, "name", value="Brightwater")),
    "a city without a name": ("TC-C03", put("cities", 0, "name", value="")),
    "a city id that is none": ("TC-C03", rename_city),
    "a tile missing": ("TC-C04", drop("tiles", 0)),
    "a tile twice": ("TC-C04", lambda changed: changed["tiles"].append(changed["tiles"][0])),
    "a tile with another id": ("TC-C04", put("tiles", 0, "id", value="past-A")),
    "a card id twice": ("TC-C05", put("cards", 0, "id", value="PF-A")),
    "a card without an id": ("TC-C05", put("cards", 0, "id", value="")),
    "a card called unknown": ("TC-C05", put("cards", 0, "id", value="unknown")),
    "a card name that is no text": ("TC-C05", put("cards", 0, "name", value=7)),
    "decks of unequal size": ("TC-C06", swap_decks),
    "a destination that is no era": ("TC-C07", put("cards", 0, "destination", "era", value="dawn")),
    "a destination that is no city": ("TC-C07", put("cards", 0, "destination", "city", value="Z")),
    "a destination in its own era": ("TC-C07", put("cards", 0, "destination", "era", value="past")),
    "no points": ("TC-C08", put("cards", 0, "points", value=0)),
    "points that are no integer": ("TC-C08", put("cards", 0, "points", value=1.5)),
    "points that are a truth value": ("TC-C08", put("cards", 0, "points", value=True)),
    "no card worth three": ("TC-C08", no_threes),
    "three colours": ("TC-C09", drop("colors", 0)),
    "a colour twice": ("TC-C09", put("colors", 0, value="blue")),
    "a colour without a name": ("TC-C09", put("colors", 0, value="")),
    "colours that are one text": ("TC-C09", put("colors", value="rgby")),
    "eleven cubes": ("TC-C10", put("counts", "cubes_per_color", value=11)),
    "another count": ("TC-C10", put("counts", "dice", value=1)),
    "a count that is no integer": ("TC-C10", put("counts", "pawns", value=4.0)),
    "no word of what is invented": ("TC-C11", drop("invented")),
    "an invented part that is not there": ("TC-C11", put("invented", value=["cities", "tracks"])),
    "invented as one text": ("TC-C11", put("invented", value="cities")),
    "a layout without an era": ("TC-C12", drop("demo_layout", "past")),
    "a layout with a city twice": ("TC-C12", put("demo_layout", "past", 0, 0, value="B")),
    "a layout of two rows": ("TC-C12", drop("demo_layout", "past", 2)),
    "a layout of texts": ("TC-C12", put("demo_layout", "past", value=["ABC", "DEF", "GHI"])),
}
"""Each breaks one constraint alone."""


@pytest.mark.parametrize(("constraint", "change"), BREAKS.values(), ids=BREAKS)
def test_tc_c01_to_c12_each_constraint_is_broken_alone(constraint: str, change: Callable[[Document], None]):
    changed = document()
    change(changed)
    assert faults_of(changed) == [constraint]


def test_tc_c01_to_c12_none_is_left_untried():
    assert {constraint for constraint, _ in BREAKS.values()} == {
        f"TC-C{number:02}" for number in range(1, 13)
    }


def test_tc_c03_and_tc_c05_the_number_of_cities_and_cards():
    changed = document()
    del changed["cities"][0]
    assert "TC-C03" in faults_of(changed)
    changed = document()
    del changed["cards"][0]
    assert faults_of(changed) == ["TC-C05", "TC-C06"]


def test_tc_c06_is_broken_with_tc_c07_where_a_card_lies_in_its_own_era():
    changed = document()
    every_card(deck="past")(changed)
    assert faults_of(changed) == ["TC-C06", "TC-C07"]


@pytest.mark.parametrize("points", [4, 5])
def test_tc_c08_there_is_no_highest_value(points: int):
    changed = document()
    put("cards", 0, "points", value=points)(changed)
    assert load_components(GAME, changed).warnings == ()


def test_tc_c11_nothing_need_be_invented():
    changed = document()
    changed["invented"] = []
    assert load_components(GAME, changed).invented == ()


def test_tc_c12_the_demo_layout_is_optional():
    changed = document()
    del changed["demo_layout"]
    changed["invented"].remove("demo_layout")
    load_components(GAME, changed)


def test_tc_c13_uneven_destinations_are_only_warned_of():
    changed = document()
    put("cards", 0, "destination", "city", value="B")(changed)
    (warning,) = load_components(GAME, changed).warnings
    assert warning.constraint == "TC-C13"
    assert "present:A" in warning.message
    assert "present:B" in warning.message


def test_tc_c13_the_demo_set_is_even():
    assert DEMO.warnings == ()


@pytest.mark.parametrize(
    "key", ["schema", "eras", "cities", "tiles", "cards", "colors", "counts", "invented", "demo_layout"]
)
@pytest.mark.parametrize("junk", [None, 7, "text", [], [None], {"a": 1}, [[]]], ids=repr)
def test_a_part_of_another_shape_is_named_and_nothing_crashes(key: str, junk: Any):
    changed = document()
    changed[key] = junk
    if key == "invented" and junk == []:
        assert load_components(GAME, changed)
    else:
        assert faults_of(changed)


@pytest.mark.parametrize("junk", [[], {}, "text", None, 7], ids=repr)
def test_what_is_no_document_at_all_is_refused(junk: Any):
    assert "TC-C01" in faults_of(junk)


def test_the_demo_set_is_the_specified_one():
    assert DEMO.invented == ("cities", "cards", "colors", "demo_layout")
    assert Counter(DEMO.box.cards[card].points for card in DEMO.box.decks["past"]) == {1: 6, 2: 6, 3: 6}
    assert sum(card.points for card in DEMO.box.cards.values()) == 108
    if SHARED.exists():
        assert json.loads(SHARED.read_text()) == document()
