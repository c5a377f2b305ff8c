"""Measuring: how much room a text takes where no browser can be asked, and what fits."""

from __future__ import annotations

import math

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
