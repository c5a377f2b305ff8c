"""The picture of a result: who won, the scores along the evening, the final board; one SVG, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Any

from flask import render_template

from domain.kernel.board import Zone
from domain.kernel.session import Session
from domain.kernel.telling import naming_of
from service.bootstrap import Services
from service.charts.signs import Sign, seat_signs
from service.pictures import chart, heading, zones
from service.pictures.ink import LINE, QUIET, Ink, InkText, Polygon
from service.pictures.measuring import fitted, width_of
from service.pictures.tracks import TRACK, drawn_track
from service.results.result import final_board

SVG = "image/svg+xml"
WIDTH, MARGIN, GAP = 1080.0, 36.0, 24.0
TITLE = 30.0
"""Room for the title of a zone."""
MOST_IN_A_ROW = 4


def picture_of(found: Services, session: Session, result: Mapping[str, Any]) -> str:
    """The picture of this result. The board is drawn as everybody may see it."""
    signs = seat_signs(naming_of(session).seats)
    board = final_board(found, session)
    curve = chart.curve_to_draw(session)
    geometry = None if curve is None else chart.geometry(session, curve)
    room = WIDTH - 2 * MARGIN
    ink, y = heading.drawn(result, MARGIN, room)
    wide = room if geometry is None else room * 0.52
    rows, below = heading.seats(result, signs, MARGIN, y, wide)
    ink += rows
    if curve is not None and geometry is not None:
        x = MARGIN + wide + GAP
        title, size = fitted(f"{curve.title} by entry", 15, room - wide - GAP)
        ink += [InkText(x, y + 16, size, title, QUIET), *chart.drawn(geometry, x, y + 22, room - wide - GAP)]
        below = max(below, y + 22 + geometry.height * (room - wide - GAP) / geometry.width)
    drawn, y = _board(board.zones, signs, below + 16)
    ink += drawn
    ink += [
        Polygon(((MARGIN, y), (WIDTH - MARGIN, y)), "none", LINE, 1, open=True),
        InkText(MARGIN, y + 24, 13, f"Recorded with Tablelog, {result['version']} entries", QUIET),
        InkText(WIDTH - MARGIN, y + 24, 13, f"Digest {result['digest'][:16]}…", QUIET, anchor="end"),
    ]
    return render_template("picture.svg", ink=ink, width=WIDTH, height=round(y + 44), told=told(result))


def told(result: Mapping[str, Any]) -> str:
    """The picture in a sentence, for who does not see it."""
    seats = "; ".join(
        f"{seat['rank']}. {seat['name'] or seat['label']}"
        + ("" if seat["score"] is None else f" {seat['score']:g}")
        for seat in result["seats"]
    )
    return f"{result['title']}, {result['played_on']}: {heading.headline(result)}. {seats}."


def shown(all_zones: Sequence[Zone]) -> list[Zone]:
    """What of a board is drawn: maps, and grids that are not folded away, but for what lies before a seat."""
    common = [zone for zone in all_zones if zone.of is None]
    drawn = [zone for zone in common if zone.places and (zone.kind == "map" or not zone.folded)]
    return sorted(drawn, key=lambda zone: zone.rank)


def in_rows(drawn: Sequence[Zone], room: float) -> list[tuple[Sequence[Zone], float]]:
    """The zones in order, in rows with their heights, so that each is about as high as it can use."""

    def height(row: Sequence[Zone]) -> float:
        wide = room - GAP * (len(row) - 1)
        fits = wide / sum(map(zones.aspect_of, row))
        return min(fits, max(map(zones.best_height, row)) * 1.25)

    def cost(row: Sequence[Zone]) -> float:
        return sum(abs(log(height(row) / zones.best_height(zone))) for zone in row)

    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [0])}
    for end in range(1, len(drawn) + 1):
        ways = [
            (best[begin][0] + cost(drawn[begin:end]), [*best[begin][1], end])
            for begin in range(max(0, end - MOST_IN_A_ROW), end)
        ]
        best[end] = min(ways)
    cuts = best[len(drawn)][1]
    return [(drawn[begin:end], height(drawn[begin:end])) for begin, end in pairwise(cuts)]


def _board(all_zones: Sequence[Zone], signs: Mapping[str, Sign], y: float) -> tuple[list[Ink], float]:
    ink: list[Ink] = []
    room = WIDTH - 2 * MARGIN
    for row, height in in_rows(shown(all_zones), room):
        widths = [zones.aspect_of(zone) * height for zone in row]
        x = MARGIN + (room - sum(widths) - GAP * (len(row) - 1)) / 2
        for zone, width in zip(row, widths, strict=True):
            ink += _title(zone.title, zone.note, x, y, width)
            ink.append(zones.drawn(zone, signs, x, y + TITLE, width))
            x += width + GAP
        y += TITLE + height + GAP
    for zone in all_zones:
        for track in zone.tracks if zone.of is None else ():
            ink += drawn_track(track, signs, MARGIN, y, room)
            y += TRACK + GAP / 2
    return ink, y + GAP / 2


def _title(title: str, note: str, x: float, y: float, width: float) -> Iterator[Ink]:
    text, size = fitted(title, 18, width, bold=True)
    yield InkText(x, y + 18, size, text, bold=True)
    beside = x + 12 + width_of(text, size, bold=True)
    rest, size = fitted(note, 14, max(0.0, x + width - beside))
    if rest and rest == note:
        yield InkText(beside, y + 18, size, rest, QUIET)
