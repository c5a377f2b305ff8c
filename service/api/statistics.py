"""Lists, series, timelines, statistics, marks and refusals, as the workers derived them.

Nothing here folds a log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import urlencode

import msgspec
from flask import Response, request
from msgspec import Meta, Struct

from domain.kernel import Game
from domain.kernel.messages import Json
from domain.kernel.session.rendering import naming_of
from service.http.authentication import enter
from service.http.blueprint import Blueprint
from service.http.formats import FORMS, FormName, content_type_of, row_form, tagged_answer, tagged_rows
from service.http.jobs import OF_THE_CONTENT, PREFER, answer_soon
from service.http.responses import FOR_EVERYBODY, OF_THE_ASKER, tagged_by_content
from service.http.services import services
from service.http.tokens import HELD_TOKENS, TO_ASKER, answered_to_asker, reach
from service.jobs.client import choosing
from service.jobs.handlers import PageOfRows
from service.jobs.requests import StatisticsTask, next_link
from service.problems import NO_GAME, Problem, invalid, not_found
from service.queries import sessions, statistics
from service.queries.filters import FORMER_MEASURES, UnusableFilter
from service.queries.question import Independent, Order, SeatsQuery, StatisticsQuery
from service.queries.refusals import refusals
from service.queries.sessions import SCORES_ARE, marks, series, timeline
from service.queries.statistics import UnknownMeasure
from service.queries.visible_scope import VisibleScope
from service.reports.curves import curve_of
from service.reports.drawing import VEGA_LITE, specification
from service.schemas.answers import (
    Figures,
    FiguresOfMeasures,
    MarksShown,
    Measures,
    RefusalsSchema,
    SeatsPlayed,
    SeriesShown,
    Sessions,
    TimelineShown,
)
from service.schemas.fields import invalid_query, query_in, read_query
from service.schemas.filters import FILTERS, filter_of
from service.schemas.openapi import IF_NONE_MATCH, JOB, answer, describe
from service.sessions.errors import rule_text
from workers.read_models import SERIES, TIMELINE

# Lists, series, timelines and statistics: what the workers have derived, never folded here.

routes = Blueprint("statistics", __name__, url_prefix="/v1", description="Statistics from the logs.")

PAGE = 50
LARGEST_PAGE = 200
WAIT_SECONDS = 0.5
MOST_ROWS = 10_000
MOST_SEATS = 500
MOST_MEASURES, MOST_QUANTILES = 8, 9
CURSOR = re.compile(r"([0-9]{1,18})\.([0-9]{1,9})", re.ASCII)
SHARE_OF_UNITS = re.compile(r"0(\.[0-9]{1,4})?|1(\.0{1,4})?", re.ASCII)


class Page(Struct, frozen=True):
    """cursor: the cursor from the previous page. limit: items per page."""

    cursor: Annotated[str, Meta(max_length=64)] | None = None
    limit: Annotated[int, Meta(ge=1, le=LARGEST_PAGE)] = PAGE


class Freshness(Struct, frozen=True):
    """min_version: wait a moment until the workers have processed this version.

    format: instead of `Accept`. bom: whether CSV begins with a byte order mark, as spreadsheets want it.
    """

    min_version: Annotated[int, Meta(ge=1)] | None = None
    format: FormName | None = None
    bom: bool = True


class RowsAsked(Struct, frozen=True):
    """group_by: names, separated by commas. limit: maximum number of rows. cursor: from the previous page.

    quantiles: up to 9 shares of the units, such as `0.25,0.5`. least: rows with fewer sessions are `too_few`.
    format: instead of `Accept`. bom: whether CSV begins with a byte order mark, as spreadsheets want it.
    """

    group_by: Annotated[str, Meta(max_length=400)] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] | None = None
    cursor: Annotated[str, Meta(max_length=64)] | None = None
    quantiles: Annotated[str, Meta(max_length=80)] = ""
    least: Annotated[int, Meta(ge=1)] | None = None
    format: FormName | None = None
    bom: bool = True


class Grouping(RowsAsked, frozen=True):
    """order_by: the order of rows. histogram: number of bins. difference: two groups, such as `red,blue`.

    independent: the unit of observation for the interval of a share: a session, or all games of a player.
    """

    order_by: Order = "group"
    independent: Independent = "session"
    histogram: Annotated[int, Meta(ge=2, le=100)] | None = None
    difference: Annotated[str, Meta(max_length=200)] | None = None


class GroupingOfMeasures(RowsAsked, frozen=True, kw_only=True):
    """measures: up to 8 keys, separated by commas. order_by: the order of rows."""

    measures: Annotated[str, Meta(max_length=400)]
    order_by: Annotated[str, Meta(max_length=65)] = "group"


@routes.route("/sessions")
@describe(
    query=Page,
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    extra=FILTERS,
    filters_games=True,
    answers={200: answer(Sessions), 304: None},
    refuses=["unusable-filter"],
)
def list_sessions() -> Response:
    """List sessions, those played last first: public sessions and those whose tokens you send.

    Unknown filters are rejected.
    """
    found = sessions_asked(reach(), *page_and_filters())
    return _with_next(answered_to_asker(found), found["next"])


def _with_next(answer: Response, cursor: str | None) -> Response:
    """The answer with a link to the next page, if there is one."""
    if cursor is not None:
        answer.headers["Link"] = next_link(following_link(), cursor)
    return answer


def following_link() -> str:
    """The address of this request up to the cursor of another page."""
    kept = {name: values for name, values in request.args.items() if name != "cursor"}
    return f"{request.path}?{urlencode(kept | {'cursor': ''})}"


def sessions_asked(within: VisibleScope, page: Page, filters: Mapping[str, str]) -> dict[str, Json]:
    """The requested page of the sessions in the visible scope. Raises `Problem`."""
    must_be_within(within, filters)
    try:
        return sessions.list_sessions(
            services().engine,
            choosing(services().questions),
            reach=within,
            filters=filters,
            cursor=page.cursor,
            limit=page.limit,
        )
    except UnusableFilter as error:
        raise unusable(error) from None


@routes.route("/sessions/<session:session_id>/timeline")
@describe(
    query=Freshness,
    headers=[IF_NONE_MATCH],
    answers={200: answer(TimelineShown), 304: None},
    media=FORMS,
)
def get_timeline(session_id: str) -> Response:
    """Show the timeline: every entry as everybody may see it, including those that were taken back."""
    query = read_query(Freshness)
    enter(session_id, fresh=False)
    wait_for_workers(TIMELINE, session_id, query.min_version)
    found = sessions.timeline(services().engine, session_id)
    nothing_yet: dict[str, Json] = {"as_of": 0, "entries": []}
    return tagged_rows(found if found is not None else nothing_yet, "entries", OF_THE_ASKER)


@routes.route("/sessions/<session:session_id>/<name:key>")
@describe(
    query=Freshness,
    headers=[IF_NONE_MATCH],
    answers={200: answer(SeriesShown), 304: None},
    media=(*FORMS, VEGA_LITE),
)
def get_series(session_id: str, key: str) -> Response:
    """Show a series of the session: `scores`, or one that the game declares. Also available for Vega-Lite."""
    query = read_query(Freshness)
    session, _ = enter(session_id, fresh=False)
    keys = {SCORES_ARE["key"]} | {series.key for series in session.game.series}
    if key not in keys:
        raise not_found(f"There is no such series. This game has {', '.join(sorted(keys))}.")
    wait_for_workers(SERIES, session_id, query.min_version)
    found = sessions.series(services().engine, session_id, key)
    nothing_yet: dict[str, Json] = {"series": {"key": key}, "as_of": 0, "points": []}
    told = found if found is not None else nothing_yet

    def chart() -> bytes:
        names = naming_of(session)
        return msgspec.json.encode(specification(curve_of(session.game, told, names)))

    return tagged_rows(told, "points", OF_THE_ASKER, {VEGA_LITE: chart})


@routes.route("/statistics")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(Measures), 304: None})
def list_measures() -> Response:
    """List the measures of all games, with their meaning, unit and dimensions."""
    items = statistics.measures()
    for item in items:
        item["statistics"] = f"/v1/statistics/{item['game']}/{item['key']}"
    return tagged_by_content({"items": items}, FOR_EVERYBODY)


@routes.route("/statistics/<name:game>/<name:measure>", runs="limited")
@describe(
    query=Grouping,
    headers=[HELD_TOKENS, IF_NONE_MATCH, PREFER],
    extra=FILTERS,
    filters_games=True,
    answers={200: answer(Figures), 202: JOB, 304: None},
    refuses=["unusable-filter"],
    media=FORMS,
)
def get_statistics(game: str, measure: str) -> Response:
    """Show a measure over finished sessions, with one row per group and the sample and sessions of each.

    Public sessions count, and those whose tokens you send. If you follow the link to a row's sessions with
    the same tokens, you get exactly the sessions that count in the row.
    """
    own, filters = split_query(Grouping)
    asked = query_in(Grouping, own)
    return _answered(
        question_of(game, asked, filters)
        | {
            "measure": measure,
            "order_by": asked.order_by,
            "independent": asked.independent,
            "histogram": asked.histogram,
            "difference": two_groups(asked.difference),
        },
        bom=asked.bom,
    )


@routes.route("/statistics/<name:game>", runs="limited")
@describe(
    query=GroupingOfMeasures,
    headers=[HELD_TOKENS, IF_NONE_MATCH, PREFER],
    extra=FILTERS,
    filters_games=True,
    answers={200: answer(FiguresOfMeasures), 202: JOB, 304: None},
    refuses=["unusable-filter"],
    media=FORMS,
)
def get_measures(game: str) -> Response:
    """Show several measures over finished sessions side by side, with one row per group.

    A group that a measure lacks has null there. The game `all` means all games together. Rows are ordered by
    `group`, `n` or the value of one of the measures; with a minus the largest first.
    """
    own, filters = split_query(GroupingOfMeasures)
    asked = query_in(GroupingOfMeasures, own)
    measures = _names(asked.measures)
    if not 1 <= len(measures) <= MOST_MEASURES or len(set(measures)) < len(measures):
        raise invalid_query("measures", f"Must be 1 to {MOST_MEASURES} different keys, separated by commas.")
    return _answered(
        question_of(game, asked, filters) | {"measure": "", "measures": measures, "order_by": asked.order_by},
        bom=asked.bom,
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def question_of(game: str, asked: RowsAsked, filters: dict[str, str]) -> dict[str, Any]:
    """The members that the questions of both routes have in common. Raises `Problem`."""
    change, skip = (None, 0) if asked.cursor is None else _place_in_rows(asked.cursor)
    return {
        "game": game,
        "reach": reach_of(filters),
        "group_by": _names(asked.group_by),
        "filters": filters,
        "limit": asked.limit,
        "quantiles": _shares(asked.quantiles),
        "least": asked.least,
        "skip": skip,
        "change": change,
    }


def _place_in_rows(cursor: str) -> tuple[int, int]:
    found = CURSOR.fullmatch(cursor)
    if found is None:
        raise unusable(UnusableFilter("cursor", "is not the cursor of a page"))
    return int(found[1]), int(found[2])


def _shares(text: str) -> tuple[float, ...]:
    names = _names(text)
    shares = tuple(sorted({float(name) for name in names if SHARE_OF_UNITS.fullmatch(name)}))
    if len(shares) != len(names) or len(shares) > MOST_QUANTILES:
        detail = f"Must be up to {MOST_QUANTILES} different numbers from 0 to 1, separated by commas."
        raise invalid_query("quantiles", detail)
    return shares


def two_groups(text: str | None) -> tuple[str, str] | None:
    """The groups whose difference a question asks for, if it does. Raises `Problem`."""
    if text is None:
        return None
    of, comma, from_ = text.partition(",")
    if not comma or not of or not from_:
        raise invalid_query("difference", "Must be two values of the group, separated by a comma.")
    return of, from_


def _answered(question: dict[str, Any], *, bom: bool) -> Response:
    for name in ("measure", "measures"):
        question[name] = _present(question["game"], question.get(name, ()))
    try:
        asked = StatisticsQuery(**question)
        statistics.must_be_answerable(asked)
        form = row_form()
        task = StatisticsTask(asked, form, bom, following_link())
        headers = TO_ASKER | {"ETag": OF_THE_CONTENT, "Content-Type": content_type_of(form)}
        headers["Vary"] += ", Accept"
        return answer_soon(task, headers)
    except UnusableFilter as error:
        raise unusable(error) from None
    except UnknownMeasure:
        raise not_found("There is no such measure. GET /v1/statistics lists the measures.") from None


def _present(game: str, named: Any) -> Any:
    """The present names of measures that a request names, or of one."""
    if isinstance(named, str):
        return FORMER_MEASURES.get((game, named), named)
    return tuple(_present(game, name) for name in named)


class SeatPage(Struct, frozen=True):
    """cursor: the cursor from the previous page. limit: rows per page.

    format: instead of `Accept`. bom: whether CSV begins with a byte order mark, as spreadsheets want it.
    """

    cursor: Annotated[str, Meta(max_length=96)] | None = None
    limit: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = MOST_SEATS
    format: FormName | None = None
    bom: bool = True


@routes.route("/statistics/<name:game>/seats", runs="limited")
@describe(
    query=SeatPage,
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    extra=FILTERS,
    filters_games=True,
    answers={200: answer(SeatsPlayed), 304: None},
    refuses=["unusable-filter"],
    media=FORMS,
)
def list_seats(game: str) -> Response:
    """List the seats of finished sessions, one per row, those played last first: a data set of the game.

    A row has the result of the seat and every measure of seats. Public sessions are included, and those whose
    tokens you send. Filters of seats, such as `player` or `faction`, choose the rows themselves. As CSV or
    lines of JSON, the answer is the rows alone; the header `Link` leads to the next page.
    """
    own, filters = split_query(SeatPage)
    page = query_in(SeatPage, own)
    try:
        after = None if page.cursor is None else sessions.seat_place(page.cursor)
        found = services().questions.ask(SeatsQuery(game, reach_of(filters), filters, after, page.limit)).body
    except UnusableFilter as error:
        raise unusable(error) from None
    except UnknownMeasure:
        raise not_found(NO_GAME) from None
    headers = TO_ASKER | {"Vary": f"{TO_ASKER['Vary']}, Accept"}
    cursor = msgspec.json.decode(found, type=PageOfRows).next
    return _with_next(tagged_answer(found, headers), cursor)


def page_and_filters() -> tuple[Page, dict[str, str]]:
    """Split the query into the parameters of the page and the filters. Raises `Problem`."""
    own, filters = split_query(Page)
    return query_in(Page, own), filters


def split_query(kind: type[Struct]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The query's own parameters, and its filters. A parameter that comes twice is a fault."""
    given = request.args.to_dict(flat=False)
    doubled = [(name, "Send this parameter only once.") for name, values in given.items() if len(values) > 1]
    if doubled:
        raise invalid(doubled)
    own = {name: values for name, values in given.items() if name in kind.__struct_fields__}
    return own, {name: values[0] for name, values in given.items() if name not in own}


