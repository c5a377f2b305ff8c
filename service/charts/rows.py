"""Rows of a chart, one a subject: who or what it was, when something happened, or a small line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.charts.curves import ChartTrack
from service.charts.lines import LABEL, stepped
from service.charts.scales import Scale
from service.charts.signs import Sign

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

    is_clear: whether what does not fit on it has room above, beside the label of the row.
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
