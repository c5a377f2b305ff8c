"""Joining: a link with a token after `#`, which the page puts into the device's storage at once."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from service.pages.page import page

routes = Blueprint("joining", __name__)


@routes.route("/j")
def join() -> Response:
    """Take the token of the address, or one that is typed."""
    return page(render_template("join.html"))