def wait_for_workers(projection: str, session_id: str, version: int | None) -> None:
    """Wait a moment until the workers have processed the requested version, if there is one."""
    if version is not None:
        sessions.wait_for(services().engine, projection, session_id, version, WAIT_SECONDS)


def reach_of(filters: Mapping[str, str]) -> VisibleScope:
    """The principal's visible scope. Raises `Problem` if the filters contradict it."""
    within = reach()
    must_be_within(within, filters)
    return within


def must_be_within(within: VisibleScope, filters: Mapping[str, str]) -> None:
    """Raise `Problem` if a caller without tokens filters for sessions that are not public."""
    if within.is_public_alone and filters.get("visibility", "public") in ("private", "link"):
        detail = "You can list only public sessions and those whose tokens you send."
        raise Problem("unusable-filter", detail, field="visibility")


def unusable(error: UnusableFilter) -> Problem:
    """The problem that answers a filter that cannot be used."""
    return Problem("unusable-filter", str(error), field=error.name)


# Marks of a session: what a strip for going through it shows.

mark_routes = Blueprint("marks", __name__, url_prefix="/v1", description="Statistics from the logs.")


@mark_routes.route("/sessions/<session:session_id>/marks")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(MarksShown), 304: None})
def get_marks(session_id: str) -> Response:
    """Show the bookmarks of a session: rounds, turns, flags, notes and score changes.

    They are the same for everybody who can see the session. `as_of` is the last entry that the workers have
    processed.
    """
    enter(session_id, fresh=False)
    engine = services().engine
    lines, scores = timeline(engine, session_id), series(engine, session_id, SCORES_ARE["key"])
    nothing_yet: dict[str, Json] = {"as_of": 0, "marks": []}
    if lines is None or scores is None:
        return tagged_by_content(nothing_yet, OF_THE_ASKER)
    told = {"as_of": min(lines["as_of"], scores["as_of"]), "marks": marks(lines["entries"], scores["points"])}
    return tagged_by_content(told, OF_THE_ASKER)


