"""Figures that the source reveals: a set that claims to be the printed edition shows each of them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.first_light.components.benefits import NAMED_ITEMS
from domain.games.first_light.components.constraints import Faults, demand
from domain.games.first_light.components.document import Document

PRINTED_ITEM_POINTS = {
    "aqua_cannon": 2,
    "zcharo_lamp": 3,
    "alien_relic": 8,
    "uxolotyl": 6,
    "security_codes": 4,
}
AQUA_CANNON_COST = {"water": 3, "power": 2}
MARKET_LOTS = {"water": 3, "algae": 2, "power": 1}
YIELD_OF_THE_EXAMPLE = {"water": 3, "dice": 1}


def deviations(document: Document) -> Iterator[Faults]:
    """Every revealed figure that the document does not show."""
    part = document.base
    yield demand(part.garage_points[-1] == 8, "printed-garage-bonus", "8 points for four tiles.", "/base")
    yield demand(
        1 in part.garage_points[1:4],
        "printed-garage-value",
        "One Garage shows 1 point.",
        "/base/garage_points",
    )
    yield demand(
        part.farm_points[2:] == (4, 7),
        "printed-farm-values",
        "4 points, and 7 for three tiles.",
        "/base/farm_points",
    )
    yield demand(
        set(part.printed_farms[2].choices) == {"water", "power"},
        "printed-third-farm",
        "Farm 3 gives Water or Power.",
        "/base/printed_farms/2",
    )
    yield demand(
        part.production["water"][4] == 7 and part.production["power"][4] == 2,
        "printed-production",
        "A 5 produces 7 Water or 2 Power.",
        "/base/production",
    )
    yield demand(
        any(
            {k: v for k, v in space.yields.items() if v} == YIELD_OF_THE_EXAMPLE
            for side in document.planet.sides.values()
            for space in side.spaces
        ),
        "printed-yield",
        "Some space yields 3 Water and 1 die.",
        "/planet",
    )
    right = document.control_room.directions.get("2")
    yield demand(
        right in ("e", "right"), "printed-direction", "A 2 moves to the right.", "/control_room/directions"
    )
    yield demand(
        any(cache.points == 6 for cache in document.gem_caches),
        "printed-gem-cache",
        "One Gem Cache is worth 6.",
        "/gem_caches",
    )
    yield from _negotiation(document)
    yield from _locations(document)
    yield from _items(document)


def _negotiation(document: Document) -> Iterator[Faults]:
    sides = document.negotiation.sides
    yield demand(
        any(
            side.cells["leyrien"][0].cost == {"algae": 6}
            and side.cells["zcharo"][0].cost == {"power": 4}
            and any(cell.cost == {"algae": 9} and cell.points == 5 for cell in side.cells["leyrien"])
            for side in sides.values()
        ),
        "printed-negotiation",
        "On one side Leyrien starts at 6 Algae, Zcharo at 4 Power, and 9 Algae give 5 points.",
        "/negotiation/sides",
    )
    solo = document.negotiation.at(1).cells["jrayek"]
    yield demand(
        len(solo) >= 3
        and solo[2].cost.get("gems", 0) <= 4
        and (len(solo) == 3 or solo[3].cost.get("gems", 0) > 4),
        "printed-solo-price",
        "Alone, the third row of Jrayek costs at most 4 Gems and the fourth more.",
        "/negotiation",
    )
    yield demand(
        all({8, 10} <= {c.at_least for c in side.conditions if c.kind == "sum"} for side in sides.values()),
        "printed-sums",
        "8 and 10 are among the sums.",
        "/negotiation/sides",
    )
    yield demand(
        all(side.punishments[-1] == "farm" for side in sides.values()),
        "printed-last-punishment",
        "The right-most punishment is a Farm Tile.",
        "/negotiation/sides",
    )


def _locations(document: Document) -> Iterator[Faults]:
    yield demand(
        all(s.gems == 1 for camp in document.mining_camp.sides.values() for s in camp if s.sum == 10),
        "printed-mining-camp",
        "A sum of 10 gives 1 Gem.",
        "/mining_camp",
    )
    yield demand(
        document.foundry.stack_by_value[4] == 2,
        "printed-foundry",
        "A 5 takes the right-most stack.",
        "/foundry/stack_by_value",
    )
    yield demand(
        any(market[-1].lots == MARKET_LOTS for market in document.market.sides.values()),
        "printed-market",
        "Some right-most space trades 3 Water, 2 Algae, 1 Power.",
        "/market/sides",
    )
    spaces = document.academy.spaces
    yield demand(
        4 in spaces[len(spaces) // 2].values and document.academy.costs["1"] == {"algae": 2},
        "printed-academy",
        "A 4 goes to the middle space; one die costs 2 Algae.",
        "/academy",
    )
    yield demand(
        any(effect.kind == "set_die" for effect in document.clans["leyrien"].values()),
        "printed-leyrien",
        "One side of Leyrien sets a die.",
        "/clans/leyrien",
    )


def _items(document: Document) -> Iterator[Faults]:
    cards = {card.id: card for card in document.items}
    yield demand(
        all(name in cards and cards[name].benefit == rule for name, rule in NAMED_ITEMS.items()),
        "printed-items",
        "The 35 named Items, each with its own benefit.",
        "/items",
    )
    yield demand(
        all(name in cards and cards[name].points == points for name, points in PRINTED_ITEM_POINTS.items())
        and cards["aqua_cannon"].cost == AQUA_CANNON_COST,
        "printed-item-figures",
        "Aqua Cannon costs 3 Water and 2 Power; the points that the source shows.",
        "/items",
    )
