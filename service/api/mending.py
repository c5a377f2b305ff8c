"""Mending and ending: corrections, retractions, notes, the close."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from flask import Response
from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.session import Draft, NotLive, Session, Stamp, is_live, reveals_secret, seats_of
from service.http.authentication import enter, may_record, must_be_scribe, must_record_for_all
from service.http.blueprint import Blueprint
from service.http.errors import playable, refusals, shapes
from service.http.idempotency import request_of
from service.http.preconditions import expecting
from service.http.problems import Problem, invalid
from service.http.quotas import must_take_a_mending, must_take_a_note
from service.http.responses import shown, tagged
from service.http.services import services
from service.schemas.answers import RecordedEntries
from service.schemas.arguments import read_body
from service.schemas.fields import schema_of
from service.schemas.game_requests import correction_kind
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import Closing, Note, Retraction
from service.sessions.recorder import Expecting, stamp_of
from service.sessions.taking_back import taken_back
from service.sessions.tokens import Asker

routes = Blueprint("mending", __name__, url_prefix="/v1", description="What is put right, said or ended.")

K = TypeVar("K", bound=Struct)
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


@routes.route("/sessions/<session:session_id>/corrections", methods=["POST"])
@describe(
    body="Correction",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def correct(session_id: str) -> Response:
    """Record facts without the rules' consent, with the reason. Needs the scribe or the owner.

    `about` names the live entry that they correct: the opening, an action or a correction. Everybody is told
    of it, so an action that is not for all to see cannot be named.
    """
    session, asker = enter(session_id, fresh=False)
    must_be_scribe(asker)
    tree = read_body()
    with shapes():
        kind = correction_kind(session.game)
        schema_of(kind).load(tree)
        msgspec.convert(tree, kind)

    def make(draft: Draft, stamp: Stamp) -> None:
        must_take_a_mending(draft)
        draft.correct(tree["facts"], tree["reason"], stamp, about=tree.get("about"))

    return _append(session, asker, tree, "correction", make, expecting())


@routes.route("/sessions/<session:session_id>/retractions", methods=["POST"])
@describe(
    body="Retraction",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def retract(session_id: str) -> Response:
    """Take back every entry after `to`. They stay in the log, marked.

    A reason is asked for where others' entries go, or something that somebody had seen. A seat takes back its
    own entries alone, and nothing that was seen; all else needs the recorder, the scribe or the owner.
    """
    session, asker = enter(session_id, fresh=False)
    may_record(asker)
    tree, asked = _read(Retraction)

    def make(draft: Draft, stamp: Stamp) -> None:
        must_take_a_mending(draft)
        if not is_live(draft.session.position.live, asked.to) or asked.to == draft.session.version:
            raise NotLive(f"Entry {asked.to} is not an earlier live entry of this session.")
        taken = taken_back(services().recorder, draft.session, asked.to, asker.recorded_by())
        if taken.needs_a_reason:
            must_record_for_all(asker)
            if asked.reason is None:
                raise invalid([("/reason", "Say why: others recorded a part of it, or have seen it.")])
        draft.retract(asked.to, asked.reason or "", stamp, exposed=taken.exposed)

    return _append(session, asker, tree, "retraction", make, expecting())


@routes.route("/sessions/<session:session_id>/notes", methods=["POST"])
@describe(body="Note", headers=[IDEMPOTENCY_KEY], answers={201: answer(RecordedEntries)}, refuses=OF_MENDING)
def add_note(session_id: str) -> Response:
    """Add a text, on an entry or on the session, for everybody or for some seats. It stays for ever.

    So names of people do not belong here: who sits where is said by `PUT …/people/{seat}`.
    """
    session, asker = enter(session_id, fresh=False)
    may_record(asker)
    tree, asked = _read(Note)
    for seat in asked.visible_to or ():
        if seat not in seats_of(session.opened):
            raise invalid([("/visible_to", f"There is no seat {seat}.")])
    visible_to = asked.visible_to
    if visible_to is not None and asker.seat is not None and asker.seat not in visible_to:
        visible_to = (*visible_to, asker.seat)

    def make(draft: Draft, stamp: Stamp) -> None:
        must_take_a_note(draft)
        draft.note(asked.text, stamp, about=asked.about, visible_to=visible_to)

    return _append(session, asker, tree, "note", make, None)


@routes.route("/sessions/<session:session_id>/close", methods=["POST"])
@describe(
    body="Closing",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def close(session_id: str) -> Response:
    """End the session. Needs the scribe or the owner.

    A finished game that opens at its end reveals the secret of its draws by itself. Any other close keeps
    it, unless the owner asks with `reveal`; the entry says so.
    """
    session, asker = enter(session_id, fresh=False)
    must_be_scribe(asker)
    tree, asked = _read(Closing)
    if asked.reveal and asker.role != "owner":
        raise Problem(
            "not-allowed",
            "Revealing the secret shows everything that was drawn, hidden things too: only the owner may ask "
            "for it. Leave `reveal` out, or close with the owner's token.",
        )
    secret = services().recorder.secret(session_id)

    def make(draft: Draft, stamp: Stamp) -> None:
        finished = session.game.is_finished(draft.position.state)
        if asked.outcome == "finished" and not finished:
            raise Problem(
                "not-finished",
                "The table is not at its end. Close it as abandoned, or record what is missing.",
                version=draft.session.version,
            )
        outcome = asked.outcome or ("finished" if finished else "abandoned")
        by_itself = reveals_secret(session.game, outcome)
        revealed = secret.hex() if by_itself or asked.reveal else None
        draft.close(outcome, revealed, stamp, on_request=asked.reveal and not by_itself)

    return _append(session, asker, tree, "close", make, expecting())


def _read(kind: type[K]) -> tuple[dict[str, Json], K]:
    tree = read_body()
    with shapes():
        schema_of(kind).load(tree)
        return tree, msgspec.convert(tree, kind)


def _append(
    session: Session,
    asker: Asker,
    tree: dict[str, Json],
    kind: str,
    make: Callable[..., object],
    version: Expecting | None,
) -> Response:
    """Record one entry and show it."""
    asked = request_of(tree, kind)
    stamp = stamp_of(asker, asked, tree.get("moved_at"))
    with refusals(session), playable(session):
        answer = services().recorder.record(
            session.id, [asked], lambda draft, place: make(draft, stamp), version
        )
    entry = shown(answer.session, answer.written[0], asker, answer.state)
    response = tagged({"version": answer.version, "entry": entry}, answer.version, 201)
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
