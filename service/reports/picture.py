"""The picture of a result as one SVG: winners, scores along the evening and the final board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Any

from flask import render_template
from msgspec.structs import replace

from domain.kernel.session import Session
from domain.kernel.session.rendering import naming_of
from domain.kernel.ui.board import Track, Zone
from domain.kernel.ui.plain_words import readable
from domain.kernel.ui.words import figure, lasted, listed
from service.bootstrap import Services
from service.reports import comparing, ink, zones
from service.reports.curves import Curve, Sign, keys_of, seat_signs
from service.reports.drawing import MOST_LINES, WIDTH, Chart, drawing_of
from service.reports.ink import (
    CARD,
    GOAL,
    LINE,
    PAPER,
    QUIET,
    SEATS,
    SQUARE,
    TEXT,
    Anchor,
    Ink,
    InkText,
    Path,
    Polygon,
    Rect,
    fitted,
    width_of,
    wrapped,
)
from service.reports.result import final_board, whole

# The chart of a picture: the lines of seats along the entries, as the page of charts draws them.

SMALL, LABEL = 9.5, 11.0
"""Sizes of text, in the units of the drawing."""
CHART_SIGN = 11.0


def curve_to_draw(session: Session) -> Curve | None:
    """Scores, or where a game has none the first series that counts something; None without any."""
    for key in keys_of(session.game):
        curve = comparing.curve(session, key)
        tracks = tuple(track for track in curve.tracks if track.is_counted and track.holds)
        if 1 < len(tracks) <= MOST_LINES and any(len(track.marks) > 1 for track in tracks):
            return replace(curve, tracks=tracks)
    return None


def chart_geometry(session: Session, curve: Curve) -> Chart:
    """Where the lines of a curve lie, along all of the session."""
    axis = comparing.along_entries(max(1, curve.as_of), comparing.rounds(session))
    return drawing_of(curve.tracks, axis)


def chart_drawn(chart: Chart, x: float, y: float, width: float) -> Iterator[Ink]:
    """The chart in this width, its corner at x and y."""
    scale = width / WIDTH

    def words(
        at: tuple[float, float], size: float, text: str, fill: str = QUIET, anchor: Anchor = "start"
    ) -> InkText:
        x_of, y_of = round(x + at[0] * scale, 1), round(y + at[1] * scale, 1)
        return InkText(x_of, y_of, round(size * scale, 1), text, fill, anchor=anchor)

    def line(x1: float, y1: float, x2: float, y2: float, dash: str = "") -> Polygon:
        ends = ((x1, y1), (x2, y2))
        points = tuple((round(x + at * scale, 1), round(y + high * scale, 1)) for at, high in ends)
        return Polygon(points, "none", LINE, 1, dash, open=True)

    for label in chart.above:
        yield line(label.place, chart.top - 4, label.place, chart.floor, "1 4")
        yield words((label.place + 2, 12), SMALL, label.text)
    for level in chart.levels:
        yield line(chart.left, level.place, chart.right, level.place)
        yield words((chart.left - 5, level.place + 4), SMALL, level.text, anchor="end")
    for label in chart.below:
        yield words((label.place, chart.height - 6), SMALL, label.text, anchor="middle")
    for one in chart.lines:
        yield Path(one.path, x, y, scale, "none", PAPER, 4.5)
        yield Path(one.path, x, y, scale, "none", SEATS[one.sign.color], 2)
    for one in chart.lines:
        for at_x, at_y in (*one.signs, (chart.right + CHART_SIGN, one.label_y)):
            yield _sign(one.sign, x + at_x * scale, y + at_y * scale, CHART_SIGN * scale)
        yield words((chart.right + 20, one.label_y + 4), LABEL, one.label, TEXT)


def _sign(sign: Sign, x: float, y: float, size: float) -> Ink:
    corner = (round(x - size / 2, 1), round(y - size / 2, 1))
    return Path(sign.shape, *corner, round(size / SQUARE, 3), SEATS[sign.color], TEXT, 1.5)


# The head of a picture: which game, when, who won, and what each seat came to.

ROW, LINE_OF_PARTS = 46.0, 17.0
HEADING_SMALL = 13.0


def headline(result: Mapping[str, Any]) -> str:
    """The headline: the winners, by the names that are known, or the state of the session."""
    if result["status"] == "closed":
        return "Abandoned"
    if result["status"] == "open":
        return "So far"
    winners = [seat["name"] or seat["label"] for seat in result["seats"] if seat["winner"]]
    if not winners:
        return "Nobody wins"
    return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}"


def facts(result: Mapping[str, Any]) -> str:
    """When and how long."""
    seats = sum(seat["place"] is not None for seat in result["seats"])
    told = [result["played_on"], f"{seats} {'seats' if seats > 1 else 'seat'}"]
    if result["minutes"]:
        told.append(lasted(result["minutes"]))
    return " · ".join(told)


def parts_of(seat: Mapping[str, Any]) -> list[str]:
    """The game's figures behind a seat's result, in words."""
    parts = (f"{readable(name)} {said(value)}" for name, value in seat["parts"].items())
    return [part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts]


def said(score: float | None) -> str:
    """A score or a part of it as people write it."""
    if score is None:
        return ""
    short = whole(score)
    return figure(short) if isinstance(short, int) else f"{short:g}".replace("-", "−")


def heading_drawn(result: Mapping[str, Any], x: float, room: float) -> tuple[list[Ink], float]:
    """Title, winners and facts; and how low they reach."""
    quiet = facts(result)
    title, size = fitted(result["title"], 22, room - width_of(quiet, 17) - 20, bold=True)
    won, large = fitted(headline(result), 36, room, least=18, bold=True)
    ink: list[Ink] = [
        InkText(x, 52, size, title, bold=True),
        InkText(x + room, 52, 17, quiet, QUIET, anchor="end"),
        InkText(x, 100, large, won, bold=True),
    ]
    return ink, 124.0


def seats(
    result: Mapping[str, Any], signs: Mapping[str, Sign], x: float, y: float, room: float
) -> tuple[list[Ink], float]:
    """A row a seat, the best rank first; and how low they reach."""
    ink: list[Ink] = []
    for seat in result["seats"]:
        told = wrapped(parts_of(seat), " · ", HEADING_SMALL, room - 84)
        high = ROW + LINE_OF_PARTS * len(told)
        fill = GOAL if seat["winner"] else CARD
        ink += [Rect(x, y, room, high - 6, fill, LINE, 8), *_seat(seat, signs, x, y, room)]
        for place, line in enumerate(told):
            text, size = fitted(line, HEADING_SMALL, room - 84)
            ink.append(InkText(x + 72, y + ROW - 2 + LINE_OF_PARTS * place, size, text, QUIET))
        y += high
    return ink, y


def _seat(
    seat: Mapping[str, Any], signs: Mapping[str, Sign], x: float, y: float, room: float
) -> Iterator[Ink]:
    score = said(seat["score"])
    yield InkText(x + 14, y + 27, 18, f"{seat['rank']}.", QUIET)
    if seat["seat"] in signs:
        yield from ink.sign(signs[seat["seat"]], x + 38, y + 7, 27)
    known = [seat["label"], seat["role"]] if seat["name"] else [seat["role"]]
    others = dict.fromkeys(part for part in known if part and part != (seat["name"] or seat["label"]))
    more = ", ".join(others)
    left = room - 90 - width_of(score, 22, bold=True)
    name, size = fitted(seat["name"] or seat["label"], 20, left, bold=True)
    yield InkText(x + 72, y + 27, size, name, bold=True)
    used = width_of(name, size, bold=True) + 10
    rest, small = fitted(more, 15, left - used, least=11)
    if rest:
        yield InkText(round(x + 72 + used, 1), y + 27, small, rest, QUIET)
    if score:
        yield InkText(x + room - 14, y + 28, 22, score, bold=True, anchor="end")


# Tracks of a board as ink: a row of steps, and the pieces on each.

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
                yield from ink.sign(signs[mark.seat], middle - SIGN / 2, y + 10, SIGN)
            else:
                text, small = fitted(mark.label, 14, step / max(1, len(here)) - 2, bold=True)
                yield InkText(round(middle, 1), y + 26, small, text, bold=True, anchor="middle")


# The picture of a result: who won, the scores along the evening, the final board; one SVG, as text.

SVG = "image/svg+xml"
PICTURE_WIDTH, MARGIN, GAP = 1080.0, 36.0, 24.0
TITLE = 30.0
"""Room for the title of a zone."""
MOST_IN_A_ROW = 4


def picture_of(found: Services, session: Session, result: Mapping[str, Any]) -> str:
    """The picture of this result. The board is drawn as everybody may see it."""
    signs = seat_signs(naming_of(session).seats)
    board = final_board(found, session)
    curve = curve_to_draw(session)
    geometry = None if curve is None else chart_geometry(session, curve)
    room = PICTURE_WIDTH - 2 * MARGIN
    ink, y = heading_drawn(result, MARGIN, room)
    wide = room if geometry is None else room * 0.52
    rows, below = seats(result, signs, MARGIN, y, wide)
    ink += rows
    if curve is not None and geometry is not None:
        x = MARGIN + wide + GAP
        title, size = fitted(f"{curve.title} by entry", 15, room - wide - GAP)
        ink += [InkText(x, y + 16, size, title, QUIET), *chart_drawn(geometry, x, y + 22, room - wide - GAP)]
        below = max(below, y + 22 + geometry.height * (room - wide - GAP) / geometry.width)
    drawn, y = _board(board.zones, signs, below + 16)
    ink += drawn
    ink += [
        Polygon(((MARGIN, y), (PICTURE_WIDTH - MARGIN, y)), "none", LINE, 1, open=True),
        InkText(MARGIN, y + 24, 13, f"Recorded with Tablelog, {result['version']} entries", QUIET),
        InkText(PICTURE_WIDTH - MARGIN, y + 24, 13, f"Digest {result['digest'][:16]}…", QUIET, anchor="end"),
    ]
    return render_template(
        "picture.svg", ink=ink, width=PICTURE_WIDTH, height=round(y + 44), told=told(result)
    )


def told(result: Mapping[str, Any]) -> str:
    """The picture as text, for readers who cannot see it."""
    seats = "; ".join(
        f"{seat['rank']}. {seat['name'] or seat['label']}"
        + ("" if seat["score"] is None else f" {seat['score']:g}")
        for seat in result["seats"]
    )
    return f"{result['title']}, {result['played_on']}: {headline(result)}. {seats}."


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
    room = PICTURE_WIDTH - 2 * MARGIN
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
