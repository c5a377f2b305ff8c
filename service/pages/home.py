"""Home: this device's sessions, what is played now, a table to open or to join, what programs find here."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from replays.counting import counted
from service.bootstrap import Services
from service.http.held_tokens import HEADER, TO_ASKER, good_claims
from service.http.services import services
from service.pages.page import page
from service.pages.session_rows import SessionRow, session_row
from service.queries.reach import VisibleScope
from service.queries.sessions import list_sessions, sessions_held

routes = Blueprint("home", __name__)

MOST_LIVE = 6
RUNNING = {"status": "open", "visibility": "public", "sandbox": "any"}


@routes.route("/")
def home() -> Response:
    """Where to begin. The page's script sends the device's tokens, and is told of their sessions."""
    found = services()
    sets = {key: found.library.packaged(key) for key in found.games}
    claims = good_claims()
    held = sessions_held(found.engine, VisibleScope(frozenset(claims))) if claims else []
    mine = [session_row(found, item, claims) for item in held]
    html = render_template(
        "home.html", games=found.games.values(), sets=sets, counted=counted, mine=mine, live=_live(found)
    )
    answer = page(html)
    answer.headers.update(TO_ASKER if claims else {"Vary": HEADER})
    return answer


def _live(found: Services) -> list[SessionRow]:
    """The public tables at which is played now, the newest first."""
    told = list_sessions(found.engine, reach=VisibleScope(), filters=RUNNING, cursor=None, limit=MOST_LIVE)
    return [session_row(found, item, {}) for item in told["items"]]
