"""The constraints on a component set (CO-C1 … CO-C30): contents, map and factions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, FACTION_COUNTS, RELICS
from domain.kernel import ComponentFault, Json

# What each faction of a component set must keep to: CO-C20 … CO-C29.

FOUNDATION_ABILITIES = (
    "stronghold_gems_as_research",
    "gem_lock_for_energy",
    "harvest_from_any_building",
    "hand_limit_six",
    "base_adjacent_to_any_building",
)
ORANGE_TOKENS = 4
START_GEMS = 1
OUTPOST_STRENGTH = 2
ZCHARO_FAME = 20
FAME_EFFECTS = {
    "gain_energy",
    "gain_gems",
    "gain_research",
    "draw_tactics",
    "recruitment_points",
    "redeploy",
}


Reasons = Iterator[str]


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


FACTION_CHECKS: tuple[tuple[str, Callable[[Mapping[str, Any]], bool], str], ...] = (
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


def of_factions(
    holds: Callable[[Mapping[str, Any]], bool], reason: str
) -> Callable[[Mapping[str, Any]], Reasons]:
    def reasons(document: Mapping[str, Any]) -> Reasons:
        for faction in document["factions"]:
            if not holds(faction):
                yield f"{faction['id']} needs {reason}."

    return reasons


# Whether a map fits: CO-C2 … CO-C7, and how many mountains its bases can need (CO-C8).

SET_FROM = {"yellow": 3, "blue": 4, "red": 5}
"""The number of factions from which a set of land tiles is in play (CO-113)."""
TUNNEL_FROM = {"blue": 4, "red": 5}
"""The number of factions from which a tunnel is open (CO-361)."""
MOST_POSITIONS = 20_000
"""Ways to have placed some bases that are looked at; a map with more is refused unchecked."""
REGIONS_PER_FACTION = 3
REGIONS_BESIDE = 4

Placement = tuple[str, frozenset[str], int]
"""A base location, the two land regions it keeps, and the mountains that this takes."""


def land_in_play(places: Mapping[str, Any], factions: int) -> set[str]:
    """The ids of the land regions at a faction count."""
    return {
        place["id"]
        for place in places.values()
        if place["kind"] == "land"
        or (place["kind"] == "tile_location" and SET_FROM.get(place.get("set"), 9) <= factions)
    }


def _pairs(document: Mapping[str, Any], *, printed: bool) -> set[frozenset[str]]:
    return {
        frozenset(border["between"])
        for border in document["map"]["borders"]
        if printed or not border["printed_mountain"]
    }


def placements(document: Mapping[str, Any], factions: int) -> list[Placement]:
    """Every way in which one base can be placed at a faction count, were it the first (CO-117, CO-118)."""
    places = {place["id"]: place for place in document["map"]["places"]}
    land, open_borders = land_in_play(places, factions), _pairs(document, printed=False)
    found = []
    for place in places.values():
        if place["kind"] != "base_location" or factions not in (place.get("factions") or ()):
            continue
        beside = sorted(
            other for border in open_borders if place["id"] in border for other in border - {place["id"]}
        )
        beside = [other for other in beside if other in land]
        found += [
            (place["id"], frozenset(pair), len(beside) - 2)
            for pair in combinations(beside, 2)
            if frozenset(pair) in open_borders
        ]
    return found


def _searched(options: list[Placement], factions: int) -> tuple[bool, int]:
    """Whether some sequence of legal placements leaves a later seat without one, and the most mountains."""
    reached = {(frozenset[str](), frozenset[str]()): 0}
    for _ in range(factions):
        following: dict[tuple[frozenset[str], frozenset[str]], int] = {}
        for (used, regions), mountains in reached.items():
            legal = [p for p in options if p[0] not in used and not p[1] & regions]
            if not legal:
                return True, 0
            for location, kept, more in legal:
                key = (used | {location}, regions | kept)
                following[key] = max(following.get(key, 0), mountains + more)
            if len(following) > MOST_POSITIONS:
                return True, 0
        reached = following
    return False, max(reached.values())


def mountain_need(document: Mapping[str, Any]) -> int:
    """The most mountains that bases can need at any faction count."""
    return max(_searched(placements(document, factions), factions)[1] for factions in FACTION_COUNTS)


def map_faults(document: Mapping[str, Any]) -> Iterator[ComponentFault]:
    """The faults of CO-C2 … CO-C7."""
    for constraint, reason in _faults(document):
        yield ComponentFault(constraint, reason, "/map")


def _faults(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    places = {place["id"]: place for place in document["map"]["places"]}
    borders = document["map"]["borders"]
    if (
        len(_pairs(document, printed=True)) < len(borders)
        or any(len(set(border["between"])) != 2 for border in borders)
        or any(end not in places for border in borders for end in border["between"])
    ):
        yield "CO-C2", "A border joins two different places, each pair at most once."
        return
    if sum(border["printed_mountain"] for border in borders) != 3:
        yield "CO-C3", "Exactly three borders have a printed mountain."
    sets = Counter(place.get("set") for place in places.values() if place["kind"] == "tile_location")
    if sets != dict.fromkeys(SET_FROM, 3):
        yield "CO-C4", "There are three tile locations of each set."
    yield from _tunnel_faults(document, places)
    if any(all(places[end]["kind"] == "base_location" for end in border["between"]) for border in borders):
        yield "CO-C6", "Two base locations are never joined by a border."
    for factions in FACTION_COUNTS:
        yield from _count_faults(document, places, factions)


def _tunnel_faults(document: Mapping[str, Any], places: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    tunnels = {tunnel["id"]: tunnel["between"] for tunnel in document["map"]["tunnels"]}
    if sorted(tunnels) != sorted(TUNNEL_FROM) or len(document["map"]["tunnels"]) != len(TUNNEL_FROM):
        yield "CO-C5", "There is one blue and one red tunnel."
        return
    for tunnel, ends in tunnels.items():
        in_play = land_in_play(places, TUNNEL_FROM[tunnel])
        if len(set(ends)) != 2 or any(
            end not in in_play and places.get(end, {}).get("kind") != "lake" for end in ends
        ):
            yield "CO-C5", f"The ends of the {tunnel} tunnel are two regions whenever it is open."


def _count_faults(
    document: Mapping[str, Any], places: Mapping[str, Any], factions: int
) -> Iterator[tuple[str, str]]:
    land = len(land_in_play(places, factions))
    if land != REGIONS_PER_FACTION * factions + REGIONS_BESIDE:
        yield "CO-C7", f"With {factions} factions there are {3 * factions + 4} land regions, not {land}."
    shown = sum(
        place["kind"] == "base_location" and factions in (place.get("factions") or ())
        for place in places.values()
    )
    if shown < factions:
        yield "CO-C7", f"At least {factions} base locations show {factions} factions."
    elif _searched(placements(document, factions), factions)[0]:
        yield (
            "CO-C7",
            f"With {factions} factions a seat can be left without a base location, or nobody can tell.",
        )


# The constraints of a component set: CO-C1 … CO-C30.

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
"""Words that name a place or a card by themselves and so cannot be ids (CO-C30)."""


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
            yield f"{id_} is not an id."
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
