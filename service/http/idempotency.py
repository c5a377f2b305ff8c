"""Idempotency: how a request is recognized when it comes again."""

from __future__ import annotations

import re
import uuid

from flask import request

from domain.kernel.messages import Json
from domain.kernel.session import request_hash
from service.http.authentication import claim
from service.http.problems import Problem, invalid
from service.sessions.recorder import Request

KEY = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
DERIVED = uuid.UUID("b0a6cf7e-6f0e-5d3c-9a43-1c1f3a0f7d57")
"""Namespace of the ids that the items of a list get from the list's own."""


def request_of(body: dict[str, Json], kind: str) -> Request:
    """How the log recognizes this request when it comes again."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise Problem("malformed-header", "Idempotency-Key holds 1 to 64 letters, digits, and -_.: signs.")
    named = body.get("action_id")
    if key is not None and named is not None and key != named:
        raise invalid([("/action_id", "Another id than the Idempotency-Key.")])
    said = {name: value for name, value in body.items() if name != "action_id"}
    return Request(named if named is not None else key, request_hash([kind, _author(), said]))


def import_request(digest: str) -> str:
    """How an import is recognized when it comes again: by the SHA-256 of its bytes, and who sent them."""
    return request_hash(["import", _author(), digest])


def _author() -> list[str | None]:
    """Part of what is asked: the same words from somebody else are another request."""
    made = claim()
    return [None, None] if made is None else [made.role, made.seat]


def requests_of_list(bodies: list[dict[str, Json]], kind: str) -> list[Request]:
    """The same for every item of a list.

    With an Idempotency-Key the list is one request: its first item has the key itself for an id, so that
    the key is known, the others have ids that follow from it.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        requests = [request_of(body, kind) for body in bodies]
        named = [made.action_id for made in requests if made.action_id is not None]
        if len(set(named)) < len(named):
            raise invalid([("", "Two actions of the list have the same action_id.")])
        return requests
    if not KEY.fullmatch(key):
        raise Problem("malformed-header", "Idempotency-Key holds 1 to 64 letters, digits, and -_.: signs.")
    if any(body.get("action_id") is not None for body in bodies):
        raise invalid([("/0/action_id", "Give the list an Idempotency-Key or its items ids, not both.")])
    whole = request_hash([kind, _author(), bodies])
    ids = [key, *(str(uuid.uuid5(DERIVED, f"{key}/{place}")) for place in range(1, len(bodies)))]
    return [Request(name, request_hash([whole, place])) for place, name in enumerate(ids)]
