"""Home: this device's sessions, a table to open or to join, and what is here for programs."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from replays.counting import counted
from service.bootstrap import services
from service.pages.page import page

routes = Blueprint("home", __name__)


@routes.route("/")
def home() -> Response:
    """Where to begin."""
    found = services()
    sets = {key: found.library.packaged(key) for key in found.games}
    return page(render_template("home.html", games=found.games.values(), sets=sets, counted=counted))
