"""Pages of clubs: those of a device, joining one, its tables, evenings, people and keys.

The keys of a club are on the device: the page's script asks for the page again and sends them. Without a key
of it a club does not exist, and the page says how to get in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from http import HTTPStatus
from itertools import groupby
from typing import Any

import msgspec
from flask import Response, render_template, request
from msgspec import Struct

from replays.findings import counted
from service.api.statistics import Page, page_and_filters, sessions_asked
from service.http.authentication import claim, club_key
from service.http.blueprint import PageBlueprint
from service.http.services import services
from service.http.tokens import TO_ASKER, good_claims, good_keys, held_keys, reach
from service.jobs.client import choosing, told_by
from service.pages.answers import is_few, sessions_at
from service.pages.asking import LEAST, address
from service.pages.home import SessionRow, club_scope, next_page, session_row, tables_now
from service.pages.page import page
from service.problems import Problem
from service.queries.filters import CLUB, GAME, OTHER_PLAYER
from service.queries.people import SessionsCounted, people_counted
from service.queries.question import ALL, StatisticsQuery
from service.queries.sessions import list_sessions, ranks_of
from service.queries.visible_scope import VisibleScope
from service.reports.statistic_charts import SHARE, value_said
from service.sessions.club_people import PERSON, ClubPerson, UnknownPerson
from service.sessions.clubs import Club
from service.sessions.people import folded
from service.sessions.tokens import Claim
from workers.projections.sessions import PLAYER

routes = PageBlueprint("club_pages", __name__)


@routes.route("/clubs")
def clubs() -> Response:
    """The clubs of a device, and the form that makes one."""
    return page(render_template("clubs.html"))


@routes.route("/c")
def join_club() -> Response:
    """Take the key of the address, or one that is typed."""
    return page(render_template("club_join.html"))


@routes.route("/p")
def join_as_person() -> Response:
    """Take a person's own key, which leads to the page of this person."""
    return page(render_template("club_join.html"))


# The people of a club at the seats of its sessions: known by an id, else by a name.


class Roster:
    """The people of a club, by their ids and by their names."""

    def __init__(self, people: Sequence[ClubPerson]) -> None:
        self.people = people
        self._by_id = {player: person for person in people for player in person.players}
        names = [(name, person) for person in people for name in (person.name, *person.aliases)]
        self._by_name = {folded(name): person for name, person in names}

    def at_seats(self, listed: Mapping[str, Any]) -> dict[str, ClubPerson]:
        """The people in a session, as a list shows it, by seat."""
        found: dict[str, ClubPerson] = {}
        for seat in (str(one["seat"]) for one in listed["seats"]):
            label = listed["labels"].get(seat)
            person = self._by_id.get(listed["players"].get(seat, ""))
            if person is None and label is not None:
                person = self._by_name.get(folded(label))
            if person is not None:
                found[seat] = person
        return found

    def called(self, listed: Mapping[str, Any]) -> dict[str, Any]:
        """The session with the present names of the club's people."""
        people = {seat: person.name for seat, person in self.at_seats(listed).items()}
        return {**listed, "labels": {**listed["labels"], **people}}


def _roster(club: str) -> Roster:
    return Roster(services().club_people.all(club))


def club_scope_of(club_id: str) -> tuple[Club, VisibleScope, dict[str, str]] | None:
    """The club, its sessions, and the names of its people by their ids; None without a key of it."""
    held = good_keys().get(club_id)
    known = None if held is None else services().clubs.of(club_id)
    if known is None:
        return None
    people = {one.person: one.name for one in _roster(club_id).people}
    return known, reach(), people


# A club: its tables now, its evenings, its people.


@routes.route("/c/<session:club_id>")
def club(club_id: str) -> Response:
    """A club: its tables now, its people, and its evenings, which take the filters of the catalogue."""
    claims, held = good_claims(), good_keys().get(club_id)
    found = services()
    known = None if held is None else found.clubs.of(club_id)
    if known is None or held is None:
        return away_from_club(club_id)
    roster, status, told = _roster(club_id), HTTPStatus.OK, {}
    counts, others = people_counted(found.engine, club_id)
    try:
        told = _evenings(club_id, claims, roster)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        status = HTTPStatus(problem.status)
        told = {"fault": problem.detail}
    html = render_template(
        "club.html",
        club=known,
        rights=held.key.rights,
        tables=tables_now(found, club_id, claims, roster.called),
        games={key: game.title for key, game in found.games.items()},
        people=[(one, counts.get(one.person)) for one in _by_evenings(roster.people, counts)],
        others=[one for one in others if one["name"] is not None],
        counted=counted,
        asked=request.args,
        **told,
    )
    return _to_asker(page(html), status)


