"""The constraints on boards and maps of a component set, and how a constraint is stated.

Constraints of shape hold for every set. Figures from the published edition bind a set that claims to be
that edition; a set that declares `variant: true` may differ and only gets a warning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from domain.games.first_light.components.box import TABLE_SIZES, distances
from domain.games.first_light.components.document import (
    CLANS,
    GAIN_KINDS,
    Condition,
    Document,
    NegotiationSide,
    PlanetSide,
    Space,
)
from domain.kernel import ComponentFault, counted, listed

# How a fault of a component set is told: under the id of its constraint, at the value, in the game's words.

Faults = Iterator[ComponentFault]
Constraint = Callable[[Document], Faults]
Step = str | int
Way = tuple[Step, ...]
"""The members, keys and places that lead to a value."""

DICE_VALUES = (1, 2, 3, 4, 5, 6)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
RESOURCE_NAMES = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gems"}
BOARD_NAMES = {
    "control_room": "Control Room",
    "negotiation": "Negotiation Board",
    "depository": "Depository",
    "headquarters": "Headquarters",
    "mining_camp": "Mining Camp",
    "laboratory": "Laboratory",
    "foundry": "Foundry",
    "market": "Market",
    "academy": "Academy",
}
DIRECTION_NAMES = {
    "e": "east",
    "se": "south-east",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
    "ne": "north-east",
}
CLAN_NAMES = {clan: clan.capitalize() for clan in CLANS}


def fault(constraint: str, message: str, *way: Step, others: Sequence[Way] = ()) -> ComponentFault:
    """A fault at the value to which the way leads. others: the ways to further values that belong to it."""
    return ComponentFault(constraint, message, pointer(*way), tuple(pointer(*other) for other in others))


def pointer(*way: Step) -> str:
    """The JSON pointer of a value."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in way)


def amounts(given: Mapping[str, int]) -> str:
    """`3 Water and 2 Power`; `nothing`."""
    return listed([f"{number} {RESOURCE_NAMES[name]}" for name, number in given.items()]) or "nothing"


def compass(direction: str) -> str:
    """`ne` → `north-east`; a direction of another map as it is."""
    return DIRECTION_NAMES.get(direction, direction)


def are(number: int) -> str:
    """How many there are, as the end of a sentence."""
    return f"here {'is' if number == 1 else 'are'} {number}"


def in_order(
    constraint: str,
    message: str,
    row: Sequence[int],
    fits: Callable[[int, int], bool],
    way: Way,
    *member: Step,
) -> Faults:
    """A fault where neighbours in a list do not fit: at the one value to blame, else at the list.

    way: to the list. member: what of each part of it is the value.
    """
    broken = [place for place, pair in enumerate(pairwise(row), 1) if not fits(*pair)]
    if not broken:
        return
    to_blame = [
        place
        for place in range(len(row))
        if all(fits(*pair) for pair in pairwise([*row[:place], *row[place + 1 :]]))
    ]
    ways = [(*way, place, *member) for place in to_blame or broken]
    if len(ways) == 1:
        yield fault(constraint, message, *ways[0])
    else:
        yield fault(constraint, message, *way, others=ways)


def rises(low: int, high: int) -> bool:
    return low < high


def does_not_fall(low: int, high: int) -> bool:
    return low <= high


# What both maps must meet: neighbours, arrows, Gem Caches, yields.

DIRECTIONS = 6
ARROWS = 6
CACHES = 6


def planet(document: Document) -> Faults:
    if not document.planet.sides:
        yield fault(
            "planet-sides", "The Planet Board has at least one side; here is none.", "planet", "sides"
        )
    directions = set(document.control_room.directions.values())
    for name, side in document.planet.sides.items():
        yield from planet_side(side, directions, ("planet", "sides", name))


def planet_side(side: PlanetSide, directions: set[str], way: Way) -> Faults:
    unknown = list(_unknown_spaces(side, way))
    if unknown:
        yield from unknown
        return
    spaces = {space.id: space for space in side.spaces}
    opposite = opposites(side)
    yield from _neighbours(side, directions, opposite, way)
    reached = distances(spaces, side.centre)
    far = [(*way, "spaces", place) for place, space in enumerate(side.spaces) if space.id not in reached]
    if far:
        message = "Every space can be reached from the centre; from here no neighbours lead there."
        yield fault("planet-connected", message, *far[0], others=far[1:])
    yield from _caches(side, way)
    yield from _arrows(side, opposite, way)


