"""TC-C01 … TC-C13: a component set is whole, or says where it is not and what is asked there."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME
from domain.games.time_of_chaos.components import ERAS, demo_sets
from domain.games.time_of_chaos.components.editing import EDITING
from domain.kernel import ComponentSet, InvalidComponents
from domain.kernel.components import content_hash
from domain.kernel.engine.playing import play
from domain.kernel.session.opening import load_components
from tests.games.time_of_chaos.table import DEMO

SHARED = Path(__file__).parents[4] / "shared" / "components" / "time_of_chaos.json"
Document = dict[str, Any]


def document() -> Document:
    return copy.deepcopy(dict(demo_sets()["demo"]))


def faults_of(changed: Any) -> list[tuple[str, str]]:
    """The constraint and the place of each fault of a new set."""
    with pytest.raises(InvalidComponents) as refused:
        load_components(GAME, changed, new=True)
    assert all(fault.message for fault in refused.value.faults)
    return [(fault.constraint, fault.pointer) for fault in refused.value.faults]


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


def rename_city(changed: Document) -> None:
    """City A is called by an id that is none, everywhere."""
    text = json.dumps(changed).replace(':A"', ':1-A"').replace('"A"', '"1-A"')
    changed.update(json.loads(text))


def cards_of(era: str, number: int) -> Callable[[Document], None]:
    """The era's deck has so many cards: the first of it, or copies of the first with ids of their own."""

    def change(changed: Document) -> None:
        own = [card for card in changed["cards"] if card["deck"] == era]
        more = [own[0] | {"id": f"more-{place}"} for place in range(number - len(own))]
        others = [card for card in changed["cards"] if card["deck"] != era]
        changed["cards"] = [*others, *own[:number], *more]

    return change


def few_cards(changed: Document) -> None:
    """Eight cards a deck."""
    for era in ERAS:
        cards_of(era, 8)(changed)


BREAKS: dict[str, tuple[str, str, Callable[[Document], None]]] = {
    "another schema": ("shape", "/schema", put("schema", value="component-set/time_of_chaos/2")),
    "another game": ("shape", "/game", put("game", value="chess")),
    "no edition": ("shape", "/edition", put("edition", value="")),
    "an edition that is no text": ("shape", "/edition", put("edition", value=4.7)),
    "a part that nobody knows": ("shape", "/tracks", put("tracks", value=[])),
    "eras in another order": ("TC-C02", "/eras", put("eras", value=["present", "past", "future"])),
    "four eras": ("TC-C02", "/eras", put("eras", value=["past", "present", "future", "past"])),
    "an era that is none": ("shape", "/eras/1", put("eras", 1, value="dawn")),
    "a city id twice": (
        "TC-C03",
        "/cities/9/id",
        lambda changed: changed["cities"].append(changed["cities"][0]),
    ),
    "a city name twice": ("TC-C03", "/cities/1/name", put("cities", 1, "name", value="Aldermoor")),
    "a city without a name": ("shape", "/cities/0/name", put("cities", 0, "name", value="")),
    "a city id that is none": ("shape", "/cities/0/id", rename_city),
    "a tile missing": ("TC-C04", "/tiles", drop("tiles", 0)),
    "a tile twice": ("TC-C04", "/tiles/27", lambda changed: changed["tiles"].append(changed["tiles"][0])),
    "a tile with another id": ("TC-C04", "/tiles/0/id", put("tiles", 0, "id", value="past-A")),
    "a card id twice": ("TC-C05", "/cards/1/id", put("cards", 1, "id", value="PN-A")),
    "a card without an id": ("shape", "/cards/0/id", put("cards", 0, "id", value="")),
    "a card called unknown": ("TC-C05", "/cards/0/id", put("cards", 0, "id", value="unknown")),
    "a card name that is no text": ("shape", "/cards/0/name", put("cards", 0, "name", value=7)),
    "too few cards": ("TC-C05", "/cards", few_cards),
    "a deck too small for a display": ("TC-C06", "/cards", cards_of("future", 2)),
    "a deck that is none": ("shape", "/cards/0/deck", put("cards", 0, "deck", value="dawn")),
    "a destination that is no city": (
        "TC-C07",
        "/cards/0/destination/city",
        put("cards", 0, "destination", "city", value="Z"),
    ),
    "a destination in its own era": (
        "TC-C07",
        "/cards/0/destination/era",
        put("cards", 0, "destination", "era", value="past"),
    ),
    "no points": ("shape", "/cards/0/points", put("cards", 0, "points", value=0)),
    "points that are no integer": ("shape", "/cards/0/points", put("cards", 0, "points", value=1.5)),
    "points that are a truth value": ("shape", "/cards/0/points", put("cards", 0, "points", value=True)),
    "three colours": ("TC-C09", "/colors", drop("colors", 0)),
    "a colour twice": ("TC-C09", "/colors/1", put("colors", 0, value="blue")),
    "a colour without a name": ("shape", "/colors/0", put("colors", 0, value="")),
    "colours that are one text": ("shape", "/colors", put("colors", value="rgby")),
    "eleven cubes": ("shape", "/counts/cubes_per_color", put("counts", "cubes_per_color", value=11)),
    "three pawns": ("shape", "/counts/pawns", put("counts", "pawns", value=3)),
    "another count": ("shape", "/counts/dice", put("counts", "dice", value=1)),
    "a count that is no integer": ("shape", "/counts/pawns", put("counts", "pawns", value=4.0)),
    "no word of what is invented": ("shape", "", drop("invented")),
    "an invented part that is not there": ("TC-C11", "/invented/1", put("invented", 1, value="tracks/A")),
    "invented as one text": ("shape", "/invented", put("invented", value="cities")),
    "a layout without an era": ("TC-C12", "/demo_layout", drop("demo_layout", "past")),
    "a city of a layout that is none": (
        "TC-C12",
        "/demo_layout/past/0/0",
        put("demo_layout", "past", 0, 0, value="Z"),
    ),
    "a layout with a city twice": (
        "TC-C12",
        "/demo_layout/past/0/1",
        put("demo_layout", "past", 0, 0, value="B"),
    ),
    "a layout of two rows": ("shape", "/demo_layout/past", drop("demo_layout", "past", 2)),
    "a layout of texts": ("shape", "/demo_layout/past/1", put("demo_layout", "past", 1, value="DEF")),
}
"""Each breaks one constraint alone, or is of another type; with the place where it is told."""


