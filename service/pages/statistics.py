"""Pages of statistics: questions in words, and the answer to the question in the address."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from http import HTTPStatus
from typing import Any

from flask import Response, render_template, request
from msgspec import Struct

from domain.kernel import Game, StatisticsQuestion
from service.api.statistics import Grouping
from service.http.blueprint import PageBlueprint
from service.http.services import services
from service.http.tokens import TO_ASKER, reach
from service.jobs.client import told_by
from service.pages.answers import answered, form_of, refused
from service.pages.asking import (
    FORM,
    LEAST,
    QUARTERS,
    REFUSALS,
    AskedAt,
    address,
    changed,
    chips,
    groupings,
    measures_of,
    suggested,
    understood,
)
from service.pages.clubs import away_from_club, club_scope_of
from service.pages.group_words import CLOSE
from service.pages.page import page
from service.problems import NO_GAME, Problem, not_found
from service.queries.filters import CLUB
from service.queries.question import ALL, StatisticsQuery
from service.reports.statistic_charts import value_said
from workers.projections.sessions import PLAYER

routes = PageBlueprint("statistics_pages", __name__)

MOST_GROUPINGS = 9
"""So many are shown at once."""
LENGTH, ROUNDS, WINS = "minutes", "rounds", "wins"
"""Measures that every finished session has, and every seat of it."""


@routes.route("/statistics", runs="limited")
def every_game() -> Response:
    """Questions and answers over all titles, and the way to each of them."""
    return _shown(AskedAt("/statistics", reach()), ALL)


@routes.route("/statistics/<name:game>", runs="limited")
def one_game(game: str) -> Response:
    """Questions and answers of a game."""
    return _shown(AskedAt(f"/statistics/{game}", reach()), game)


@routes.route("/c/<session:club_id>/statistics", runs="limited")
def club_statistics(club_id: str) -> Response:
    """Questions and answers over the sessions of a club, for anyone who sends a key of it."""
    within = club_scope_of(club_id)
    if within is None:
        return away_from_club(club_id, "statistics")
    club, scope, people = within
    at = AskedAt(f"/c/{club_id}/statistics", scope, {CLUB: club_id}, people)
    return _shown(at, request.args.get("game") or ALL, club)


every_game.query = Grouping  # type: ignore[attr-defined]
one_game.query = Grouping  # type: ignore[attr-defined]
club_statistics.query = Grouping  # type: ignore[attr-defined]


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
    """The answer to the question; without one, how much was played."""
    if request.args.get("show") == FORM:
        return _form(at, game)
    if not (request.args.get("measure") or request.args.get("measures")):
        return {"overview": overview(at, game)}
    asked = understood(at, game)
    of_rules = asked.measure["key"] == REFUSALS and not asked.is_of_many
    return {
        "answer": refused(asked) if of_rules else answered(asked),
        "chips": chips(asked),
        "suggested": suggested(asked),
        "groupings": groupings(asked),
        "measure": asked.measure,
        "most_groupings": MOST_GROUPINGS,
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
    """The people of the club by id and name; elsewhere the players with most games."""
    if at.people:
        return sorted(at.people.items(), key=lambda one: one[1])
    question = StatisticsQuery(game, WINS, at.scope, (PLAYER,), dict(at.fixed), "-n", MOST_PEOPLE)
    rows = _rows(question)
    return [(row["group"][PLAYER], row["group"][PLAYER]) for row in rows]


def _rows(question: StatisticsQuery) -> list[Any]:
    return list(told_by(services().questions, question)["rows"])


def _mean_said(row: Any, measure: str) -> str:
    found = None if row is None else row["measures"][measure]
    return "–" if found is None else value_said(found["mean"], measure)


class GamesPlayed(Struct, frozen=True):
    """A title: how many of its sessions count, and how long they are on average."""

    title: str
    address: str
    games: int
    minutes: str
    rounds: str


def overview(at: AskedAt, game: str) -> list[GamesPlayed]:
    """The titles by the number of their sessions that count."""
    question = StatisticsQuery(ALL, "", at.scope, ("game",), dict(at.fixed), "-n", measures=(LENGTH, ROUNDS))
    counted = {row["group"]["game"]: row for row in _rows(question)}
    rows = []
    for key, title in services().games.items():
        if game not in (ALL, key):
            continue
        to = changed(at.path, game=key) if at.fixed else f"/statistics/{key}"
        row = counted.get(key)
        means = [_mean_said(row, measure) for measure in (LENGTH, ROUNDS)]
        rows.append(GamesPlayed(title.title, to, 0 if row is None else row["n"], *means))
    return sorted(rows, key=lambda row: -row.games)


# Questions in words: links that the pages begin with.

QUARTILES = {"quantiles": ",".join(f"{share:g}" for share in QUARTERS)}
OF_PEOPLE: Sequence[StatisticsQuestion] = (
    StatisticsQuestion("Who is best?", ("wins",), ("player",), {"order_by": "-value"}),
    StatisticsQuestion("Who beats whom?", ("wins",), ("player", "against_player"), {"order_by": "-n"}),
    StatisticsQuestion("How does everybody stand?", ("wins", "rank"), ("player",), {"order_by": "-wins"}),
    StatisticsQuestion("Who plays most?", ("wins",), ("player",), {"order_by": "-n"}),
    StatisticsQuestion("Does the seat at the table decide?", ("wins",), ("place",)),
    StatisticsQuestion("How long does a game take?", ("minutes",), (), {"histogram": "20"}),
    StatisticsQuestion("How long by the number of seats?", ("minutes",), ("count",), QUARTILES),
    StatisticsQuestion("How much is played?", ("minutes",), ("month",), {"order_by": "-group"}),
    StatisticsQuestion("How far apart are the ranks?", ("score",), ("rank",), QUARTILES),
)
OF_MAKERS: Sequence[StatisticsQuestion] = (
    StatisticsQuestion(
        "How many rounds does a game have?", ("rounds",), (), {"histogram": "20"}, makers=True
    ),
    StatisticsQuestion("How long is a round?", ("round_minutes",), ("round",), makers=True),
    StatisticsQuestion("How do scores grow by round?", ("score_by_round",), ("round",), makers=True),
    StatisticsQuestion("Which rules refuse most?", (REFUSALS,), ("rule",), makers=True),
    StatisticsQuestion(
        "Which decisions never matter?",
        ("decision_offered", "decision_taken", "decision_win_share"),
        ("action",),
        {"order_by": "decision_taken"},
        makers=True,
    ),
    StatisticsQuestion("How do two boxes compare?", ("minutes",), ("component_set",), makers=True),
)


class AskedInWords(Struct, frozen=True):
    """A question as a link."""

    words: str
    address: str


def questions(
    game: Game[object] | None, known: Collection[str], path: str, fixed: dict[str, str]
) -> tuple[list[AskedInWords], list[AskedInWords]]:
    """Those of people and those of makers, as far as the measures are known. fixed: parameters of all."""
    own = () if game is None else (*game.statistics.questions, *_of_the_end(game))
    every = (
        *OF_PEOPLE,
        *(one for one in own if not one.makers),
        *OF_MAKERS,
        *(one for one in own if one.makers),
    )
    asked = [one for one in every if set(one.measures) <= {*known, *([] if game is None else [REFUSALS])}]
    form = AskedInWords("How is somebody doing, game by game?", address(path, {**fixed, "show": FORM}))
    return (
        [*_links((one for one in asked if not one.makers), path, fixed), form],
        _links((one for one in asked if one.makers), path, fixed),
    )


def _of_the_end(game: Game[object]) -> Iterable[StatisticsQuestion]:
    """The typical winner and close games, by the measures that the end shows."""
    measures = game.statistics.at_the_end
    if measures:
        yield StatisticsQuestion("What does a typical winner do?", measures, ("won",), makers=True)
        close = {"closeness": CLOSE}
        yield StatisticsQuestion("What is different in close games?", measures, (), close, makers=True)


def _links(asked: Iterable[StatisticsQuestion], path: str, fixed: dict[str, str]) -> list[AskedInWords]:
    return [AskedInWords(one.words, address_of(one, path, fixed)) for one in asked]


def address_of(asked: StatisticsQuestion, path: str, fixed: dict[str, str]) -> str:
    """The page that answers a question."""
    what = (
        {"measure": asked.measures[0]} if len(asked.measures) == 1 else {"measures": ",".join(asked.measures)}
    )
    return address(path, {**fixed, **what, "group_by": ",".join(asked.group_by), **asked.options})
