"""The catalogue: the sessions that `GET /v1/sessions` lists, by the same filters, for people."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request

from service.api.statistics import Page, page_and_filters, sessions_asked
from service.http.held_tokens import TO_ASKER, good_claims
from service.http.services import services
from service.pages.page import page
from service.pages.session_rows import session_row
from service.problems import Problem
from service.queries.reach import VisibleScope

routes = Blueprint("catalogue", __name__)


@routes.route("/sessions")
def catalogue() -> Response:
    """Sessions, the newest first: public ones, and those whose tokens the page's script sends.

    A filter that cannot be used is told of in a sentence, with the status that the API answers.
    """
    status, told = HTTPStatus.OK, {}
    try:
        told = _found()
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        status = HTTPStatus(problem.status)
        told = {"fault": problem.detail, "errors": problem.members.get("errors", [])}
    games = {key: game.title for key, game in services().games.items()}
    answer = page(render_template("sessions.html", games=games, asked=request.args, **told))
    answer.headers.update(TO_ASKER)
    if answer.status_code == HTTPStatus.OK:
        answer.status_code = status
    return answer


def _found() -> dict[str, Any]:
    asked, filters = page_and_filters()
    # A form sends the fields that nobody filled in, too.
    wanted = {name: value for name, value in filters.items() if value}
    claims = good_claims()
    found = sessions_asked(VisibleScope(frozenset(claims)), asked, wanted)
    rows = [session_row(services(), item, claims) for item in found["items"]]
    return {"rows": rows, "filtered": bool(wanted), "next": _next(wanted, found["next"], asked)}


def _next(filters: Mapping[str, str], cursor: str | None, asked: Page) -> str | None:
    """The address of the next page; None behind the last."""
    if cursor is None:
        return None
    size = {"limit": asked.limit} if "limit" in request.args else {}
    return f"?{urlencode({**filters, **size, 'cursor': cursor})}"


catalogue.query = Page  # type: ignore[attr-defined]
