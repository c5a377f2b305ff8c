"""The end of an evening: who won and by what, a picture to send on, what other places take of a play."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, render_template
from markupsafe import Markup

from domain.kernel.session import Session
from domain.kernel.session.rendering import naming_of
from service.api.results import IN_EVERY_ROW
from service.http.services import services
from service.pages.reading import read_by_asker
from service.queries.question import CSV, written
from service.reports.curves import seat_signs
from service.reports.picture import facts, headline, parts_of, picture_of, said
from service.reports.result import result_of
from service.sessions.errors import playable
from service.sessions.tokens import Principal

routes = Blueprint("result", __name__)

INDENTED = 2


@routes.route("/t/<session:session_id>/result")
def result(session_id: str) -> Response:
    """The result so far or in the end, with names for who may hear them."""
    return read_by_asker(session_id, _drawn, "result")


def _drawn(session: Session, principal: Principal) -> str:
    with playable(session, services().registers):
        found = services()
        told = result_of(found, session, principal)
        picture = picture_of(found, session, told)
    return render_template(
        "result.html",
        session_id=session.id,
        title=session.game.title,
        result=told,
        head=headline(told),
        facts=facts(told),
        signs=seat_signs(naming_of(session).seats),
        parts_of=parts_of,
        said=said,
        picture=Markup(picture),  # a template of ours, which escapes what it is given
        name=f"{told['game'].replace('_', '-')}-{told['played_on']}",
        forms=list(_forms(told)),
    )


def _forms(told: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """The forms of a result to copy: name, media type, the end of the file's name, text."""
    rows = [{**{name: told[name] for name in IN_EVERY_ROW}, **seat} for seat in told["seats"]]
    forms = [
        ("CSV", "text/csv", "csv", written({"seats": rows}, "seats", CSV).decode("utf-8-sig")),
        ("JSON", "application/json", "json", _indented(told)),
    ]
    play = told["board_game_geek"]
    if play is not None:
        forms.insert(0, ("BoardGameGeek play", "application/json", "bgg.json", _indented(play)))
    return forms


def _indented(told: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(told), indent=INDENTED).decode()
