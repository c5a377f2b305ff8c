"""The table page, the replay page and the whole log of a session, for reading and printing.

Without scripts the table page shows a public session.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template
from msgspec import Struct

from domain.kernel.engine.views import eyes
from domain.kernel.messages import Json, Seat
from domain.kernel.session import Session
from domain.kernel.session.rendering import entry_in_words, naming_of
from domain.kernel.ui.words import text_of
from replays.story import story_by_moves
from service.api.entries import Number
from service.api.rendering import table as table_of
from service.api.rendering import table_told
from service.http.authentication import enter
from service.http.blueprint import PageBlueprint
from service.http.responses import OF_THE_ASKER, shown_live, with_import
from service.http.services import services
from service.pages.page import page
from service.pages.reading import read_by_asker
from service.problems import Problem
from service.schemas.fields import read_query
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal

# The table: its frame, and, for whom no script runs, a session that everybody may see.

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


# The replay page: its frame, which the page's script fills with each entry's text from the service.

replay_routes = Blueprint("replay", __name__)


class ReplayQuery(Struct, frozen=True):
    """at: the entry to look at. as: the seat whose view is shown. from, to: a range of entries to play."""

    at: Number | None = None
    as_: Seat | None = msgspec.field(default=None, name="as")
    from_: Number | None = msgspec.field(default=None, name="from")
    to: Number | None = None


@replay_routes.route("/t/<session:session_id>/replay")
def replay(session_id: str) -> Response:
    """The frame is the same whether there is such a session or not: only a token tells."""
    read_query(ReplayQuery)
    titles = json.dumps({key: game.title for key, game in services().games.items()})
    return page(render_template("replay.html", session_id=session_id, titles=titles))


replay.query = ReplayQuery  # type: ignore[attr-defined]


# The whole log of a session on one page, to read and to print: one line per move, by round.

whole_log_routes = PageBlueprint("whole_log", __name__)


@whole_log_routes.route("/t/<session:session_id>/log", runs="limited")
def whole_log(session_id: str) -> Response:
    """Every entry as the principal may see it."""
    return read_by_asker(session_id, _drawn)


def _drawn(session: Session, principal: Principal) -> str:
    handler = services().handler
    written = handler.written(session, 1, session.version)
    lines = story_by_moves(
        session,
        (one.entry for one in written),
        lambda entry: shown_live(session, WrittenEntry(entry, digest=""), principal),
        handler.reading(session),
    )
    return render_template(
        "whole_log.html", session_id=session.id, title=f"Log · {session.game.title}", lines=lines
    )
