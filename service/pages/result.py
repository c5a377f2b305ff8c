"""The end of an evening: who won and by what, a picture to send on, what other places take of a play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from flask import Response, render_template
from markupsafe import Markup
from msgspec import Struct

from domain.kernel import StatisticsQuestion
from domain.kernel.session import Session
from domain.kernel.session.rendering import naming_of
from service.api.results import IN_EVERY_ROW
from service.http.blueprint import PageBlueprint
from service.http.services import services
from service.jobs.client import told_by
from service.pages.asking import LEAST
from service.pages.reading import read_by_asker
from service.pages.statistics import address_of
from service.queries.question import CSV, StatisticsQuery, written
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

Means: TypeAlias = tuple[Mapping[str, float | None], int]
"""By measure the mean, and of how many sessions they are."""


class BesideRow(Struct, frozen=True):
    """A measure: its value for each seat, and the mean of the game. address: its page of statistics."""

    title: str
    values: tuple[str, ...]
    mean: str
    address: str


class BesideMeans(Struct, frozen=True):
    """The figures of a session. heads: the seats. games: of how many public sessions the means are.

    few: whether these are too few to tell.
    """

    heads: tuple[str, ...]
    rows: tuple[BesideRow, ...]
    games: int
    seats: int
    few: bool


def beside_means(session: Session) -> BesideMeans | None:
    """The figures of a finished session; None while nothing of it counts."""
    game, seats = session.game, naming_of(session).seats
    measures = [game.measures[key] for key in game.statistics.at_the_end]
    if not measures:
        return None
    keys = tuple(one.key for one in measures)
    own = _own(session, keys)
    if not own:
        return None
    means, number = _means(game.key, len(seats), keys)
    of_count = {"count": str(len(seats))}
    rows = tuple(
        BesideRow(
            one.title,
            tuple(value_said(own.get((seat, one.key)), one.unit) for seat in seats),
            value_said(means.get(one.key), one.unit),
            address_of(StatisticsQuestion("", (one.key,), ("won",)), f"/statistics/{game.key}", of_count),
        )
        for one in measures
    )
    heads = tuple(seat.label for seat in seats.values())
    return BesideMeans(heads, rows, number, len(seats), number < LEAST)


def _own(session: Session, measures: tuple[str, ...]) -> dict[tuple[str, str], float | None]:
    """The values of the measures by seat and measure; nothing where the session does not count."""
    question = StatisticsQuery(
        session.game.key,
        "",
        VisibleScope(frozenset([session.id])),
        ("seat",),
        {"session": session.id, "sandbox": "any"},
        measures=measures,
    )
    rows: list[Any] = list(told_by(services().questions, question)["rows"])
    return {
        (row["group"]["seat"], measure): None if found is None else found["value"]
        for row in rows
        for measure, found in row["measures"].items()
    }


def _means(game: str, count: int, measures: tuple[str, ...]) -> Means:
    """The means of public sessions with so many seats."""
    question = StatisticsQuery(game, "", VisibleScope(), filters={"count": str(count)}, measures=measures)
    rows: list[Any] = list(told_by(services().questions, question)["rows"])
    found = rows[0]["measures"] if rows else {}
    values = {key: one["value"] for key, one in found.items() if one is not None}
    return values, rows[0]["n"] if rows else 0
