"""Pages with links: tokens of a session and of a device, joining, the form that opens a session, editions.

A join link has its token after `#`; the page moves it into the device's storage at once.
"""

from __future__ import annotations

import json
from typing import Annotated

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct

from service.http.services import services
from service.pages.page import page
from service.problems import Problem
from service.schemas.fields import read_query

# Links: one card a holder, for the owner of a session.

routes = Blueprint("links", __name__)


@routes.route("/t/<session:session_id>/links")
def links(session_id: str) -> Response:
    """The frame of the page: the links themselves are made on the owner's device."""
    return page(render_template("links.html", session_id=session_id))


@routes.route("/t/<session:session_id>/who")
def who(session_id: str) -> Response:
    """As whom a device sits at the table: its page asks with the tokens that the device holds."""
    return page(render_template("who.html", session_id=session_id))


# Joining: a link with a token after `#`, which the page puts into the device's storage at once.

joining_routes = Blueprint("joining", __name__)


@joining_routes.route("/j")
def join() -> Response:
    """Take the token of the address, or one that is typed."""
    return page(render_template("join.html"))


# Tokens of a device: to another device, and into a club. Both pages are the same for everyone.


@joining_routes.route("/along")
def along() -> Response:
    """Save what the device holds as a file or codes, or take what another one saved."""
    return page(render_template("along.html"))


@joining_routes.route("/c/<session:club_id>/bring")
def bring(club_id: str) -> Response:
    """Take tables of the device into a club, of which the device has an organiser's key."""
    return page(render_template("bring.html", club_id=club_id))


# Opening: which game, and the form of its session.

opening_routes = Blueprint("opening", __name__)


ClubId = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


class Again(Struct, frozen=True):
    """again: the session whose seats and options fill in the form. The page's script asks for it.

    component_set: the hash of the set that is chosen at first. club: in which club the table is opened.
    """

    again: Annotated[str, Meta(max_length=64)] | None = None
    component_set: Annotated[str, Meta(max_length=64)] | None = None
    club: ClubId | None = None


class InClub(Struct, frozen=True):
    """club: in which club the table is opened; the page's script reads it for its form."""

    club: ClubId | None = None


@opening_routes.route("/open")
def games() -> Response:
    """Which game."""
    query = read_query(InClub)
    within = "" if query.club is None else f"?club={query.club}"
    return page(
        render_template("games.html", games=services().games.values(), club=query.club, within=within)
    )


games.query = InClub  # type: ignore[attr-defined]


@opening_routes.route("/open/<name:key>")
def form(key: str) -> Response:
    """The form of a game: drawn from what `GET /v1/games/{game}/opening` says."""
    query = read_query(Again)
    game = services().games.get(key)
    if game is None:
        raise Problem("not-found", "Game not found. /open lists the games.")
    within = "" if query.club is None else f"?club={query.club}"
    return page(render_template("open.html", game=game, club=query.club, within=within))


form.query = Again  # type: ignore[attr-defined]


# Editions: a group's own box. Its token is on the device, so each page is the same for everyone.

edition_routes = Blueprint("edition_pages", __name__)


@edition_routes.route("/editions")
def editions() -> Response:
    """The editions of a device, and the form that makes one."""
    games = [
        {"key": game.key, "title": game.title, "decks": bool(game.editing.decks)}
        for game in services().games.values()
        if game.editing is not None
    ]
    return page(render_template("editions.html", games=json.dumps(games)))


@edition_routes.route("/editions/<session:edition_id>")
def edition(edition_id: str) -> Response:
    """How far an edition is: its sections, faults, versions and links."""
    return page(render_template("edition.html", edition_id=edition_id))


class Compared(Struct, frozen=True):
    """a, b: the versions that the page `compare` compares, which the page's script reads."""

    a: Annotated[str, Meta(max_length=16)] | None = None
    b: Annotated[str, Meta(max_length=16)] | None = None


@edition_routes.route("/editions/<session:edition_id>/<name:section>")
def section(edition_id: str, section: str) -> Response:
    """A section of an edition, `compare`, or `learnt`. The page's script reads which one from the address."""
    read_query(Compared)
    return page(render_template("edition.html", edition_id=edition_id))


section.query = Compared  # type: ignore[attr-defined]


@edition_routes.route("/e")
def join_edition() -> Response:
    """Take the token of the address, or one that is typed."""
    return page(render_template("edition_join.html"))
