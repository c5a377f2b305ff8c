"""Two sessions of a game on one axis: a branch and its record, or two evenings."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct

from domain.kernel.session import Session
from service.charts import reading
from service.charts.comparing import Side, on_one_axis, parted_at, side_by_side
from service.charts.curves import keys_of
from service.charts.drawing import drawing_of
from service.charts.results import results
from service.charts.telling import described
from service.http.held_tokens import TO_ASKER, looked_at
from service.pages.reading import drawn_or_away, no_series
from service.schemas.arguments import read_query
from workers.projections.series import SCORES

routes = Blueprint("comparing", __name__)

MOST_LINES = 10
SessionId = Annotated[str, Meta(pattern=r"^[0-9a-f-]{36}$")]


class CompareQuery(Struct, frozen=True):
    """a, b: the sessions. series: what is compared."""

    a: SessionId
    b: SessionId
    series: Annotated[str, Meta(max_length=64)] = SCORES


@routes.route("/compare")
def compare() -> Response:
    """Both sessions as everybody sees them who sees both; the tokens of private ones come along."""
    query = read_query(CompareQuery)
    named = {"module": "compare", "compared": f"{query.a} {query.b}"}
    return drawn_or_away(
        lambda: partial(_drawn, looked_at(query.a), looked_at(query.b), query.series),
        TO_ASKER,
        **named,
    )


compare.query = CompareQuery  # type: ignore[attr-defined]


def _drawn(first: Session, second: Session, key: str) -> str:
    game = first.game
    named = {"first": first.id, "second": second.id, "title": game.title, "chosen": key}
    if second.game.key != game.key:
        return render_template("compare.html", other=second.game.title, **named)
    keys = keys_of(game)
    if key not in keys:
        raise no_series(game.title)
    parted = parted_at(first.opened, second.id), parted_at(second.opened, first.id)
    sides = [
        Side(reading.curve(one, key), reading.rounds(one), begins or 1)
        for one, begins in zip((first, second), parted, strict=True)
    ]
    tracks, axis = on_one_axis(*sides)
    curve = sides[0].curve
    along = "round" if axis.above else "entry"
    return render_template(
        "compare.html",
        titles=[{"key": one, "title": reading.title(game, one)} for one in keys],
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