def called(space: Space) -> str:
    return f"“{space.name or space.id}”"


def _unknown_spaces(side: PlanetSide, way: Way) -> Faults:
    """Spaces that are named and do not exist once, and spaces that nobody names."""
    found = Counter(space.id for space in side.spaces)
    if side.centre not in found:
        yield fault("planet-spaces", f"There is no space “{side.centre}” for the centre.", *way, "centre")
    named: set[str] = {side.centre}
    for place, space in enumerate(side.spaces):
        for member, ways in (("adjacent", space.adjacent), ("arrows", space.arrows)):
            named |= {*ways.values()}
            for direction, there in ways.items():
                if there not in found:
                    message = f"From {called(space)} a way leads to “{there}”, which this side does not have."
                    yield fault("planet-spaces", message, *way, "spaces", place, member, direction)
    seen: set[str] = set()
    for place, space in enumerate(side.spaces):
        if space.id in seen:
            message = f"Two spaces of this side have the id “{space.id}”."
            yield fault("planet-spaces", message, *way, "spaces", place, "id")
        seen.add(space.id)
        if space.id not in named and not named <= found.keys():
            message = f"No space has “{space.id}” as its neighbour, and some have one that does not exist."
            yield fault("planet-spaces", message, *way, "spaces", place, "id")


def _neighbours(side: PlanetSide, directions: set[str], opposite: Mapping[str, str], way: Way) -> Faults:
    spaces = {space.id: space for space in side.spaces}
    one_way = [
        (place, space, direction, spaces[there])
        for place, space in enumerate(side.spaces)
        for direction, there in space.adjacent.items()
        if spaces[there].adjacent.get(opposite.get(direction, "")) != space.id
    ]
    for place, space, direction, there in one_way:
        back = opposite.get(direction)
        message = (
            f"{called(there)} lies {compass(direction)} of {called(space)}, so it has it as its neighbour"
            + (f" in the {compass(back)}." if back else ".")
        )
        yield fault("planet-adjacency", message, *way, "spaces", place, "adjacent", direction)
    if not one_way and (len(opposite) != DIRECTIONS or {*opposite} != directions):
        message = (
            f"Neighbours lie {listed(sorted(map(compass, directions)))}, the directions of the Control Room; "
            f"here they lie {listed(sorted(map(compass, opposite)))}."
        )
        yield fault("planet-adjacency", message, *way, "spaces", others=[("control_room", "directions")])


def opposites(side: PlanetSide) -> dict[str, str]:
    """direction → its opposite, read off the neighbours: the way back that most of them have."""
    spaces = {space.id: space for space in side.spaces}
    found: dict[str, Counter[str]] = {}
    for space in side.spaces:
        for direction, there in space.adjacent.items():
            for back, here in spaces[there].adjacent.items():
                if here == space.id:
                    found.setdefault(direction, Counter())[back] += 1
    return {direction: ways.most_common(1)[0][0] for direction, ways in found.items()}


def _caches(side: PlanetSide, way: Way) -> Faults:
    caches = [(place, space) for place, space in enumerate(side.spaces) if space.cache_slot]
    if len(caches) != CACHES:
        message = f"Six spaces of a side hold a Gem Cache; {are(len(caches))}."
        places = [(*way, "spaces", place, "cache_slot") for place, _ in caches]
        yield fault("planet-caches", message, *way, "spaces", others=places)
    for place, space in caches:
        if space.yields:
            message = f"{called(space)} holds a Gem Cache and yields nothing by itself."
            yield fault("planet-caches", message, *way, "spaces", place, "yield")
        if space.token is not None:
            message = f"{called(space)} holds a Gem Cache and no token."
            yield fault("planet-caches", message, *way, "spaces", place, "token")


