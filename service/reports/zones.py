"""Zones of a board as parts of a picture: scenery, paths, places, outlines and pieces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from msgspec import Struct

from domain.kernel.ui.board import Box, Disc, Hex, Link, Outline, Piece, Place, Point, Scenery, Shape, Zone
from service.reports import ink
from service.reports.curves import Sign
from service.reports.ink import (
    DARK,
    EDGE,
    ON_DARK,
    QUIET,
    TEXT,
    TONES,
    WARN,
    Circle,
    Ink,
    InkText,
    Polygon,
    Rect,
    Window,
    fitted,
)

# Shapes of places: where they lie, and their outlines.

CORNERS = 6
NARROWER = math.sqrt(3) / 2
"""Half the width of a hexagon that stands on a corner ÷ its radius."""


def box_of(shape: Shape) -> Box:
    """The rectangle around a shape."""
    if isinstance(shape, Box):
        return shape
    if isinstance(shape, Hex | Disc):
        half = shape.radius * (NARROWER if isinstance(shape, Hex) else 1)
        return Box(shape.x - half, shape.y - shape.radius, 2 * half, 2 * shape.radius)
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def face_of(place: Place) -> Box:
    """Where name and pieces stand: around the point that a place gives, as far as there is room for both."""
    box = box_of(place.shape)
    if place.at is None:
        return box
    x, y = place.at
    wide, high = min(x - box.x, box.x + box.width - x), min(y - box.y, box.y + box.height - y)
    return Box(x - wide, y - high, 2 * wide, 2 * high)


def centre_of(place: Place) -> Point:
    """Where a way to a place ends."""
    if place.at is not None:
        return place.at
    box = box_of(place.shape)
    return box.x + box.width / 2, box.y + box.height / 2


def corners_of(shape: Shape) -> Sequence[Point]:
    """The corners of an outline or a hexagon; none of a rectangle or a circle."""
    if isinstance(shape, Hex):
        x, y, far = shape.x, shape.y, shape.radius
        turns = [math.pi / 3 * corner - math.pi / 2 for corner in range(CORNERS)]
        return [(x + far * math.cos(at), y + far * math.sin(at)) for at in turns]
    return () if isinstance(shape, Box | Disc) else shape.points


# Zones of a board as ink: scenery, ways, places, and what stands on them.

LARGEST_NAME, READABLE_NAME, SMALLEST_NAME = 16.0, 12.0, 7.0
LARGEST_PIECE, LARGEST_STANDING = 24.0, 30.0
SMALLEST_PIECE = 6.0
PAD = 4.0
SQUAT = 1.7
"""Width ÷ height of the places of a grid, which has no shape of its own."""
GRID_ROW = 58.0
MAP_HEIGHT = 640.0
DASHES = {"blocked": "2 5", "tunnel": "8 5", "wormhole": "8 5"}


class Frame(Struct, frozen=True):
    """Where a zone's picture lies: its corner, and how long its units are."""

    x: float
    y: float
    across: float
    down: float

    def at(self, point: Point) -> Point:
        """A point of the zone."""
        return round(self.x + point[0] * self.across, 1), round(self.y + point[1] * self.down, 1)

    def box(self, box: Box) -> Box:
        """A rectangle of the zone."""
        x, y = self.at((box.x, box.y))
        return Box(x, y, round(box.width * self.across, 1), round(box.height * self.down, 1))


def size_of(zone: Zone) -> Point:
    """A zone's size in its own units."""
    return zone.size or (100.0, 100.0)


def aspect_of(zone: Zone) -> float:
    """Width ÷ height of a zone's picture."""
    wide, high = size_of(zone)
    if zone.kind != "grid":
        return wide / high
    boxes = [box_of(place.shape) for place in zone.places]
    columns, rows = wide / median(box.width for box in boxes), high / median(box.height for box in boxes)
    return columns * SQUAT / rows


def best_height(zone: Zone) -> float:
    """How high a zone's picture would be with all the room that it can use."""
    if zone.kind != "grid":
        return MAP_HEIGHT
    return size_of(zone)[1] / median(box_of(place.shape).height for place in zone.places) * GRID_ROW


def drawn(zone: Zone, signs: Mapping[str, Sign], x: float, y: float, width: float) -> Ink:
    """The picture of a zone, in this width. Scenery may reach beyond it."""
    height = width / aspect_of(zone)
    edge = 1.0
    ink = tuple(_parts(zone, signs, x, y, width, height))
    return Window(x - edge, y - edge, width + 2 * edge, height + 2 * edge, ink)


def _parts(
    zone: Zone, signs: Mapping[str, Sign], x: float, y: float, width: float, height: float
) -> Iterator[Ink]:
    wide, high = size_of(zone)
    frame = Frame(x, y, width / wide, height / high)
    regions = [place for place in zone.places if isinstance(place.shape, Outline)]
    others = [place for place in zone.places if place not in regions]
    for part in zone.scenery:
        yield _area(part, frame, stroke="none")
    for place in regions:
        yield _area(place, frame)
        yield from _bands(place, signs, frame)
    yield from _ways(zone, frame)
    for place in others:
        yield _area(place, frame)
        yield from _bands(place, signs, frame)
    for place in zone.places:
        yield from _face(place, signs, frame)


