"""Pages of a session to read: drawn for the caller, or a sentence if they may not see the page.

A browser that opens an address sends no token. The page's script finds the one that the device holds, asks
for the same address with it, and replaces the page for strangers with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus

from flask import Response, g, render_template

from domain.kernel.session import Session
from service.http.authentication import enter
from service.http.responses import OF_THE_ASKER
from service.pages.clubs import way_back
from service.pages.page import page
from service.problems import Problem
from service.sessions.tokens import Principal

AWAY = {
    HTTPStatus.UNAUTHORIZED: "This link was replaced. Ask the person who opened the table for the new one.",
    HTTPStatus.FORBIDDEN: "Your link does not show this.",
    HTTPStatus.NOT_FOUND: "Page not found, or not public. To see a private table, join with its link first.",
    HTTPStatus.GONE: "This session has expired.",
}
"""The sentence on the page instead, by the status of the answer."""

ORDINALS = ("Charts of the first session", "Charts of the second session")


def read_by_asker(
    session_id: str, draw: Callable[[Session, Principal], str], module: str = "reading"
) -> Response:
    """The page that `draw` makes of a session for the caller, or a page that says why they cannot see it.

    module: the script of both, for the one that a stranger is shown first becomes the other by it.
    Raises `Problem` where the service is at fault, and where no sentence is known.
    """

    def look() -> Callable[[], str]:
        entered = enter(session_id)
        g.way_back = way_back(session_id)
        return partial(draw, *entered)

    return drawn_or_away(look, OF_THE_ASKER, session_id=session_id, module=module)


def drawn_or_away(look: Callable[[], Callable[[], str]], headers: Mapping[str, str], **away: str) -> Response:
    """The page drawn by the result of `look`, or a page that says why not. away: values for its template.

    If the drawing refuses, the page quotes its reason, for the caller may see the session.
    Raises `Problem` where the service is at fault, and where no sentence is known.
    """
    entered = False
    try:
        draw = look()
        entered = True
        answer = page(draw())
    except Problem as problem:
        status = HTTPStatus(problem.status)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or not (entered or status in AWAY):
            raise
        is_forbidden = status == HTTPStatus.FORBIDDEN
        html = render_template(
            "away.html",
            heading=problem.title if entered and not is_forbidden else "Not public",
            sentence=AWAY[status] if is_forbidden or not entered else problem.detail,
            detail=problem.detail if is_forbidden else "",
            ways=_ways(away) if entered else (),
            **away,
        )
        answer = page(html)
        if answer.status_code == HTTPStatus.OK:
            answer.status_code = status
    answer.headers.update(headers)
    return answer


def no_series(game: str) -> Problem:
    """The problem of a series that the game of this title does not have."""
    return Problem("not-found", f"{game} has no such series. The charts page lists all series.")


def _ways(away: Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """The links from a page that does not exist, for a caller who may see the session: address and name."""
    if "compared" in away:
        return [
            (f"/t/{id}/charts", name) for id, name in zip(away["compared"].split(), ORDINALS, strict=True)
        ]
    return [
        (f"/t/{away['session_id']}{page}", name)
        for page, name in (("", "Table"), ("/replay", "Replay"), ("/charts", "Charts"))
    ]
