"""Whether the map of a component set fits: CO-C2 … CO-C8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from domain.games.chaos_order.components.box import FACTION_COUNTS
from domain.kernel import ComponentFault

Tree = Mapping[str, Any]
Faults = Iterator[ComponentFault]

PRINTED_MOUNTAINS = 3
TILES_IN_A_SET = 3
OTHER = "other"
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


def called(thing: Tree) -> str:
    """The name of a thing, else its id in words."""
    return str(thing.get("name") or thing["id"].replace("_", " ").replace(".", " "))


def land_in_play(places: Tree, factions: int) -> set[str]:
    """The ids of the land regions at a faction count."""
    return {
        place["id"]
        for place in places.values()
        if place["kind"] == "land"
        or (place["kind"] == "tile_location" and SET_FROM.get(place.get("set"), 9) <= factions)
    }


def _pairs(document: Tree, *, printed: bool) -> set[frozenset[str]]:
    return {
        frozenset(border["between"])
        for border in document["map"]["borders"]
        if printed or not border["printed_mountain"]
    }


def placements(document: Tree, factions: int) -> list[Placement]:
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


def mountain_need(document: Tree) -> int:
    """The most mountains that bases can need at any faction count."""
    return max(_searched(placements(document, factions), factions)[1] for factions in FACTION_COUNTS)


def map_faults(document: Tree) -> Faults:
    places = {place["id"]: place for place in document["map"]["places"]}
    borders = document["map"]["borders"]
    if broken := list(_border_faults(borders, places)):
        yield from broken
        return
    printed = [f"/map/borders/{at}" for at, border in enumerate(borders) if border["printed_mountain"]]
    if len(printed) != PRINTED_MOUNTAINS:
        yield ComponentFault(
            "CO-C3",
            f"{PRINTED_MOUNTAINS} borders have a printed mountain; here are {len(printed)}.",
            "/map/borders",
            tuple(printed),
        )
    for colour, sites in by_set(document["map"]["places"], "/map/places").items():
        if colour == OTHER:
            for site in sites:
                message = "The site of a land tile is yellow, blue or red; here no colour is given."
                yield ComponentFault("CO-C4", message, f"{site}/set")
        elif len(sites) != TILES_IN_A_SET:
            yield ComponentFault(
                "CO-C4",
                f"The map has {TILES_IN_A_SET} sites for {colour} land tiles; here are {len(sites)}.",
                "/map/places",
                tuple(sites),
            )
    yield from _tunnel_faults(document, places)
    for at, border in enumerate(borders):
        if all(places[end]["kind"] == "base_location" for end in border["between"]):
            one, other = (called(places[end]) for end in border["between"])
            yield ComponentFault(
                "CO-C6",
                f"Two base locations have no border with each other; here {one} and {other} have one.",
                f"/map/borders/{at}",
            )
    for factions in FACTION_COUNTS:
        yield from _count_faults(document, places, factions)
    yield from _c8(document)


def _border_faults(borders: Sequence[Tree], places: Tree) -> Faults:
    """CO-C2."""
    seen: dict[frozenset[str], str] = {}
    for at, border in enumerate(borders):
        here, pair = f"/map/borders/{at}", frozenset(border["between"])
        for number, end in enumerate(border["between"]):
            if end not in places:
                message = f"A border joins two places of the map; {end} is none."
                yield ComponentFault("CO-C2", message, f"{here}/between/{number}")
        if len(pair) != 2:
            yield ComponentFault(
                "CO-C2", "A border joins two different places; here both are the same.", f"{here}/between"
            )
        elif pair in seen:
            message = "Two places have one border with each other; these two have another already."
            yield ComponentFault("CO-C2", message, f"{here}/between", (f"{seen[pair]}/between",))
        seen.setdefault(pair, here)


def by_set(things: Sequence[Tree], pointer: str) -> dict[str, list[str]]:
    """The pointers of land tiles, or of their sites, by their set; those without a set under `OTHER`."""
    found: dict[str, list[str]] = {colour: [] for colour in SET_FROM}
    for at, thing in enumerate(things):
        if thing.get("kind", "tile_location") == "tile_location":
            found.setdefault(thing.get("set") or OTHER, []).append(f"{pointer}/{at}")
    return found


def _tunnel_faults(document: Tree, places: Tree) -> Faults:
    tunnels = document["map"]["tunnels"]
    colours = [tunnel["id"] for tunnel in tunnels]
    if sorted(colours) != sorted(TUNNEL_FROM):
        told = " and ".join(colours) or "none"
        yield ComponentFault(
            "CO-C5", f"The map has one blue and one red tunnel; here are: {told}.", "/map/tunnels"
        )
        return
    for at, tunnel in enumerate(tunnels):
        ends, least = tunnel["between"], TUNNEL_FROM[tunnel["id"]]
        here, in_play = f"/map/tunnels/{at}/between", land_in_play(places, least)
        if len(set(ends)) != 2:
            message = f"The {tunnel['id']} tunnel joins two different regions; here both are the same."
            yield ComponentFault("CO-C5", message, here)
        for number, end in enumerate(ends):
            if end not in in_play and places.get(end, {}).get("kind") != "lake":
                told = called(places[end]) if end in places else end
                yield ComponentFault(
                    "CO-C5",
                    f"The {tunnel['id']} tunnel is open with {least} factions and leads to regions; "
                    f"{told} is none then.",
                    f"{here}/{number}",
                )


def _count_faults(document: Tree, places: Tree, factions: int) -> Faults:
    land, due = len(land_in_play(places, factions)), REGIONS_PER_FACTION * factions + REGIONS_BESIDE
    if land != due:
        yield ComponentFault(
            "CO-C7",
            f"With {factions} factions {due} land regions are in play, printed ones and sites of tiles; "
            f"here are {land}.",
            "/map/places",
        )
    shown = sum(
        place["kind"] == "base_location" and factions in (place.get("factions") or ())
        for place in places.values()
    )
    if shown < factions:
        yield ComponentFault(
            "CO-C7",
            f"With {factions} factions at least {factions} base locations are needed; "
            f"here {shown} show the number {factions}.",
            "/map/places",
        )
    elif _searched(placements(document, factions), factions)[0]:
        yield ComponentFault(
            "CO-C7",
            f"With {factions} factions each must find a base location next to two land regions of its own "
            "that have a common border; here one can be left without, or there are too many ways to tell.",
            "/map/places",
            ("/map/borders",),
        )


def _c8(document: Tree) -> Faults:
    for_bases = mountain_need(document)
    need, there = PRINTED_MOUNTAINS + for_bases, document["mountains"]
    if there < need:
        yield ComponentFault(
            "CO-C8",
            f"This map can need {need} mountains, {PRINTED_MOUNTAINS} of them on printed spaces and "
            f"{for_bases} at bases; here are {there}.",
            "/mountains",
        )
