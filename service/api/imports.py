"""Importing portable files: each session is verified, then stored, at once or by a job."""

from __future__ import annotations

import gzip
import hashlib
import logging
import secrets
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, BinaryIO, cast

import msgspec
from flask import Flask, Response, current_app, request
from msgspec import Struct

from domain.kernel import ComponentSet
from domain.kernel.chance import Below
from domain.kernel.engine.entries import StoredEntry
from domain.kernel.messages import Json
from domain.kernel.session import UnitOfWork
from replays.imports import ForeignDraws, ImportResult, store_proven
from replays.proving import ImportRefused, Proven
from service.api.opening import tokens_of
from service.http.authentication import ASK, claim, may_open, must_be_good, must_be_let_open
from service.http.blueprint import Blueprint
from service.http.bodies import SMALLER_FILES, received
from service.http.jobs import ASK_AGAIN_SECONDS, PREFER, awaited, prefers_later, submit, submitted
from service.http.rate_limits import (
    TooManyBytes,
    keep_component_set,
    length,
    must_hold_a_log,
    new_length,
    spend,
    spenders,
)
from service.http.responses import OF_TOKENS, answered_with_tokens, import_request, secret_key
from service.http.services import services
from service.jobs.handlers import MOST_REFUSED, Proved, RefusedSession, proofs_of, read
from service.jobs.queue import ABANDONED, LONGEST_SECONDS, UNEXPECTED, Lease
from service.jobs.requests import ImportTask, JobRequest, JobResult, ProofTask
from service.problems import PROBLEM_JSON, Problem
from service.schemas.answers import Imported
from service.schemas.openapi import JOB, SECRET_KEY, answer, describe
from service.sessions.commands import AppendOne, Full, now, stamp_of
from service.sessions.opening import OWNER

# Storing: the verified sessions of a file, on their way into the log; in the request, or in a job.

LOG = logging.getLogger("tablelog")


class Bringer(Struct, frozen=True):
    """The sender of a file: a secret of the request, the session that they own, whether they may open others.

    spenders: the address and credential that are charged for the stored bytes.
    """

    importer: str
    owned: str | None
    may_open: bool
    spenders: tuple[str, ...]


def proof_task(bringer: Bringer, of: str = "") -> ProofTask:
    """The task to verify a file from this sender. of: the job of the import."""
    settings = services().settings
    return ProofTask(of, bringer.owned, settings.import_bytes, settings.import_session_bytes)


def store_now(data: BinaryIO, bringer: Bringer) -> list[Json]:
    """Verify and store each session of a file, one in memory at a time. Raises `Problem`."""
    found = services()
    task = proof_task(bringer)
    return store_all(proofs_of(data, task, found.store, found.library, found.registers), bringer)


def store_meanwhile(data: BinaryIO, task: ImportTask, bringer: Bringer, until_done: ExitStack) -> str:
    """Have a worker verify a file, and store its sessions; returns the id of the job.

    `until_done` is closed then. Raises `Problem` if too many jobs are unfinished.
    """
    job = submitted(task, {})
    lease = until_done.enter_context(services().jobs.queue.working_on(job))
    if lease is not None:
        proof = submit(JobRequest(proof_task(bringer, job), "", "", now()), data)
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        services().storing.submit(_store_proven, app, lease, proof, bringer, until_done.pop_all())
    return job


def _store_proven(app: Flask, lease: Lease, proof: str, bringer: Bringer, until_done: ExitStack) -> None:
    """Store the sessions that a worker has verified. However this ends, the job is ended, too."""
    with until_done, app.app_context():
        queue = services().jobs.queue
        try:
            result = _result_of(proof, bringer)
        except Problem as problem:
            headers = {**problem.headers, "Content-Type": PROBLEM_JSON}
            result = JobResult(problem.status, headers, msgspec.json.encode(problem.body("/v1/imports")))
        except Exception:
            LOG.exception("an import failed")
            queue.fail(lease, UNEXPECTED)
            return
        finally:
            queue.forget(proof)
        queue.finish(lease, result)


def _result_of(proof: str, bringer: Bringer) -> JobResult:
    """The answer, once the file is verified. Raises `Problem`."""
    jobs = services().jobs
    status = jobs.wait(proof, LONGEST_SECONDS)
    if status != "done":
        reason = jobs.queue.reason(proof) if status == "failed" else ABANDONED
        raise Problem("unavailable", reason, headers={"Retry-After": ASK_AGAIN_SECONDS})
    with gzip.open(jobs.queue.proofs(proof)) as proofs:
        items = store_all(read(cast("BinaryIO", proofs)), bringer)
    return JobResult(201, dict(OF_TOKENS), msgspec.json.encode({"items": items}))