@pytest.mark.parametrize(("constraint", "pointer", "change"), BREAKS.values(), ids=BREAKS)
def test_tc_c01_to_c12_what_is_wrong_is_told_where_it_stands(
    constraint: str, pointer: str, change: Callable[[Document], None]
):
    changed = document()
    change(changed)
    assert (constraint, pointer) in faults_of(changed)
    assert {found for found, _ in faults_of(changed)} == {constraint}


MESSAGES: dict[str, Callable[[Document], None]] = {
    "A grid has 3 rows of 3 tiles: it needs 9 cities. Here are 8.": drop("cities", 8),
    "Two cities are called Aldermoor.": put("cities", 1, "name", value="Aldermoor"),
    "Nowhere is not the id of a city.": put("demo_layout", "past", 0, 0, value="Nowhere"),
    "The tile of Aldermoor in the past has the id past:A, not A.": put("tiles", 0, "id", value="A"),
    "Aldermoor has no tile in the past.": drop("tiles", 0),
    "Aldermoor has no tiles: none shows a city with the id Z.": put("cities", 0, "id", value="Z"),
    "Invented artifact PN-A is found in the past: it must belong to another era.": put(
        "cards", 0, "destination", "era", value="past"
    ),
    "The deck of the future needs at least 3 cards. Here are 2.": cards_of("future", 2),
    "At least 25 cards are needed, so that a game can end. Here are 24.": few_cards,
    "4 players need 4 colours. Here are 3.": drop("colors", 0),
}


@pytest.mark.parametrize(("message", "change"), MESSAGES.items())
def test_tc_c01_to_c12_who_holds_the_box_reads_what_is_asked_and_what_is_there(
    message: str, change: Callable[[Document], None]
):
    changed = document()
    change(changed)
    with pytest.raises(InvalidComponents) as refused:
        load_components(GAME, changed, new=True)
    assert message in [fault.message for fault in refused.value.faults]


WARNED: dict[str, tuple[str, Callable[[Document], None]]] = {
    "The rulebook has 18 cards of the past. Here are 20.": ("TC-C06", cards_of("past", 20)),
    "The rulebook has 18 cards of the future. Here are 3.": ("TC-C06", cards_of("future", 3)),
    "The rulebook has 12 cubes of each colour. Here are 15.": (
        "TC-C10",
        put("counts", "cubes_per_color", value=15),
    ),
    "The rulebook has 12 −1 tokens. Here are 0.": ("TC-C10", put("counts", "minus_one_tokens", value=0)),
    "The rulebook has 4 player aids. Here are 5.": ("TC-C10", put("counts", "player_aids", value=5)),
    "The rulebook has 4 colours. Here are 5.": ("TC-C09", lambda changed: changed["colors"].append("pink")),
}


@pytest.mark.parametrize(("message", "warned"), WARNED.items())
def test_tc_c06_to_c10_another_box_is_warned_of_and_played_to_the_end(
    message: str, warned: tuple[str, Callable[[Document], None]]
):
    constraint, change = warned
    changed = document()
    change(changed)
    components = load_components(GAME, changed, new=True)
    assert (constraint, message) in [(each.constraint, each.message) for each in components.warnings]
    for count in GAME.seat_counts:
        assert_played_to_the_end(components, count)