def _arrows(side: PlanetSide, opposite: Mapping[str, str], way: Way) -> Faults:
    spaces = {space.id: space for space in side.spaces}
    arrows = [
        (space, direction, spaces[there], (*way, "spaces", place, "arrows", direction))
        for place, space in enumerate(side.spaces)
        for direction, there in space.arrows.items()
    ]
    if len(arrows) != ARROWS:
        message = f"Six arrows lead off a side; {are(len(arrows))}."
        yield fault("planet-arrows", message, *way, "spaces", others=[place for *_, place in arrows])
    for space, direction, there, place in arrows:
        start = f"The arrow of {called(space)}"
        if direction not in opposite:
            message = f"{start} points {compass(direction)}, where no space has a neighbour."
        elif direction in space.adjacent:
            message = f"{start} leads off the board, but a neighbour lies {compass(direction)} of it."
        elif space.cache_slot or there.cache_slot:
            message = f"{start} begins or ends at a Gem Cache; none does."
        elif there.id != (end := line_end(spaces, space.id, opposite[direction])):
            message = f"{start} leads to the other end of its straight line, {called(spaces[end])}; " + (
                f"here to {called(there)}."
            )
        else:
            continue
        yield fault("planet-arrows", message, *place)


def line_end(spaces: Mapping[str, Space], start: str, direction: str) -> str:
    """The last space on the straight line from `start`."""
    here = start
    for _ in spaces:
        here = spaces[here].adjacent.get(direction, here)
    return here


# The constraints of the boards: the Research Base, the boards' sides, places of trade, Negotiation.

PRINTED = ("booster", "producer", "producer")
DEAREST_GARAGE = 3
SUM_CONDITIONS = 4
CONDITIONS = ("sum",) * SUM_CONDITIONS + ("equal",) * 2
FEWEST_EQUAL = 2


def base(document: Document) -> Faults:
    for place, cost in enumerate(document.base.garage_costs):
        if place == 0 and cost:
            message = f"The first Garage is free; here it costs {cost} Algae."
            yield fault("garage-costs", message, "base", "garage_costs", 0)
        if place and not cost:
            message = f"The {ORDINALS[place]} Garage is free; 1 to {DEAREST_GARAGE} Algae are possible."
            yield fault("garage-costs", message, "base", "garage_costs", place)
    yield from _printed_farms(document)
    for resource in ("water", "algae", "power"):
        yield from _production(resource, document.base.production.get(resource))


def _printed_farms(document: Document) -> Faults:
    for place, (farm, kind) in enumerate(zip(document.base.printed_farms, PRINTED, strict=True)):
        way = ("base", "printed_farms", place)
        if farm.kind != kind:
            message = f"The first Farm is the booster, the others produce; the {ORDINALS[place]} is other."
            yield fault("printed-farms", message, *way, "kind")
        elif kind == "producer" and (own := len(set(farm.choices))) != 2:
            message = f"Farm {place + 1} produces one of 2 different resources; {are(own)}."
            yield fault("printed-farms", message, *way, "choices")


def _production(resource: str, row: Sequence[int] | None) -> Faults:
    way, name = ("base", "production", resource), RESOURCE_NAMES[resource]
    if row is None:
        message = f"A die of 1 to 6 on a Farm can produce {name}; here it produces none."
        yield fault("production", message, *way)
        return
    message = f"A higher die produces no less {name}; here 1 to 6 produce {listed([*map(str, row)])}."
    yield from in_order("production", message, row, does_not_fall, way)


def boards(document: Document) -> Faults:
    directions = document.control_room.directions
    way: Way = ("control_room", "directions")
    missing = [str(value) for value in DICE_VALUES if str(value) not in directions]
    if missing:
        message = f"Each die value has a direction; none is given for {listed(missing)}."
        yield fault("directions", message, *way)
    for direction, times in Counter(directions.values()).items():
        if times > 1:
            same = [value for value, other in directions.items() if other == direction]
            message = f"Each die value has a direction of its own; {listed(same)} have the same."
            yield fault("directions", message, *way, others=[(*way, value) for value in same])
    for name in BOARD_NAMES:
        if name != "academy":
            yield from _sides(document, name)
    for name, side in document.depository.sides.items():
        columns, place_of = side.columns, ("depository", "sides", name, "columns")
        if columns[-1] != DICE_VALUES[-1]:
            message = f"The right-most column of the Depository takes a 6, not a {columns[-1]}."
            yield fault("depository-columns", message, *place_of, len(columns) - 1)
        message = f"The columns rise from left to right; {listed([*map(str, columns)])} do not."
        yield from in_order("depository-columns", message, columns, rises, place_of)


