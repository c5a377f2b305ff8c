"""Putting a session right: reopen it, leave it out of statistics, or count it again.

The owner can do this, and an organiser of the session's club, who is recorded as the owner and sees no more.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.kernel.session import Session
from service.api.corrections import recorded_one, sender_of
from service.http.authentication import enter
from service.http.blueprint import Blueprint
from service.http.services import services
from service.problems import Problem
from service.schemas.answers import RecordedEntries
from service.schemas.fields import read_body, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import Reinstating, Reopening, Voiding
from service.sessions.corrections import ReinstateSession, ReopenSession, Sender, VoidSession
from service.sessions.opening import OWNER
from service.sessions.tokens import Principal

routes = Blueprint(
    "putting_right", __name__, url_prefix="/v1", description="Whether a session counts, and reopening it."
)

OF_PUTTING_RIGHT = ("busy", "not-allowed", "quota")


@routes.route("/sessions/<session:session_id>/reopen", methods=["POST"])
@describe(
    body="Reopening",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=tuple(sorted((*OF_PUTTING_RIGHT, "not-closed"))),
)
def reopen(session_id: str) -> Response:
    """Open a closed session again, with a reason. Requires the owner's token, or an organiser's key.

    Corrections and actions go on, and the session can be closed again. If a close revealed the secret of the
    draws, nothing more is drawn (`draws-revealed`): declare outcomes, or record corrections.
    """
    session, principal = _put_right(session_id)
    tree = read_body()
    asked = struct_of(Reopening, tree)
    sender = _sender(session, principal, tree, "reopening")
    return recorded_one(ReopenSession(sender, services().handler, asked.reason))


@routes.route("/sessions/<session:session_id>/void", methods=["POST"])
@describe(
    body="Voiding",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=tuple(sorted((*OF_PUTTING_RIGHT, "already-so"))),
)
def void(session_id: str) -> Response:
    """Leave the session out of all statistics, with a reason.

    Requires the owner's token, or an organiser's key. You can do this at any time, also after the close.
    Everybody who may see the session sees it. The session itself changes in no other way, and
    `POST …/counts` takes it in again. `replaced_by` names the session that was recorded instead; send it
    again to name another one.
    """
    session, principal = _put_right(session_id)
    tree = read_body()
    asked = struct_of(Voiding, tree)
    sender = _sender(session, principal, tree, "void")
    return recorded_one(VoidSession(sender, services().handler, asked.reason, asked.replaced_by))


@routes.route("/sessions/<session:session_id>/counts", methods=["POST"])
@describe(
    body="Reinstating",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=tuple(sorted((*OF_PUTTING_RIGHT, "already-so"))),
)
def reinstate(session_id: str) -> Response:
    """Count a void session again, with a reason. You can do this at any time.

    Requires the owner's token, or an organiser's key.
    """
    session, principal = _put_right(session_id)
    tree = read_body()
    asked = struct_of(Reinstating, tree)
    sender = _sender(session, principal, tree, "counts")
    return recorded_one(ReinstateSession(sender, services().handler, asked.reason))


def _put_right(session_id: str) -> tuple[Session, Principal]:
    """The session, and who may put it right. Raises `Problem` for everybody else."""
    session, principal = enter(session_id, fresh=False)
    if not principal.puts_right:
        detail = (
            "Only the owner can reopen a session, or decide whether it counts, or an organiser of its club."
        )
        raise Problem("not-allowed", detail)
    return session, principal


def _sender(session: Session, principal: Principal, tree: dict[str, Any], kind: str) -> Sender:
    """Whose command it is. It is recorded as the owner's."""
    return sender_of(session, principal, tree, kind)._replace(author=OWNER)
