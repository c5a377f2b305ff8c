"""The board's map: regions as outlines with shared borders, mountains, tunnels and all pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from domain.games.chaos_order.drawing import Drawing, Frame, frame_of, name_seen, outline_seen, ridge
from domain.games.chaos_order.places import building_piece, fighters_piece, mountain_place, relic_piece
from domain.games.chaos_order.words.names import box_of, called, told, value_of
from domain.games.chaos_order.words.phrases import BUILDING_NAMES
from domain.kernel import Amount, Json, Line, Link, Naming, Piece, Place, Scenery, Zone

# The pieces on the map: relics, loose tokens, foundations, buildings, fighters, leaders.


def pieces_of_region(view: Json, place: str, region: Json, naming: Naming) -> Iterator[Piece]:
    """The pieces in a region: first those of the region itself, then the seats' pieces."""
    if region["relic"] is not None:
        number = region["relic"]
        yield Piece(relic_piece(number), "token", f"relic {number}", face=str(number))
    yield from _loose(view, place, naming)
    for foundation in region["foundations"]:
        yield _foundation(foundation, naming)
    for seat in view["seats"]:
        number = region["fighters"].get(seat, 0)
        yield from _fighters(place, seat, number, naming)
        for leader in region["leaders"].get(seat, ()):
            yield _leader(view, seat, leader, naming)


def pieces_of_base(view: Json, place: str, seat: str, naming: Naming) -> Iterator[Piece]:
    """The pieces in a base: a loose token, the seat's fighters and its leaders."""
    yield from _loose(view, place, naming)
    player = view["seats"][seat]
    yield from _fighters(place, seat, player["base_fighters"], naming)
    for leader, standing in player["leaders"].items():
        if standing["at"] == "base":
            yield _leader(view, seat, leader, naming)


def _loose(view: Json, place: str, naming: Naming) -> Iterator[Piece]:
    loose = view["loose_tokens"].get(place)
    if loose is not None:
        gives = told(naming, f"{loose['id']}:{'upgraded' if loose['upgraded'] else 'basic'}")
        yield Piece(loose["id"], "tile", f"token: {gives}", face="P")


def _foundation(foundation: Json, naming: Naming) -> Piece:
    id, built = foundation["id"], foundation["building"]
    if built is not None:
        type, seat = built["type"], built["seat"]
        name = BUILDING_NAMES.get(type, type)
        return Piece(building_piece(id, seat), "building", name, seat, face=name[:1])
    gives = told(naming, id)
    return Piece(id, "tile", f"foundation: {gives}" if gives else "foundation", face="+")


def _fighters(place: str, seat: str, number: int, naming: Naming) -> Iterator[Piece]:
    if number:
        yield Piece(
            fighters_piece(place, seat), "cube", f"{naming.seat(seat).text} fighters", seat, count=number
        )


def _leader(view: Json, seat: str, leader: str, naming: Naming) -> Piece:
    """With the strength of the side that it shows."""
    side = view["seats"][seat]["leaders"].get(leader, {}).get("side", "basic")
    values = value_of(naming, f"{leader}:{side}").split("/")
    strength = values[1] if len(values) > 1 else ""
    return Piece(leader, "figure", called(naming, leader), seat, face=strength or None)


# The map: regions as outlines that share their borders, with what stands in them, mountains and tunnels.

Ground = Literal["order", "warm", "land", "water", "neutral", "closed"]

TONES: Mapping[str, Ground] = {
    "swamp": "order",
    "cliffs": "warm",
    "plains": "land",
    "lake": "water",
    "base": "neutral",
    "tile": "closed",
}
MOST_LETTERS = 8
"""Of a name where there is little room."""


