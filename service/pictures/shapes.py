"""Shapes of places: where they lie, and their outlines."""

from __future__ import annotations

import math
from collections.abc import Sequence

from domain.kernel.board import Box, Disc, Hex, Place, Point, Shape

CORNERS = 6
NARROWER = math.sqrt(3) / 2
"""Half the width of a hexagon that stands on a corner ÷ its radius."""


def box_of(shape: Shape) -> Box:
    """The rectangle that a shape lies in."""
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
