"""Draws charts: lines, rows and labels as geometry for an SVG template, or as Vega-Lite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.messages import Json
from service.reports.curves import ChartMark, ChartTrack, Curve, Scale, Sign, spread, ticks

# Lines of a chart: stepped, with the sign of their subject along them and at their end.

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
    """The label at the end of a line: the subject and its last value."""
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


# Rows of a chart, one a subject: who or what it was, when something happened, or a small line.

ROW = 36
BAND = 14
DOWN = 18
"""From the top of a row to its band: the label stands above."""


SIGN = 14
"""The place of a seat's sign before the label, and of a letter behind it."""
NARROWEST = 6.0
"""A stretch that has only begun is seen too."""


class ChartSegment(Struct, frozen=True):
    """A stretch of a band in which one value holds. seat: whom it names. text: what has room on it.

    is_clear: whether what does not fit on it has room above, next to the label of the row.
    """

    x: float
    width: float
    seat: str | None
    text: str
    is_clear: bool


class ChartRow(Struct, frozen=True):
    """A row at `y`. stems: of gains, up and down from the middle of the band. ticks: of events."""

    y: float
    label: str
    sign: Sign | None
    path: str
    pieces: tuple[ChartSegment, ...]
    stems: tuple[tuple[float, float], ...]
    ticks: tuple[float, ...]
    dashed: bool
    band: float = BAND


def middle_of_row(place: int, roof: float) -> float:
    """How low the middle of a band lies."""
    return roof + place * ROW + DOWN + BAND / 2


def drawn_rows(tracks: Sequence[ChartTrack], across: Scale, roof: float) -> Iterator[ChartRow]:
    """A row for each track, from `roof` downwards; sizes of gains are those of the whole chart."""
    numbers = [mark.number for track in tracks for mark in track.marks if mark.number is not None]
    largest = max(map(abs, numbers), default=1) or 1
    for place, track in enumerate(tracks):
        y = roof + place * ROW + DOWN
        path, pieces, stems, ticks = "", [], [], []
        if track.is_counted and track.holds:
            low, high = min([0.0, *numbers]), max([1.0, *numbers])
            path, _ = stepped(track.marks, across, Scale(low, high, y + BAND, y), track.until)
        elif track.is_counted:
            stems = [
                (across(mark.at), round((mark.number or 0) / largest * BAND / 2, 1)) for mark in track.marks
            ]
        elif track.holds:
            pieces = list(_pieces(track, across))
        else:
            ticks = [across(mark.at) for mark in track.marks if mark.value is not None]
        sign = track.sign if track.is_seat else None
        told = (tuple(pieces), tuple(stems), tuple(ticks))
        yield ChartRow(y, track.label, sign, path, *told, dashed=track.dashed)


def _pieces(track: ChartTrack, across: Scale) -> Iterator[ChartSegment]:
    """What held, from one change to the next; nothing where there was no value."""
    ends = [*(mark.at for mark in track.marks[1:]), track.until]
    stretches: list[tuple[float, float, str, str | None]] = []
    for mark, end in zip(track.marks, ends, strict=True):
        if mark.value is None:
            continue
        if stretches and stretches[-1][1] == mark.at and stretches[-1][2] == mark.said:
            begin, _, said, seat = stretches.pop()
            stretches.append((begin, end, said, seat))
        else:
            stretches.append((mark.at, end, mark.said, mark.seat))
    for begin, end, said, seat in stretches:
        width = max(NARROWEST, round(across(end) - across(begin), 1))
        x = round(min(across(begin), across.end - width), 1)
        text = said if len(said) * LABEL <= width else ""
        yield ChartSegment(
            x, width, seat, text, x + width / 2 >= across.begin + SIGN + LABEL * len(track.label)
        )


# Where a chart's lines, rows and labels stand: geometry as data, which a template draws as SVG.

WIDTH = 400
TOP = 20
LEFT = 32
PLOT = 150
BOTTOM = 22
MOST_LINES = 6
"""More lines than these on one axis cannot be told apart: then each has a row of its own."""
FEW_LABELS = 5


class Label(Struct, frozen=True):
    """A figure on an axis, and its place."""

    place: float
    text: str


class Axis(Struct, frozen=True):
    """What lies along the chart: from `first` to `last`, figures below, and rounds above where they begin.

    branch: where the second of two sessions parts from the first.
    """

    first: float
    last: float
    below: tuple[Label, ...]
    above: tuple[Label, ...] = ()
    branch: float | None = None


class ChartPoint(Struct, frozen=True):
    """A value on the chart, and the entry that brought it."""

    x: float
    y: float
    entry: int
    told: str


