"""Forks, audits, exports: what is made of a whole log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Response

from domain.kernel.engine.views import eyes
from domain.kernel.session import Session, seats_of
from domain.kernel.session.proofs import SeenBy
from replays.event_store import CONFIRMING_SECONDS
from replays.fork import OF_THE_GROUP, fork
from replays.proving import SUFFIX
from service.api.opening import tokens_of
from service.api.sessions import described
from service.http.authentication import enter, must_be_let_open, must_be_scribe, must_see_all, visibility_of
from service.http.blueprint import Blueprint
from service.http.jobs import OF_THE_CONTENT, PREFER, answer_of
from service.http.rate_limits import length, spend, spenders
from service.http.responses import OF_THE_ASKER, answered_with_tokens, has_already, request_of, tag_of
from service.http.services import services
from service.jobs.requests import AuditTask, ExportTask, ProofFileTask
from service.problems import Problem, invalid
from service.queries.conditions import VISIBILITIES
from service.schemas.answers import AuditReport, OpenedSession, PortableFile, ProofFile
from service.schemas.fields import read_body, struct_of
from service.schemas.openapi import IF_NONE_MATCH, JOB, SECRET_KEY, answer, describe
from service.schemas.requests import Forking
from service.sessions.commands import stamp_of
from service.sessions.errors import playable
from service.sessions.opening import OF_PEOPLE, OWNER, must_name_seats, promised
from service.sessions.people import said_at_opening
from service.sessions.tokens import Principal

routes = Blueprint("replays", __name__, url_prefix="/v1", description="Forks, audits and exported files.")

Done = TypeVar("Done")
LONG_ENTRIES = 500
"""A session of so many takes a good part of a second to audit."""


@routes.route("/sessions/<session:session_id>/forks", methods=["POST"], runs="limited")
@describe(
    body="Forking",
    headers=[SECRET_KEY],
    answers={201: answer(OpenedSession)},
    refuses=["bad-token", "not-allowed", "not-live", "unreadable-entry"],
)
def fork_session(session_id: str) -> Response:
    """Open a new session that starts as a copy of this one up to an entry, and play on from there.

    A fork copies everything, including hidden information, so only those who can see all of this session may
    create one: the scribe and the owner, and, once a game that shows everything at its end has finished,
    everybody who can see the session. By default, a fork is a private sandbox session without tags or people.
    Its visibility cannot be wider than that of this session. If you are neither the scribe nor the
    owner, or the original is a sandbox fork, the fork is always a sandbox session. You become its owner.
    """
    session, principal = enter(session_id)
    _may_fork(session, principal)
    tree = read_body()
    asked = struct_of(Forking, tree)
    if not (asked.sandbox or (principal.is_scribe and not _is_branch(session))):
        raise invalid(
            [
                (
                    "/sandbox",
                    "A fork of a branch, or of entries that others recorded, must be a sandbox session.",
                )
            ]
        )
    must_name_seats(asked, seats_of(session.opened))
    if VISIBILITIES.index(asked.visibility) > VISIBILITIES.index(visible_to := visibility_of(session)):
        raise invalid([("/visibility", f"This session is {visible_to}; a fork cannot be more visible.")])
    whole = request_of(tree | {"of": session_id}, "fork")
    opening = promised(services().registers, whole)
    handler = services().handler
    replayed = bool(next(services().store.read(opening.session, 1, 1), None))
    if replayed:
        services().store.confirm(CONFIRMING_SECONDS)
        made = handler.look(opening.session)
    else:
        with playable(session, services().registers):
            forked = _limited(
                session,
                lambda: fork(
                    list(services().store.read(session_id)),
                    services().library,
                    asked.at or session.version,
                    opening.session,
                    opening.secret,
                    lambda: stamp_of(OWNER),
                    {member: getattr(asked, member) for member in OF_THE_GROUP.difference(OF_PEOPLE)},
                ),
            )
        spend(length(forked.stored), spenders())
        services().people.begin(opening.session, said_at_opening(asked.players, asked.labels))
        handler.begin(forked.session, forked.stored)
        made = forked.session
    body = {"tokens": tokens_of(made), "session": described(made, Principal("owner"), services())}
    answer = answered_with_tokens(body)
    answer.headers["ETag"] = f'"{tag_of(made)}"'
    answer.headers["Location"] = f"/v1/sessions/{made.id}"
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


def _is_branch(session: Session) -> bool:
    """Whether it only tries something out: its scribe records no play in the original session."""
    return session.opened.sandbox and session.opened.forked_from is not None


@routes.route("/sessions/<session:session_id>/audit", runs="limited")
@describe(headers=[PREFER], answers={200: answer(AuditReport), 202: JOB}, refuses=["not-allowed"])
def audit(session_id: str) -> Response:
    """Audit the log: chain, facts and draws. You need to be able to see all of it."""
    session, principal = enter(session_id)
    must_see_all(session, principal)
    task = AuditTask(session_id, session.version, session.position.digest)
    headers = {"ETag": f'"{tag_of(session)}"', **OF_THE_ASKER}
    return answer_of(task, headers, is_long=session.version >= LONG_ENTRIES)


@routes.route("/sessions/<session:session_id>/export", runs="limited")
@describe(
    headers=[IF_NONE_MATCH, PREFER],
    answers={200: answer(PortableFile), 202: JOB, 304: None},
    refuses=["not-allowed"],
)
def export(session_id: str) -> Response:
    """Export the session as a portable file, which contains everything.

    Requires the scribe's or owner's token.
    """
    session, principal = enter(session_id)
    must_be_scribe(principal)
    if (unchanged := has_already(tag_of(session))) is not None:
        return unchanged
    headers = {
        "ETag": f'"{tag_of(session)}"',
        **OF_THE_ASKER,
        "Content-Disposition": f'attachment; filename="{session_id}.tablelog.json"',
    }
    opened = session.opened
    task = ExportTask(
        session_id, session.version, session.game.key, opened.rules_version, opened.component_set
    )
    return answer_of(task, headers, is_long=session.version >= LONG_ENTRIES)


@routes.route("/sessions/<session:session_id>/proof", runs="limited")
@describe(
    headers=[PREFER],
    answers={200: answer(ProofFile), 202: JOB},
    refuses=["not-finished"],
)
def proof(session_id: str) -> Response:
    """Export a finished session as a file that anybody can check, with what you may see of it.

    Parts that you may not see are replaced by hashes, which reveal nothing and prove that the other parts are
    as they were recorded. docs/file-format.md contains a verifier.
    """
    session, principal = enter(session_id)
    if not (session.game.is_finished(session.state) or session.position.closed):
        detail = "The file to check is available once the game is finished or the session is closed."
        raise Problem("not-finished", detail, version=session.version)
    opened = eyes(session.game, session.state, principal.viewer).sees_all
    task = ProofFileTask(
        session_id,
        session.version,
        session.game.key,
        session.opened.component_set,
        SeenBy(principal.viewer.seat, principal.viewer.sees_all, opened),
    )
    headers = {
        "ETag": OF_THE_CONTENT,
        **OF_THE_ASKER,
        "Content-Disposition": f'attachment; filename="{session_id}{SUFFIX}"',
    }
    return answer_of(task, headers, is_long=session.version >= LONG_ENTRIES)


def _may_fork(session: Session, principal: Principal) -> None:
    """Raise `Problem` for a principal who does not see all of the session, or may open no session here."""
    if principal.is_scribe:
        return
    if not eyes(session.game, session.state, principal.viewer).sees_all:
        must_be_scribe(principal)
    must_be_let_open()


def _limited(session: Session, read: Callable[[], Done]) -> Done:
    """Read a whole log; a long one under the concurrency limit. Raises `TooBusy`."""
    if session.version < LONG_ENTRIES:
        return read()
    forks = services().forks
    with forks.place():
        return forks.run(read)
