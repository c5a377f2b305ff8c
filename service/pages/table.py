"""The table: its frame, and, for whom no script runs, a session that everybody may see."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, render_template
from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.session import Session
from domain.kernel.telling import entry_in_words, naming_of
from domain.kernel.views import eyes
from domain.kernel.words import text_of
from service.api.sessions import table as table_of
from service.api.telling import table_told
from service.http.authentication import enter
from service.http.preconditions import OF_THE_ASKER
from service.http.responses import shown_live, with_import
from service.http.services import services
from service.pages.page import page
from service.problems import Problem
from service.sessions.tokens import Principal

routes = Blueprint("table", __name__)

LAST_ENTRIES = 100


class EntryText(Struct, frozen=True):
    """An entry in words."""

    number: int
    text: str
    live: bool


@routes.route("/t/<session:session_id>")
def table(session_id: str) -> Response:
    """The frame is the same whether there is such a session or not: only a token tells."""
    titles = json.dumps({key: game.title for key, game in services().games.items()})
    found = _for_everybody(session_id)
    answer = page(render_template("table.html", session_id=session_id, titles=titles, shown=found))
    answer.headers.update(OF_THE_ASKER)
    return answer


def _for_everybody(session_id: str) -> dict[str, Any] | None:
    """Standing and log of a session that strangers may see; None for all others."""
    try:
        session, principal = enter(session_id)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return None
    if session.position.lost is not None:
        return None
    viewer = eyes(session.game, session.state, principal.viewer)
    told = table_told(services(), session, table_of(session, session.position, viewer), frozenset({"board"}))
    return {"title": session.game.title, "board": told["board"], "log": _log(session, principal)}


def _log(session: Session, principal: Principal) -> list[EntryText]:
    first = max(1, session.version - LAST_ENTRIES + 1)
    naming = naming_of(session)
    imported = services().imported.of(session.id)
    lines = []
    for written in services().handler.written(session, first, session.version):
        shown = with_import(shown_live(session, written, principal), imported)
        words = entry_in_words(session.game, shown, naming)
        text = " ".join(map(text_of, (words.says, *words.effects)))
        lines.append(EntryText(written.entry.number, text + _imported(shown), shown["live"]))
    return lines[::-1]


def _imported(shown: Mapping[str, Json]) -> str:
    return f" (imported {shown['imported']['at'][:10]})" if "imported" in shown else ""
