"""Opening: which game, and the form of its session."""

from __future__ import annotations

from typing import Annotated

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct

from service.http.services import services
from service.pages.page import page
from service.problems import Problem
from service.schemas.arguments import read_query

routes = Blueprint("opening", __name__)


class Again(Struct, frozen=True):
    """again: the session whose seats and options fill in the form. The page's script asks for it."""

    again: Annotated[str, Meta(max_length=64)] | None = None


@routes.route("/open")
def games() -> Response:
    """Which game."""
    return page(render_template("games.html", games=services().games.values()))


@routes.route("/open/<name:key>")
def form(key: str) -> Response:
    """The form of a game: drawn from what `GET /v1/games/{game}/opening` says."""
    read_query(Again)
    game = services().games.get(key)
    if game is None:
        raise Problem("not-found", "Game not found. /open lists the games.")
    return page(render_template("open.html", game=game))


form.query = Again  # type: ignore[attr-defined]
