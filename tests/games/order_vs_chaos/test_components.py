"""The component set: OC-C01 … OC-C12, each broken once."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.components import demo_sets
from domain.games.order_vs_chaos.components.constraints import COUNTS
from domain.games.order_vs_chaos.offers.effects import variants
from domain.kernel import InvalidComponents
from domain.kernel.engine.entries import Closed
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from replays.simulate import simulate_one
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


def cards_unlike(kind: str, number: int | None, count: int) -> Callable[[dict[str, Any]], None]:
    """The location cards without those of the kind, and so many of it."""

    def change(document: dict[str, Any]) -> None:
        rest = [
            card for card in document["location_cards"] if (card["kind"], card["number"]) != (kind, number)
        ]
        cards = [{"id": f"more_{index}", "kind": kind, "number": number} for index in range(count)]
        document["location_cards"] = rest + cards

    return change


def all_of(*changes: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        for one in changes:
            one(document)

    return change


BROKEN = [
    ("/schema", set_to("schema", value="component-set/reef/1"), "order_vs_chaos/1 is needed"),
    ("/edition", set_to("edition", value=""), "at least 1 sign"),
    ("/weapons/0/id", set_to("weapons", 0, "id", value="Katana"), "“Katana”"),
    (
        "/weapons/0/id",
        set_to("weapons", 0, "id", value="seattle"),
        "The id “seattle” is taken; each thing of the box needs its own.",
    ),
    (
        "/event_cards/0/id",
        set_to("event_cards", 0, "id", value="unknown"),
        "stands for cards that nobody saw",
    ),
    ("/weapons", set_to("weapons", value=7), "A list is needed; this is 7."),
    ("/more", set_to("more", value=[]), "Nothing here is called more."),
    ("", lambda document: document.pop("invented"), "Invented is missing."),
    ("/die_faces", set_to("die_faces", value=["1", "2", "3", "blue"]), "here it lacks yellow."),
    ("/die_faces/5", set_to("die_faces", 5, value="red"), "“red”"),
    ("/maps/0/id", set_to("maps", 0, "id", value="moon"), "One of eu or us is needed"),
    ("/maps", drop("maps"), "The board has a US and an EU side; here: US."),
    (
        "/maps/0/locations",
        set_to("maps", 0, "locations", 0, "kind", value="arch_enemy"),
        "United States has 30 locations with a card; here are 29.",
    ),
    (
        "/maps/0/locations",
        three_starts,
        "United States has 3 starts of Order, so as many of Chaos; here are 4.",
    ),
    (
        "/maps/0/edges/0",
        set_to("maps", 0, "edges", 0, value=["seattle", "seattle"]),
        "A road joins two different locations; here is one.",
    ),
    (
        "/maps/0/edges/1",
        set_to("maps", 0, "edges", 1, value=["portland", "seattle"]),
        "These two locations are joined already.",
    ),
    (
        "/maps/0/edges/0/1",
        set_to("maps", 0, "edges", 0, value=["seattle", "atlantis"]),
        "United States has no location “atlantis”.",
    ),
    ("/maps/0/edges", cut_off, "No road leads from the rest of the map to Seattle."),
    ("/maps/0/edges", only_past_the_arch_enemy, "Order cannot get from the rest of the map to Seattle."),
    ("/location_cards/0/kind", set_to("location_cards", 0, "kind", value="hole"), "quartermaster"),
    (
        "/location_cards/0/number",
        set_to("location_cards", 0, "number", value=3),
        "The card “Quartermaster” has no number; here is 3.",
    ),
    (
        "/location_cards",
        cards_unlike("rift", 5, 4),
        "Of the location card “Rift 5” there are 5 in the box; here are 4.",
    ),
    (
        "/weapons",
        all_of(set_to("weapons", value=[]), lambda document: document.update(equipment=[])),
        "A game needs 6 or more weapon and equipment cards; here are 0.",
    ),
    (
        "/arch_enemies",
        set_to("arch_enemies", value=[]),
        "A game needs 1 or more arch enemies; here are 0.",
    ),
    ("/monsters", set_to("monsters", value=[]), "A game needs 3 or more monster types; here are 0."),
    (
        "/order_heroes/0/tracks/move",
        set_to("order_heroes", 0, "tracks", "move", value=[3, 2]),
        "A track never falls; here 2 follows 3.",
    ),
    (
        "/order_heroes/0/tracks/health/0",
        set_to("order_heroes", 0, "tracks", "health", value=[0, 2]),
        "A hero begins with 1 health or more; here is 0.",
    ),
    (
        "/order_heroes/0/tracks",
        set_to("order_heroes", 0, "tracks", value={"move": [1], "health": [1]}),
        "Teutonic Knight lacks the track attack and armor.",
    ),
    ("/order_heroes/0/slots", set_to("order_heroes", 0, "slots", value=None), "An object is needed"),
    (
        "/order_heroes/0/attacks/0/hands",
        set_to("order_heroes", 0, "attacks", 0, "hands", value=3),
        "A whole number from 0 to 2 is needed; this is 3.",
    ),
    (
        "/order_heroes/0/picks_one_attack",
        set_to("order_heroes", 0, "picks_one_attack", value=True),
        "Only the Ghoul of Chaos chooses one of its attacks; an Order hero does not.",
    ),
    ("/chaos_heroes", set_to("chaos_heroes", 0, "picks_one_attack", value=True), "here are 2."),
    (
        "/chaos_heroes/1/attacks",
        set_to("chaos_heroes", 1, "attacks", value=[]),
        "Ghoul chooses one of its attacks, so it needs one; here is none.",
    ),
    (
        "/event_cards/22/effects/0",
        set_to("event_cards", 22, "effects", 0, "optional", value=False),
        "Looters is carried out as soon as it is drawn, and then this may be impossible.",
    ),
    (
        "/chaos_heroes/0/slots",
        set_to("chaos_heroes", 0, "slots", value={"open": 0, "locked": 0}),
        "A Chaos hero has no equipment slots: leave them out.",
    ),
    ("/weapons/0/hands", set_to("weapons", 0, "hands", value=None), "A whole number from 0 to 2 is needed"),
    (
        "/arch_enemies/0/health",
        set_to("arch_enemies", 0, "health", value={"1": 15, "2": 10, "3": 20}),
        "More Order heroes never meet less health; here are 15, 10 and 20.",
    ),
    (
        "/arch_enemies/0/health",
        set_to("arch_enemies", 0, "health", value={"1": 15, "2": 55}),
        "Old One needs its health against 1, 2 and 3 Order heroes.",
    ),
    ("/weapons/0/segment", set_to("weapons", 0, "segment", value="psychic"), "“psychic”"),
    ("/weapons/0/dice", set_to("weapons", 0, "dice", value=-1), "A whole number of at least 0 is needed"),
    (
        "/monsters/0/battle_track",
        set_to("monsters", 0, "battle_track", value=[2, 1]),
        "A track never falls; here 1 follows 2.",
    ),
    ("/monsters/0/armor", set_to("monsters", 0, "armor", value=-1), "A whole number of at least 0 is needed"),
    (
        "/monsters/0/health",
        set_to("monsters", 0, "health", value=0),
        "A whole number of at least 1 is needed",
    ),
    (
        "/weapons/0/specials/0/face",
        set_to("weapons", 0, "specials", value=[{"kind": "reroll", "face": "9"}]),
        "“9”",
    ),
    (
        "/weapons/0/specials/0/over",
        set_to(
            "weapons",
            0,
            "specials",
            value=[{"kind": "majority", "face": "blue", "over": "blue", "gain": {"heal": 1}}],
        ),
        "Compare blue with the other lightning, not with itself.",
    ),
    ("/equipment/0/timing", set_to("equipment", 0, "timing", value="sometimes"), "“sometimes”"),
    ("/event_cards/0/kind", set_to("event_cards", 0, "kind", value="sudden"), "One of instant or keep"),
    ("/invented/0", set_to("invented", value=["weather"]), "The box has no part “weather”."),
]


@pytest.mark.parametrize(("pointer", "change", "words"), BROKEN)
def test_a_broken_set_is_refused_where_it_is_broken(pointer: str, change: Callable[[Any], None], words: str):
    """Alone, at the value or at the list whose values do not go together. OC-C01 … OC-C12."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    change(document)
    with pytest.raises(InvalidComponents) as caught:
        load_components(GAME, document, new=True)
    assert pointer in {fault.pointer for fault in caught.value.faults}
    assert any(words in fault.message for fault in caught.value.faults if fault.pointer == pointer)


