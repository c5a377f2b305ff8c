"""The map: locations with their cards, the roads, and who stands there. Without a chart, rows of places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Literal, TypeAlias

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.components.box import Map
from domain.games.order_vs_chaos.drawing import Chart, chart_of
from domain.games.order_vs_chaos.words.names import box_of, card_name
from domain.games.order_vs_chaos.words.table import card_words, hero_name
from domain.kernel import Box, Json, Line, Link, Naming, Piece, Place, Zone, listed

Tone: TypeAlias = Literal["neutral", "order", "chaos", "cold", "warm", "goal", "land"]

TONES: Mapping[str, Tone] = {
    "quartermaster": "goal",
    "order_shrine": "order",
    "healing_shrine": "order",
    "rift": "chaos",
    "chaos_rift": "chaos",
    "wandering_monster": "warm",
    "wormhole": "cold",
    "order_start": "order",
    "chaos_start": "chaos",
    "arch_enemy": "chaos",
}
"""By the kind of the card, or of a location that never had one."""
MARKS = {
    "quartermaster": "box",
    "order_shrine": "star",
    "healing_shrine": "heart",
    "chaos_rift": "tornado",
    "wandering_monster": "skull",
    "wormhole": "orbit",
    "order_start": "flag",
    "chaos_start": "flag",
}
"""A rift is known by its number."""
DELIVERY = "Chaos delivers tokens here; Order cannot enter"
COLUMNS, WIDE, HIGH, APART = 5, 70, 40, 4
"""The rows of a map without a chart."""


def map_zone(view: Json, drawing: Json | None, naming: Naming) -> Iterator[Zone]:
    """The map, once it is chosen; it lies behind where the final battle has begun (OC-610)."""
    if view["map"] is None:
        return
    side = box_of(naming).maps[view["map"]]
    chart = chart_of(drawing, side)
    over = view["phase"] in ("final", "finished")
    spots = tuple(
        _place(view, side, location, number, chart, naming) for number, location in enumerate(side.kinds)
    )
    yield Zone(
        places.MAP,
        naming.name(side.id),
        "grid" if chart is None else "map",
        rank=40 if over else 10,
        note="no longer counts" if over else _state(view),
        size=_size(len(spots)) if chart is None else chart.size,
        folded=over,
        scenery=() if chart is None else chart.behind(),
        places=spots,
        links=tuple(_links(view, side, chart, naming)),
        lines=tuple(_ways(side, naming)) if chart is None else (),
    )


def _state(view: Json) -> str:
    """How far doom has come: when Chaos has all of it, the map counts no longer (OC-601)."""
    return f"doom: Order {view['doom']['order']}, Chaos {view['doom']['chaos']}"


def _place(view: Json, side: Map, location: str, number: int, chart: Chart | None, naming: Naming) -> Place:
    place = view["locations"][location]
    card = box_of(naming).cards.get(place["card"])
    kind = side.kinds[location]
    looks = kind if card is None else card.kind
    return Place(
        location,
        naming.name(location),
        _in_rows(number) if chart is None else chart.shape(location),
        "" if chart is None else chart.short(location),
        TONES.get(looks, "land" if place["face"] == "none" else "neutral"),
        marks=(MARKS[looks],) if looks in MARKS else (),
        pieces=tuple(_pieces(view, location, naming)),
        note=_note(view, location, kind, naming),
    )


def _note(view: Json, location: str, kind: str, naming: Naming) -> str:
    """What lies there; a start says in its name what it is."""
    if kind == "arch_enemy":
        return DELIVERY
    return card_words(view, location, naming) if kind == "card" else ""


def _pieces(view: Json, location: str, naming: Naming) -> Iterator[Piece]:
    """The number of a card, tokens, monsters, the arch enemy, heroes."""
    place = view["locations"][location]
    card = box_of(naming).cards.get(place["card"])
    if card is not None and card.number is not None:
        yield Piece(card.id, "tile", card.name or card_name(card), face=str(card.number))
    if place["tokens"]:
        yield Piece(places.tokens(location), "token", "Chaos token", count=place["tokens"], face="✦")
    for monster in dict.fromkeys(place["monsters"]):
        yield _monster(view, location, monster, place["monsters"].count(monster), naming)
    enemy = view["arch_enemy"]
    at_home = box_of(naming).maps[view["map"]].arch_enemy == location
    if enemy is not None and at_home and view["phase"] in ("setup", "turn"):
        yield Piece(places.arch_enemy(), "figure", naming.name(enemy), face=naming.name(enemy)[:1])
    for seat, hero in view["seats"].items():
        if hero["location"] == location:
            yield Piece(places.pawn(seat), "pawn", hero_name(view, seat, naming), seat)


def _monster(view: Json, location: str, type: str, count: int, naming: Naming) -> Piece:
    owner = next((seat for seat, hero in view["seats"].items() if hero.get("monster_type") == type), None)
    name = naming.name(type)
    return Piece(places.monster(location, type), "figure", name, owner, count, face=name[:1])


def _links(view: Json, side: Map, chart: Chart | None, naming: Naming) -> Iterator[Link]:
    """The roads of the set, and from one open wormhole to each other (OC-302)."""
    if chart is not None:
        for start, end in roads(side):
            yield Link(start, end, via=chart.bend(start, end))
    cards = box_of(naming).cards
    holes = [
        location
        for location, place in view["locations"].items()
        if place["card"] is not None and cards[place["card"]].kind == "wormhole"
    ]
    for start, end in combinations(holes, 2):
        if end not in side.neighbours[start]:
            yield Link(start, end, "wormhole")


def roads(side: Map) -> Iterator[tuple[str, str]]:
    """Each road of a map once, from the location that the set names first."""
    order = {location: number for number, location in enumerate(side.kinds)}
    for start, near in side.neighbours.items():
        yield from ((start, end) for end in near if order[start] < order[end])


def _in_rows(number: int) -> Box:
    row, column = divmod(number, COLUMNS)
    return Box(column * (WIDE + APART), row * (HIGH + APART), WIDE, HIGH)


def _size(number: int) -> tuple[int, int]:
    rows = -(-number // COLUMNS)
    return COLUMNS * (WIDE + APART) - APART, rows * (HIGH + APART) - APART


def _ways(side: Map, naming: Naming) -> Iterator[Line]:
    """Where the roads of each location lead, as there is no picture of them."""
    for location, near in side.neighbours.items():
        yield Line(naming.name(location), f"to {listed([naming.name(one) for one in near])}")
