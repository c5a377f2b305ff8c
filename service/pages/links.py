"""Links: one card a holder, for the owner of a session."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from service.pages.page import page

routes = Blueprint("links", __name__)


@routes.route("/t/<session:session_id>/links")
def links(session_id: str) -> Response:
    """The frame of the page: the links themselves are made on the owner's device."""
    return page(render_template("links.html", session_id=session_id))