def assert_played_to_the_end(components: ComponentSet, count: int) -> None:
    random = Random(count)
    seats, options = GAME.sample_opening(components, count, random)
    given = msgspec.convert(seats, list[GAME.seat_type])  # type: ignore[name-defined]
    state = GAME.initial(components, given, msgspec.convert(options, GAME.options_type))
    names = tuple(seat["seat"] for seat in seats)
    *_, last = play(GAME, state, names, random, most_actions=2_000)
    assert GAME.is_finished(last.after)
    assert GAME.invariants(last.after) == []


def test_tc_c08_a_box_without_a_card_worth_three_is_only_warned_of():
    changed = document()
    for card in changed["cards"]:
        card["points"] = 4
    components = load_components(GAME, changed, new=True)
    assert [warning.constraint for warning in components.warnings] == ["TC-C08"]
    assert_played_to_the_end(components, 2)


@pytest.mark.parametrize("points", [4, 5])
def test_tc_c08_there_is_no_highest_value(points: int):
    changed = document()
    put("cards", 0, "points", value=points)(changed)
    assert load_components(GAME, changed).warnings == ()


@pytest.mark.parametrize("invented", [(), ("cards/PN-A", "tiles")])
def test_tc_c11_parts_are_invented_as_a_whole_a_row_or_not_at_all(invented: tuple[str, ...]):
    changed = document()
    changed["invented"] = list(invented)
    assert load_components(GAME, changed, new=True).invented == invented


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
    assert "Aldermoor in the present: 0 from the past; Brightwater in the present: 2" in warning.message


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
        return
    assert faults_of(changed)
    with pytest.raises(InvalidComponents):
        load_components(GAME, changed)


@pytest.mark.parametrize("junk", [[], {}, "text", None, 7], ids=repr)
def test_what_is_no_document_at_all_is_refused(junk: Any):
    assert "shape" in {constraint for constraint, _ in faults_of(junk)}


def stored(changed: Document) -> None:
    """What only a set that is stored already may hold: the format did not refuse it."""
    changed["tracks"] = [1, 2]
    changed["invented"].append("tracks")
    changed["cities"][0] |= {"name": "Long" * 100, "founded": 12}
    changed["tiles"][0] |= {"text": ["Mind the water."], "climate": None}
    changed["cards"][0] |= {"name": "Key" * 100, "weight": 2}
    changed["cards"][1]["destination"]["gate"] = "north"


def test_a_stored_set_that_holds_more_loads_as_the_same_box():
    changed = document()
    stored(changed)
    components, plain = load_components(GAME, changed), DEMO.box
    assert components.hash == content_hash(changed)
    assert components.box.decks == plain.decks
    assert components.box.tiles == plain.tiles
    assert components.box.cards["PF-A"] == plain.cards["PF-A"]
    assert [warning.pointer for warning in components.warnings] == [
        "/cities/0/name",
        "/tiles/0/text",
        "/cards/0/name",
    ]


def test_of_a_new_set_all_of_that_is_refused_where_it_stands():
    changed = document()
    stored(changed)
    assert {pointer for _, pointer in faults_of(changed)} == {
        "/tracks",
        "/cities/0/name",
        "/cities/0/founded",
        "/tiles/0/text",
        "/tiles/0/climate",
        "/cards/0/name",
        "/cards/0/weight",
        "/cards/1/destination/gate",
    }


def test_tiles_follow_from_the_cities_and_keep_their_own_names():
    """Ironvale is taken out, Jasper comes; the example layout, which shows Ironvale, goes."""
    changed = document()
    changed["tiles"][0]["name"] = "The Old Ford"
    assert EDITING.derive is not None
    assert EDITING.derive(changed) == changed
    changed["cities"][8] = {"id": "J", "name": "Jasper"}
    derived = EDITING.derive(changed)
    assert derived["tiles"][0] == {"id": "past:A", "era": "past", "city": "A", "name": "The Old Ford"}
    ids = [tile["id"] for tile in derived["tiles"]]
    assert (len(ids), "past:I" in ids, "future:J" in ids) == (27, False, True)
    assert "demo_layout" not in derived
    assert EDITING.derive({"cities": [{"name": "Jasper"}, 7], "tiles": "none"}) == {
        "cities": [{"name": "Jasper"}, 7],
        "tiles": [],
    }


def test_the_demo_set_is_the_specified_one():
    assert DEMO.invented == ("cities", "cards", "colors", "demo_layout")
    assert Counter(DEMO.box.cards[card].points for card in DEMO.box.decks["past"]) == {1: 6, 2: 6, 3: 6}
    assert sum(card.points for card in DEMO.box.cards.values()) == 108
    if SHARED.exists():
        assert json.loads(SHARED.read_text()) == document()
