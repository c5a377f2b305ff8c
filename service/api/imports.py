"""Importing portable files: each session is proven before it is stored."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import ExitStack

from flask import Response, request

from service.api.storing import Bringer, store_meanwhile, store_now
from service.http.authentication import claim, may_open, must_be_good, must_be_let_open
from service.http.blueprint import Blueprint
from service.http.files import received
from service.http.jobs import PREFER, awaited, prefers_later
from service.http.preconditions import import_request, secret_key
from service.http.responses import answered_with_tokens
from service.http.services import services
from service.http.stored_bytes import spenders
from service.jobs.requests import ImportTask
from service.problems import Problem
from service.schemas.answers import Imported
from service.schemas.openapi import JOB, SECRET_KEY, answer, describe

routes = Blueprint("imports", __name__, url_prefix="/v1", description="Files that bring sessions.")

NDJSON = "application/x-ndjson"
GZIP = "application/gzip"
FILES = ("application/json", NDJSON, GZIP)
LONG_BYTES = 64 * 1024
"""So much of a file, packed as it comes, takes a second to prove."""


@routes.route("/imports", methods=["POST"], runs="limited", reads_files=True)
@describe(
    body="PortableSession",
    headers=[SECRET_KEY, PREFER],
    answers={201: answer(Imported), 202: JOB},
    refuses=["bad-token", "invalid-file", "not-allowed", "quota"],
)
def import_sessions() -> Response:
    """Import portable files: one as JSON, many as NDJSON, either gzipped. Each is proven before it is stored.

    A session that is here already is not written again; its owner's token lets a longer log continue it.
    Who brings a session becomes its owner: the answer holds its tokens. So the key of an import is a secret
    of 16 signs or more. The same key with the same bytes gives the tokens again, but those revoked since.
    Where sessions are opened by the opening token alone, so are they imported; an owner's continues its own.
    """
    if (made := claim()) is None:
        must_be_let_open()
    else:
        must_be_good(made)
    if request.mimetype not in FILES:
        raise Problem("media-type", f"Send portable files as {', '.join(FILES)}.")
    importer, found = secret_key(), services()
    with ExitStack() as until_done:
        until_done.enter_context(found.imports.place())
        data, digest, length = until_done.enter_context(received(found.settings.home))
        if importer is not None and not found.registers.binds_import(importer, import_request(digest)):
            raise Problem("action-id-reused", "This key came with another file. Give each request its own.")
        bringer = Bringer(importer or secrets.token_hex(), _owned(), may_open(), spenders())
        if length < LONG_BYTES and not prefers_later():
            items = found.imports.run(lambda: store_now(data, bringer))
            return answered_with_tokens({"items": items})
        named = hashlib.sha256(bringer.importer.encode()).hexdigest()
        job = store_meanwhile(data, ImportTask(digest, named), bringer, until_done)
    return awaited(job)


def _owned() -> str | None:
    """The session whose owner asks."""
    made = claim()
    return made.session if made is not None and made.role == "owner" else None
