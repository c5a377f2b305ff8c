"""Where a chart's lines, rows and labels stand: geometry as data, which a template draws as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from service.charts.curves import ChartTrack
from service.charts.lines import LABEL, ChartLine, drawn_lines, end_label
from service.charts.rows import ROW, ChartRow, drawn_rows, middle_of_row
from service.charts.scales import Scale, ticks

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