class Chart(Struct, frozen=True):
    """A chart, in units of its own. levels: figures of the lines' axis. branch: the place of that one."""

    height: float
    left: float
    right: float
    floor: float
    first: float
    last: float
    below: tuple[Label, ...]
    above: tuple[Label, ...]
    levels: tuple[Label, ...]
    lines: tuple[ChartLine, ...]
    rows: tuple[ChartRow, ...]
    points: tuple[ChartPoint, ...]
    branch: float | None = None
    top: float = TOP
    width: float = WIDTH


def drawing_of(tracks: Sequence[ChartTrack], axis: Axis, most_lines: int = MOST_LINES) -> Chart:
    """The chart of these tracks: numbers as lines on one axis while they are few, all else as rows below."""
    counted = [track for track in tracks if track.is_counted and track.holds]
    counted = counted if len(counted) <= most_lines else []
    others = [track for track in tracks if track not in counted]
    labels = max((len(end_label(track)) for track in counted), default=0)
    right = WIDTH - (26 + labels * LABEL if counted else 8)
    across = Scale(axis.first, axis.last, LEFT if counted else 8, right)
    numbers = [mark.number for track in counted for mark in track.marks if mark.number is not None]
    low, high = min([0.0, *numbers]), max([1.0, *numbers])
    up = Scale(low, high, TOP + PLOT, TOP + 8)
    roof = TOP + (PLOT + 10 if counted else 0)
    floor = roof + ROW * len(others)
    return Chart(
        height=floor + BOTTOM,
        left=across.begin,
        right=right,
        floor=floor,
        first=axis.first,
        last=axis.last,
        below=_placed(axis.below, across),
        above=_placed(axis.above, across),
        levels=tuple(Label(up(level), f"{level:g}") for level in ticks(low, high, FEW_LABELS))
        if counted
        else (),
        lines=tuple(drawn_lines(counted, across, up)),
        rows=tuple(drawn_rows(others, across, roof)),
        points=tuple(
            [
                ChartPoint(across(mark.at), up(mark.number or 0), mark.entry, f"{track.label} {mark.said}")
                for track in counted
                for mark in track.marks
            ]
            + [
                ChartPoint(
                    across(mark.at), middle_of_row(place, roof), mark.entry, f"{track.label} {mark.said}"
                )
                for place, track in enumerate(others)
                for mark in track.marks
            ]
        ),
        branch=None if axis.branch is None else across(axis.branch),
    )


def _placed(labels: Sequence[Label], across: Scale) -> tuple[Label, ...]:
    """The labels at their places; one that would stand on the one before is left out."""
    placed: list[Label] = []
    for label in labels:
        place = across(label.place)
        if not placed or place - placed[-1].place >= LABEL * (len(label.text) + 1):
            placed.append(Label(place, label.text))
    return tuple(placed)


# A series as a Vega-Lite specification with its points in it, for tools that draw it elsewhere.

VEGA_LITE = "application/vnd.vegalite.v5+json"
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def specification(curve: Curve) -> dict[str, Json]:
    """The Vega-Lite specification: lines in steps, or ticks where values are words or do not hold."""
    rows = [
        {"entry": mark.entry, "subject": track.label, "value": mark.value}
        for track in curve.tracks
        for mark in track.marks
        if mark.value is not None
    ]
    lines = any(track.is_counted and track.holds for track in curve.tracks)
    if lines:
        rows = [row for row in rows if not isinstance(row["value"], str)]
    return {
        "$schema": SCHEMA,
        "title": curve.title,
        "description": curve.meaning,
        "data": {"values": rows},
        **(_lines(curve) if lines else _ticks(curve)),
    }


def _lines(curve: Curve) -> Mapping[str, Any]:
    return {
        "mark": {"type": "line", "interpolate": "step-after", "point": True},
        "encoding": {
            "x": {"field": "entry", "type": "quantitative", "title": "Entry"},
            "y": {"field": "value", "type": "quantitative", "title": curve.unit},
            "color": {"field": "subject", "type": "nominal", "title": None},
            "shape": {"field": "subject", "type": "nominal", "title": None},
        },
    }


def _ticks(curve: Curve) -> Mapping[str, Any]:
    kind = "quantitative" if all(track.is_counted for track in curve.tracks) else "nominal"
    return {
        "mark": {"type": "point", "filled": True},
        "encoding": {
            "x": {"field": "entry", "type": "quantitative", "title": "Entry"},
            "y": {"field": "subject", "type": "nominal", "title": None},
            "color": {"field": "value", "type": kind, "title": curve.unit},
        },
    }
