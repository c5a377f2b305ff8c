"""The table: its frame, and, for whom no script runs, a session that everybody may see."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template

from service.bootstrap import services
from service.pages.page import page

routes = Blueprint("table", __name__)


@routes.route("/t/<session:session_id>")
def table(session_id: str) -> Response:
    """The frame is the same whether there is such a session or not: only a token tells."""
    games = {key: game.title for key, game in services().games.items()}
    titles = json.dumps(games)
    return page(render_template("table.html", session_id=session_id, titles=titles, shown=None))
