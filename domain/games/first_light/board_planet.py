"""The board's planet with its 19 spaces, and the six Location Boards with their prices and dice.

A zone is drawn once and kept, because one step of the game changes little of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache, wraps
from math import cos, radians, sin
from typing import Any

import msgspec

from domain.games.first_light import places
from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import LOCATIONS, Bundle, PlanetSide, Space
from domain.games.first_light.drawing import Drawing, PlanetDrawing, Point, Tone, side_map
from domain.games.first_light.editing import PLANET
from domain.games.first_light.rules.dice import CONTROL_ROOM, FOUNDRY, LABORATORY
from domain.games.first_light.state import AI
from domain.games.first_light.view import HIDDEN
from domain.games.first_light.words.names import Known, box_of, known_of, names_of
from domain.games.first_light.words.printed import KEPT_BUNDLES, LOCATION_NAMES, amount, bundle
from domain.kernel import (
    Amount,
    Disc,
    Hex,
    Json,
    MapLayout,
    Naming,
    Outline,
    Piece,
    Place,
    Scenery,
    SeatName,
    Zone,
    counted,
    listed,
    on_lattice,
)

# Zones that are drawn once: a step of the game leaves most of the table as it was.

KEPT_ZONES = 256
"""Of each kind: as many as the longest game has, and a table that is followed needs the last few."""


def drawn_once(draw: Callable[..., Zone]) -> Callable[..., Zone]:
    """A zone drawn from what it shows, from what things are called, and from values that never change.

    draw: (what it shows, naming, values …) → the zone. It is kept by the bytes of all that: `draw` gets what
    it shows read from them, and so can show no more.
    """

    @lru_cache(KEPT_ZONES)
    def drawn(shown: bytes, seats: bytes, known: Known, *values: Hashable) -> Zone:
        called = Naming(names_of(known), msgspec.json.decode(seats, type=dict[str, SeatName]))
        return draw(msgspec.json.decode(shown), called, *values)

    @wraps(draw)
    def zone(shown: Json, naming: Naming, *values: Hashable) -> Zone:
        encode = msgspec.json.encode
        return drawn(encode(shown), encode(naming.seats), known_of(naming), *values)

    return zone


# Shared by many boards: dice, short codes of amounts, and the names of owners.

CODES = {"water": "W", "algae": "A", "power": "P", "gems": "G", "dice": "D", "items": "I"}
"""The code of an amount where there is little room."""

LEGEND = "in Water, Algae, Power, Gems"
"""The meaning of the letters of codes."""


def code(amounts: Mapping[str, int]) -> str:
    """`3W 1D`."""
    return _code(tuple(amounts.items()))


@lru_cache(KEPT_BUNDLES)
def _code(amounts: tuple[tuple[str, int], ...]) -> str:
    return " ".join(f"{number}{CODES[what]}" for what, number in amounts if number)


SYMBOLS = {
    "water": "waves",
    "algae": "sprout",
    "power": "zap",
    "gems": "gem",
    "dice": "dices",
    "items": "gallery-horizontal-end",
}


@lru_cache(KEPT_BUNDLES)
def _printed(amounts: tuple[tuple[str, int], ...], either: bool) -> tuple[Amount, ...]:
    return tuple(Amount(SYMBOLS[what], number, either) for what, number in amounts if number)


def printed(amounts: Mapping[str, int], *, either: bool = False) -> tuple[Amount, ...]:
    """The amounts as figures with symbols. either: as an alternative to what is printed before them."""
    return _printed(tuple(amounts.items()), either)


def owner_name(naming: Naming, owner: str) -> str:
    """The name of a seat on the planet; anything else is the AI."""
    return naming.seat(owner).text if owner in naming.seats else "The AI"


def die(owner: str, value: int | None, place: str, naming: Naming, count: int = 1, number: int = 0) -> Piece:
    """A die on a place, or a pair of one value. number: tells several dice on one place apart."""
    whose = f"{owner_name(naming, owner)}’s"
    if value is None:
        label = f"{whose} {amount(count, 'dice')}"
    else:
        label = f"{whose} {value}" if count == 1 else f"{whose} {count} dice of {value}"
    return Piece(
        f"die:{place}:{owner}" + (f":{number}" if number else ""),
        "die",
        label,
        owner if owner in naming.seats else None,
        count=count,
        face=None if value is None else str(value),
    )


def dice_lying(owner: str, count: int, place: str, naming: Naming) -> tuple[Piece, ...]:
    """Dice that show no value, as one piece."""
    return (die(owner, None, place, naming, count),) if count > 0 else ()


def spot_die(spot: Json, place: str, naming: Naming) -> tuple[Piece, ...]:
    """The die, or pair, on a space of a Location Board or a cell of the Negotiation Board."""
    if spot is None:
        return ()
    return (die(spot["owner"], spot["value"], place, naming, spot.get("dice", 1)),)


# The planet: 19 spaces with their yields, tokens, Gem Caches, arrows and Harvesters.

ANGLES = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240, "ne": 300}
"""Where a direction points, clockwise from the right."""
KEPT_ARROWS = 64
"""They stand where they stood at the step before."""

TONES: Mapping[str, Tone] = {"dice": "order", "power": "warm", "algae": "land", "water": "water"}
"""The look of a space goes by the rarest that it yields."""

TOKENS = {"water_3": ("3 Water", "3W", "waves"), "gem": ("1 Gem", "1G", "gem")}


def planet_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """The map, with everything that lies and stands on it."""
    harvesters = {seat: base["harvester"] for seat, base in view["seats"].items()}
    rival = view["ai"] and view["ai"]["harvester"]
    shown = {"side": view["config"]["planet_side"], "harvesters": harvesters, "rival": rival}
    shown |= view["planet"]
    return _planet(shown, naming, rank, folded, drawing.planet)


@drawn_once
def _planet(shown: Json, naming: Naming, rank: int, folded: bool, drawn: PlanetDrawing) -> Zone:
    box = box_of(naming)
    side = box.document.planet.sides[shown["side"]]
    laid = _laid(side, shown["side"], drawn)
    middles = {id: place.at for id, place in laid.places["spaces"].items() if place}
    return Zone(
        "planet",
        "Planet",
        "map",
        rank,
        note=_note(shown) if folded else LEGEND,
        size=laid.size,
        folded=folded,
        scenery=(_globe(drawn), *_arrows(side.spaces, middles, drawn.radius)),
        places=tuple(
            _space(shown, space, middles[space.id], drawn.radius, box, naming) for space in side.spaces
        ),
    )


def _note(shown: Json) -> str:
    left = len(shown["tokens"])
    return f"{counted(left, 'token')} left"


def _laid(side: PlanetSide, name: str, drawn: PlanetDrawing) -> MapLayout:
    """Where the spaces of a side lie: those that the drawing lacks lie where their neighbours say."""
    rows = {space.id: {PLANET.neighbours: space.adjacent} for space in side.spaces}
    return on_lattice(PLANET, rows, side_map(drawn, name, [*rows]))


def _globe(drawn: PlanetDrawing) -> Scenery:
    width, height = drawn.size
    return Scenery(Disc(round(width / 2), round(height / 2), round(width / 2)), "cold")


def _arrows(spaces: tuple[Space, ...], middles: Mapping[str, Point], radius: float) -> Iterator[Scenery]:
    """FL-373: a point off the edge for each arrow."""
    for space in spaces:
        for direction in space.arrows:
            if direction in ANGLES:
                yield Scenery(Outline(_arrow(middles[space.id], radius, ANGLES[direction])), "goal")


@lru_cache(KEPT_ARROWS)
def _arrow(middle: Point, radius: float, angle: float) -> tuple[Point, ...]:
    edge = radius * 0.87

    def at(out: float, aside: float) -> Point:
        x, y = cos(radians(angle)), sin(radians(angle))
        return round(middle[0] + out * x - aside * y), round(middle[1] + out * y + aside * x)

    return at(edge + 1, -radius / 3), at(edge + 1, radius / 3), at(edge + radius / 4, 0)


def _space(shown: Json, space: Space, middle: Point, radius: float, box: Box, naming: Naming) -> Place:
    given = box.document.gem_caches[0].yields if space.cache_slot else space.yields
    arrows = (f"an arrow leads to {naming.name(there)}" for there in space.arrows.values())
    (x, y), token = middle, shown["tokens"].get(space.id)
    lying = [_token(space.id, token)] if token is not None else []
    if space.id in shown["caches"]:
        lying.append(_cache(space.id, shown["caches"][space.id], naming))
    return Place(
        space.id,
        ", ".join(amount(number, what) for what, number in given.items() if number) or "nothing",
        Hex(round(x), round(y), round(radius)),
        short=code(given) or "–",
        gives=printed(given),
        caption="" if any(given.values()) else None,
        tone="goal" if space.cache_slot else _tone(given),
        pieces=(*lying, *_harvesters(shown, space.id, naming)),
        note=", ".join((naming.name(space.id), *(("for a Gem Cache",) if space.cache_slot else ()), *arrows)),
    )


def _tone(given: Mapping[str, int]) -> Tone:
    return next((tone for what, tone in TONES.items() if given.get(what)), "neutral")


def _token(space: str, token: str) -> Piece:
    label, face, icon = TOKENS[token]
    return Piece(f"token:{space}", "token", f"token of {label}", face=face, icon=icon)


def _harvesters(shown: Json, space: str, naming: Naming) -> Iterator[Piece]:
    for seat, at in shown["harvesters"].items():
        if at == space:
            label = f"{owner_name(naming, seat)}’s Harvester"
            yield Piece(places.harvester(seat), "figure", label, seat)
    if shown["rival"] == space:
        yield Piece(places.harvester(AI), "figure", "The AI’s Harvester", face="AI")


def _cache(space: str, cache: str, naming: Naming) -> Piece:
    """FL-103, FL-375: what a Gem Cache is worth shows at the end."""
    known = None if cache == HIDDEN else naming.components.get(cache)
    label = "Gem Cache, points hidden" if known is None else f"Gem Cache of {known.value} ★"
    return Piece(f"cache:{space}", "tile", label, face="?" if known is None else known.value)


# The six Location Boards: what each asks and gives, and whose dice stand there.

LOCATION_TONES: Mapping[str, Tone] = {
    "mining_camp": "cold",
    "laboratory": "land",
    "foundry": "warm",
    "control_room": "cold",
    "market": "goal",
    "academy": "water",
}


def locations_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """FL-320 … FL-347: each board's plate with its price, and below it its spaces."""
    shown = {"locations": view["locations"], "table_size": view["config"]["table_size"]}
    return _locations(shown, naming, rank, folded, drawing)


