"""The end of an evening: who won and by what, a picture to send on, what other places take of a play."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import sqlalchemy as sa
from flask import Response, render_template
from markupsafe import Markup
from msgspec import Struct

from domain.kernel import Measure
from domain.kernel.session import Session
from domain.kernel.session.rendering import naming_of
from service.api.results import IN_EVERY_ROW
from service.http.blueprint import PageBlueprint
from service.http.services import services
from service.pages.asking import LEAST, address
from service.pages.reading import read_by_asker
from service.queries.question import CSV, StatisticsQuery, written
from service.queries.statistics import statistics
from service.queries.visible_scope import VisibleScope
from service.reports.curves import seat_signs
from service.reports.picture import facts, headline, parts_of, picture_of, said
from service.reports.result import result_of
from service.reports.statistic_charts import value_said
from service.sessions.errors import playable
from service.sessions.tokens import Principal

routes = PageBlueprint("result", __name__)

INDENTED = 2


@routes.route("/t/<session:session_id>/result", runs="limited")
def result(session_id: str) -> Response:
    """The result so far or in the end, with names for who may hear them."""
    return read_by_asker(session_id, _drawn, "result")


def _drawn(session: Session, principal: Principal) -> str:
    with playable(session, services().registers):
        found = services()
        told = result_of(found, session, principal)
        picture = picture_of(found, session, told)
    return render_template(
        "result.html",
        session_id=session.id,
        title=session.game.title,
        result=told,
        head=headline(told),
        facts=facts(told),
        signs=seat_signs(naming_of(session).seats),
        parts_of=parts_of,
        said=said,
        picture=Markup(picture),  # a template of ours, which escapes what it is given
        name=f"{told['game'].replace('_', '-')}-{told['played_on']}",
        forms=list(_forms(told)),
        beside=beside_means(session) if told["status"] == "finished" else None,
    )


def _forms(told: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """The forms of a result to copy: name, media type, the end of the file's name, text."""
    rows = [{**{name: told[name] for name in IN_EVERY_ROW}, **seat} for seat in told["seats"]]
    forms = [
        ("CSV", "text/csv", "csv", written({"seats": rows}, "seats", CSV).decode("utf-8-sig")),
        ("JSON", "application/json", "json", _indented(told)),
    ]
    play = told["board_game_geek"]
    if play is not None:
        forms.insert(0, ("BoardGameGeek play", "application/json", "bgg.json", _indented(play)))
    return forms


def _indented(told: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(told), indent=INDENTED).decode()


# The figures of a finished session and the means of its game.

KEPT_SECONDS = 600
"""Means move slowly, and every phone at the table opens the result: they are kept this long."""

Means = Mapping[str, tuple[float | None, int]]
"""By measure the mean, and of how many sessions."""

_KEPT: WeakKeyDictionary[sa.Engine, dict[tuple[str, int], tuple[float, Means]]] = WeakKeyDictionary()


class BesideRow(Struct, frozen=True):
    """A measure: its value for each seat, and the mean of the game. address: its page of statistics."""

    title: str
    meaning: str
    values: tuple[str, ...]
    mean: str
    few: bool
    address: str


class BesideMeans(Struct, frozen=True):
    """The figures of a session. heads: the seats. games: of how many public sessions the means are."""

    heads: tuple[str, ...]
    rows: tuple[BesideRow, ...]
    games: int
    seats: int


def beside_means(session: Session) -> BesideMeans | None:
    """What the game shows at its end; None while nothing of this session counts."""
    game, seats = session.game, naming_of(session).seats
    measures = [game.measures[key] for key in game.statistics.at_the_end if key in game.measures]
    own = {one.key: _own(session, one.key) for one in measures}
    if not any(own.values()):
        return None
    means = _means(game.key, len(seats), measures)
    rows = tuple(
        BesideRow(
            one.title,
            one.meaning.replace("`", ""),
            tuple(value_said(own[one.key].get(seat), one.unit) for seat in seats),
            value_said(means[one.key][0], one.unit),
            means[one.key][1] < LEAST,
            address(f"/statistics/{game.key}", {"measure": one.key, "count": str(len(seats))}),
        )
        for one in measures
        if own[one.key]
    )
    games = max(number for _, number in means.values())
    return BesideMeans(tuple(seat.label for seat in seats.values()), rows, games, len(seats))


def _own(session: Session, measure: str) -> dict[str, float | None]:
    """The value of a measure for each seat of the session; nothing where it does not count."""
    question = StatisticsQuery(
        session.game.key,
        measure,
        VisibleScope(frozenset([session.id])),
        ("seat",),
        {"session": session.id, "sandbox": "any"},
    )
    rows: list[Any] = list(statistics(services().engine, question)["rows"])
    return {row["group"]["seat"]: row["value"] for row in rows}


def _means(game: str, count: int, measures: list[Measure]) -> Means:
    """The means of public sessions with so many seats."""
    engine, now = services().engine, time.monotonic()
    kept = _KEPT.setdefault(engine, {})
    when, means = kept.get((game, count), (0.0, {}))
    if not means or now - when > KEPT_SECONDS:
        means = {one.key: _mean(engine, game, one.key, count) for one in measures}
        kept[game, count] = (now, means)
    return means


def _mean(engine: sa.Engine, game: str, measure: str, count: int) -> tuple[float | None, int]:
    question = StatisticsQuery(game, measure, VisibleScope(), filters={"count": str(count)})
    rows: list[Any] = list(statistics(engine, question)["rows"])
    return (rows[0]["value"], rows[0]["n"]) if rows else (None, 0)
