"""The charts of a session: every series of its game, or one with its figures, and a cursor at an entry."""

from __future__ import annotations

from typing import Annotated

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct

from domain.kernel.session import Session
from service.charts import reading
from service.charts.curves import Curve, keys_of
from service.charts.drawing import Axis, Chart, drawing_of
from service.charts.figures import MOST_POINTS, ChartTable, by_round, points_of
from service.charts.rounds import Round
from service.charts.telling import described
from service.pages.reading import no_series, read_by_asker
from service.schemas.arguments import read_query
from service.sessions.tokens import Principal

routes = Blueprint("charts", __name__)


class ChartsQuery(Struct, frozen=True):
    """series: this one alone, with its figures. at: the entry at which the cursor stands; else the last."""

    series: Annotated[str, Meta(max_length=64)] | None = None
    at: Annotated[int, Meta(ge=1)] | None = None


class Shown(Struct, frozen=True):
    """A chart and what stands below it."""

    curve: Curve
    drawing: Chart
    description: str
    figures: ChartTable | None
    points: list[tuple[int, str, str]]


@routes.route("/t/<session:session_id>/charts")
def charts(session_id: str) -> Response:
    """The charts as everybody sees them who sees the session: series tell nothing that is hidden."""
    query = read_query(ChartsQuery)
    return read_by_asker(session_id, lambda session, principal: _drawn(session, principal, query), "charts")


charts.query = ChartsQuery  # type: ignore[attr-defined]


def _drawn(session: Session, _: Principal, query: ChartsQuery) -> str:
    keys = keys_of(session.game)
    if query.series is not None and query.series not in keys:
        raise no_series(session.game.title)
    rounds = reading.rounds(session)
    curves = [reading.curve(session, key) for key in ([query.series] if query.series else keys)]
    followed = min(curve.as_of for curve in curves)
    last = max(1, followed)
    axis = reading.along_entries(last, rounds)
    origin = session.opened.forked_from
    return render_template(
        "charts.html",
        session_id=session.id,
        title=session.game.title,
        titles=[{"key": key, "title": reading.title(session.game, key)} for key in keys],
        chosen=query.series,
        shown=[shown(curve, axis, rounds) for curve in curves],
        at=min(query.at or last, last),
        last=last,
        version=session.version,
        followed=followed,
        over=session.game.is_finished(session.state),
        behind=followed < session.version,
        most_points=MOST_POINTS,
        origin=None if origin is None else origin.session,
    )


def shown(curve: Curve, axis: Axis, rounds: list[Round]) -> Shown:
    """A curve, drawn along this axis, and its figures."""
    description = described(curve.tracks, curve.unit, "entry")
    figures = by_round(curve.tracks, rounds)
    return Shown(curve, drawing_of(curve.tracks, axis), description, figures, points_of(curve))