def test_every_road_and_place_that_is_wrong_is_told_at_once():
    """OC-C04."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    all_of(cut_off, set_to("maps", 1, "edges", 0, value=["dublin", "dublin"]))(document)
    with pytest.raises(InvalidComponents) as caught:
        GAME.read_box(document)
    seattle, dublin = caught.value.faults
    assert (seattle.pointer, seattle.others) == ("/maps/0/edges", ("/maps/0/locations/0",))
    assert dublin.pointer == "/maps/1/edges/0"


UNFIT = [
    ("/side", {"op": "doom", "side": "nobody", "delta": 1}),
    ("/delta", {"op": "doom", "side": "chaos", "delta": "lots"}),
    ("/optional", {"op": "display_refill", "optional": 1}),
    ("", {"op": "doom", "side": "chaos"}),
    ("", {"op": "xp", "amount": 1}),
    ("", {"op": "xp", "seat": "?", "side": "order", "amount": 1}),
]


@pytest.mark.parametrize(("pointer", "effect"), UNFIT)
def test_an_effect_that_nothing_can_be_is_refused_of_new_sets_and_offered_by_no_stored_one(
    pointer: str, effect: dict[str, Any]
):
    """OC-521, at the value. A set that was stored with it still opens."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    set_to("event_cards", 0, "effects", value=[effect])(document)
    with pytest.raises(InvalidComponents) as caught:
        load_components(GAME, document, new=True)
    assert {fault.pointer for fault in caught.value.faults} == {f"/event_cards/0/effects/0{pointer}"}
    assert load_components(GAME, document).box.events["creeping_dread_1"].effects == (effect,)
    assert list(variants(OrderTable().state, effect, None, None)) == []