club.query = Page  # type: ignore[attr-defined]


def _by_evenings(people: Sequence[ClubPerson], counts: Mapping[str, SessionsCounted]) -> Sequence[ClubPerson]:
    """The people, those with most sessions first."""
    return sorted(people, key=lambda one: -counts[one.person].sessions if one.person in counts else 0)


def _evenings(club: str, claims: Mapping[str, Claim], roster: Roster, **chosen: str) -> dict[str, Any]:
    """A page of the finished sessions of the club, by month. Raises `Problem`."""
    asked, filters = page_and_filters()
    wanted = {name: value for name, value in filters.items() if value}
    within = {"status": "finished"} | wanted | chosen | {CLUB: club}
    listed = sessions_asked(club_scope(club, claims), asked, within)
    items = {item["id"]: item for item in listed["items"]}
    rows = [session_row(services(), roster.called(item), claims) for item in listed["items"]]
    months = [(month, list(some)) for month, some in groupby(rows, lambda row: f"{_day(row):%B %Y}")]
    return {
        "months": months,
        "items": items,
        "day": lambda row: f"{_day(row):%a} {_day(row).day}",
        "filtered": bool(wanted),
        "next": next_page(wanted, listed["next"], asked),
    }


def _day(row: SessionRow) -> date:
    return date.fromisoformat(row.day)


# A person of a club: games, results, with whom, recent evenings.

WINS, RANK = "wins", "rank"
"""The measures of who won, and of ranks."""
MOST_FREE = 30
"""So many of the newest sessions are searched for seats at which nobody of the club sat."""


class GamePlayed(Struct, frozen=True):
    """A game that somebody played: how often, how often they won, and what they could expect.

    share, expected, rank: as people write them. few: whether these are too few games to tell. games: their
    list. questions: the statistics of the person in this game.
    """

    title: str
    times: int
    won: float
    share: str
    expected: str
    rank: str
    few: bool
    games: str
    questions: str


class FreeSeat(Struct, frozen=True):
    """A seat of a session at which nobody of the club sat. called: as the table called it."""

    session: str
    seat: str
    title: str
    day: str
    called: str


@routes.route("/c/<session:club_id>/people/<session:person_id>", runs="limited")
def person(club_id: str, person_id: str) -> Response:
    """A person of a club, with what the keys that came along may change of them."""
    claims = good_claims()
    keys = [held for held in held_keys() if held.club == club_id]
    known = services().clubs.of(club_id) if keys else None
    if known is None:
        return away_from_club(club_id, "person")
    try:
        found = services().club_people.of(club_id, person_id)
    except UnknownPerson:
        return away_from_club(club_id, "person", known)
    rights = {right for held in keys for right in held.key.rights}
    is_own = any(held.person in found.origins for held in keys)
    roster = _roster(club_id)
    played, beside = _figures(found, roster, club_scope(club_id, claims), club_id)
    may_change = is_own or "organise" in rights
    told = _evenings(club_id, claims, roster, player=found.person)
    ranks = ranks_of(services().engine, told["items"])
    html = render_template(
        "person.html",
        club=known,
        person=found,
        played=played,
        beside=beside,
        result=lambda row: _result(told["items"][row.id], ranks.get(row.id, {}), found, roster),
        may_change=may_change,
        manage=json.dumps(
            {
                "person": found.person,
                "name": found.name,
                "aliases": list(found.aliases),
                "merged": [_named(club_id, one) for one in found.origins if one != found.person],
                "people": [
                    {"person": one.person, "name": one.name}
                    for one in roster.people
                    if one.person != found.person
                ],
                "organises": "organise" in rights,
                "own": is_own,
                "erases": is_own or "keep" in rights,
                "free": msgspec.to_builtins(_free_seats(club_id, claims, roster)) if may_change else [],
            }
        ),
        counted=counted,
        **told,
    )
    return _to_asker(page(html), HTTPStatus.OK)


