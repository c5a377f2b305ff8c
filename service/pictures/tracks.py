"""Tracks of a board as ink: a row of steps, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel.board import Track
from service.charts.signs import Sign
from service.pictures import pieces
from service.pictures.ink import CARD, LINE, QUIET, Ink, InkText, Rect
from service.pictures.measuring import fitted

TRACK = 56.0
NAME = 110.0
SIGN = 20.0


def drawn_track(track: Track, signs: Mapping[str, Sign], x: float, y: float, width: float) -> Iterator[Ink]:
    """A track in this width: its name before it, its marks above the steps."""
    name, size = fitted(track.title, 18, NAME - 8, bold=True)
    yield InkText(x, y + 34, size, name, bold=True)
    count = track.most - track.least + 1
    step = (width - NAME) / count
    for number in range(track.least, track.most + 1):
        left = x + NAME + (number - track.least) * step
        yield Rect(round(left, 1), y + 6, round(step - 2, 1), TRACK - 12, CARD, LINE, 4)
        text, small = fitted(track.steps.get(str(number), str(number)), 12, step - 6)
        yield InkText(round(left + step / 2, 1), y + TRACK - 12, small, text, QUIET, anchor="middle")
        here = [mark for mark in track.marks if mark.at == number]
        room = min(step - 6, SIGN * len(here) * 2)
        for place, mark in enumerate(here):
            middle = left + step / 2 + (place - (len(here) - 1) / 2) * room / max(1, len(here))
            if mark.seat is not None and mark.seat in signs:
                yield from pieces.sign(signs[mark.seat], middle - SIGN / 2, y + 10, SIGN)
            else:
                text, small = fitted(mark.label, 14, step / max(1, len(here)) - 2, bold=True)
                yield InkText(round(middle, 1), y + 26, small, text, bold=True, anchor="middle")
