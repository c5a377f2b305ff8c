"""Ink: what a picture is drawn of, and its colours. Light ones, whoever looks: a picture is sent on."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

PAPER, CARD, TEXT, QUIET, LINE = "#f6f3ec", "#fffdf8", "#1c2230", "#5b6270", "#ddd6c8"
GOAL, ORDER_LINE, WARN = "#f5e9b8", "#b9c9b0", "#8a3b00"
DARK = "#4a2f4f"
TONES = {
    "neutral": CARD,
    "order": "#e9f0e4",
    "chaos": DARK,
    "land": "#efe6cf",
    "water": "#d8e8ef",
    "cold": "#e3eaf2",
    "warm": "#f6e2cf",
    "goal": GOAL,
    "closed": "#d9d5cb",
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


class Circle(Struct, frozen=True, tag="circle"):
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str
    stroke: str = "none"


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