person.query = Page  # type: ignore[attr-defined]


def _named(club: str, person: str) -> dict[str, str]:
    """A person as it was made, before it was merged, if it was."""
    made = services().club_people.key(club, f"{PERSON}{person}")
    return {"person": person, "name": "" if made is None else str(made.name)}


def _figures(
    person: ClubPerson, roster: Roster, scope: VisibleScope, club: str
) -> tuple[list[GamePlayed], list[tuple[ClubPerson, int]]]:
    """The games of a person, the one played most first; and the others there, with the number of evenings."""
    filters = {CLUB: club, PLAYER: person.person}
    alone = StatisticsQuery(ALL, "", scope, (GAME,), filters, "-n", measures=(WINS, RANK), least=LEAST)
    together = StatisticsQuery(ALL, WINS, scope, (OTHER_PLAYER,), filters)
    known = {one.person: one for one in roster.people}
    return (
        [_played(row, club, person) for row in _rows(alone)],
        sorted(
            (
                (known[row["group"][OTHER_PLAYER]], row["n"])
                for row in _rows(together)
                if row["group"][OTHER_PLAYER] in known
            ),
            key=lambda one: (-one[1], one[0].name),
        ),
    )


def _played(row: Mapping[str, Any], club: str, person: ClubPerson) -> GamePlayed:
    game, wins, rank = row["group"][GAME], row["measures"][WINS], row["measures"][RANK]
    questions = {"game": game, "measure": WINS, "group_by": "place", PLAYER: person.person}
    return GamePlayed(
        services().games[game].title,
        row["n"],
        wins["total"],
        value_said(wins["value"], SHARE),
        value_said(wins["expected"], SHARE),
        "–" if rank is None else value_said(rank["mean"], RANK),
        is_few(row),
        sessions_at(row),
        address(f"/c/{club}/statistics", questions),
    )


def _rows(question: StatisticsQuery) -> list[Any]:
    return list(told_by(services().questions, question)["rows"])


def _result(listed: Mapping[str, Any], ranks: Mapping[str, int], person: ClubPerson, roster: Roster) -> str:
    """How the person did in a session: won, or the rank, where the game counts it."""
    seats = [seat for seat, one in roster.at_seats(listed).items() if one.person == person.person]
    if any(seat in listed["winners"] for seat in seats):
        return "won"
    rank = min((ranks[seat] for seat in seats if seat in ranks), default=None)
    return "" if rank is None else f"{rank}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(rank, 'th') }"


def _free_seats(club: str, claims: Mapping[str, Claim], roster: Roster) -> list[FreeSeat]:
    found = services()
    listed = list_sessions(
        found.engine,
        choosing(found.questions),
        reach=club_scope(club, claims),
        filters={CLUB: club},
        cursor=None,
        limit=MOST_FREE,
    )
    free: list[FreeSeat] = []
    for item in listed["items"]:
        taken, row = roster.at_seats(item), session_row(found, item, {})
        free += [
            FreeSeat(row.id, one.sign.seat, row.title, row.day, one.name or one.sign.label)
            for one in row.seats
            if one.sign.seat not in taken
        ]
    return free


def away_from_club(club_id: str, module: str = "club", club: Club | None = None) -> Response:
    """How to get into a club, for whom it does not exist; with a club, that it has no such person.

    module: the script of the page that takes its place on a device with a key.
    """
    html = render_template("club_away.html", club_id=club_id, module=module, club=club)
    return _to_asker(page(html), HTTPStatus.NOT_FOUND)


def _to_asker(answer: Response, status: HTTPStatus) -> Response:
    answer.headers.update(TO_ASKER)
    if answer.status_code == HTTPStatus.OK:
        answer.status_code = status
    return answer


@routes.route("/c/<session:club_id>/keys")
def keys(club_id: str) -> Response:
    """The frame of the page: links and keys are read and made on a device that holds a key."""
    return page(render_template("club_keys.html", club_id=club_id))


# A session of a club, on its own pages.


def way_back(session_id: str) -> tuple[str, str] | None:
    """The address and the name of the club that a session belongs to, if the request has the club's key."""
    held = club_key() if claim() is None else None
    if held is None or services().clubs.club_of(session_id) != held.club:
        return None
    club = services().clubs.of(held.club)
    return None if club is None else (f"/c/{club.club}", club.name)