def map_zone(view: Json, drawing: Drawing | None, naming: Naming) -> Zone:
    """The regions. A set whose places the drawing mostly does not know has them as a list."""
    if drawing is None:
        return Zone("map", "Map", "list", 10, relic_note(view, naming), lines=tuple(_listed(view, naming)))
    seats = len(view["seats"])
    frame = frame_of(drawing, seats)
    shown = [id for id, site in drawing.places.items() if seats in site.seats]
    open_places = [id for id in shown if _is_open(view, naming, id)]
    places = [_place(view, id, drawing, frame, naming) for id in open_places]
    tunnels = (
        Link(*tunnel.ends, "tunnel", f"the {id} tunnel", tuple(map(frame.at, tunnel.via)))
        for id, tunnel in drawing.tunnels.items()
        if seats in tunnel.seats
    )
    return Zone(
        "map",
        "Map",
        "map",
        10,
        note=relic_note(view, naming),
        size=drawing.size,
        scenery=tuple(
            Scenery(outline_seen(frame, drawing.places[id].outline), "closed")
            for id in shown
            if id not in open_places
        ),
        places=(*places, *_mountains(view, drawing, frame, naming)),
        links=(*tunnels, *_roads(view, drawing, open_places, naming)),
    )


def _roads(view: Json, drawing: Drawing, shown: list[str], naming: Naming) -> Iterator[Link]:
    """The borders of places that the drawing does not know."""
    for border in box_of(naming).borders.values():
        if border.id not in drawing.borders and all(end in shown for end in border.ends):
            closed = border.id in view["mountains"]
            yield Link(*border.ends, "blocked" if closed else "road", "a mountain" if closed else "")


def relic_note(view: Json, naming: Naming) -> str:
    """The relic of the round: where it lies, and who would take it (CO-481)."""
    relic = view["round"]
    for place, region in view["regions"].items():
        if relic and region["relic"] == relic:
            control = region["control"]
            holder = "nobody" if control is None else naming.seat(control).text
            held = "contested" if region["contested"] else holder
            return f"relic {relic}: {short_name(called(naming, place))}, {held}"
    for seat, player in view["seats"].items():
        if relic in player["relics"]:
            return f"relic {relic}: taken by {naming.seat(seat).text}"
    return f"relic {relic}: out of the game" if relic else ""


def _is_open(view: Json, naming: Naming, place: str) -> bool:
    """A base location that nobody took is not a region once all bases are placed (CO-115)."""
    return (
        place in view["bases"] or value_of(naming, place) != "base" or view["setup"] in ("prepare", "bases")
    )


def _place(view: Json, place: str, drawing: Drawing, frame: Frame, naming: Naming) -> Place:
    """A place of the map, with its owner or rivals and the yield of a harvest there."""
    site, seat, region = drawing.places[place], view["bases"].get(place), view["regions"].get(place)
    ground = terrain(view, place, naming)
    pieces: tuple[Piece, ...] = ()
    if seat is not None:
        pieces = tuple(pieces_of_base(view, place, seat, naming))
    elif region is not None:
        pieces = tuple(pieces_of_region(view, place, region, naming))
    contested = region is not None and region["contested"]
    return Place(
        place,
        called(naming, place),
        outline_seen(frame, site.outline),
        short=short_name(called(naming, place)),
        tone=TONES.get(ground, "neutral"),
        owner=seat if region is None else region["control"],
        rivals=tuple(region["values"]) if contested else (),
        marks=_marks(view, place, naming),
        gives=() if _is_harvested(view, place) else printed(yields(view, place, naming)[0]),
        pieces=pieces,
        note=place_note(view, place, naming),
        at=name_seen(frame, site),
    )


def terrain(view: Json, place: str, naming: Naming) -> str:
    """`swamp`, `cliffs`, `plains`, `lake`, `base`, or `tile` where no tile lies yet."""
    return value_of(naming, view["tiles"].get(place, place))


