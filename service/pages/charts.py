"""The charts page: all series or one with figures and a cursor, and two sessions on one axis."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct

from domain.kernel.session import Session
from service.http.tokens import TO_ASKER, looked_at
from service.pages.reading import drawn_or_away, no_series, read_by_asker
from service.reports import comparing
from service.reports.comparing import (
    MOST_POINTS,
    ChartTable,
    Round,
    Side,
    by_round,
    on_one_axis,
    parted_at,
    points_of,
    results,
    side_by_side,
)
from service.reports.curves import Curve, described, keys_of
from service.reports.drawing import Axis, Chart, drawing_of
from service.schemas.fields import read_query
from service.sessions.tokens import Principal
from workers.projections.series import SCORES

# The charts of a session: every series of its game, or one with its figures, and a cursor at an entry.

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
    rounds = comparing.rounds(session)
    curves = [comparing.curve(session, key) for key in ([query.series] if query.series else keys)]
    followed = min(curve.as_of for curve in curves)
    last = max(1, followed)
    axis = comparing.along_entries(last, rounds)
    origin = session.opened.forked_from
    return render_template(
        "charts.html",
        session_id=session.id,
        title=session.game.title,
        titles=[{"key": key, "title": comparing.title(session.game, key)} for key in keys],
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


# Two sessions of a game on one axis: a branch and its record, or two evenings.

comparison_routes = Blueprint("comparing", __name__)

MOST_LINES = 10
SessionId = Annotated[str, Meta(pattern=r"^[0-9a-f-]{36}$")]


class CompareQuery(Struct, frozen=True):
    """a, b: the sessions. series: what is compared."""

    a: SessionId
    b: SessionId
    series: Annotated[str, Meta(max_length=64)] = SCORES


@comparison_routes.route("/compare")
def compare() -> Response:
    """Both sessions as everybody sees them who sees both; the tokens of private ones come along."""
    query = read_query(CompareQuery)
    named = {"module": "compare", "compared": f"{query.a} {query.b}"}
    return drawn_or_away(
        lambda: partial(_drawn_together, looked_at(query.a), looked_at(query.b), query.series),
        TO_ASKER,
        **named,
    )


compare.query = CompareQuery  # type: ignore[attr-defined]


def _drawn_together(first: Session, second: Session, key: str) -> str:
    game = first.game
    named = {"first": first.id, "second": second.id, "title": game.title, "chosen": key}
    if second.game.key != game.key:
        return render_template("compare.html", other=second.game.title, **named)
    keys = keys_of(game)
    if key not in keys:
        raise no_series(game.title)
    parted = parted_at(first.opened, second.id), parted_at(second.opened, first.id)
    sides = [
        Side(comparing.curve(one, key), comparing.rounds(one), begins or 1)
        for one, begins in zip((first, second), parted, strict=True)
    ]
    tracks, axis = on_one_axis(*sides)
    curve = sides[0].curve
    along = "round" if axis.above else "entry"
    return render_template(
        "compare.html",
        titles=[{"key": one, "title": comparing.title(game, one)} for one in keys],
        curve=curve,
        tracks=tracks,
        drawing=drawing_of(tracks, axis, MOST_LINES),
        description=described(tracks, curve.unit, along),
        along=along,
        figures=side_by_side(*sides),
        branch=next((number for number in parted if number is not None and number > 1), None),
        results=results((first, second)),
        **named,
    )
