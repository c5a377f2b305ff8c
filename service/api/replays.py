"""Forks, audits, exports, imports."""

from __future__ import annotations

import re
import secrets

import msgspec
from flask import Response, request

from domain.kernel import ComponentSet
from domain.kernel.messages import Json
from domain.kernel.session import Draft, seats_of
from domain.kernel.views import eyes
from replays.audit import audit_session
from replays.findings import Head
from replays.fork import OF_THE_GROUP, fork
from replays.imports import ForeignDraws, Imported, ImportRefused, import_file
from replays.origin import ReadOrigin
from replays.portable import PortableSession, is_sandbox, portable, read_all, write
from replays.unpacking import TooLong, UnreadableFile
from service.api.sessions import described
from service.bootstrap import services
from service.http.arguments import read_body
from service.http.authentication import claim, enter, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.bodies import SMALLER_FILES, read_file
from service.http.errors import playable, refusals, shapes
from service.http.idempotency import import_request, request_of
from service.http.opening_token import ASK, may_open, must_be_let_open
from service.http.preconditions import OF_THE_ASKER, has_already
from service.http.problems import Problem, invalid
from service.http.quotas import Full, keep_component_set, must_hold_a_log
from service.http.responses import answered_with_tokens, tagged
from service.queries.filters import VISIBILITIES
from service.schemas.fields import schema_of
from service.schemas.json_schema import REFERENCE
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_NONE_MATCH, LIST, NUMBER, TEXT, an_object, describe
from service.schemas.requests import Forking
from service.sessions.opening import OF_PEOPLE, OWNER, UNGUESSABLE, must_name_seats, promised, tokens_of
from service.sessions.people import said_at_opening
from service.sessions.recorder import Request, stamp_of
from service.sessions.tokens import Asker

routes = Blueprint("replays", __name__, url_prefix="/v1", description="Forks, audits, files.")

NDJSON = "application/x-ndjson"
GZIP = "application/gzip"
UNGUESSABLE_KEY = re.compile(rf"[A-Za-z0-9_.:-]{{{UNGUESSABLE},64}}")
IMPORT_KEY: Json = IDEMPOTENCY_KEY | {
    "description": "A random UUID: who sends the same bytes with it again is given the tokens again.",
    "schema": {"type": "string", "pattern": f"^{UNGUESSABLE_KEY.pattern}$"},
}
FILES = ("application/json", NDJSON, GZIP)
FINDING = {"$ref": f"{REFERENCE}Finding"}
AUDIT = an_object(
    "passed",
    session=TEXT,
    entries=NUMBER,
    findings={"type": "array", "items": FINDING},
    first_divergence={"anyOf": [FINDING, {"type": "null"}]},
)


@routes.route("/sessions/<session:session_id>/forks", methods=["POST"])
@describe(body="Forking", headers=[IDEMPOTENCY_KEY], answers={201: an_object("tokens", "session")})
def fork_session(session_id: str) -> Response:
    """Open a new session that starts as a copy of this one up to an entry. Needs the scribe or the owner.

    It copies everything, hidden things too, so it is for those alone who see all of this session. It is a
    private sandbox session without tags, and nobody sits in it, unless the body says otherwise; it is seen by
    no more people than this one.
    """
    session, asker = enter(session_id)
    must_be_scribe(asker)
    tree = read_body()
    with shapes():
        schema_of(Forking).load(tree)
        asked = msgspec.convert(tree, Forking)
    with refusals():
        must_name_seats(asked, seats_of(session.opened))
    if VISIBILITIES.index(asked.visibility) > VISIBILITIES.index(session.opened.visibility):
        raise invalid(
            [("/visibility", f"This session is {session.opened.visibility}; a fork is no more visible.")]
        )
    whole = request_of(tree | {"of": session_id}, "fork")
    with refusals():
        opening = promised(whole)
    recorder = services().recorder
    stored = list(services().store.read(session_id))
    replayed = bool(next(services().store.read(opening.session, 1, 1), None))
    if replayed:
        made = recorder.look(opening.session)
    else:
        with refusals(session), playable(session):
            forked = fork(
                stored,
                services().library,
                asked.at or session.version,
                opening.session,
                opening.secret,
                lambda: stamp_of(OWNER, Request(None, ""), None),
                {member: getattr(asked, member) for member in OF_THE_GROUP.difference(OF_PEOPLE)},
            )
        services().people.begin(opening.session, said_at_opening(asked.players, asked.labels))
        with refusals():
            recorder.begin(forked.session, forked.stored)
        made = forked.session
    body = {"tokens": tokens_of(made), "session": described(made, Asker("owner"), services())}
    answer = answered_with_tokens(body)
    answer.headers["ETag"] = f'"{made.version}"'
    answer.headers["Location"] = f"/v1/sessions/{made.id}"
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


