"""The whole log of a session on one page, to read and to print: a sentence an entry, under the rounds."""

from __future__ import annotations

from flask import Response, render_template

from domain.kernel.session import Session
from replays.story import story
from service.http.blueprint import PageBlueprint
from service.http.responses import shown_live
from service.http.services import services
from service.pages.reading import read_by_asker
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal

routes = PageBlueprint("whole_log", __name__)


@routes.route("/t/<session:session_id>/log", runs="limited")
def whole_log(session_id: str) -> Response:
    """Every entry as the principal may see it."""
    return read_by_asker(session_id, _drawn)


def _drawn(session: Session, principal: Principal) -> str:
    handler = services().handler
    written = handler.written(session, 1, session.version)
    lines = story(
        session,
        (one.entry for one in written),
        lambda entry: shown_live(session, WrittenEntry(entry, digest=""), principal),
        handler.reading(session),
    )
    return render_template(
        "whole_log.html", session_id=session.id, title=f"Log · {session.game.title}", lines=lines
    )