@pytest.mark.parametrize(
    ("effect", "member"),
    [
        ({"op": "stamina", "seat": "red", "delta": 1}, "seat"),
        ({"op": "monster_place", "location": "atlantis"}, "location"),
        ({"op": "display_discard", "item": "uzi_1"}, "item"),
    ],
)
def test_a_card_cannot_know_what_is_called_otherwise_at_each_table(effect: dict[str, Any], member: str):
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    set_to("equipment", 0, "effects", value=[effect])(document)
    with pytest.raises(InvalidComponents) as caught:
        load_components(GAME, document, new=True)
    assert [fault.pointer for fault in caught.value.faults] == [f"/equipment/0/effects/0/{member}"]
    set_to("equipment", 0, "effects", 0, member, value="?")(document)
    assert load_components(GAME, document, new=True)


def test_a_stored_set_may_hold_figures_that_new_ones_may_not():
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    for way, value in (
        (("monsters", 0, "armor"), -1),
        (("monsters", 1, "health"), 0),
        (("arch_enemies", 0, "armor"), -3),
        (("order_heroes", 0, "special_tokens"), -1),
    ):
        set_to(*way, value=value)(document)
    assert load_components(GAME, document).box.monsters["hellion"].armor == -1
    with pytest.raises(InvalidComponents) as caught:
        load_components(GAME, document, new=True)
    assert len(caught.value.faults) == 4