def _sides(document: Document, name: str) -> Faults:
    part = getattr(document, name)
    for size in map(str, TABLE_SIZES):
        side = part.by_table_size.get(size)
        if side is None:
            message = f"The {BOARD_NAMES[name]} has a side for a table size of {size}; none is given."
            yield fault("by-table-size", message, name, "by_table_size")
        elif side not in part.sides:
            message = f"The {BOARD_NAMES[name]} has no side “{side}”; it has {listed(sorted(part.sides))}."
            yield fault("by-table-size", message, name, "by_table_size", size)


def trade(document: Document) -> Faults:
    for name, market in document.market.sides.items():
        way = ("market", "sides", name)
        for place, space in enumerate(market):
            if len(space.lots) not in (2, 3):
                message = f"A space of the Market trades 2 or 3 resources; {are(len(space.lots))}."
                yield fault("market", message, *way, place, "lots")
    for number in ("1", "2"):
        if number not in document.academy.costs:
            message = f"The Academy has a price for {counted(int(number), 'die', 'dice')}; none is given."
            yield fault("academy", message, "academy", "costs")


PAID = {"leyrien": "algae", "zcharo": "power", "jrayek": "gems"}
"""What the cells of a clan cost."""


def negotiation(document: Document) -> Faults:
    for name, side in document.negotiation.sides.items():
        way: Way = ("negotiation", "sides", name)
        yield from _cells(side, (*way, "cells"))
        yield from _conditions(side.conditions, (*way, "conditions"))
        for row, what in (("rewards", "reward"), ("punishments", "punishment")):
            kinds = getattr(side, row)
            if sorted(kinds) != sorted(GAIN_KINDS):
                message = f"Each of the six kinds of {what} stands once; {are(len(kinds))}, of " + (
                    f"{counted(len(set(kinds)), 'kind')}."
                )
                yield fault(f"negotiation-{row}", message, *way, row)


def _cells(side: NegotiationSide, way: Way) -> Faults:
    heights = {clan: len(side.cells.get(clan, ())) for clan in CLANS}
    usual = Counter(heights.values()).most_common(1)[0][0]
    for clan, height in heights.items():
        if height != usual or not height:
            message = (
                f"The three columns have the same number of cells, at least one; {CLAN_NAMES[clan]} "
                + (f"has {height}.")
            )
            yield fault("negotiation-cells", message, *way, *([clan] if clan in side.cells else []))
    for clan, column in side.cells.items():
        for row, cell in enumerate(column):
            if set(cell.cost) != {PAID[clan]}:
                message = f"A cell of {CLAN_NAMES[clan]} costs {RESOURCE_NAMES[PAID[clan]]} alone; " + (
                    f"here it costs {amounts(cell.cost)}."
                )
                yield fault("negotiation-cells", message, *way, clan, row, "cost")


def _conditions(conditions: Sequence[Condition], way: Way) -> Faults:
    constraint = "negotiation-conditions"
    mistaken = [place for place, kind in enumerate(CONDITIONS) if conditions[place].kind != kind]
    for place in mistaken:
        message = "The first four conditions ask for a sum, the last two for equal dice; " + (
            f"the {ORDINALS[place]} is of the other kind."
        )
        yield fault(constraint, message, *way, place, "kind")
    if mistaken:
        return
    sums = [condition.at_least for condition in conditions[:SUM_CONDITIONS]]
    message = f"The four sums rise from left to right; {listed([*map(str, sums)])} do not."
    yield from in_order(constraint, message, sums, rises, way, "at_least")
    counts = [condition.count for condition in conditions[SUM_CONDITIONS:]]
    for place, count in enumerate(counts, SUM_CONDITIONS):
        if count < FEWEST_EQUAL:
            message = f"At least {FEWEST_EQUAL} dice are equal; {are(count)}."
            yield fault(constraint, message, *way, place, "count")
    if counts[0] >= counts[1]:
        message = f"The last condition asks for more equal dice than the {counts[0]} of the one before it; "
        others = [(*way, place, "count") for place in (SUM_CONDITIONS, SUM_CONDITIONS + 1)]
        yield fault(constraint, message + f"{are(counts[1])}.", *way, others=others)