def _area(part: Place | Scenery, frame: Frame, stroke: str | None = None) -> Ink:
    shape, fill = part.shape, TONES[part.tone]
    edge = stroke or (DARK if part.tone == "chaos" else EDGE)
    if isinstance(shape, Disc):
        return Circle(*frame.at((shape.x, shape.y)), round(shape.radius * frame.across, 1), fill, edge)
    if isinstance(shape, Box):
        box = frame.box(shape)
        return Rect(box.x, box.y, box.width, box.height, fill, edge, 4)
    return Polygon(tuple(map(frame.at, corners_of(shape))), fill, edge)


BAND = 4.0
"""How wide the band of a seat is that controls or contests a place."""


def _bands(place: Place, signs: Mapping[str, Sign], frame: Frame) -> Iterator[Ink]:
    """Within the edge of a place, a line in the colour of its owner, or of each of its rivals."""
    holders = place.rivals or ((place.owner,) if place.owner is not None else ())
    for number, seat in enumerate(holder for holder in holders if holder in signs):
        yield _inset(place.shape, frame, BAND * (number + 0.75), ink.SEATS[signs[seat].color])


def _inset(shape: Shape, frame: Frame, by: float, color: str) -> Ink:
    """The edge of a shape, drawn closer to its middle."""
    if isinstance(shape, Disc):
        return Circle(*frame.at((shape.x, shape.y)), shape.radius * frame.across - by, "none", color, BAND)
    box = frame.box(box_of(shape))
    if isinstance(shape, Box):
        corner = (round(box.x + by, 1), round(box.y + by, 1))
        return Rect(*corner, box.width - 2 * by, box.height - 2 * by, "none", color, 3, BAND)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    across, down = 1 - 2 * by / box.width, 1 - 2 * by / box.height
    points = tuple(
        (round(x + (px - x) * across, 1), round(y + (py - y) * down, 1))
        for px, py in map(frame.at, corners_of(shape))
    )
    return Polygon(points, "none", color, BAND)


def _ways(zone: Zone, frame: Frame) -> Iterator[Ink]:
    places = {place.id: place for place in zone.places}
    for link in zone.links:
        if link.start in places and link.end in places:
            yield _way(link, centre_of(places[link.start]), centre_of(places[link.end]), frame)


def _way(link: Link, start: Point, end: Point, frame: Frame) -> Ink:
    points = tuple(map(frame.at, (start, *link.via, end)))
    color = WARN if link.kind == "blocked" else QUIET
    return Polygon(points, "none", color, 1.6, DASHES.get(link.kind, ""), open=True)


def _face(place: Place, signs: Mapping[str, Sign], frame: Frame) -> Iterator[Ink]:
    """Draw the name of a place and, below it, its pieces."""
    box = frame.box(face_of(place))
    is_box = isinstance(place.shape, Box)
    ink = ON_DARK if place.tone == "chaos" else TEXT
    room = box.width - 2 * PAD if is_box else box.width * 0.86
    on = list(place.pieces)
    said = {piece.seat for piece in on if piece.face is None}
    if place.owner is not None and place.owner in signs and place.owner not in said:
        on.insert(0, Piece(f"owner:{place.id}", "token", "", place.owner))
    high = min(LARGEST_NAME, box.height * (0.34 if on else 0.4))
    name, size = fitted(place.name, high, room, least=min(high, READABLE_NAME))
    if name != place.name:
        name, size = fitted(place.short or place.name, high, room, least=SMALLEST_NAME)
    if not is_box:
        yield from _over(name, size, on, signs, box, ink)
        return
    if name:
        yield InkText(box.x + PAD, round(box.y + 2 + size * 0.95, 1), size, name, ink)
    left = Box(box.x + PAD, box.y + size + 4, room, box.height - size - 7)
    yield from _row(on, signs, left, "start")


def _over(
    name: str, size: float, on: Sequence[Piece], signs: Mapping[str, Sign], box: Box, ink: str
) -> Iterator[Ink]:
    """Name and pieces in the middle of a place that is not a rectangle."""
    middle = box.x + box.width / 2
    high = min(LARGEST_STANDING, box.height * 0.34) if on else 0
    top = box.y + (box.height - size - high) / 2
    if name:
        yield InkText(round(middle, 1), round(top + size * 0.85, 1), size, name, ink, anchor="middle")
    room = box.width * 0.92
    yield from _row(on, signs, Box(middle - room / 2, top + size + 1, room, high), "middle")


def _row(on: Sequence[Piece], signs: Mapping[str, Sign], box: Box, anchor: str) -> Iterator[Ink]:
    """Draw pieces side by side on the floor of a box: where they are many, smaller, then closer together."""
    if not on or box.height < SMALLEST_PIECE:
        return
    sizes = [LARGEST_STANDING if one.kind in ink.STANDING else LARGEST_PIECE for one in on]
    scale = min(1.0, box.height / max(sizes))
    rooms = [ink.room_of(one, size * scale) + 2 for one, size in zip(on, sizes, strict=True)]
    if sum(rooms) > box.width:
        shrunk = max(box.width / sum(rooms), SMALLEST_PIECE / (LARGEST_PIECE * scale))
        scale, rooms = scale * shrunk, [room * shrunk for room in rooms]
    closer = min(1.0, box.width / sum(rooms))
    x = box.x if anchor == "start" else box.x + (box.width - sum(rooms) * closer) / 2
    for one, size, room in zip(on, sizes, rooms, strict=True):
        large = round(size * scale, 1)
        yield from ink.piece(one, signs, x, box.y + box.height - large, large)
        x += room * closer
