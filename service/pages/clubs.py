"""Pages of clubs: those of a device, joining one, its tables and evenings, its keys.

The keys of a club are on the device: the page's script asks for the page again and sends them. Without a key
of it a club does not exist, and the page says how to get in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from http import HTTPStatus
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, render_template, request

from service.api.statistics import Page, page_and_filters, sessions_asked
from service.bootstrap import Services
from service.http.authentication import claim, club_key
from service.http.services import services
from service.http.tokens import TO_ASKER, good_claims, good_keys
from service.pages.home import SessionRow, club_scope, next_page, session_row, tables_now
from service.pages.page import page
from service.problems import Problem
from service.sessions.tokens import Claim

routes = Blueprint("club_pages", __name__)


@routes.route("/clubs")
def clubs() -> Response:
    """The clubs of a device, and the form that makes one."""
    return page(render_template("clubs.html"))


@routes.route("/c")
def join_club() -> Response:
    """Take the key of the address, or one that is typed."""
    return page(render_template("club_join.html", of="club"))


# A club: its tables now, and its evenings.


@routes.route("/c/<session:club_id>")
def club(club_id: str) -> Response:
    """A club: its tables now, and its evenings, which take the filters of the catalogue."""
    claims, held = good_claims(), good_keys().get(club_id)
    found = services()
    known = None if held is None else found.clubs.of(club_id)
    if known is None or held is None:
        return _away(club_id)
    status, told = HTTPStatus.OK, {}
    try:
        told = _evenings(found, club_id, claims)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        status = HTTPStatus(problem.status)
        told = {"fault": problem.detail}
    html = render_template(
        "club.html",
        club=known,
        rights=held.key.rights,
        tables=tables_now(found, club_id, claims),
        games={key: game.title for key, game in found.games.items()},
        asked=request.args,
        **told,
    )
    return _to_asker(page(html), status)


club.query = Page  # type: ignore[attr-defined]


def _evenings(found: Services, club: str, claims: Mapping[str, Claim]) -> dict[str, Any]:
    """A page of the finished sessions of the club, by month. Raises `Problem`."""
    asked, filters = page_and_filters()
    wanted = {name: value for name, value in filters.items() if value}
    listed = sessions_asked(club_scope(club, claims), asked, {"status": "finished"} | wanted | {"club": club})
    rows = [session_row(found, item, claims) for item in listed["items"]]
    months = [(month, list(some)) for month, some in groupby(rows, lambda row: f"{_day(row):%B %Y}")]
    return {
        "months": months,
        "day": lambda row: f"{_day(row):%a} {_day(row).day}",
        "filtered": bool(wanted),
        "next": next_page(wanted, listed["next"], asked),
    }


def _day(row: SessionRow) -> date:
    return date.fromisoformat(row.day)


def _away(club_id: str) -> Response:
    """How to get into a club, for whom it does not exist."""
    return _to_asker(page(render_template("club_away.html", club_id=club_id)), HTTPStatus.NOT_FOUND)


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