@routes.route("/sessions/<session:session_id>/audit")
@describe(answers={200: AUDIT})
def audit(session_id: str) -> Response:
    """Audit the log: chain, facts derived anew, draws recomputed. For those who may see all of it."""
    session, asker = enter(session_id)
    if not eyes(session.game, session.state, asker.viewer).sees_all:
        raise Problem(
            "not-allowed", "Until the game is finished, an audit needs the scribe's or the owner's token."
        )
    stored = list(services().store.read(session_id))
    found = audit_session(
        stored,
        services().library,
        session_id,
        expected=Head(session.version, session.position.digest),
        origin=_origin_of(session_id),
        secret=services().registers.secret(session_id),
    )
    body: dict[str, Json] = msgspec.to_builtins(found)
    body |= {"passed": found.passed, "first_divergence": msgspec.to_builtins(found.first_divergence)}
    return tagged(body, session.version)


def _origin_of(session_id: str) -> ReadOrigin | None:
    """How a fork's origin is read: for forks made here alone.

    Whoever imports a file can claim any origin; comparing with that one would tell what it holds.
    """
    if services().registers.secret(session_id) is None:
        return None
    return lambda origin: list(services().store.read(origin)) or None


@routes.route("/sessions/<session:session_id>/export")
@describe(headers=[IF_NONE_MATCH], answers={200: an_object("entries", "head", session=TEXT), 304: None})
def export(session_id: str) -> Response:
    """Export the session as a portable file. It holds everything: needs the scribe or the owner."""
    session, asker = enter(session_id)
    must_be_scribe(asker)
    if (unchanged := has_already(session.version)) is not None:
        return unchanged
    stored = list(services().store.read(session_id, 1, session.version))
    file = portable(session_id, session.game.key, session.opened.rules_version, session.components, stored)
    headers = {
        "ETag": f'"{session.version}"',
        **OF_THE_ASKER,
        "Content-Disposition": f'attachment; filename="{session_id}.tablelog.json"',
    }
    return Response(write(file), headers=headers, content_type="application/json")


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
    importer, data = _importer(), read_file()
    if importer is not None and not services().registers.binds_import(importer, import_request(data)):
        raise Problem("action-id-reused", "This key came with another file. Give each request its own.")
    items: list[Json] = []
    refused: ImportRefused | Full | UnreadableFile | None = None
    try:
        for file in read_all(data, services().settings.import_bytes):
            try:
                items.append(_import(file, importer or secrets.token_hex()))
            except (ImportRefused, Full) as error:
                refused = error
                items.append({"session": file.session, "status": "refused", "detail": str(error)})
    except TooLong as error:
        raise Problem("invalid-file", f"{error} {SMALLER_FILES}") from None
    except UnreadableFile as error:
        refused = error
        items.append({"session": None, "status": "refused", "detail": str(error)})
    if refused is not None and all(item["status"] == "refused" for item in items):
        told = items if len(items) > 1 else None
        if isinstance(refused, Full):
            refused.members["items"] = told
            raise refused
        raise Problem("invalid-file", str(refused), items=told)
    return answered_with_tokens({"items": items})


import_sessions.reads_files = True  # type: ignore[attr-defined]


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