# Which rules refused what, over finished sessions.

refusal_routes = Blueprint(
    "refusals", __name__, url_prefix="/v1", description="Actions that the rules rejected."
)

OWN_FILTERS = [
    filter_of("rule", "The id of the rule that rejected the action."),
    filter_of("action", "The type of the action that was rejected."),
]


RefusalOrder: TypeAlias = Literal["group", "-group", "total", "-total", "n", "-n", "value", "-value"]


class RefusalGrouping(Struct, frozen=True):
    """group_by: rule, action, or a property of sessions. order_by: the order of rows. limit: most rows.

    format: instead of `Accept`. bom: whether CSV begins with a byte order mark, as spreadsheets want it.
    """

    group_by: Annotated[str, Meta(max_length=400)] = "rule"
    order_by: RefusalOrder = "-total"
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] | None = None
    format: FormName | None = None
    bom: bool = True


@refusal_routes.route("/statistics/<name:game>/refusals", runs="limited")
@describe(
    query=RefusalGrouping,
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    extra=[*OWN_FILTERS, *FILTERS],
    filters_games=True,
    answers={200: answer(RefusalsSchema), 304: None},
    media=FORMS,
)
def get_refusals(game: str) -> Response:
    """Show how often the rules rejected actions: one row per rule, with its sentence, most frequent first.

    Finished sessions count: public ones and those whose tokens you send. Actions that were rejected
    elsewhere, or by a service that did not count rejections yet, are in no log and therefore not included.
    """
    if game not in services().games:
        raise not_found(NO_GAME)
    own, filters = split_query(RefusalGrouping)
    grouping = query_in(RefusalGrouping, own)
    group_by = tuple(name.strip() for name in grouping.group_by.split(",") if name.strip())
    question = StatisticsQuery(
        game, "refusals", reach_of(filters), group_by, filters, grouping.order_by, grouping.limit
    )
    try:
        found = refusals(services().engine, question)
    except UnusableFilter as error:
        raise unusable(error) from None
    rows = [_with_its_sentence(row, services().games[game]) for row in found["rows"]]
    named: dict[str, Json] = {"game": game, "group_by": list(group_by)}
    headers = TO_ASKER | {"Vary": f"{TO_ASKER['Vary']}, Accept"}
    return tagged_rows(named | found | {"rows": rows}, "rows", headers)


def _with_its_sentence(row: dict[str, Json], game: Game[Any]) -> dict[str, Json]:
    rule = row["group"].get("rule")
    return row if rule is None else row | {"rule_text": rule_text(rule, game)}
