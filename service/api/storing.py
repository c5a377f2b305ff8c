"""Storing: the sessions of a file that were proven, on their way into the log; by who waits, or meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, BinaryIO

import msgspec
from flask import Flask, current_app
from msgspec import Struct

from domain.kernel import ComponentSet
from domain.kernel.messages import Json
from domain.kernel.session import Draft
from replays.imports import ForeignDraws, Imported, store_proven
from replays.proving import ImportRefused, Proven
from service.api.opening import tokens_of
from service.heavy.asked import Asked, Import, Made, Proof
from service.heavy.pieces import ABANDONED, LONGEST_SECONDS, UNEXPECTED
from service.heavy.proofs import MOST_REFUSED, Proved, Refused, proofs_of, read
from service.http.files import SMALLER_FILES
from service.http.heavy_work import ASK_AGAIN_SECONDS, ask, asked_for
from service.http.opening_token import ASK
from service.http.problems import PROBLEM_JSON, Problem
from service.http.quotas import Full, keep_component_set, must_hold_a_log
from service.http.responses import OF_TOKENS
from service.http.services import services
from service.sessions.opening import OWNER
from service.sessions.recorder import Request, now, stamp_of

LOG = logging.getLogger("tablelog")


class Bringer(Struct, frozen=True):
    """Who brings a file: a secret of the request, the session that they own, whether they may open others."""

    importer: str
    owned: str | None
    may_open: bool


def wanted_proof(bringer: Bringer, of: str = "") -> Proof:
    """What is to be proven of a file of theirs; `of`: the piece of work that needs it."""
    settings = services().settings
    return Proof(of, bringer.owned, settings.import_bytes, settings.import_session_bytes)


def store_now(data: BinaryIO, bringer: Bringer) -> list[Json]:
    """Prove and store each session of a file, one in memory at a time. Raises `Problem`."""
    found = services()
    wanted = wanted_proof(bringer)
    return store_all(proofs_of(data, wanted, found.store, found.library, found.registers), bringer)


def store_meanwhile(data: BinaryIO, wanted: Import, bringer: Bringer, until_done: ExitStack) -> str:
    """Have a file proven elsewhere, and store what is: the id of the piece of work.

    `until_done` is closed then. Raises `Problem` where too much is waiting.
    """
    heavy = services().heavy
    piece = asked_for(wanted, {})
    if until_done.enter_context(heavy.pieces.working_on(piece)):
        proof = ask(Asked(wanted_proof(bringer, piece), "", "", now()), data)
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        services().storing.submit(_store_proven, app, piece, proof, bringer, until_done.pop_all())
    return piece


def _store_proven(app: Flask, piece: str, proof: str, bringer: Bringer, until_done: ExitStack) -> None:
    """Whatever ends it, the piece is let go of: who asks then is told how it ended."""
    with until_done, app.app_context():
        pieces = services().heavy.pieces
        try:
            made = _made_of(proof, bringer)
        except Problem as problem:
            headers = {**problem.headers, "Content-Type": PROBLEM_JSON}
            made = Made(problem.status, headers, msgspec.json.encode(problem.body("/v1/imports")))
        except Exception:
            LOG.exception("an import failed")
            pieces.fail(piece, UNEXPECTED)
            return
        finally:
            pieces.forget(proof)
        pieces.finish(piece, made)


def _made_of(proof: str, bringer: Bringer) -> Made:
    """The answer, once the file is proven. Raises `Problem`."""
    heavy = services().heavy
    standing = heavy.wait(proof, LONGEST_SECONDS)
    if standing != "done":
        reason = heavy.pieces.reason(proof) if standing == "failed" else ABANDONED
        raise Problem("unavailable", reason, headers={"Retry-After": ASK_AGAIN_SECONDS})
    with heavy.pieces.proof(proof).open("rb") as proofs:
        items = store_all(read(proofs), bringer)
    return Made(201, dict(OF_TOKENS), msgspec.json.encode({"items": items}))


def store_all(proofs: Iterable[Proved], bringer: Bringer) -> list[Json]:
    """Store each session that is proven; what became of each. Raises `Problem` where all are refused."""
    items: list[Json] = []
    full: dict[str, Any] | None = None
    refusals: list[str] = []  # never the exceptions: they would keep what was read until the next collection
    enough = f"{MOST_REFUSED} sessions were refused; the rest of the file is not read."
    for proved in proofs:
        session, refusal = proved.session, None
        if len(refusals) == MOST_REFUSED and session is not None:
            session, refusal = None, enough
        elif isinstance(proved, Refused):
            if proved.too_long and not items:
                raise Problem("invalid-file", f"{proved.detail} {SMALLER_FILES}")
            refusal, full = proved.detail, None
        else:
            try:
                items.append(_store(proved, bringer))
            except (ImportRefused, Full) as error:
                refusal = str(error)
                full = error.members if isinstance(error, Full) else None
        del proved  # before the next is read
        if refusal is not None:
            refusals.append(refusal)
            items.append({"session": session, "status": "refused", "detail": refusal})
            if session is None:
                full = None
                break
    if refusals and all(item["status"] == "refused" for item in items):
        told = items if len(items) > 1 else None
        if full is not None:
            raise Problem("quota", refusals[-1], **full, items=told)
        raise Problem("invalid-file", refusals[-1], items=told)
    return items


def _store(proven: Proven, bringer: Bringer) -> dict[str, Json]:
    """Store a session and give its tokens to who brought it, now or with an earlier try of the request."""
    found, session, importer = services(), proven.session, bringer.importer
    owns = session == bringer.owned
    if not owns and not bringer.may_open:
        raise ImportRefused(f"The owner's token of another session imports no session here. {ASK}")

    must_hold_a_log(session, len(proven.entries))

    def keep(components: ComponentSet) -> None:
        """The session is about to be stored."""
        keep_component_set(components)
        if proven.sandbox:
            found.keeping.arrived(session)
        if next(iter(found.store.read(session, 1, 1)), None) is None:
            found.registers.import_begins(session, importer)

    draws = found.registers.secret(session) is not None
    try:
        imported: Imported = store_proven(
            found.store, found.library, proven, keep, may_continue=owns, draws=draws
        )
    except ForeignDraws:
        _tell_the_table(session)
        raise
    item: dict[str, Json] = msgspec.to_builtins(imported)
    if imported.status == "imported":
        found.registers.import_is_stored(session, importer)
    if imported.written:
        found.announcer(session, imported.written)
    if owns or found.registers.imported_by(session, importer):
        item["tokens"] = tokens_of(found.recorder.look(session))
    return item


def _tell_the_table(session_id: str) -> None:
    """A note that everybody sees: who tries draw after draw would know the next one before it is recorded."""
    text = "The owner tried to continue this session by a file whose draws are not those of its secret."

    def note(draft: Draft, place: int) -> None:
        draft.note(text, stamp_of(OWNER, Request(None, ""), None), refusal="import")

    if any(services().store.read(session_id, 1, 1)):
        services().recorder.record(session_id, [Request(None, "")], note)
