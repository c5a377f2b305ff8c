"""Importing portable files: each session is proven before it is stored."""

from __future__ import annotations

import re
import secrets
from typing import Any, BinaryIO

import msgspec
from flask import Response, request

from domain.kernel import ComponentSet
from domain.kernel.messages import Json
from domain.kernel.session import Draft
from replays.imports import ForeignDraws, Imported, ImportRefused, import_file
from replays.portable import PortableSession, is_sandbox, read_from
from replays.unpacking import TooLong, UnreadableFile, must_unpack
from service.bootstrap import services
from service.http.authentication import claim
from service.http.blueprint import Blueprint
from service.http.files import SMALLER_FILES, received
from service.http.idempotency import import_request
from service.http.opening_token import ASK, may_open, must_be_let_open
from service.http.problems import Problem
from service.http.quotas import Full, keep_component_set, must_hold_a_log
from service.http.responses import answered_with_tokens
from service.schemas.openapi import IDEMPOTENCY_KEY, LIST, an_object, describe
from service.sessions.opening import OWNER, UNGUESSABLE, tokens_of
from service.sessions.recorder import Request, stamp_of

routes = Blueprint("imports", __name__, url_prefix="/v1", description="Files that bring sessions.")

NDJSON = "application/x-ndjson"
GZIP = "application/gzip"
UNGUESSABLE_KEY = re.compile(rf"[A-Za-z0-9_.:-]{{{UNGUESSABLE},64}}")
IMPORT_KEY: Json = IDEMPOTENCY_KEY | {
    "description": "A random UUID: who sends the same bytes with it again is given the tokens again.",
    "schema": {"type": "string", "pattern": f"^{UNGUESSABLE_KEY.pattern}$"},
}
FILES = ("application/json", NDJSON, GZIP)
MOST_RATIO = 40
"""Recorded sessions are 6 to 8 times as long as their gzip."""
MOST_REFUSED = 100
"""Sessions of one file that are refused each by itself, before the rest is left unread."""


@routes.route("/imports", methods=["POST"])
@describe(body="PortableSession", headers=[IMPORT_KEY], answers={201: an_object(items=LIST)})
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
    importer, imports = _importer(), services().imports
    with imports.place(), received(services().settings.home) as (data, digest):
        if importer is not None and not services().registers.binds_import(importer, import_request(digest)):
            raise Problem("action-id-reused", "This key came with another file. Give each request its own.")
        return imports.take(lambda: _import_all(data, importer))


import_sessions.reads_files = True  # type: ignore[attr-defined]
import_sessions.takes_turns = True  # type: ignore[attr-defined]


def _import_all(data: BinaryIO, importer: str | None) -> Response:
    """Store each session of a file, one in memory at a time, until one cannot be read."""
    settings = services().settings
    items: list[Json] = []
    full: dict[str, Any] | None = None
    refusals: list[str] = []  # never the exceptions: they would keep what was read until the next collection
    try:
        must_unpack(data, settings.import_bytes, MOST_RATIO)
        for file in read_from(data, settings.import_session_bytes):
            if len(refusals) == MOST_REFUSED:
                raise UnreadableFile(
                    f"{MOST_REFUSED} sessions were refused; the rest of the file is not read."
                )
            try:
                items.append(_import(file, importer or secrets.token_hex()))
            except (ImportRefused, Full) as error:
                refusals.append(str(error))
                full = error.members if isinstance(error, Full) else None
                items.append({"session": file.session, "status": "refused", "detail": str(error)})
            del file  # before the next is read
    except TooLong as error:
        raise Problem("invalid-file", f"{error} {SMALLER_FILES}") from None
    except UnreadableFile as error:
        refusals.append(str(error))
        full = None
        items.append({"session": None, "status": "refused", "detail": str(error)})
    if refusals and all(item["status"] == "refused" for item in items):
        told = items if len(items) > 1 else None
        if full is not None:
            raise Problem("quota", refusals[-1], **full, items=told)
        raise Problem("invalid-file", refusals[-1], items=told)
    return answered_with_tokens({"items": items})


def _importer() -> str | None:
    """Who imports, by the key of the request. Raises `Problem` for a key that could be guessed."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not UNGUESSABLE_KEY.fullmatch(key):
        message = f"holds {UNGUESSABLE} to 64 letters, digits, and -_.: signs: take a random UUID."
        raise Problem("malformed-header", f"Idempotency-Key of an import {message}")
    return key


def _import(file: PortableSession, importer: str) -> dict[str, Json]:
    """Store a session and give its tokens to who brought it, now or with an earlier try of the request."""
    found = services()
    owns = _owns(file.session)
    if not owns and not may_open():
        raise ImportRefused(f"The owner's token of another session imports no session here. {ASK}")

    must_hold_a_log(file.session, len(file.entries))

    def keep(components: ComponentSet) -> None:
        """The file is proven and about to be stored."""
        keep_component_set(components)
        if is_sandbox(file):
            found.keeping.arrived(file.session)
        if next(iter(found.store.read(file.session, 1, 1)), None) is None:
            found.registers.import_begins(file.session, importer)

    try:
        imported: Imported = import_file(
            found.store,
            found.library,
            file,
            keep,
            may_continue=owns,
            secret=found.registers.secret(file.session),
        )
    except ForeignDraws:
        _tell_the_table(file.session)
        raise
    item: dict[str, Json] = msgspec.to_builtins(imported)
    if imported.status == "imported":
        found.registers.import_is_stored(file.session, importer)
    if imported.written:
        found.announcer(file.session, imported.written)
    if owns or found.registers.imported_by(file.session, importer):
        item["tokens"] = tokens_of(found.recorder.look(file.session))
    return item


def _tell_the_table(session_id: str) -> None:
    """A note that everybody sees: who tries draw after draw would know the next one before it is recorded."""
    text = "The owner tried to continue this session by a file whose draws are not those of its secret."

    def note(draft: Draft, place: int) -> None:
        draft.note(text, stamp_of(OWNER, Request(None, ""), None), refusal="import")

    if any(services().store.read(session_id, 1, 1)):
        services().recorder.record(session_id, [Request(None, "")], note)


def _owns(session_id: str) -> bool:
    made = claim()
    if made is None or made.session != session_id or made.role != "owner":
        return False
    return services().registers.epochs(session_id).get(made.holder, 0) == made.epoch
