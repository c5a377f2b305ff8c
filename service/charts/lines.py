"""Lines of a chart: stepped, with the sign of their subject along them and at their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.charts.curves import ChartMark, ChartTrack
from service.charts.scales import Scale, spread
from service.charts.signs import Sign

LABEL = 7.6
"""Units that a letter of a label is wide."""
LONGEST_LABEL = 16
PRIME = "′"
"""What names the second of two sessions' subjects have at their end."""
APART = 14
SIGN_EVERY = 60


class ChartLine(Struct, frozen=True):
    """A line: its path, its sign at some places of it and, with its label, beyond its end at `label_y`."""

    path: str
    sign: Sign
    signs: tuple[tuple[float, float], ...]
    label: str
    label_y: float
    dashed: bool


def end_label(track: ChartTrack) -> str:
    """What stands at the end of a line: who, and the last value."""
    name = track.sign.letter if 0 < len(track.sign.letter.rstrip(PRIME)) < 2 else track.label
    name = name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"
    return f"{name} {track.marks[-1].said}"


def drawn_lines(tracks: Sequence[ChartTrack], across: Scale, up: Scale) -> Iterator[ChartLine]:
    """A line for each track of numbers, its labels clear of each other."""
    ends = [up(track.marks[-1].number or 0) for track in tracks]
    labels = spread(ends, APART, up.end, up.begin)
    for track, label in zip(tracks, labels, strict=True):
        path, corners = stepped(track.marks, across, up, track.until)
        signs, last = [], across.begin - SIGN_EVERY / 2
        for x, y in corners:
            if x - last >= SIGN_EVERY and across(track.until) - x >= SIGN_EVERY / 2:
                signs.append((x, y))
                last = x
        yield ChartLine(path, track.sign, tuple(signs), end_label(track), label, track.dashed)


def stepped(
    marks: Sequence[ChartMark], across: Scale, up: Scale, until: float
) -> tuple[str, list[tuple[float, float]]]:
    """A path that holds each number until the next, and where each begins."""
    corners = [(across(mark.at), up(mark.number or 0)) for mark in marks]
    (x, y), *following = corners
    parts = [f"M{x:g} {y:g}"]
    for further, other in following:
        parts.append(f"H{further:g}V{other:g}")
    return "".join((*parts, f"H{across(until):g}")), corners
