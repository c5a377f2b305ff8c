"""The constraints on boards and maps of a component set, and how a constraint is stated.

Constraints of shape hold for every set. Figures from the published edition bind a set that claims to be
that edition; a set that declares `variant: true` may differ and only gets a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from domain.games.first_light.components.box import TABLE_SIZES, distances
from domain.games.first_light.components.document import (
    CLANS,
    GAIN_KINDS,
    RESOURCES,
    Bundle,
    Document,
    PlanetSide,
    Space,
)
from domain.kernel import ComponentFault

# How a demand on a component set is put: it holds, or it is a fault under its own id.

Faults = Iterator[ComponentFault]
Constraint = Callable[[Document], Faults]

DICE_VALUES = (1, 2, 3, 4, 5, 6)


def demand(holds: bool, constraint: str, message: str, pointer: str) -> Faults:
    if not holds:
        yield ComponentFault(constraint, message, pointer)


def is_bundle(bundle: Bundle, *, also: tuple[str, ...] = ()) -> bool:
    """Whether the amounts are of known things and none is negative."""
    return bundle.keys() <= {*RESOURCES, *also} and all(amount >= 0 for amount in bundle.values())


# What both maps must meet: neighbours, arrows, Gem Caches, yields.

DIRECTIONS = 6
ARROWS = 6
CACHES = 6


def planet(document: Document) -> Faults:
    yield from demand(bool(document.planet.sides), "planet-sides", "At least one side.", "/planet/sides")
    for name, side in document.planet.sides.items():
        yield from planet_side(document, side, f"/planet/sides/{name}")


def planet_side(document: Document, side: PlanetSide, pointer: str) -> Faults:
    spaces = {space.id: space for space in side.spaces}
    known = side.centre in spaces and len(spaces) == len(side.spaces)
    targets = {t for space in side.spaces for t in (*space.adjacent.values(), *space.arrows.values())}
    yield from demand(
        known and targets <= spaces.keys(), "planet-spaces", "Every space that is named exists once.", pointer
    )
    if not known or not targets <= spaces.keys():
        return
    opposite = opposites(side)
    yield from demand(
        len(opposite) == DIRECTIONS
        and {*opposite} == {*document.control_room.directions.values()}
        and all(
            spaces[there].adjacent.get(opposite[direction]) == space.id
            for space in side.spaces
            for direction, there in space.adjacent.items()
        ),
        "planet-adjacency",
        "Six directions in three opposite pairs; who is my neighbour has me as neighbour.",
        pointer,
    )
    yield from demand(
        len(distances(spaces, side.centre)) == len(spaces),
        "planet-connected",
        "Every space can be reached from the centre.",
        pointer,
    )
    caches = [space for space in side.spaces if space.cache_slot]
    yield from demand(
        len(caches) == CACHES and all(not space.yields and space.token is None for space in caches),
        "planet-caches",
        "Six spaces for Gem Caches, without a yield or a token of their own.",
        pointer,
    )
    yield from demand(
        all(
            is_bundle(space.yields, also=("dice",)) and space.token in (None, "water_3", "gem")
            for space in side.spaces
        ),
        "planet-yields",
        "Yields are resources and dice; tokens are water_3 or gem.",
        pointer,
    )
    yield from planet_arrows(spaces, opposite, pointer)


def planet_arrows(spaces: dict[str, Space], opposite: dict[str, str], pointer: str) -> Faults:
    arrows = [(space, d, there) for space in spaces.values() for d, there in space.arrows.items()]
    yield from demand(
        len(arrows) == ARROWS
        and all(
            d in opposite
            and d not in space.adjacent
            and not space.cache_slot
            and not spaces[there].cache_slot
            and there == line_end(spaces, space.id, opposite[d])
            for space, d, there in arrows
        ),
        "planet-arrows",
        "Six arrows, each off the edge to the other end of its straight line, none at a Gem Cache.",
        pointer,
    )


def opposites(side: PlanetSide) -> dict[str, str]:
    """direction → its opposite, read off the neighbours."""
    spaces = {space.id: space for space in side.spaces}
    found: dict[str, str] = {}
    for space in side.spaces:
        for direction, there in space.adjacent.items():
            for back, here in spaces[there].adjacent.items():
                if here == space.id:
                    found.setdefault(direction, back)
    return found


def line_end(spaces: dict[str, Space], start: str, direction: str) -> str:
    """The last space on the straight line from `start`."""
    here = start
    for _ in spaces:
        here = spaces[here].adjacent.get(direction, here)
    return here


# The constraints of the boards: the Research Base, the boards' sides, places of trade, Negotiation.

GARAGES = 5
SUM_CONDITIONS = 4


def base(document: Document) -> Faults:
    part = document.base
    costs, points = part.garage_costs, part.garage_points
    yield from demand(
        len(costs) == GARAGES and costs[0] == 0 and all(1 <= cost <= 3 for cost in costs[1:]),
        "garage-costs",
        "Five Garages: the first is free, the others cost 1 to 3 Algae.",
        "/base/garage_costs",
    )
    yield from demand(
        len(points) == GARAGES and min(points) >= 0,
        "garage-points",
        "Five end values, none negative.",
        "/base/garage_points",
    )
    yield from demand(
        len(part.farm_points) == 4 and min(part.farm_points) >= 0,
        "farm-points",
        "Four end values, none negative.",
        "/base/farm_points",
    )
    printed = part.printed_farms
    yield from demand(
        [farm.kind for farm in printed] == ["booster", "producer", "producer"]
        and all(
            len(set(farm.choices)) == 2 and set(farm.choices) <= set(RESOURCES[:3]) for farm in printed[1:]
        ),
        "printed-farms",
        "A booster, then two producers with a choice of two resources each.",
        "/base/printed_farms",
    )
    yield from demand(
        set(part.production) == set(RESOURCES[:3])
        and all(
            len(row) == 6 and row[0] >= 0 and all(low <= high for low, high in pairwise(row))
            for row in part.production.values()
        ),
        "production",
        "Six amounts each for Water, Algae and Power, never falling with the value.",
        "/base/production",
    )


def boards(document: Document) -> Faults:
    yield from demand(
        set(document.control_room.directions) == {str(value) for value in DICE_VALUES}
        and len(set(document.control_room.directions.values())) == DIRECTIONS,
        "directions",
        "Each value 1 to 6 has a direction of its own.",
        "/control_room/directions",
    )
    for name in (
        "control_room",
        "negotiation",
        "depository",
        "headquarters",
        "mining_camp",
        "laboratory",
        "foundry",
        "market",
    ):
        part = getattr(document, name)
        yield from demand(
            set(part.by_table_size) == {str(size) for size in TABLE_SIZES}
            and set(part.by_table_size.values()) <= set(part.sides),
            "by-table-size",
            "A side for each table size 1 to 4.",
            f"/{name}/by_table_size",
        )
    yield from demand(
        all(
            side.spaces >= 1
            for part in (document.control_room, document.laboratory, document.foundry)
            for side in part.sides.values()
        ),
        "spaces",
        "At least one space.",
        "",
    )
    yield from demand(
        all(side.slots >= 1 for side in document.headquarters.sides.values()),
        "headquarters-slots",
        "At least one slot.",
        "/headquarters",
    )
    yield from demand(
        len(document.foundry.stack_by_value) == 6 and set(document.foundry.stack_by_value) <= {0, 1, 2},
        "stack-by-value",
        "One of the stacks 0 to 2 for each value.",
        "/foundry/stack_by_value",
    )
    for name, side in document.depository.sides.items():
        yield from demand(
            bool(side.columns)
            and set(side.columns) <= set(DICE_VALUES)
            and all(left < right for left, right in pairwise(side.columns))
            and side.columns[-1] == 6,
            "depository-columns",
            "Values rising from left to right, the right-most 6.",
            f"/depository/sides/{name}",
        )


def trade(document: Document) -> Faults:
    for name, camp in document.mining_camp.sides.items():
        yield from demand(
            bool(camp) and all(space.gems in (1, 2) and space.sum >= 0 for space in camp),
            "mining-camp",
            "Spaces with a sum, for 1 or 2 Gems.",
            f"/mining_camp/sides/{name}",
        )
    for name, market in document.market.sides.items():
        yield from demand(
            len(market) in (2, 3)
            and all(
                len(space.lots) in (2, 3) and is_bundle(space.lots) and min(space.lots.values()) >= 1
                for space in market
            ),
            "market",
            "2 or 3 spaces with lots of 2 or 3 resources each.",
            f"/market/sides/{name}",
        )
    yield from demand(
        bool(document.academy.spaces)
        and all(space.values and set(space.values) <= set(DICE_VALUES) for space in document.academy.spaces)
        and set(document.academy.costs) == {"1", "2"}
        and all(is_bundle(cost) for cost in document.academy.costs.values()),
        "academy",
        "Spaces with values; costs of one and of two dice.",
        "/academy",
    )


def negotiation(document: Document) -> Faults:
    paid = {"leyrien": "algae", "zcharo": "power", "jrayek": "gems"}
    for name, side in document.negotiation.sides.items():
        pointer = f"/negotiation/sides/{name}"
        columns = side.cells
        yield from demand(
            set(columns) == set(CLANS)
            and len({len(column) for column in columns.values()}) == 1
            and all(
                set(cell.cost) == {paid[clan]} and is_bundle(cell.cost)
                for clan, column in columns.items()
                if clan in paid
                for cell in column
            )
            and len(columns["leyrien"]) >= 1,
            "negotiation-cells",
            "Three columns of one height; Leyrien takes Algae, Zcharo Power, Jrayek Gems.",
            f"{pointer}/cells",
        )
        sums = [c.at_least for c in side.conditions if c.kind == "sum"]
        counts = [c.count for c in side.conditions if c.kind == "equal"]
        yield from demand(
            [c.kind for c in side.conditions] == ["sum"] * SUM_CONDITIONS + ["equal"] * 2
            and all(low < high for low, high in pairwise(sums))
            and all(low < high for low, high in pairwise(counts))
            and min(counts, default=0) >= 2,
            "negotiation-conditions",
            "Four rising sums, then two rising counts of at least 2.",
            f"{pointer}/conditions",
        )
        for row in ("rewards", "punishments"):
            yield from demand(
                sorted(getattr(side, row)) == sorted(GAIN_KINDS),
                f"negotiation-{row}",
                "An order of the six kinds.",
                f"{pointer}/{row}",
            )
