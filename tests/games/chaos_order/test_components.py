"""Component sets of Chaos Order: each constraint can be broken, and names itself."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.map_constraints import placements
from domain.kernel import InvalidComponents
from domain.kernel.session.opening import load_components
from tests.games.chaos_order.table import demo, faction_in


def place(document, name):
    return next(p for p in document["map"]["places"] if p["id"] == name)


def circadians(document):
    return faction_in(document, "circadians")


def border(one, other, printed=False):
    return {"id": f"{one}/{other}", "between": [one, other], "printed_mountain": printed}


def crowd_two_bases(document):
    """With two factions the second base would need a starting region of the first."""
    place(document, "base_s2")["factions"] = [3, 4, 5]
    for one in document["map"]["borders"]:
        if one["between"][0] == "base_s1":
            one["between"][1] = {"dry_shelf": "ember_fen", "long_meadow": "salt_bluff"}[one["between"][1]]


BREAKS = [
    ("CO-C1", lambda d: d["vault_order"].pop()),
    ("CO-C1", lambda d: d.update(factions=d["factions"][:1], vault_order=["circadians"])),
    ("CO-C1", lambda d: d["vault_order"].__setitem__(0, d["vault_order"][1])),
    ("CO-C2", lambda d: d["map"]["borders"].append(border("salt_bluff", "ember_fen"))),
    ("CO-C2", lambda d: d["map"]["borders"].append(border("salt_bluff", "salt_bluff"))),
    ("CO-C2", lambda d: d["map"]["borders"].append(border("salt_bluff", "nowhere"))),
    ("CO-C3", lambda d: d["map"]["borders"][0].update(printed_mountain=True)),
    ("CO-C4", lambda d: place(d, "y1").update(set="blue")),
    (
        "CO-C4",
        lambda d: [d["map"]["places"].append({"id": f"y{n}", "kind": "tile_location"}) for n in (4, 5, 6)],
    ),
    ("CO-C5", lambda d: d["map"]["tunnels"].pop()),
    ("CO-C5", lambda d: d["map"]["tunnels"][0].update(between=["ember_fen", "r1"])),
    ("CO-C6", lambda d: d["map"]["borders"].append(border("base_n1", "base_s1"))),
    ("CO-C7", lambda d: d["map"]["places"].append({"id": "more", "kind": "land", "terrain": "swamp"})),
    ("CO-C7", lambda d: [place(d, base).update(factions=[]) for base in ("base_n2", "base_w", "base_far")]),
    ("CO-C7", lambda d: crowd_two_bases(d)),
    ("CO-C8", lambda d: d.update(mountains=4)),
    ("CO-C9", lambda d: d["land_tiles"].pop()),
    ("CO-C10", lambda d: d["neutral_foundations"][0].update(relic=2)),
    ("CO-C11", lambda d: d["neutral_pricing"][0].update(factions=[2, 3])),
    ("CO-C12", lambda d: d["neutral_pricing"][0]["under"].update(cost=2)),
    ("CO-C12", lambda d: d["neutral_pricing"][0]["top"].update(relic=3)),
    ("CO-C12", lambda d: d["neutral_pricing"][1]["top"].update(cost=4)),
    ("CO-C14", lambda d: d["tracks"]["build"].pop()),
    ("CO-C14", lambda d: d["tracks"]["build"][0].update(lock_before=True)),
    ("CO-C15", lambda d: d["tracks"]["move"][4]["main"].pop()),
    ("CO-C16", lambda d: d["tracks"]["build"][2].update(immediate=[{"do": "gain_gems", "n": 1}])),
    ("CO-C17", lambda d: d["tracks"]["harvest"][0]["auxiliary"][0].update(cost={"energy": 0, "gems": 1})),
    ("CO-C17", lambda d: d["tracks"]["discover"][0]["auxiliary"].pop()),
    ("CO-C18", lambda d: d["combat_wheel"]["sections"].pop()),
    ("CO-C18", lambda d: d["combat_wheel"]["sections"][1].update(left="attack", right="attack")),
    ("CO-C18", lambda d: d["combat_wheel"]["sections"][5].update(right="none")),
    ("CO-C19", lambda d: d["combat_die"]["faces"].append({"strength": 0, "shields": 0})),
    ("CO-C21", lambda d: [side["basic"].update(gem_cost=2) for side in circadians(d)["leaders"]]),
    ("CO-C22", lambda d: circadians(d)["fighters"].update(total=7)),
    ("CO-C22", lambda d: circadians(d)["fighters"].update(on_track=[])),
    ("CO-C23", lambda d: circadians(d).update(fast_track=None)),
    ("CO-C23", lambda d: faction_in(d, "leyrien")["fast_track"].update(to="drop_ship")),
    ("CO-C24", lambda d: circadians(d)["buildings"]["outpost"].update(strength=3)),
    ("CO-C24", lambda d: circadians(d)["buildings"]["foundry"].update(spaces=[])),
    ("CO-C25", lambda d: circadians(d)["board_foundations"].reverse()),
    ("CO-C26", lambda d: circadians(d)["starting_foundations"].pop()),
    ("CO-C27", lambda d: faction_in(d, "zcharo")["fame"].update(length=19)),
    ("CO-C27", lambda d: circadians(d)["fame"]["spaces"].update({"99": []})),
    ("CO-C27", lambda d: circadians(d)["fame"]["spaces"].update({"one": []})),
    ("CO-C28", lambda d: circadians(d)["statics"].append("lake_access")),
    ("CO-C29", lambda d: circadians(d).update(relic_spaces=[])),
    ("CO-C30", lambda d: d["tactics_cards"][0].update(id="relic_1")),
    ("CO-C30", lambda d: place(d, "salt_bluff").update(id="base") or rename(d, "salt_bluff", "base")),
    ("CO-C30", lambda d: circadians(d)["abilities"][0].update(id="circadians.opening")),
]


def rename(document, old, new):
    for one in document["map"]["borders"]:
        one["between"] = [new if end == old else end for end in one["between"]]


@pytest.mark.parametrize(
    ("constraint", "change"), BREAKS, ids=[f"{c}-{n}" for n, (c, _) in enumerate(BREAKS)]
)
def test_a_broken_constraint_names_itself(constraint, change):
    document = demo()
    change(document)
    with pytest.raises(InvalidComponents) as invalid:
        load_components(GAME, document)
    assert constraint in {fault.constraint for fault in invalid.value.faults}


PER = {"do": "per", "of": "relics", "effects": []}
MISSHAPEN = [
    lambda d: (d["factions"][0].update(id="elves"), d["vault_order"].__setitem__(0, "elves")),
    lambda d: d["combat_wheel"]["printed"].update(left=2),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "place_production_token", "on": ["land"]}),
    lambda d: d.pop("map"),
    lambda d: d.update(more=1),
    lambda d: d.update(relic_count=7),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "win"}),
    lambda d: d["production_tokens"][0]["basic"].append("gain_gems"),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "gain_gems", "n": "many"}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "gain_research", "tracks": ["luck"]}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "choice", "of": []}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "pay", "cost": {"fame": 1}, "then": []}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "per", "of": "moons", "effects": []}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "manual"}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "deploy_leader", "n": 2}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "gain_research", "tracks": [{}]}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "pay", "cost": ["energy"], "then": []}),
    lambda d: d["production_tokens"][0]["basic"].append({"do": "per", "of": 3, "effects": []}),
    lambda d: d["production_tokens"][0]["basic"].append(
        {"do": "per", "of": "relics", "effects": [{"do": "optional", "effects": [PER]}]}
    ),
    lambda d: circadians(d)["abilities"][0].update(trigger="full_moon"),
    lambda d: circadians(d)["relic_spaces"].append([{"do": "win"}]),
    lambda d: circadians(d)["fame"]["spaces"].update({"1": [{"do": "win"}]}),
]


@pytest.mark.parametrize("change", MISSHAPEN)
def test_another_shape_or_vocabulary_is_refused(change):
    document = demo()
    change(document)
    with pytest.raises(InvalidComponents):
        load_components(GAME, document)


def test_effects_nested_too_deeply_are_refused():
    document = demo()
    effect: dict = {"do": "gain_gems", "n": 1}
    for _ in range(20):
        effect = {"do": "optional", "effects": [effect]}
    document["production_tokens"][0]["basic"].append(effect)
    with pytest.raises(InvalidComponents):
        load_components(GAME, document)


def test_the_demo_set_says_what_is_invented():
    components = load_components(GAME, demo())
    assert "map" in components.invented
    assert any("Zcharo" in part for part in components.invented)


def test_co_c8_the_demo_set_needs_two_mountains_at_most_for_its_bases():
    dearest = max(mountains for _, _, mountains in placements(demo(), 5))
    assert dearest == 1


def test_co_c7_a_map_with_too_many_ways_to_place_bases_is_refused_soon():
    document = demo()
    land = [p["id"] for p in document["map"]["places"] if p["kind"] == "land"]
    for number in range(30):
        name = f"base_more_{number}"
        document["map"]["places"].append({"id": name, "kind": "base_location", "factions": [2, 3, 4, 5]})
        document["map"]["borders"] += [border(name, region) for region in land]
    with pytest.raises(InvalidComponents) as invalid:
        load_components(GAME, document)
    assert "CO-C7" in {fault.constraint for fault in invalid.value.faults}


def test_an_amount_left_out_is_one():
    document = demo()
    document["tracks"]["move"][4]["main"] = [{"do": "movement_points", "n": 4}, {"do": "draw_tactics"}]
    circadians(document)["setup"].append({"do": "gain_gems"})
    assert load_components(GAME, document).box.tracks["move"][4].main[1].n == 1


def test_a_box_with_other_numbers_of_tokens_is_only_warned_of():
    document = demo()
    document["production_tokens"].append({"id": "loose_more", "basic": [], "upgraded": []})
    circadians(document)["pricing_tokens"][0]["back"] = "grey"
    components = load_components(GAME, document, new=True)
    assert len(components.box.production) == 7
    assert {(fault.constraint, fault.pointer) for fault in components.warnings} == {
        ("CO-C13", "/production_tokens"),
        ("CO-C20", "/factions/0/pricing_tokens"),
    }
    assert components.warnings[0].message == "6 loose production tokens are in the box; here are 7."


WRONG: list[tuple[Any, str, str]] = [
    (
        lambda d: d["neutral_pricing"][0]["under"].update(cost=2),
        "/neutral_pricing/0/under/cost",
        "The token beneath costs more than the one on top: more than 2; here 2.",
    ),
    (
        lambda d: circadians(d)["buildings"]["outpost"].update(strength=3),
        "/factions/0/buildings/outpost/strength",
        "Outposts have strength 2; here is 3.",
    ),
    (
        lambda d: circadians(d)["fame"]["spaces"].update({"3": [{"do": "gain_fame"}]}),
        "/factions/0/fame/spaces/3/0",
        "A space of a fame track gives energy, gems, research, tactics cards, recruitment points or "
        "redeployments; here is fame.",
    ),
    (
        lambda d: d["map"]["borders"][3].update(between=["nowhere", "ember_fen"]),
        "/map/borders/3/between/0",
        "A border joins two places of the map; nowhere is none.",
    ),
    (
        lambda d: d["tracks"]["build"][0]["auxiliary"][0].update(cost={"energy": 0}),
        "/tracks/build/0/auxiliary/0/cost/energy",
        "This auxiliary action costs energy: 1 or more; here 0.",
    ),
    (
        lambda d: d["tactics_cards"][2].update(id="feint"),
        "/tactics_cards/2/id",
        "The id feint is taken already.",
    ),
    (
        lambda d: circadians(d)["abilities"][1]["effects"][0].update(of="moons"),
        "/factions/0/abilities/1/effects/0/of",
        "A counter is named as counter:ID; this is “moons”.",
    ),
    (
        lambda d: circadians(d)["abilities"][0]["effects"][0].update(delta="many"),
        "/factions/0/abilities/0/effects/0/delta",
        "A whole number from -99 to 99 is needed; this is “many”.",
    ),
    (
        lambda d: circadians(d)["counters"][0].update(start=9),
        "/factions/0/counters/0/start",
        "The counter starts at 9; 0 to 3 is possible.",
    ),
]


@pytest.mark.parametrize(("change", "pointer", "message"), WRONG)
def test_what_is_wrong_is_told_at_the_value_with_what_is_asked(change: Any, pointer: str, message: str):
    document = demo()
    change(document)
    with pytest.raises(InvalidComponents) as invalid:
        load_components(GAME, document, new=True)
    assert [(fault.pointer, fault.message) for fault in invalid.value.faults] == [(pointer, message)]


def test_what_earlier_versions_let_pass_still_loads_but_not_in_a_new_set():
    document = demo()
    place(document, "base_n1")["factions"].append(7)
    document["production_tokens"][0]["basic"] += [
        {"do": "gain_energy", "": None},
        {"do": "deploy_leader", "n": True},
    ]
    circadians(document)["counters"][0]["start"] = 9
    box = load_components(GAME, document).box
    assert [effect.do for effect in box.production["loose_gems"].basic][1:] == [
        "gain_energy",
        "deploy_leader",
    ]
    with pytest.raises(InvalidComponents) as invalid:
        load_components(GAME, document, new=True)
    assert len(invalid.value.faults) == 3