@drawn_once
def _locations(shown: Json, naming: Naming, rank: int, folded: bool, drawing: Drawing) -> Zone:
    box, mat = box_of(naming), drawing.locations
    return Zone(
        "locations",
        "Location Boards",
        "grid",
        rank,
        note=_standing(shown) if folded else LEGEND,
        size=mat.size,
        folded=folded,
        places=tuple(
            place for location in LOCATIONS for place in _location(shown, location, box, drawing, naming)
        ),
    )


def _standing(shown: Json) -> str:
    spots = [spot for spots in shown["locations"].values() for spot in spots if spot is not None]
    return f"{len(spots)} taken" if spots else "all free"


def _location(shown: Json, location: str, box: Box, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    name, (short, price), mat = LOCATION_NAMES[location], _price(location, box), drawing.locations
    yield Place(
        places.sign(location),
        f"{name}: {price}",
        mat.frame(f"{location}:sign"),
        short=f"{name}{short}",
        tone=LOCATION_TONES[location],
        costs=_paid(location, box),
        caption=name if _paid(location, box) else None,
    )
    spots = shown["locations"][location]
    for number, (spot, shape) in enumerate(zip(spots, mat.split(location, len(spots)), strict=True), 1):
        id, (short, asks) = (
            places.space(location, number),
            _location_space(shown["table_size"], location, number, box),
        )
        yield Place(
            id,
            f"{name}, space {number}{asks and ': '}{asks}",
            shape,
            short=short,
            tone="neutral" if spot is None else "closed",
            **_on_space(shown["table_size"], location, number, box),
            holds="die",
            cells=2 if location == "laboratory" and spot is None else 1,
            pieces=spot_die(spot, id, naming) or _gems(shown["table_size"], location, number, box),
        )


def _price(location: str, box: Box) -> tuple[str, str]:
    """The price that a die pays there, in short and in full."""
    match location:
        case "mining_camp":
            return " − die", "Water for Gems, minus the die value"
        case "laboratory":
            return f" {_either(LABORATORY)}", f"a Farm Tile for {_or(LABORATORY)}"
        case "foundry":
            return f" {_either(FOUNDRY)}", f"an Upgrade Tile for {_or(FOUNDRY)}"
        case "control_room":
            return f" {_either(CONTROL_ROOM)}", f"move the Harvester for {_or(CONTROL_ROOM)}"
        case "market":
            return ", trades by value", "as many trades as the die shows"
        case _:
            costs = box.document.academy.costs
            told = [f"{bundle({'dice': int(number)})} for {bundle(cost)}" for number, cost in costs.items()]
            return f" {_either(costs)}", listed(told, " or ")


def _paid(location: str, box: Box) -> tuple[Amount, ...]:
    """The prices that a die pays at a location, each an alternative to the one before."""
    prices: Mapping[str, Mapping[str, Bundle]] = {
        "laboratory": LABORATORY,
        "foundry": FOUNDRY,
        "control_room": CONTROL_ROOM,
        "academy": box.document.academy.costs,
    }
    return tuple(part for cost in prices.get(location, {}).values() for part in printed(cost, either=True))


def _on_space(size: int, location: str, number: int, box: Box) -> dict[str, Any]:
    """The print on a space: a price or the lots of a trade as figures, else the dice that it asks for."""
    at = number - 1
    if location == "mining_camp":
        return {"costs": printed({"water": box.document.mining_camp.at(size)[at].sum}), "caption": ""}
    if location == "market":
        first, *others = box.document.market.at(size)[at].lots.items()
        gives = tuple(part for lot in others for part in printed(dict([lot]), either=True))
        return {"costs": printed(dict([first])), "gives": gives, "caption": ""}
    return {"caption": _location_space(size, location, number, box)[0]}


def _either(costs: Mapping[str, Bundle]) -> str:
    return "/".join(code(cost) for cost in costs.values())


def _or(costs: Mapping[str, Bundle]) -> str:
    return listed([bundle(cost) for cost in costs.values()], " or ")


def _location_space(size: int, location: str, number: int, box: Box) -> tuple[str, str]:
    """The requirement or the gain of a space, in short and in full."""
    at = number - 1
    match location:
        case "mining_camp":
            space = box.document.mining_camp.at(size)[at]
            gems = {"gems": space.gems}
            return f"{space.sum}W", f"{space.sum} Water minus the die for {bundle(gems)}"
        case "laboratory":
            return "pair", "two matching dice"
        case "market":
            lots = box.document.market.at(size)[at].lots
            told = [bundle({what: number}) for what, number in lots.items()]
            return ":".join(code({what: number}) for what, number in lots.items()), f"{' for '.join(told)}"
        case "academy":
            values = [str(value) for value in box.document.academy.spaces[at].values]
            return " ".join(values), f"a {listed(values, ' or ')}"
        case _:
            return "any", ""


def _gems(size: int, location: str, number: int, box: Box) -> tuple[Piece, ...]:
    """FL-320: the Gems that a free space of the Mining Camp gives."""
    if location != "mining_camp":
        return ()
    gems = box.document.mining_camp.at(size)[number - 1].gems
    return (Piece(f"gems:{number}", "token", amount(gems, "gems"), count=gems, face="G", icon="gem"),)
