"""Pages of statistics: questions in words, and the answer to the question in the address."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from typing import Any

from flask import Response, render_template, request
from msgspec import Struct

from service.api.statistics import Grouping
from service.http.blueprint import PageBlueprint
from service.http.services import services
from service.http.tokens import TO_ASKER, good_claims, good_keys
from service.pages.answers import answered
from service.pages.asking import (
    FORM,
    LEAST,
    REFUSALS,
    AskedAt,
    changed,
    chips,
    groupings,
    measures_of,
    suggested,
    understood,
)
from service.pages.clubs import away_from_club, club_scope_of
from service.pages.group_words import ALL
from service.pages.other_answers import form_of, refused
from service.pages.page import page
from service.pages.questions import questions
from service.problems import NO_GAME, Problem, not_found
from service.queries.filters import CLUB
from service.queries.question import StatisticsQuery
from service.queries.statistics import UnknownMeasure, statistics
from service.queries.visible_scope import VisibleScope
from service.reports.statistic_charts import said
from workers.projections.sessions import PLAYER

routes = PageBlueprint("statistics_pages", __name__)

LENGTH, WINS = "minutes", "wins"
"""Measures that every finished session has, and every seat of it."""


@routes.route("/statistics", runs="limited")
def every_game() -> Response:
    """Questions and answers over all titles, and the way to each of them."""
    return _shown(AskedAt("/statistics", _scope()), ALL)


@routes.route("/statistics/<name:game>", runs="limited")
def one_game(game: str) -> Response:
    """Questions and answers of a game."""
    return _shown(AskedAt(f"/statistics/{game}", _scope()), game)


@routes.route("/c/<session:club_id>/statistics", runs="limited")
def club_statistics(club_id: str) -> Response:
    """Questions and answers over the sessions of a club, for who sends a key of it."""
    within = club_scope_of(club_id)
    if within is None:
        return away_from_club(club_id, "statistics")
    club, scope, people = within
    at = AskedAt(f"/c/{club_id}/statistics", scope, {CLUB: club_id}, people)
    return _shown(at, request.args.get("game") or ALL, club)


every_game.query = Grouping  # type: ignore[attr-defined]
one_game.query = Grouping  # type: ignore[attr-defined]
club_statistics.query = Grouping  # type: ignore[attr-defined]


def _scope() -> VisibleScope:
    """Public sessions, and those of the tokens and keys that came along."""
    return VisibleScope(frozenset(good_claims()), frozenset(good_keys()))


def _shown(at: AskedAt, game: str, club: Any = None) -> Response:
    """The page; a question that cannot be asked is explained in a sentence, with the status of the API."""
    found = services().games.get(game)
    if found is None and game != ALL:
        raise not_found(NO_GAME)
    status, told = HTTPStatus.OK, {}
    try:
        told = _told(at, game)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        status = HTTPStatus(problem.status)
        told = {"fault": problem.detail, "errors": problem.members.get("errors", [])}
    fixed = {} if club is None or game == ALL else {"game": game}
    known = measures_of(game)
    people, makers = questions(found, {one["key"] for one in known}, at.path, fixed)
    answer = page(
        render_template(
            "statistics.html",
            club=club,
            path=at.path,
            game=found,
            games=services().games,
            measures=known,
            people=people,
            makers=makers,
            asked=request.args,
            changed=lambda **parameters: changed(at.path, **parameters),
            least=LEAST,
            **told,
        )
    )
    answer.headers.update(TO_ASKER)
    if answer.status_code == HTTPStatus.OK:
        answer.status_code = status
    return answer


def _told(at: AskedAt, game: str) -> dict[str, Any]:
    """What the page shows: an answer, or without a question how much was played."""
    if request.args.get("show") == FORM:
        return _form(at, game)
    if not request.args.get("measure"):
        return {"overview": overview(at, game)}
    asked = understood(at, game)
    return {
        "answer": refused(asked) if asked.measure["key"] == REFUSALS else answered(asked),
        "chips": chips(asked),
        "suggested": suggested(asked),
        "groupings": groupings(asked),
        "measure": asked.measure,
    }


def _form(at: AskedAt, game: str) -> dict[str, Any]:
    """The games of the person that the address names; without one, whose games there are."""
    player = request.args.get("player")
    filters = {name: value for name, value in request.args.items() if value and name not in NOT_OF_SEATS}
    if player:
        return {"form": form_of(at, game, player, filters)}
    return {"whose": [(name, changed(at.path, player=id)) for id, name in _people(at, game)]}


NOT_OF_SEATS = {"show", "game", "player", "measure", "measures", "group_by", "order_by", "limit", "cursor"}
MOST_PEOPLE = 100


def _people(at: AskedAt, game: str) -> list[tuple[str, str]]:
    """Who played, by id and name: the people of the club; else those with most games."""
    if at.people:
        return sorted(at.people.items(), key=lambda one: one[1])
    played: Counter[str] = Counter()
    for key in services().games if game == ALL else [game]:
        question = StatisticsQuery(key, WINS, at.scope, (PLAYER,), dict(at.fixed), "-n", MOST_PEOPLE)
        played.update(
            {row["group"][PLAYER]: row["n"] for row in statistics(services().engine, question)["rows"]}
        )
    return [(player, player) for player, _ in played.most_common(MOST_PEOPLE)]


class Played(Struct, frozen=True):
    """A title: how many of its sessions count, and how long they took."""

    title: str
    address: str
    games: int
    minutes: str


def overview(at: AskedAt, game: str) -> list[Played]:
    """The titles by the number of their sessions that count."""
    titles = [one for key, one in services().games.items() if game in (ALL, key)]
    rows = []
    for title in titles:
        to = changed(at.path, game=title.key) if at.fixed else f"/statistics/{title.key}"
        try:
            question = StatisticsQuery(title.key, LENGTH, at.scope, filters=dict(at.fixed))
            counted: list[Any] = list(statistics(services().engine, question)["rows"])
        except UnknownMeasure:
            counted = []
        games = counted[0]["n"] if counted else 0
        minutes = said(counted[0]["mean"], "minutes") if games else ""
        rows.append(Played(title.title, to, games, minutes))
    return sorted(rows, key=lambda row: -row.games)
