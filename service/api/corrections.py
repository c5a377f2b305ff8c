"""Corrections, retractions, notes and the close of a session."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response
from msgspec import Struct

from domain.kernel.session import Session, seats_of
from service.api.rendering import step_told
from service.http.authentication import enter, may_record, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.responses import answered, expecting, request_of, shown, tagged, version_tag
from service.http.services import services
from service.problems import Problem, invalid
from service.schemas.answers import DryCorrection, DryRetraction, RecordedEntries
from service.schemas.fields import correction_kind, read_body, read_query, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import Closing, Note, Retraction
from service.sessions.commands import ANY_VERSION
from service.sessions.corrections import AddNote, CloseSession, Correct, OneEntry, Retract, Sender
from service.sessions.tokens import Principal

routes = Blueprint("mending", __name__, url_prefix="/v1", description="Corrections, notes and closing.")


class DryRunQuery(Struct, frozen=True):
    """dry_run: only show the result; nothing is recorded."""

    dry_run: bool = False


OF_MENDING = (
    "busy",
    "not-allowed",
    "not-computable",
    "not-finished",
    "not-live",
    "quota",
    "secret-elsewhere",
    "session-closed",
    "unreadable-entry",
)
OF_CORRECTING = tuple(sorted((*OF_MENDING, "table-stuck")))


@routes.route("/sessions/<session:session_id>/corrections", methods=["POST"])
@describe(
    body="Correction",
    query=DryRunQuery,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={200: answer(DryCorrection), 201: answer(RecordedEntries)},
    refuses=OF_CORRECTING,
)
def correct(session_id: str) -> Response:
    """Record facts without checking the rules, with a reason. Requires the scribe's or owner's token.

    `about` names the live entry that the facts correct: the opening, an action or a correction. Everybody can
    see it, so it cannot be an action that is hidden from somebody.

    It must be possible to play on from the corrected table, and not only for a few actions. If it is not, the
    answer is `table-stuck`, and `stuck` lists the obstacles. Send `accept_stuck` to record the correction
    anyway.
    """
    query = read_query(DryRunQuery)
    session, principal = enter(session_id, fresh=False)
    must_be_scribe(principal)
    tree = read_body()
    kind = correction_kind(session.game)
    struct_of(kind, tree)
    handler = services().handler
    sender = _sender(session, principal, tree, "correction")
    command = Correct(sender, handler, tree, is_rehearsed=query.dry_run)
    if not query.dry_run:
        return _recorded(command)
    work = handler.rehearse(command)
    entry = shown(work.session, handler.new_entries(work)[0], principal, work.position.state)
    told = {"stuck": msgspec.to_builtins(work.obstacles()), "breaks": work.broken()}
    return answered({"version": work.session.version, "dry_run": True, "entry": entry} | told)


@routes.route("/sessions/<session:session_id>/retractions", methods=["POST"])
@describe(
    body="Retraction",
    query=DryRunQuery,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={200: answer(DryRetraction), 201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def retract(session_id: str) -> Response:
    """Take back every entry after `to`. They stay in the log, marked; notes are never taken back.

    You must give a reason if you take back other people's entries, or entries from which somebody has learned
    something. A seat can take back only its own entries, and none from which anybody has learned something,
    except what it typed in itself, until others have recorded something. For anything else you need the token
    of a recorder, the scribe or the owner.

    Directly after a retraction, `to` may be the entry before it: this restores what it took back. If you made
    that retraction yourself, you need no reason.
    """
    query = read_query(DryRunQuery)
    session, principal = enter(session_id, fresh=False)
    may_record(principal)
    tree = read_body()
    asked = struct_of(Retraction, tree)
    sender, handler = _sender(session, principal, tree, "retraction"), services().handler
    command = Retract(sender, handler, asked.to, asked.reason, is_rehearsed=query.dry_run)
    if not query.dry_run:
        return _recorded(command)
    work = handler.rehearse(command)
    assert command.step is not None
    takes = step_told(work.session, principal, command.step)
    return answered({"version": work.session.version, "dry_run": True, "takes": takes})


@routes.route("/sessions/<session:session_id>/notes", methods=["POST"])
@describe(body="Note", headers=[IDEMPOTENCY_KEY], answers={201: answer(RecordedEntries)}, refuses=OF_MENDING)
def add_note(session_id: str) -> Response:
    """Add a text to an entry or to the session, for everybody or for some seats. It is permanent.

    Do not include people's names; use `PUT …/people/{seat}` to say who sits where.
    """
    session, principal = enter(session_id, fresh=False)
    may_record(principal)
    tree = read_body()
    asked = struct_of(Note, tree)
    for seat in asked.visible_to or ():
        if seat not in seats_of(session.opened):
            raise invalid([("/visible_to", f"There is no seat {seat} in this session.")])
    visible_to = asked.visible_to
    if visible_to is not None and principal.seat is not None and principal.seat not in visible_to:
        visible_to = (*visible_to, principal.seat)

    sender = Sender(session, principal, request_of(tree, "note"), ANY_VERSION, tree.get("moved_at"))
    command = AddNote(sender, services().handler, asked.text, asked.about, visible_to)
    return _recorded(command)


@routes.route("/sessions/<session:session_id>/close", methods=["POST"])
@describe(
    body="Closing",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def close(session_id: str) -> Response:
    """End the session. Requires the scribe's or owner's token.

    If the game is finished and shows everything at its end, this reveals the secret behind its draws. In
    other cases the secret is kept, unless the owner sends `reveal`; the entry records that. If nothing was
    drawn, a secret that is stored elsewhere is not needed.
    """
    session, principal = enter(session_id, fresh=False)
    must_be_scribe(principal)
    tree = read_body()
    asked = struct_of(Closing, tree)
    if asked.reveal and principal.role != "owner":
        raise Problem(
            "not-allowed",
            "Revealing the secret shows everything that was drawn, even hidden information. Only the owner "
            "can do that. Omit `reveal`, or close the session with the owner's token.",
        )

    sender = _sender(session, principal, tree, "close")
    command = CloseSession(sender, services().handler, asked.outcome, reveal=asked.reveal)
    return _recorded(command)


def _sender(session: Session, principal: Principal, tree: dict[str, Any], kind: str) -> Sender:
    """Whose command it is, for one that means a version."""
    version = expecting()
    return Sender(session, principal, request_of(tree, kind), version, tree.get("moved_at"))


def _recorded(command: OneEntry) -> Response:
    """Record one entry and show it."""
    answer = services().handler.handle(command)
    entry = shown(answer.session, answer.written[0], command.principal, answer.state)
    tag = version_tag(answer.version, answer.written[-1].digest)
    response = tagged({"version": answer.version, "entry": entry}, tag, 201)
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