def store_all(proofs: Iterable[Proved], bringer: Bringer) -> list[Json]:
    """Store each verified session; returns the result for each. Raises `Problem` where all are refused."""
    items: list[Json] = []
    full: dict[str, Any] | None = None
    wait: int | None = None
    refusals: list[str] = []  # never the exceptions: they would keep what was read until the next collection
    enough = f"{MOST_REFUSED} sessions were refused; the rest of the file is not read."
    for proved in proofs:
        session, refusal = proved.session, None
        if len(refusals) == MOST_REFUSED and session is not None:
            session, refusal = None, enough
        elif isinstance(proved, RefusedSession):
            if proved.too_long and not items:
                raise Problem("invalid-file", f"{proved.detail} {SMALLER_FILES}")
            refusal, full, wait = proved.detail, None, None
        else:
            try:
                items.append(_store(proved, bringer))
            except (ImportRefused, Full, TooManyBytes) as error:
                refusal = str(error)
                full = error.members if isinstance(error, Full) else None
                wait = error.wait if isinstance(error, TooManyBytes) else None
        del proved  # before the next is read
        if refusal is not None:
            refusals.append(refusal)
            items.append({"session": session, "status": "refused", "detail": refusal})
            if session is None:
                full = None
                break
    if refusals and all(item["status"] == "refused" for item in items):
        told = items if len(items) > 1 else None
        if wait is not None:
            raise TooManyBytes(refusals[-1], wait)
        if full is not None:
            raise Problem("quota", refusals[-1], **full, items=told)
        raise Problem("invalid-file", refusals[-1], items=told)
    return items


def _store(proven: Proven, bringer: Bringer) -> dict[str, Json]:
    """Store a session. The result has tokens if the sender owns it or sent it, now or in an earlier try."""
    found, session, importer = services(), proven.session, bringer.importer
    owns = session == bringer.owned
    if not owns and not bringer.may_open:
        raise ImportRefused(f"The owner's token of another session cannot import a session here. {ASK}")

    must_hold_a_log(session, len(proven.entries))

    def keep(components: ComponentSet) -> None:
        """The session is about to be stored."""
        have = sum(1 for _ in found.store.read(session))
        spend(length(proven.entries[have:]) + new_length(components), bringer.spenders)
        keep_component_set(components)
        if proven.sandbox:
            found.keeping.arrived(session)
        if next(iter(found.store.read(session, 1, 1)), None) is None:
            found.registers.import_begins(session, importer)

    def mark(first: int, entries: tuple[StoredEntry, ...]) -> None:
        found.imported.mark(session, first, entries, "owner" if owns else "opener", now())

    draws = found.registers.secret(session) is not None
    try:
        imported: ImportResult = store_proven(
            found.store, found.library, proven, keep, may_continue=owns, draws=draws, mark=mark
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
        item["tokens"] = tokens_of(found.handler.look(session))
    return item


def _tell_the_table(session_id: str) -> None:
    """A note that everybody sees: who tries draw after draw would know the next one before it is recorded."""
    text = "The owner tried to continue this session with a file whose draws do not match its secret."

    def note(work: UnitOfWork, _: Below) -> None:
        work.note(text, stamp_of(OWNER), refusal="import")

    if any(services().store.read(session_id, 1, 1)):
        services().handler.handle(AppendOne(session_id, note))


# Importing portable files: each session is verified before it is stored.

routes = Blueprint("imports", __name__, url_prefix="/v1", description="Import of sessions from files.")

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
    """Import portable files, one as JSON or many as NDJSON, optionally gzipped. Each is verified first.

    A session that the service already has is not stored again, but with its owner's token a longer log
    continues it. You become the owner of the sessions that you import, and the answer contains their tokens,
    so the key of an import must be a secret of 16 characters or more. If you repeat the request with the same
    key and the same bytes, you get the tokens again, except those that were revoked. If the service requires
    the opening token to open sessions, you need it for imports too, but not to continue your own session.
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
            raise Problem(
                "action-id-reused", "This key was used for another file. Use a new key for each file."
            )
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
