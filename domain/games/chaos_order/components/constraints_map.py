"""Whether a map fits: CO-C2 … CO-C7, and how many mountains its bases can need (CO-C8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from domain.games.chaos_order.components.box import FACTION_COUNTS
from domain.kernel import ComponentFault

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
