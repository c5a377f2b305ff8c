"""Two sessions on one axis: by rounds where both count them, else by entries."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.entries import Opened
from service.charts.curves import ChartMark, ChartTrack, Curve
from service.charts.drawing import FEW_LABELS, Axis, Label
from service.charts.figures import ChartTable
from service.charts.lines import PRIME
from service.charts.rounds import Round, position, round_label
from service.charts.scales import ticks


class Side(Struct, frozen=True):
    """One of the two: its curve and its rounds. begins: the entry where it parts from the other."""

    curve: Curve
    rounds: Sequence[Round]
    begins: int = 1


def parted_at(one: Opened, other_id: str) -> int | None:
    """The last entry that a session has from the other one; None where it is no branch of it."""
    origin = one.forked_from
    return origin.number if origin is not None and origin.session == other_id else None


def on_one_axis(first: Side, second: Side) -> tuple[list[ChartTrack], Axis]:
    """The tracks of both, those of the second dashed, and what they lie along.

    A branch is drawn from where it parts from its record.
    """
    by_rounds = bool(first.rounds and second.rounds)
    tracks = [_placed(track, first, by_rounds=by_rounds) for track in first.curve.tracks]
    for track in second.curve.tracks:
        letter = f"{track.sign.letter}{PRIME}" if track.sign.letter else ""
        sign = replace(track.sign, letter=letter)
        primed = replace(track, label=f"{track.label}{PRIME}", sign=sign, dashed=True)
        tracks.append(_placed(primed, second, by_rounds=by_rounds))
    tracks = [track for track in tracks if track.marks]
    branch = _branch(first, second, by_rounds=by_rounds)
    if by_rounds:
        numbers = range(1, max(first.rounds[-1].number, second.rounds[-1].number) + 1)
        above = tuple(Label(one, round_label(one)) for one in numbers)
        return tracks, Axis(0, numbers[-1] + 1, (), above, branch)
    last = max(2, first.curve.as_of, second.curve.as_of)
    below = tuple(Label(number, f"{number:g}") for number in ticks(1, last, FEW_LABELS))
    return tracks, Axis(1, last, below, branch=branch)


def side_by_side(first: Side, second: Side) -> ChartTable | None:
    """What each had at the end of each round, the second beside the first; None without rounds."""
    numbers = sorted({one.number for side in (first, second) for one in side.rounds})
    columns = [
        (f"{track.label}{prime}", track, {one.number: one.last for one in side.rounds})
        for side, prime in ((first, ""), (second, PRIME))
        for track in side.curve.tracks
        if track.holds
    ]
    order = [track.label for track in (*first.curve.tracks, *second.curve.tracks)]
    columns.sort(key=lambda column: order.index(column[1].label))
    if not numbers or not columns:
        return None
    rows = tuple(
        (str(number), tuple(_said(track, lasts.get(number)) for _, track, lasts in columns))
        for number in numbers
    )
    return ChartTable("Round", tuple(label for label, _, _ in columns), rows)


def _said(track: ChartTrack, entry: int | None) -> str:
    mark = None if entry is None else track.at(entry)
    return "–" if mark is None else mark.said


def _branch(first: Side, second: Side, *, by_rounds: bool) -> float | None:
    branch = first if first.begins > 1 else second
    if branch.begins == 1:
        return None
    return position(branch.rounds, branch.begins) if by_rounds else branch.begins


def _placed(track: ChartTrack, side: Side, *, by_rounds: bool) -> ChartTrack:
    """The track where it lies on the common axis, from where its side begins."""
    held = track.at(side.begins) if track.holds else None
    marks = [mark for mark in track.marks if mark.entry > side.begins or side.begins == 1]
    if side.begins > 1 and held is not None:
        marks.insert(0, replace(held, at=side.begins))

    def placed(mark: ChartMark) -> ChartMark:
        return replace(mark, at=position(side.rounds, int(mark.at))) if by_rounds else mark

    until = position(side.rounds, side.curve.as_of) if by_rounds else track.until
    return replace(track, marks=tuple(map(placed, marks)), until=until)
