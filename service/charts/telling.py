"""A chart in a sentence, for who does not see it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.phrases import counted
from service.charts.curves import ChartTrack

MOST_TOLD = 8


def described(tracks: Sequence[ChartTrack], unit: str, along: str) -> str:
    """What the chart shows, and with what its first subjects end; the others stand in the table."""
    ends = [f"{track.label} {track.marks[-1].said}" for track in tracks if track.holds][:MOST_TOLD]
    shown = f"{counted(len(tracks), 'line')} of {unit} by {along}."
    return f"{shown} At the end: {', '.join(ends)}." if ends else shown
