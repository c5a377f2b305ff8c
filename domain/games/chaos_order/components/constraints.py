"""What a component set must keep to: the constraints CO-C1 … CO-C30."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.chaos_order.components.box import ACTION_PHASES, FACTION_COUNTS, RELICS
from domain.games.chaos_order.components.constraints_factions import FACTION_CHECKS, Reasons, of_factions
from domain.games.chaos_order.components.constraints_map import map_faults, mountain_need
from domain.kernel import ComponentFault, Json

FACTIONS = ("jrayek", "leyrien", "circadians", "zcharo", "oxataya", "ai")
TILE_SETS = ("yellow", "blue", "red")
TILES_IN_A_SET = 3
PRINTED_MOUNTAINS = 3
COLUMNS = 5
LOOSE_TOKENS = 6
PAIR_RELICS = {2, 4}
WHEEL = {"left": 1, "right": 1, "retreat_shields": -2}
MAIN_ROWS = {
    "discover": {"gain_research"},
    "build": {"build_points"},
    "harvest": {"gain_energy", "harvest_points"},
    "recruit": {"recruitment_points"},
    "move": {"movement_points"},
}
AUXILIARY_ROWS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "discover": ("gems", ("gain_research", "draw_tactics")),
    "build": ("energy", ("build_points", "draw_tactics")),
    "harvest": ("energy", ("gain_gems",)),
    "recruit": ("energy", ("deploy_leader",)),
    "move": ("energy", ("upgrade_leader",)),
}
RESERVED = {"base", "supply", "drop_ship", "aside", "unknown"}
"""Words that name a place or a card by themselves and so are no ids (CO-C30)."""


def constraint_faults(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
    """Every constraint that a document of the right shape breaks."""
    yield from map_faults(document)
    for constraint, pointer, reasons in _CHECKS:
        for reason in reasons(document):
            yield ComponentFault(constraint, reason, pointer)


def _c1(document: Mapping[str, Any]) -> Reasons:
    ids = [faction["id"] for faction in document["factions"]]
    if len(ids) < min(FACTION_COUNTS):
        yield "A set holds at least two factions."
    if set(ids) - set(FACTIONS) or len(set(ids)) < len(ids):
        yield "Every faction is one of the six, once."
    if sorted(document["vault_order"]) != sorted(ids):
        yield "The vault order names every faction of the set once."


def _c8(document: Mapping[str, Any]) -> Reasons:
    need = PRINTED_MOUNTAINS + mountain_need(document)
    if document["mountains"] < need:
        yield f"At least {need} mountains are needed."


def _c9(document: Mapping[str, Any]) -> Reasons:
    sets = Counter(tile["set"] for tile in document["land_tiles"])
    if sets != dict.fromkeys(TILE_SETS, TILES_IN_A_SET):
        yield "There are exactly three land tiles of each set."


def _c10(document: Mapping[str, Any]) -> Reasons:
    relics = Counter(foundation["relic"] for foundation in document["neutral_foundations"])
    expected: dict[int | None, int] = {None: 3}
    if relics != expected | dict.fromkeys(RELICS, 1):
        yield "Nine neutral foundations: each relic number once, and three without."


def _pairs_at(document: Mapping[str, Any], factions: int) -> list[Mapping[str, Any]]:
    return [pair for pair in document["neutral_pricing"] if factions in pair["factions"]]


def _c11(document: Mapping[str, Any]) -> Reasons:
    found = [len(_pairs_at(document, factions)) for factions in FACTION_COUNTS]
    if len(document["neutral_pricing"]) != 2 or found != [1, 2, 1, 0]:
        yield "Two neutral pairs: one applies to 2 and one to 4 factions, both to 3, none to 5."


def _c12(document: Mapping[str, Any]) -> Reasons:
    pairs = document["neutral_pricing"]
    if any(pair["under"]["cost"] <= pair["top"]["cost"] for pair in pairs):
        yield "The token under another is the costlier one."
    if {pair["top"]["relic"] for pair in pairs} != PAIR_RELICS:
        yield "The relic numbers of the top tokens are 2 and 4."
        return
    if len(pairs) != len(PAIR_RELICS):
        return  # CO-C11 says so
    first, second = sorted(pairs, key=lambda pair: pair["top"]["relic"])
    costs = (first["top"]["cost"], second["top"]["cost"], first["under"]["cost"], second["under"]["cost"])
    if not costs[0] < costs[1] < costs[2] < costs[3]:
        yield "With three factions the cheaper pair changes after rounds 2 and 4 only."


def _c13(document: Mapping[str, Any]) -> Reasons:
    if len(document["production_tokens"]) != LOOSE_TOKENS:
        yield "There are exactly six loose production tokens."


def _c14(document: Mapping[str, Any]) -> Reasons:
    for track in ACTION_PHASES:
        columns = document["tracks"][track]
        if len(columns) != COLUMNS:
            yield f"The track {track} has five columns."
        elif columns[0]["lock_before"] or columns[0]["immediate"]:
            yield f"The first column of {track} has no lock and no immediate effect."


def _c15(document: Mapping[str, Any]) -> Reasons:
    for track, expected in MAIN_ROWS.items():
        for number, column in enumerate(document["tracks"][track], 1):
            wanted = expected | ({"draw_tactics"} if (track, number) == ("move", COLUMNS) else set())
            found = [effect["do"] for effect in column["main"]]
            drawn = [effect.get("n", 1) for effect in column["main"] if effect["do"] == "draw_tactics"]
            if sorted(found) != sorted(wanted) or drawn not in ([], [1]):
                yield f"The main row of {track} column {number} gives {', '.join(sorted(wanted))}."


def _choice(*effects: Mapping[str, Json]) -> list[Json]:
    return [{"do": "choice", "of": [[effect] for effect in effects]}]


def _c16(document: Mapping[str, Any]) -> Reasons:
    draw = {"do": "draw_tactics", "n": 1}
    build = _choice({"do": "construct_foundation", "n": 1}, draw)
    expected: dict[tuple[str, int], list[Json]] = {
        ("build", 2): build,
        ("build", 4): build,
        ("harvest", 3): [{"do": "place_production_token", "on": ["land", "base"]}],
        ("harvest", 5): [{"do": "upgrade_production_token", "n": 1}],
        ("move", 4): _choice({"do": "recruitment_points", "n": 2}, draw),
    }
    for track in ACTION_PHASES:
        for number, column in enumerate(document["tracks"][track], 1):
            if column["immediate"] != expected.get((track, number), []):
                yield f"The immediate row of {track} column {number} is not what the rules say."


def _c17(document: Mapping[str, Any]) -> Reasons:
    for track, (currency, gains) in AUXILIARY_ROWS.items():
        other = "energy" if currency == "gems" else "gems"
        for number, column in enumerate(document["tracks"][track], 1):
            options = column["auxiliary"]
            given = [[effect["do"] for effect in option["effects"]] for option in options]
            single = all(
                effect.get("n", 1) == 1
                for option in options
                for effect in option["effects"]
                if effect["do"] != "gain_gems"
            )
            paid = all(
                option["cost"].get(currency, 0) > 0 and option["cost"].get(other, 0) == 0
                for option in options
            )
            if options and (sorted(given) != sorted([gain] for gain in gains) or not single or not paid):
                yield f"The auxiliary row of {track} column {number} is not what the rules say."


def _c18(document: Mapping[str, Any]) -> Reasons:
    wheel = document["combat_wheel"]
    if wheel["printed"] != WHEEL:
        yield "The printed card has 1, 1 and two shields fewer when retreating."
    kinds = Counter(section["kind"] for section in wheel["sections"])
    if kinds["retreat"] != 1 or kinds["massed"] != 1 or kinds["die"] < 2 or kinds["plain"] != 2:
        yield "One retreat, one massed, two or more die and two plain sections."
    for section in wheel["sections"]:
        icons = (section["left"], section["right"])
        if (icons == ("attack", "attack")) != (section["kind"] == "massed"):
            yield f"Only the massed section has attack on both sides ({section['id']})."
        if section["kind"] == "plain" and (
            icons.count("strength") != 1 or not set(icons) & {"attack", "shields"}
        ):
            yield f"{section['id']}: strength on one side, attack or shields on the other."


def _c19(document: Mapping[str, Any]) -> Reasons:
    faces = document["combat_die"]["faces"]
    if not faces or any(face["strength"] <= 0 and face["shields"] <= 0 for face in faces):
        yield "Each face of the die has strength or shields, and there is at least one."


def _ability_ids(faction: Mapping[str, Any]) -> list[str]:
    carriers = [faction, *faction["buildings"].values()]
    for thing in (*faction["leaders"], *faction["attributes"]):
        carriers += [thing["basic"], thing["upgraded"]]
    return [ability["id"] for carrier in carriers for ability in carrier["abilities"]]


def _ids(document: Mapping[str, Any]) -> list[str]:
    listed = [
        *document["map"]["places"],
        *document["land_tiles"],
        *document["neutral_foundations"],
        *document["production_tokens"],
        *document["tactics_cards"],
        *(side for pair in document["neutral_pricing"] for side in (pair["top"], pair["under"])),
    ]
    for faction in document["factions"]:
        for part in (
            "pricing_tokens",
            "leaders",
            "attributes",
            "board_foundations",
            "starting_foundations",
        ):
            listed += faction[part]
    return [thing["id"] for thing in listed]


def _c30(document: Mapping[str, Any]) -> Reasons:
    ids = _ids(document)
    for id_, number in Counter(ids).items():
        if number > 1:
            yield f"The id {id_} is used more than once."
        if id_ in RESERVED or id_.startswith("printed:"):
            yield f"{id_} is no id."
    for part in (
        document["combat_wheel"]["sections"],
        document["map"]["borders"],
        document["neutral_pricing"],
    ):
        if len({thing["id"] for thing in part}) < len(part):
            yield "The ids of a kind are unique."
    for faction in document["factions"]:
        if len(set(_ability_ids(faction))) < len(_ability_ids(faction)):
            yield f"The ability ids of {faction['id']} are unique."


_CHECKS: tuple[tuple[str, str, Callable[[Mapping[str, Any]], Reasons]], ...] = (
    ("CO-C1", "/vault_order", _c1),
    ("CO-C8", "/mountains", _c8),
    ("CO-C9", "/land_tiles", _c9),
    ("CO-C10", "/neutral_foundations", _c10),
    ("CO-C11", "/neutral_pricing", _c11),
    ("CO-C12", "/neutral_pricing", _c12),
    ("CO-C13", "/production_tokens", _c13),
    ("CO-C14", "/tracks", _c14),
    ("CO-C15", "/tracks", _c15),
    ("CO-C16", "/tracks", _c16),
    ("CO-C17", "/tracks", _c17),
    ("CO-C18", "/combat_wheel", _c18),
    ("CO-C19", "/combat_die", _c19),
    *((constraint, "/factions", of_factions(holds, reason)) for constraint, holds, reason in FACTION_CHECKS),
    ("CO-C30", "", _c30),
)
