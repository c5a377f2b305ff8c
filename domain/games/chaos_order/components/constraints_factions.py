"""What each faction of a component set must keep to: CO-C20 … CO-C29."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.chaos_order.components.box import BUILDING_TYPES, RELICS

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
