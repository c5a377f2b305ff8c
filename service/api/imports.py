"""Importing portable files: each session is proven before it is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from contextlib import ExitStack

from flask import Response, request

from domain.kernel.messages import Json
from service.api.storing import Bringer, store_meanwhile, store_now
from service.heavy.asked import Import
from service.http.authentication import claim
from service.http.blueprint import Blueprint
from service.http.files import received
from service.http.heavy_work import PREFER, awaited, prefers_later
from service.http.idempotency import import_request
from service.http.opening_token import may_open, must_be_let_open
from service.http.problems import Problem
from service.http.responses import answered_with_tokens
from service.http.services import services
from service.schemas.answers import Imported
from service.schemas.openapi import IDEMPOTENCY_KEY, WORK, answer, describe
from service.sessions.opening import UNGUESSABLE

routes = Blueprint("imports", __name__, url_prefix="/v1", description="Files that bring sessions.")

NDJSON = "application/x-ndjson"
GZIP = "application/gzip"
UNGUESSABLE_KEY = re.compile(rf"[A-Za-z0-9_.:-]{{{UNGUESSABLE},64}}")
IMPORT_KEY: Json = IDEMPOTENCY_KEY | {
    "description": "A random UUID: who sends the same bytes with it again is given the tokens again.",
    "schema": {"type": "string", "pattern": f"^{UNGUESSABLE_KEY.pattern}$"},
}
FILES = ("application/json", NDJSON, GZIP)
LONG_BYTES = 64 * 1024
"""So much of a file, packed as it comes, takes a second to prove."""


@routes.route("/imports", methods=["POST"])
@describe(
    body="PortableSession",
    headers=[IMPORT_KEY, PREFER],
    answers={201: answer(Imported), 202: WORK},
    refuses=["bad-token", "invalid-file", "not-allowed", "quota"],
)
def import_sessions() -> Response:
    """Import portable files: one as JSON, many as NDJSON, either gzipped. Each is proven before it is stored.

    A session that is here already is not written again; its owner's token lets a longer log continue it.
    Who brings a session becomes its owner: the answer holds its tokens. So the key of an import is a secret
    of 16 signs or more. The same key with the same bytes gives the tokens again, but those revoked since.
    Where sessions are opened by the opening token alone, so are they imported; an owner's continues its own.
    """
    if claim() is None:
        must_be_let_open()
    if request.mimetype not in FILES:
        raise Problem("media-type", f"Send portable files as {', '.join(FILES)}.")
    importer, found = _importer(), services()
    with ExitStack() as until_done:
        until_done.enter_context(found.imports.place())
        data, digest, length = until_done.enter_context(received(found.settings.home))
        if importer is not None and not found.registers.binds_import(importer, import_request(digest)):
            raise Problem("action-id-reused", "This key came with another file. Give each request its own.")
        bringer = Bringer(importer or secrets.token_hex(), _owned(), may_open())
        if length < LONG_BYTES and not prefers_later():
            items = found.imports.take(lambda: store_now(data, bringer))
            return answered_with_tokens({"items": items})
        named = hashlib.sha256(bringer.importer.encode()).hexdigest()
        piece = store_meanwhile(data, Import(digest, named), bringer, until_done)
    return awaited(piece)


import_sessions.reads_files = True  # type: ignore[attr-defined]
import_sessions.takes_turns = True  # type: ignore[attr-defined]


def _importer() -> str | None:
    """Who imports, by the key of the request. Raises `Problem` for a key that could be guessed."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not UNGUESSABLE_KEY.fullmatch(key):
        message = f"holds {UNGUESSABLE} to 64 letters, digits, and -_.: signs: take a random UUID."
        raise Problem("malformed-header", f"Idempotency-Key of an import {message}")
    return key


def _owned() -> str | None:
    """The session whose owner asks."""
    made = claim()
    if made is None or made.role != "owner":
        return None
    is_valid = services().registers.epochs(made.session).get(made.holder, 0) == made.epoch
    return made.session if is_valid else None
