"""Seats and pieces as the table's page draws them: a shape, a letter, a colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel.board import Piece
from service.charts.signs import LOWER, SHAPES, Sign
from service.pictures.ink import LINE, PALE, QUIET, SEATS, TEXT, Ink, InkText, Path
from service.pictures.measuring import width_of

SQUARE = 24
"""The unit of the shapes."""
PAWN = "M12 1.5a5 5 0 0 1 3.2 8.8c1 4.6 2.8 7.7 5.3 10.7v2h-17v-2c2.5-3 4.3-6.1 5.3-10.7A5 5 0 0 1 12 1.5z"
FIGURE = (
    "M12 1.5a4 4 0 0 1 4 4a4 4 0 0 1-1.8 3.3l5.8 3.2v4h-4v7h-8v-7h-4v-4l5.8-3.2"
    "A4 4 0 0 1 8 5.5a4 4 0 0 1 4-4z"
)
BUILDING = "M12 1.5l10 8v13H2v-13z"
FLAG = "M4 1.5h2v2h15l-4 5l4 5H6v9H4z"
KINDS = {"pawn": PAWN, "figure": FIGURE, "building": BUILDING, "flag": FLAG}
DISC, BOX = SHAPES[0], SHAPES[1]
LOW = frozenset({SHAPES[LOWER], PAWN, FIGURE, BUILDING})
"""Shapes whose letter stands lower."""
STANDING = frozenset({"pawn", "figure"})
LETTER = 13.0
OTHERS = 10.0
"""Sizes of one letter, and of more or of one on what stands, in the unit of the shapes."""
TIMES = 0.75
"""The size of `×3` ÷ that of its piece."""


def sign(of: Sign, x: float, y: float, size: float) -> Iterator[Ink]:
    """The sign of a seat, its corner at x and y."""
    yield from _drawn(of.shape, of.color, of.letter, x, y, size)


def piece(one: Piece, signs: Mapping[str, Sign], x: float, y: float, size: float) -> Iterator[Ink]:
    """A piece, its corner at x and y, and beside it how many there are."""
    seat = signs.get(one.seat or "")
    shape = KINDS.get(one.kind) or (seat.shape if seat else DISC if one.kind == "token" else BOX)
    letter = one.face if one.face is not None else seat.letter if seat else ""
    yield from _drawn(shape, seat.color if seat else "none", letter, x, y, size)
    if one.count > 1:
        yield InkText(x + size + 1, y + size * 0.8, round(size * TIMES, 1), f"×{one.count}", bold=True)


def room_of(one: Piece, size: float) -> float:
    """How wide a piece is with its number."""
    return size + (width_of(f"×{one.count}", size * TIMES, bold=True) + 2 if one.count > 1 else 0)


def _drawn(shape: str, color: str, letter: str, x: float, y: float, size: float) -> Iterator[Ink]:
    scale = round(size / SQUARE, 3)
    edge = QUIET if color in PALE else LINE
    yield Path(shape, round(x, 1), round(y, 1), scale, SEATS[color], edge, 1.2)
    if letter:
        large = LETTER if len(letter) == 1 and shape not in KINDS.values() else OTHERS
        large = min(large, 20 / max(1, len(letter)) * 1.7)
        foot = 20 if shape in LOW else 12 + large * 0.36
        fill = TEXT if color in PALE else "#ffffff"
        at = (round(x + size / 2, 1), round(y + foot * scale, 1), round(large * scale, 1))
        yield InkText(*at, letter, fill, bold=True, anchor="middle")