def test_a_part_of_a_section_may_be_listed_as_invented():
    """OC-C12."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    document["invented"] = ["maps", "weapons/uzi_1"]
    names = GAME.words.names(load_components(GAME, document, new=True))
    shown = [name for name in ("seattle", "uzi_1", "uzi_2", "third_sight_1") if names[name].invented]
    assert shown == ["seattle", "uzi_1"]


@pytest.mark.parametrize("table", sorted(GAME.editing.blanks.keys() & COUNTS.keys()))
def test_a_card_that_nobody_has_entered_is_a_row_like_others(table: str):
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    document[table].append({"id": "not_entered", **GAME.editing.blanks[table]})
    names = GAME.words.names(load_components(GAME, document, new=True))
    assert names["not_entered"].name == "Not entered"


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
    (warning,) = components.warnings
    assert warning.pointer == f"/{key}"
    assert re.fullmatch(r"The published box has \d+ [\w ]+; here are \d+\.", warning.message)
    seats, options = GAME.sample_opening(components, 3, Random(1))
    request = OpeningRequest(seats=tuple(seats), options=options)
    assert open_session(GAME, components, request, "session", bytes(32), STAMP)


def test_a_game_is_played_with_the_fewest_cards():
    """OC-C06, OC-101, OC-109, OC-505, OC-507: a rule depends on no more of them."""
    document = dict(demo_sets()["demo"])
    fewest = {key: least for key, (least, _, _) in COUNTS.items()} | {"weapons": 2, "equipment": 4}
    for key, least in fewest.items():
        document[key] = document[key][:least]
    components = load_components(GAME, document, new=True)
    assert {fault.pointer for fault in components.warnings} == {f"/{key}" for key in COUNTS} - {"/monsters"}
    seats, options = GAME.sample_opening(components, 6, Random(2))
    game = simulate_one(GAME, components, {"seats": seats, "options": options}, Random(2))
    last = game.entries[-1]
    assert isinstance(last, Closed)
    assert last.outcome == "finished"


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


def test_a_stored_set_still_offers_an_effect_of_a_seat_that_it_names():
    """OC-521."""
    state = OrderTable().state
    seat = next(iter(state.seats))
    assert len(list(variants(state, {"op": "stamina", "seat": seat, "delta": 1}, None, None))) == 1


# Each constraint by its id, broken once.


def broken(*changes: Callable[[dict[str, Any]], None]) -> set[str]:
    """The constraints that the demo set breaks once it is changed like this."""
    document = copy.deepcopy(dict(demo_sets()["demo"]))
    all_of(*changes)(document)
    with pytest.raises(InvalidComponents) as refused:
        load_components(GAME, document)
    return {fault.constraint for fault in refused.value.faults}


def test_oc_c02_a_die_shows_each_named_face() -> None:
    assert broken(set_to("die_faces", value=["1", "2", "3", "blue", "blue"])) == {"OC-C02"}


def test_oc_c03_there_are_two_maps() -> None:
    assert "OC-C03" in broken(drop("maps"))


def test_oc_c05_the_location_cards_are_those_of_the_rules() -> None:
    assert broken(drop("location_cards")) == {"OC-C05"}


def test_oc_c07_tracks_never_fall() -> None:
    assert broken(set_to("order_heroes", 0, "tracks", "move", value=[3, 2])) == {"OC-C07"}


def test_oc_c08_only_the_ghoul_picks_one_attack() -> None:
    assert broken(set_to("order_heroes", 0, "picks_one_attack", value=True)) == {"OC-C08"}


def test_oc_c09_an_arch_enemy_has_health_against_one_to_three_heroes() -> None:
    assert broken(set_to("arch_enemies", 0, "health", value={"1": 15})) == {"OC-C09"}


def test_oc_c10_effects_come_from_the_closed_list() -> None:
    effects = [{"op": "sing"}]
    assert broken(set_to("equipment", 0, "effects", value=effects)) == {"OC-C10"}
