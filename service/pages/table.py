"""The table page, the replay page and the whole log of a session, for reading and printing.

Without scripts the table page shows a public session.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from flask import Blueprint, Response, render_template
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.engine.time_of_play import AS_RECORDED
from domain.kernel.engine.views import eyes
from domain.kernel.messages import Json, Seat
from domain.kernel.session import Session
from domain.kernel.session.rendering import entry_in_words, line, line_of_move, naming_of
from domain.kernel.ui.words import lasted, text_of
from service.api.entries import Number
from service.api.rendering import table as table_of
from service.api.rendering import table_told
from service.http.authentication import enter
from service.http.blueprint import PageBlueprint
from service.http.responses import OF_THE_ASKER, shown_live, with_import
from service.http.services import services
from service.pages.home import SeatSign, seat_signs
from service.pages.page import page
from service.pages.reading import read_by_asker
from service.problems import Problem
from service.schemas.fields import read_query
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


# The whole log of a session on one page, to read and to print: one line per move, by round, with times.

whole_log_routes = PageBlueprint("whole_log", __name__)


@whole_log_routes.route("/t/<session:session_id>/log", runs="limited")
def whole_log(session_id: str) -> Response:
    """Every entry as the principal may see it."""
    return read_by_asker(session_id, _drawn)


class PrintedLine(Struct, frozen=True):
    """A line of the printed log. under: the heading that begins with it. later: how long nothing came before.

    sign: of the seat that acted. corrected_by: the number of the newest correction of this entry. parts: of a
    move of several entries, the lines of these.
    """

    text: str
    clock: str
    sign: SeatSign | None
    corrected_by: int | None
    under: str = ""
    later: str = ""
    parts: tuple[PrintedLine, ...] = ()


PAUSE_MINUTES = 30
"""Without an entry for so long, the log says how long."""


def _drawn(session: Session, principal: Principal) -> str:
    written = services().handler.written(session, 1, session.version)
    entries = [shown_live(session, one, principal) for one in written]
    title, zone = f"Log · {session.game.title}", session.opened.timezone
    return render_template(
        "whole_log.html",
        session_id=session.id,
        title=title,
        zone=zone,
        when=_when(session, entries),
        lines=_printed(session, entries),
    )


def _when(session: Session, entries: Sequence[Mapping[str, Json]]) -> str:
    """When the game was played, in a sentence: as somebody says, else by the first time of the log."""
    said = session.position.when
    if said != AS_RECORDED:
        return f"{said.text} The times below are those of the log."
    zone = ZoneInfo(session.opened.timezone)
    times = [time for entry in entries if (time := _time_of(entry, zone)) is not None]
    is_a_copy = session.opened.forked_from is not None
    return f"Time of play: {min(times):%Y-%m-%d}." if times and not is_a_copy else ""


def _printed(session: Session, entries: Sequence[Mapping[str, Json]]) -> Iterator[PrintedLine]:
    """The lines of a whole log: one for each move, or for what of it was taken back.

    Times are those of the table's time zone.
    """
    names, zone = naming_of(session), ZoneInfo(session.opened.timezone)
    signs = seat_signs(names.seats)
    corrections = {
        one["about"]: one["number"]
        for one in entries
        if one["kind"] == "corrected" and one["live"] and one.get("about")
    }

    def printed(entry: Mapping[str, Json], **more: Any) -> PrintedLine:
        seat = (entry.get("action") or {}).get("seat") or (entry.get("by") or {}).get("seat")
        time = _time_of(entry, zone)
        return PrintedLine(
            line(session.game, entry, names),
            clock="" if time is None else f"{time:%H:%M}",
            sign=signs.get(str(seat)),
            corrected_by=corrections.get(entry["number"]),
            **more,
        )

    under, before = "", None
    for _, group in groupby(entries, lambda one: (one.get("move", one["number"]), one.get("live"))):
        first, *others = move = list(group)
        heading, time = services().chapters.of(session, first["number"]), _time_of(first, zone)
        pause = 0.0 if time is None or before is None else (time - before).total_seconds() / 60
        shown = printed(
            first,
            under=heading if heading != under else "",
            later=f"{lasted(pause)} later" if pause >= PAUSE_MINUTES else "",
        )
        if others:
            told = line_of_move(session.game, move, names)
            shown = replace(shown, text=told, corrected_by=None, parts=tuple(map(printed, move)))
        yield shown
        under, before = heading, _time_of(move[-1], zone) or before


def _time_of(entry: Mapping[str, Json], zone: ZoneInfo) -> datetime | None:
    """When it happened at the table, as far as somebody says so."""
    told = entry.get("moved_at") or entry.get("at")
    return None if told is None else datetime.fromisoformat(told).astimezone(zone)
