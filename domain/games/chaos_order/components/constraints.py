"""What a component set must keep to: the constraints CO-C1 … CO-C30."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, FACTION_COUNTS, RELICS
from domain.games.chaos_order.components.constraints_map import map_faults, mountain_need
from domain.kernel import ComponentFault, Json

FACTIONS = ("jrayek", "leyrien", "circadians", "zcharo", "oxataya", "ai")
FOUNDATION_ABILITIES = (
    "stronghold_gems_as_research",
    "gem_lock_for_energy",
    "harvest_from_any_building",
    "hand_limit_six",
    "base_adjacent_to_any_building",
)
TILE_SETS = ("yellow", "blue", "red")
TILES_IN_A_SET = 3
PRINTED_MOUNTAINS = 3
COLUMNS = 5
LOOSE_TOKENS = 6
ORANGE_TOKENS = 4
START_GEMS = 1
OUTPOST_STRENGTH = 2
ZCHARO_FAME = 20
PAIR_RELICS = {2, 4}
WHEEL = {"left": 1, "right": 1, "retreat_shields": -2}
FAME_EFFECTS = {
    "gain_energy",
    "gain_gems",
    "gain_research",
    "draw_tactics",
    "recruitment_points",
    "redeploy",
}
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


Reasons = Iterator[str]


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
        yield "The token under another is the dearer one."
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


def _c20(faction: Mapping[str, Any]) -> bool:
    orange = sum(token["back"] == "orange" for token in faction["pricing_tokens"])
    return bool(faction["id"] == "jrayek" or orange == ORANGE_TOKENS)


def _c21(faction: Mapping[str, Any]) -> bool:
    gems = START_GEMS + sum(e.get("n", 1) for e in faction["setup"] if e["do"] == "gain_gems")
    return any(leader["basic"]["gem_cost"] <= gems for leader in faction["leaders"])


def _c22(faction: Mapping[str, Any]) -> bool:
    fighters = faction["fighters"]
    off_board = fighters["total"] - sum(fighters["on_track"])
    return len(fighters["on_track"]) >= 1 and off_board >= 2


def _c23(faction: Mapping[str, Any]) -> bool:
    fast = faction["fast_track"]
    if faction["id"] == "ai":
        return fast is None
    return fast is not None and (fast["to"] == "drop_ship") == (faction["id"] == "circadians")


def _c24(faction: Mapping[str, Any]) -> bool:
    buildings = faction["buildings"]
    return (
        sorted(buildings) == sorted(BUILDING_TYPES)
        and all(building["spaces"] for building in buildings.values())
        and buildings["outpost"]["strength"] == OUTPOST_STRENGTH
    )


def _c25(faction: Mapping[str, Any]) -> bool:
    abilities = [foundation["ability"] for foundation in faction["board_foundations"]]
    return sorted(abilities) == sorted(FOUNDATION_ABILITIES) and abilities[0] == FOUNDATION_ABILITIES[0]


def _c26(faction: Mapping[str, Any]) -> bool:
    return len(faction["starting_foundations"]) == 2


def _c27(faction: Mapping[str, Any]) -> bool:
    fame, zcharo = faction["fame"], faction["id"] == "zcharo"
    positions = [int(at) if at.isdigit() else 0 for at in fame["spaces"]]
    effects = {effect["do"] for space in fame["spaces"].values() for effect in space}
    return bool(
        fame["victory"] == ("end_of_check_relics" if zcharo else "immediate")
        and (not zcharo or fame["length"] == ZCHARO_FAME)
        and all(1 <= at <= fame["length"] for at in positions)
        and effects <= FAME_EFFECTS
    )


def _c28(faction: Mapping[str, Any]) -> bool:
    expected = {
        "oxataya": ["lake_access", "many_leaders_per_region"],
        "zcharo": ["many_outposts_per_region"],
    }
    return bool(sorted(faction["statics"]) == expected.get(faction["id"], []))


def _c29(faction: Mapping[str, Any]) -> bool:
    return 1 <= len(faction["relic_spaces"]) <= len(RELICS)


_FACTION_CHECKS: tuple[tuple[str, Callable[[Mapping[str, Any]], bool], str], ...] = (
    ("CO-C20", _c20, "four orange-backed pricing tokens"),
    ("CO-C21", _c21, "a leader that can be paid for at setup"),
    ("CO-C22", _c22, "a sector, and two fighters off the board at setup"),
    ("CO-C23", _c23, "the fast track that its faction has"),
    ("CO-C24", _c24, "all three building types with spaces, and outposts of strength 2"),
    ("CO-C25", _c25, "five board foundations, each ability once, the strongholds' on top"),
    ("CO-C26", _c26, "two starting foundations"),
    ("CO-C27", _c27, "a fame track as the rules say"),
    ("CO-C28", _c28, "the statics of its faction"),
    ("CO-C29", _c29, "one to six relic spaces"),
)


def _of_factions(
    holds: Callable[[Mapping[str, Any]], bool], reason: str
) -> Callable[[Mapping[str, Any]], Reasons]:
    def reasons(document: Mapping[str, Any]) -> Reasons:
        for faction in document["factions"]:
            if not holds(faction):
                yield f"{faction['id']} needs {reason}."

    return reasons


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
    *(
        (constraint, "/factions", _of_factions(holds, reason))
        for constraint, holds, reason in _FACTION_CHECKS
    ),
    ("CO-C30", "", _c30),
)
