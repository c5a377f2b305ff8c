"""The chart of a picture: the lines of seats along the entries, as the page of charts draws them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.session import Session
from service.charts import reading
from service.charts.curves import Curve, keys_of
from service.charts.drawing import MOST_LINES, WIDTH, Chart, drawing_of
from service.charts.signs import Sign
from service.pictures.ink import LINE, PAPER, QUIET, SEATS, TEXT, Anchor, Ink, InkText, Path, Polygon
from service.pictures.pieces import SQUARE

SMALL, LABEL = 9.5, 11.0
"""Sizes of text, in the units of the drawing."""
SIGN = 11.0


def curve_to_draw(session: Session) -> Curve | None:
    """Scores, or where a game has none the first series that counts something; None without any."""
    for key in keys_of(session.game):
        curve = reading.curve(session, key)
        tracks = tuple(track for track in curve.tracks if track.is_counted and track.holds)
        if 1 < len(tracks) <= MOST_LINES and any(len(track.marks) > 1 for track in tracks):
            return replace(curve, tracks=tracks)
    return None


def geometry(session: Session, curve: Curve) -> Chart:
    """Where the lines of a curve lie, along all of the session."""
    axis = reading.along_entries(max(1, curve.as_of), reading.rounds(session))
    return drawing_of(curve.tracks, axis)


def drawn(chart: Chart, x: float, y: float, width: float) -> Iterator[Ink]:
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
        for at_x, at_y in (*one.signs, (chart.right + SIGN, one.label_y)):
            yield _sign(one.sign, x + at_x * scale, y + at_y * scale, SIGN * scale)
        yield words((chart.right + 20, one.label_y + 4), LABEL, one.label, TEXT)


def _sign(sign: Sign, x: float, y: float, size: float) -> Ink:
    corner = (round(x - size / 2, 1), round(y - size / 2, 1))
    return Path(sign.shape, *corner, round(size / SQUARE, 3), SEATS[sign.color], TEXT, 1.5)
