"""Signs: the shape, letter and colour that a seat is known by, and what stands for other subjects."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.words import SeatName

SHAPES = (
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21z",
    "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17a1.5 1.5 0 0 1 "
    "1.5-1.5z",
    "M12 1.2L23.4 22H.6z",
    "M12 .6L23.4 12L12 23.4L.6 12z",
    "M12 .8L23.2 9.2L19 22.6H5L.8 9.2z",
    "M12 .6l3.3 7.4l8 .8l-6 5.3l1.8 7.9L12 17.9L4.9 22l1.8-7.9l-6-5.3l8-.8z",
)
"""By the place at the table, in a square of 24: those of the table's page (`table/signs.js`)."""
COLORS = ("red", "blue", "green", "yellow", "purple", "black")
LOWER = 2
"""The shape whose letter stands lower."""


class Sign(Struct, frozen=True):
    """What stands for a subject: a shape, a colour's class, and of a seat its letter."""

    shape: str
    color: str = "none"
    letter: str = ""
    letter_y: float = 16.5


def seat_signs(seats: Mapping[str, SeatName]) -> dict[str, Sign]:
    """The sign of each seat: shape and letter by its place, colour by the game where it has one."""
    signs = {}
    for place, (seat, name) in enumerate(seats.items()):
        letter = name.label[0].upper()
        shared = sum(other.label[0].upper() == letter for other in seats.values()) > 1
        signs[seat] = Sign(
            SHAPES[place % len(SHAPES)],
            name.color or COLORS[place % len(COLORS)],
            name.label[:2] if shared else letter,
            20 if place % len(SHAPES) == LOWER else 16.5,
        )
    return signs


def plain_sign(place: int) -> Sign:
    """What stands for a subject that is no seat."""
    return Sign(SHAPES[place % len(SHAPES)])
