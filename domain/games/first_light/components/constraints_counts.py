"""How many there are of each component, that no id stands twice, and of which kinds tiles are."""

from __future__ import annotations

from domain.games.first_light.components.constraints import Faults, demand, is_bundle
from domain.games.first_light.components.document import Document

FARM_KINDS = ("water_3", "algae_2", "power_1", "producer", "gem_on_six", "dice_on_six", "points")
UPGRADE_KINDS = ("plus_minus_one", "water_discount", "free_garage", "increase_two", "flip", "points")
COUNTS = {"items": 36, "farm_tiles": 15, "upgrade_tiles": 18}
CARDS = {"events": 16, "schemes": 20, "characters": 8, "gem_caches": 6, "ai_opponents": 4, "colours": 4}


def counts(document: Document) -> Faults:
    for name, total in COUNTS.items():
        part = getattr(document, name)
        yield from demand(
            sum(row.count for row in part) == total and all(row.count >= 1 for row in part),
            f"{name.replace('_', '-')}-count",
            f"The counts add up to {total}.",
            f"/{name}",
        )
    for name, total in CARDS.items():
        yield from demand(
            len(getattr(document, name)) == total,
            f"{name.replace('_', '-')}-count",
            f"{total} of them.",
            f"/{name}",
        )
    for name in ("items", "events", "characters", "farm_tiles", "upgrade_tiles", "ai_opponents", "schemes"):
        ids = [row.id for row in getattr(document, name)]
        yield from demand(len(ids) == len(set(ids)), "ids", "No id stands twice.", f"/{name}")
    for name, kinds in (("farm_tiles", FARM_KINDS), ("upgrade_tiles", UPGRADE_KINDS)):
        yield from demand(
            all(tile.kind in kinds and tile.points >= 0 for tile in getattr(document, name)),
            "tile-kinds",
            "Tiles are of the kinds of FL-551..557 and FL-561..566.",
            f"/{name}",
        )
    yield from demand(
        len({tuple(sorted(cache.yields.items())) for cache in document.gem_caches}) <= 1
        and all(is_bundle(cache.yields, also=("dice",)) for cache in document.gem_caches),
        "gem-cache-yield",
        "One yield for all six tiles (R51).",
        "/gem_caches",
    )
