"""The table: its frame, and, for whom no script runs, a session that everybody may see."""

from __future__ import annotations

import json
from functools import cache

from flask import Blueprint, Response, render_template

from service.bootstrap import services
from service.pages.assets import assets
from service.pages.page import page

routes = Blueprint("table", __name__)

FIRST = "table/app.js"


@routes.route("/t/<session:session_id>")
def table(session_id: str) -> Response:
    """The frame is the same whether there is such a session or not: only a token tells."""
    games = {key: game.title for key, game in services().games.items()}
    modules = table_modules()
    titles = json.dumps(games)
    return page(
        render_template("table.html", session_id=session_id, titles=titles, modules=modules, shown=None)
    )


@cache
def table_modules() -> tuple[str, ...]:
    """The table's modules, the first one first: named in the page, they are asked for at once."""
    own = sorted(name for name in assets() if name.startswith(("table/", "shared/")) and name != FIRST)
    libraries = ("preact", "preact-hooks", "preact-signals", "preact-signals-core", "htm", "idb-keyval")
    streams = ("eventsource-client", "eventsource-parser")
    return (FIRST, *own, *(f"vendor/{name}.js" for name in (*libraries, *streams)))
