"""Who may open sessions here: everybody, or where an opening token is needed, who holds it."""

from __future__ import annotations

import hmac

from flask import request

from service.http.problems import Problem
from service.http.services import services

ASK = "Ask whoever runs this service for its opening link, and send its token as `Authorization: Bearer …`."


def holds_opening_token() -> bool:
    """Whether the request brings the opening token, which is no session's."""
    token = services().settings.opening_token
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if not token or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(given.strip().encode(), token.encode())


def may_open() -> bool:
    """Whether the request may open a session."""
    return not services().settings.opening_token or holds_opening_token()


def must_be_let_open() -> None:
    """Raises `Problem` for who may open no session."""
    if may_open():
        return
    if "Authorization" in request.headers:
        raise Problem("not-allowed", f"This token opens no session here. {ASK}")
    raise Problem("bad-token", f"Not everybody may open sessions here. {ASK}")