def short_name(name: str) -> str:
    """`Fen` of Ember Fen, `Yellow 1` of Yellow Site 1, `North 2` of North Base 2, `Far` of Far Base."""
    first, *rest = name.split() or [name]
    if rest and rest[-1].isdigit():
        return f"{first} {rest[-1]}"
    if rest and rest[-1] == "Base":
        return first[:MOST_LETTERS]
    return name if len(name) <= MOST_LETTERS else [first, *rest][-1][:MOST_LETTERS]


def yields(view: Json, place: str, naming: Naming) -> tuple[str, str]:
    """The yield of a harvest and the key of its name: a loose token covers the printed one (CO-335)."""
    loose = view["loose_tokens"].get(place)
    if loose is not None:
        key = f"{loose['id']}:{'upgraded' if loose['upgraded'] else 'basic'}"
    elif place in view["bases"]:
        key = f"{view['seats'][view['bases'][place]]['faction']}:base"
    else:
        key = view["tiles"].get(place, place)
    return told(naming, key), key


AMOUNTS = re.compile(r"(?:^|, )(?:draw )?\+?(\d+) (\w+)")
SYMBOLS = {"energy": "zap", "gem": "gem", "card": "layers", "research": "search", "fame": "sparkles"}


def printed(text: str) -> tuple[Amount, ...]:
    """The figures of a text with symbols: `+1 energy, +1 gem`. Others stay in the text."""
    found = ((int(number), what.removesuffix("s")) for number, what in AMOUNTS.findall(text))
    return tuple(Amount(SYMBOLS[what], number) for number, what in found if what in SYMBOLS)


def _is_harvested(view: Json, place: str) -> bool:
    """Whether the token of a place, loose or printed, has been harvested in this round."""
    loose, harvested = view["loose_tokens"].get(place), view["harvested"]
    return f"printed:{place}" in harvested or (loose is not None and loose["id"] in harvested)


def _marks(view: Json, place: str, naming: Naming) -> tuple[str, ...]:
    """In the harvest, what there is to harvest."""
    if view["phase"] != "harvest" or _is_harvested(view, place):
        return ()
    known = naming.components.get(yields(view, place, naming)[1])
    return () if known is None or known.icon is None else (known.icon,)


def place_note(view: Json, place: str, naming: Naming) -> str:
    """The kind of a place, its yield, and whether it is harvested or contested."""
    ground, gives = terrain(view, place, naming), yields(view, place, naming)[0]
    notes = ["no tile yet" if ground == "tile" else ground]
    if gives:
        notes.append(f"{gives} harvested" if _is_harvested(view, place) else gives)
    if view["regions"].get(place, {}).get("contested"):
        notes.append("contested")
    return "; ".join(notes)


def _mountains(view: Json, drawing: Drawing, frame: Frame, naming: Naming) -> Iterator[Place]:
    """CO-119, CO-128: a mountain closes a border."""
    seats = len(view["seats"])
    for border in view["mountains"]:
        ends = drawing.borders.get(border, ())
        if ends and all(seats in drawing.places[end].seats for end in ends):
            outline, where = outline_seen(frame, ridge(drawing, border)), called(naming, border)
            yield Place(mountain_place(border), "Mountain", outline, short="▲", tone="chaos", note=where)


def _listed(view: Json, naming: Naming) -> Iterator[Line]:
    for place, region in view["regions"].items():
        standing = [piece_told(piece) for piece in pieces_of_region(view, place, region, naming)]
        yield Line(called(naming, place), "; ".join((place_note(view, place, naming), *standing)))
    for place, seat in view["bases"].items():
        standing = [piece_told(piece) for piece in pieces_of_base(view, place, seat, naming)]
        yield Line(called(naming, place), "; ".join((f"the base of {naming.seat(seat).text}", *standing)))
    for border in view["mountains"]:
        yield Line("Mountain", called(naming, border))


def piece_told(piece: Piece) -> str:
    """A piece in a list: `3 × Zcharo’s fighters`."""
    return piece.label if piece.count == 1 else f"{piece.label} ×{piece.count}"
