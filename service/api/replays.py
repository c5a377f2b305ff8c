"""Forks, audits, exports: what is made of a whole log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from flask import Response

from domain.kernel.session import Session, seats_of
from domain.kernel.views import eyes
from replays.fork import OF_THE_GROUP, fork
from service.api.opening import tokens_of
from service.api.sessions import described
from service.heavy.asked import Audit, Export
from service.http.authentication import enter, must_be_scribe, must_see_all
from service.http.blueprint import Blueprint
from service.http.errors import playable, refusals, shapes
from service.http.heavy_work import PREFER, answer_of
from service.http.idempotency import request_of
from service.http.opening_token import must_be_let_open
from service.http.preconditions import OF_THE_ASKER, has_already
from service.http.problems import invalid
from service.http.responses import answered_with_tokens
from service.http.services import services
from service.queries.filters import VISIBILITIES
from service.schemas.answers import AuditReport, OpenedSession, PortableFile
from service.schemas.arguments import read_body
from service.schemas.fields import schema_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_NONE_MATCH, WORK, answer, describe
from service.schemas.requests import Forking
from service.sessions.opening import OF_PEOPLE, OWNER, must_name_seats, promised
from service.sessions.people import said_at_opening
from service.sessions.recorder import Request, stamp_of
from service.sessions.tokens import Asker

routes = Blueprint("replays", __name__, url_prefix="/v1", description="Forks, audits, files.")

Done = TypeVar("Done")
LONG_ENTRIES = 500
"""A session of so many takes a good part of a second to audit."""


@routes.route("/sessions/<session:session_id>/forks", methods=["POST"])
@describe(
    body="Forking",
    headers=[IDEMPOTENCY_KEY],
    answers={201: answer(OpenedSession)},
    refuses=["bad-token", "not-allowed", "not-live", "unreadable-entry"],
)
def fork_session(session_id: str) -> Response:
    """Open a new session that starts as a copy of this one up to an entry, to play on from there.

    It copies everything, hidden things too, so it is for those alone who see all of this session: scribe and
    owner, and everybody who may look once a game that opens at its end is finished. It is a private sandbox
    session without tags, and nobody sits in it, unless the body says otherwise; it is seen by no more people
    than this one. A fork by others than scribe and owner is always a sandbox session, and so is one of a
    sandbox fork. Its maker is its owner.
    """
    session, asker = enter(session_id)
    _may_fork(session, asker)
    tree = read_body()
    with shapes():
        schema_of(Forking).load(tree)
        asked = msgspec.convert(tree, Forking)
    if not (asked.sandbox or (asker.is_scribe and not _is_branch(session))):
        raise invalid([("/sandbox", "A fork of a branch, or of what others recorded, is a sandbox session.")])
    with refusals():
        must_name_seats(asked, seats_of(session.opened))
    if VISIBILITIES.index(asked.visibility) > VISIBILITIES.index(session.opened.visibility):
        raise invalid(
            [("/visibility", f"This session is {session.opened.visibility}; a fork is no more visible.")]
        )
    whole = request_of(tree | {"of": session_id}, "fork")
    with refusals():
        opening = promised(services().registers, whole)
    recorder = services().recorder
    replayed = bool(next(services().store.read(opening.session, 1, 1), None))
    if replayed:
        made = recorder.look(opening.session)
    else:
        with refusals(session), playable(session):
            forked = _in_turn(
                session,
                lambda: fork(
                    list(services().store.read(session_id)),
                    services().library,
                    asked.at or session.version,
                    opening.session,
                    opening.secret,
                    lambda: stamp_of(OWNER, Request(None, ""), None),
                    {member: getattr(asked, member) for member in OF_THE_GROUP.difference(OF_PEOPLE)},
                ),
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


def _is_branch(session: Session) -> bool:
    """Whether it tries out what did not happen: its maker is its scribe, and records no play by that."""
    return session.opened.sandbox and session.opened.forked_from is not None


fork_session.takes_turns = True  # type: ignore[attr-defined]


@routes.route("/sessions/<session:session_id>/audit")
@describe(headers=[PREFER], answers={200: answer(AuditReport), 202: WORK}, refuses=["not-allowed"])
def audit(session_id: str) -> Response:
    """Audit the log: chain, facts derived anew, draws recomputed. For those who may see all of it."""
    session, asker = enter(session_id)
    must_see_all(session, asker)
    wanted = Audit(session_id, session.version, session.position.digest)
    headers = {"ETag": f'"{session.version}"', **OF_THE_ASKER}
    return answer_of(wanted, headers, is_long=session.version >= LONG_ENTRIES)


audit.takes_turns = True  # type: ignore[attr-defined]


@routes.route("/sessions/<session:session_id>/export")
@describe(
    headers=[IF_NONE_MATCH, PREFER],
    answers={200: answer(PortableFile), 202: WORK, 304: None},
    refuses=["not-allowed"],
)
def export(session_id: str) -> Response:
    """Export the session as a portable file. It holds everything: needs the scribe or the owner."""
    session, asker = enter(session_id)
    must_be_scribe(asker)
    if (unchanged := has_already(session.version)) is not None:
        return unchanged
    headers = {
        "ETag": f'"{session.version}"',
        **OF_THE_ASKER,
        "Content-Disposition": f'attachment; filename="{session_id}.tablelog.json"',
    }
    rules_version, components = session.opened.rules_version, session.components.hash
    wanted = Export(session_id, session.version, session.game.key, rules_version, components)
    return answer_of(wanted, headers, is_long=session.version >= LONG_ENTRIES)


export.takes_turns = True  # type: ignore[attr-defined]


def _may_fork(session: Session, asker: Asker) -> None:
    """Raises `Problem` for who does not see all of it, or may open no session here."""
    if asker.is_scribe:
        return
    if not eyes(session.game, session.state, asker.viewer).sees_all:
        must_be_scribe(asker)
    must_be_let_open()


def _in_turn(session: Session, read: Callable[[], Done]) -> Done:
    """Read a whole log; a long one when it is its turn. Raises `NoTurn`."""
    if session.version < LONG_ENTRIES:
        return read()
    forks = services().forks
    with forks.place():
        return forks.take(read)
