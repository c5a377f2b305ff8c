"""What both maps and the location cards must meet: OC-C03 … OC-C05."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.games.order_vs_chaos.components.constraints import Faults
from domain.games.order_vs_chaos.components.document import Document, MapSide
from domain.kernel import ComponentFault

CARD_LOCATIONS = 30
START_COUNTS = (3, 4)
COMPOSITION: Mapping[tuple[str, int | None], int] = {
    ("quartermaster", None): 3,
    ("chaos_rift", None): 2,
    ("order_shrine", None): 1,
    ("healing_shrine", 2): 1,
    ("healing_shrine", 3): 1,
    ("rift", 5): 5,
    ("rift", 4): 4,
    ("rift", 3): 3,
    ("rift", 2): 2,
    ("rift", 1): 1,
    ("wandering_monster", None): 4,
    ("wormhole", None): 3,
}


def maps(read: Document) -> Faults:
    if sorted(side.id for side in read.maps) != ["eu", "us"]:
        yield ComponentFault("OC-C03", "There are exactly two maps, us and eu.", "/maps")
    for index, side in enumerate(read.maps):
        kinds = Counter(location.kind for location in side.locations)
        starts = kinds["order_start"]
        if (
            kinds["card"] != CARD_LOCATIONS
            or kinds["arch_enemy"] != 1
            or starts not in START_COUNTS
            or kinds["chaos_start"] != starts
            or sum(kinds.values()) != CARD_LOCATIONS + 1 + 2 * starts
        ):
            yield ComponentFault("OC-C03", f"{side.id}: wrong numbers of locations.", f"/maps/{index}")
        yield from edges(side, f"/maps/{index}/edges")


def edges(side: MapSide, pointer: str) -> Faults:
    locations = {location.id for location in side.locations}
    pairs = [frozenset(edge) for edge in side.edges]
    if any(len(pair) != 2 or not pair <= locations for pair in pairs):
        yield ComponentFault("OC-C04", "An edge joins two different locations of its map.", pointer)
    if len(set(pairs)) != len(pairs):
        yield ComponentFault("OC-C04", "No edge may stand twice.", pointer)
    closed = {location.id for location in side.locations if location.kind == "arch_enemy"}
    for left in (locations, locations - closed):
        if not _connected(left, pairs):
            yield ComponentFault("OC-C04", "The map must be connected, without the arch enemy too.", pointer)


def _connected(locations: set[str], pairs: list[frozenset[str]]) -> bool:
    reached: set[str] = set()
    waiting = list(locations)[:1]
    while waiting:
        here = waiting.pop()
        reached.add(here)
        near = {other for pair in pairs if here in pair for other in pair} & locations
        waiting.extend(near - reached)
    return reached == locations


def location_cards(read: Document) -> Faults:
    if Counter((card.kind, card.number) for card in read.location_cards) != Counter(COMPOSITION):
        yield ComponentFault("OC-C05", "The 30 location cards are not those of the table.", "/location_cards")
