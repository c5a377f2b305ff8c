"""The replay room: its frame, which the page's script fills with what the service tells of each entry."""

from __future__ import annotations

import json

import msgspec
from flask import Blueprint, Response, render_template
from msgspec import Struct

from domain.kernel.messages import Seat
from service.api.entries import Number
from service.http.services import services
from service.pages.page import page
from service.schemas.arguments import read_query

routes = Blueprint("replay", __name__)


class ReplayQuery(Struct, frozen=True):
    """at: the entry to look at. as: with this seat's eyes. from, to: a passage to play."""

    at: Number | None = None
    as_: Seat | None = msgspec.field(default=None, name="as")
    from_: Number | None = msgspec.field(default=None, name="from")
    to: Number | None = None


@routes.route("/t/<session:session_id>/replay")
def replay(session_id: str) -> Response:
    """The frame is the same whether there is such a session or not: only a token tells."""
    read_query(ReplayQuery)
    titles = json.dumps({key: game.title for key, game in services().games.items()})
    return page(render_template("replay.html", session_id=session_id, titles=titles))


replay.query = ReplayQuery  # type: ignore[attr-defined]
