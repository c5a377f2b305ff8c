"""Shapes, colours, text sizes and pieces of a picture, always in light colours.

A picture is shared with others, so it ignores the viewer's theme. No browser measures its texts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.kernel.ui.board import Piece
from service.reports.curves import LOWER, SHAPES, Sign

# Ink: the elements of a picture and their colours. Always the light theme: a picture is sent on.

PAPER, CARD, TEXT, QUIET, LINE = "#f6f3ec", "#fffdf8", "#1c2230", "#5b6270", "#ddd6c8"
GOAL, EDGE, WARN = "#f5e9b8", "#45412f", "#8a3b00"
DARK = "#4a2f4f"
TONES = {
    "neutral": CARD,
    "order": "#a0c68b",
    "chaos": DARK,
    "land": "#e8d59e",
    "water": "#4f93c4",
    "cold": "#b0bdcd",
    "warm": "#d69372",
    "goal": "#f2ca45",
    "closed": "#b3aea2",
}
"""By the tone of a place, as `looks/tokens.css` has them."""
ON_DARK = "#fbf4fc"
SEATS = {
    "red": "#b3261e",
    "blue": "#0b57a4",
    "green": "#00694a",
    "yellow": "#f2c22e",
    "purple": "#6b3fa0",
    "black": "#2b2b2b",
    "white": "#ffffff",
    "orange": "#b45309",
    "none": QUIET,
}
PALE = frozenset({"yellow", "white"})
"""Colours of seats on which text is dark."""


Anchor: TypeAlias = Literal["start", "middle", "end"]


class Rect(Struct, frozen=True, tag="rect"):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    round: float = 0
    wide: float = 1


class Circle(Struct, frozen=True, tag="circle"):
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str
    stroke: str = "none"
    wide: float = 1


class Polygon(Struct, frozen=True, tag="polygon"):
    """A closed line through these points, or with `open` one that ends."""

    points: tuple[tuple[float, float], ...]
    fill: str = "none"
    stroke: str = "none"
    wide: float = 1.5
    dash: str = ""
    open: bool = False


class Path(Struct, frozen=True, tag="path"):
    """A path in units of its own, moved and scaled."""

    path: str
    x: float = 0
    y: float = 0
    scale: float = 1
    fill: str = "none"
    stroke: str = "none"
    wide: float = 1
    dash: str = ""


class InkText(Struct, frozen=True, tag="words"):
    """A line of text that stands on `y`."""

    x: float
    y: float
    size: float
    text: str
    fill: str = TEXT
    bold: bool = False
    anchor: Anchor = "start"


class Window(Struct, frozen=True, tag="window"):
    """What of other ink lies within a rectangle."""

    x: float
    y: float
    width: float
    height: float
    ink: tuple[Ink, ...]


Ink: TypeAlias = "Rect | Circle | Polygon | Path | InkText | Window"


# Measuring: how much room a text takes where no browser can be asked, and what fits.

NARROW = frozenset("iljtfrI.,:;'’|!()[]/ \N{NO-BREAK SPACE}·-−")
WIDE = frozenset("mwMW@%—…")
OF_A_SIZE = {"narrow": 0.37, "wide": 0.95, "capital": 0.72, "other": 0.62}
"""Widths of letters ÷ their size, on the broad side of the common fonts of systems."""
BOLD = 1.12
SMALLEST = 9.0


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text is at most, in the unit of its size."""
    return size * (BOLD if bold else 1) * sum(map(_width, text))


def _width(letter: str) -> float:
    if letter in NARROW:
        return OF_A_SIZE["narrow"]
    if letter in WIDE or ord(letter) > 0x2E80:
        return OF_A_SIZE["wide"]
    return OF_A_SIZE["capital" if letter.isupper() else "other"]


def fitted(
    text: str, size: float, room: float, *, least: float = SMALLEST, bold: bool = False
) -> tuple[str, float]:
    """The text and its size, smaller where there is little room; cut where the least size is too large."""
    wide = width_of(text, size, bold=bold)
    if wide > room:
        size = max(least, math.floor(size * room / wide * 10) / 10)
    cut = text
    while cut and width_of(cut if cut == text else f"{cut}…", size, bold=bold) > room:
        cut = cut[:-1].rstrip()
    return (text, size) if cut == text else (f"{cut}…" if cut else "", size)


def wrapped(parts: list[str], between: str, size: float, room: float) -> list[str]:
    """The parts on as many lines as they need, none of them broken."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{between}{part}" if lines else part
        if lines and width_of(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


# Seats and pieces as the table's page draws them: a shape, a letter, a colour.

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
DIE = (
    "M6 1.5h12a4.5 4.5 0 0 1 4.5 4.5v12a4.5 4.5 0 0 1-4.5 4.5h-12a4.5 4.5 0 0 1-4.5-4.5v-12"
    "a4.5 4.5 0 0 1 4.5-4.5z"
)
PIPS = {
    "1": (4,),
    "2": (2, 6),
    "3": (2, 4, 6),
    "4": (0, 2, 6, 8),
    "5": (0, 2, 4, 6, 8),
    "6": (0, 2, 3, 5, 6, 8),
}
"""By face, which of the nine places of a die bear a pip, from the top left on."""
PIP, BETWEEN, FIRST_PIP = 2.2, 5.5, 6.5
"""The radius of a pip, the distance between two, and where the first one lies, in the unit of the shapes."""
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
    """A piece with its corner at x and y, and next to it how many there are."""
    seat = signs.get(one.seat or "")
    color = seat.color if seat else "none"
    shape = KINDS.get(one.kind) or (seat.shape if seat else DISC if one.kind == "token" else BOX)
    letter = one.face if one.face is not None else seat.letter if seat else ""
    if one.kind == "die" and one.face in PIPS:
        yield from _die(color, one.face, x, y, size)
    else:
        yield from _drawn(shape, color, letter, x, y, size)
    if one.count > 1:
        yield InkText(x + size + 1, y + size * 0.8, round(size * TIMES, 1), f"×{one.count}", bold=True)


def _die(color: str, face: str, x: float, y: float, size: float) -> Iterator[Ink]:
    scale = round(size / SQUARE, 3)
    yield from _drawn(DIE, color, "", x, y, size)
    for pip in PIPS[face]:
        row, column = divmod(pip, 3)
        across, down = ((FIRST_PIP + BETWEEN * step) * scale for step in (column, row))
        yield Circle(
            round(x + across, 1),
            round(y + down, 1),
            round(PIP * scale, 1),
            TEXT if color in PALE else "#ffffff",
        )


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
