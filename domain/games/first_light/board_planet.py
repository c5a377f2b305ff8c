"""The planet: 19 spaces with their yields, tokens, Gem Caches, arrows and Harvesters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, radians, sin

from domain.games.first_light import places
from domain.games.first_light.board_kept import drawn_once
from domain.games.first_light.board_pieces import LEGEND, code, owner_name
from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import Space
from domain.games.first_light.drawing import Drawing, PlanetDrawing, Point, Tone
from domain.games.first_light.state import AI
from domain.games.first_light.view import HIDDEN
from domain.games.first_light.words.counting import amount
from domain.games.first_light.words.names import box_of
from domain.kernel import Disc, Hex, Json, Naming, Outline, Piece, Place, Scenery, Zone, counted

ANGLES = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240, "ne": 300}
"""Where a direction points, clockwise from the right."""
KEPT_ARROWS = 64
"""They stand where they stood at the step before."""

TONES: Mapping[str, Tone] = {"dice": "order", "power": "warm", "algae": "land", "water": "water"}
"""The look of a space goes by the rarest that it yields."""

TOKENS = {"water_3": ("3 Water", "3W"), "gem": ("1 Gem", "1G")}
ROW = 5


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
    spaces = box.document.planet.sides[shown["side"]].spaces
    middles = _middles([space.id for space in spaces], drawn)
    return Zone(
        "planet",
        "Planet",
        "map",
        rank,
        note=_note(shown) if folded else LEGEND,
        size=drawn.size,
        folded=folded,
        scenery=(_globe(drawn), *_arrows(spaces, middles, drawn.radius)),
        places=tuple(_space(shown, space, middles[space.id], drawn.radius, box, naming) for space in spaces),
    )


def _note(shown: Json) -> str:
    left = len(shown["tokens"])
    return f"{counted(left, 'token')} left"


def _middles(ids: list[str], drawn: PlanetDrawing) -> dict[str, Point]:
    """Where the spaces lie; those that the drawing lacks in rows from the top."""
    width, height = drawn.size
    lacking = [id for id in ids if id not in drawn.spaces]
    rows = -(-len(lacking) // ROW)
    grid = {
        id: (width * (at % ROW + 0.5) / ROW, height * (at // ROW + 0.5) / rows)
        for at, id in enumerate(lacking)
    }
    return {id: grid.get(id) or drawn.spaces[id] for id in ids}


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
        tone="goal" if space.cache_slot else _tone(given),
        pieces=(*lying, *_harvesters(shown, space.id, naming)),
        note=", ".join((naming.name(space.id), *(("for a Gem Cache",) if space.cache_slot else ()), *arrows)),
    )


def _tone(given: Mapping[str, int]) -> Tone:
    return next((tone for what, tone in TONES.items() if given.get(what)), "neutral")


def _token(space: str, token: str) -> Piece:
    label, face = TOKENS[token]
    return Piece(f"token:{space}", "token", f"token of {label}", face=face)


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
