"""The figures below a chart: what each subject had at the end of each round, and every point."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from service.charts.curves import ChartTrack, Curve
from service.charts.rounds import Round

MOST_COLUMNS = 6
MOST_POINTS = 200


class ChartTable(Struct, frozen=True):
    """A table: what stands in its corner, the heads of its columns, and its rows with their heads."""

    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def by_round(tracks: Sequence[ChartTrack], rounds: Sequence[Round]) -> ChartTable | None:
    """Values at the end of each round; None where nothing holds that long, or no rounds are counted."""
    held = [track for track in tracks if track.holds]
    if not held or not rounds:
        return None
    cells = [[_said(track, one.last) for one in rounds] for track in held]
    labels = tuple(track.label for track in held)
    numbers = tuple(str(one.number) for one in rounds)
    if len(held) > MOST_COLUMNS:
        return ChartTable("Round", numbers, tuple(zip(labels, map(tuple, cells), strict=True)))
    turned = (tuple(row) for row in zip(*cells, strict=True))
    return ChartTable("Round", labels, tuple(zip(numbers, turned, strict=True)))


def points_of(curve: Curve) -> list[tuple[int, str, str]]:
    """Every value with its entry and subject, in the order of the log."""
    return sorted(
        ((mark.entry, track.label, mark.said) for track in curve.tracks for mark in track.marks),
        key=lambda point: point[0],
    )


def _said(track: ChartTrack, entry: int) -> str:
    mark = track.at(entry)
    return "–" if mark is None else mark.said
