"""A series as a Vega-Lite specification with its points in it, for who draws it elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.messages import Json
from service.charts.curves import Curve

VEGA_LITE = "application/vnd.vegalite.v5+json"
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def specification(curve: Curve) -> dict[str, Json]:
    """Lines that hold from step to step; ticks where values are words, or stand by themselves."""
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
