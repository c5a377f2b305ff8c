"""Corrections, retractions, notes, settings and the close of a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from flask import Response
from msgspec import Struct

from domain.kernel import ComponentSet, Seat, Viewer
from domain.kernel.engine.entries import Amended, SettingsChange
from domain.kernel.engine.time_of_play import AS_RECORDED
from domain.kernel.engine.views import entry_view
from domain.kernel.session import Session, is_live, seats_of
from domain.kernel.session.rendering import naming_of
from service.api.edition_learnt import must_be_played_with, note_amendment
from service.api.rendering import WithBoard, mended_told, step_told
from service.http.authentication import enter, may_record, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.rate_limits import keep_component_set, new_length, spend, spenders
from service.http.responses import answered, expecting, parts, request_of, shown, tagged, version_tag
from service.http.services import services
from service.problems import Problem, invalid
from service.schemas.answers import DryAmendment, DryCorrection, DryRetraction, RecordedEntries
from service.schemas.fields import correction_kind, read_body, read_query, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import (
    Amendment,
    Closing,
    GestureCorrection,
    Note,
    Retraction,
    SaidTimeOfPlay,
    SettingsPatch,
)
from service.sessions.commands import ANY_VERSION, CommandResult
from service.sessions.corrections import (
    AddNote,
    Amend,
    ChangeSettings,
    CloseSession,
    Correct,
    GesturesSeen,
    OneEntry,
    Retract,
    SayWhen,
    Sender,
)
from service.sessions.errors import playable
from service.sessions.time_of_play import time_of_play
from service.sessions.tokens import Principal

routes = Blueprint("mending", __name__, url_prefix="/v1", description="Corrections, notes and closing.")


class CorrectionQuery(Struct, frozen=True):
    """dry_run: only show the result; nothing is recorded.

    with: in a dry run the answer's `after` is the table after the correction, with these parts; with `board`
    and `mat`, what can be put right besides it. as: gestures are made, and answered, with what this seat can
    see, for a phone that holds your token but shows one hand.
    """

    dry_run: bool = False
    with_: WithBoard | None = msgspec.field(default=None, name="with")
    as_: Seat | None = msgspec.field(default=None, name="as")


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
    query=CorrectionQuery,
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

    In place of `facts` you may send `gestures`, if the game supports them: what was moved, counted or turned
    over on the board. A gesture that cannot be recorded is answered with its index in the pointer, and why.
    """
    query = read_query(CorrectionQuery)
    session, principal = enter(session_id, fresh=False)
    must_be_scribe(principal)
    if query.as_ is not None and query.as_ not in seats_of(session.opened):
        raise invalid([("as", "There is no such seat in this session.")])
    viewer = principal.viewer if query.as_ is None else Viewer(seat=query.as_)
    tree = read_body()
    by_gestures = isinstance(tree, dict) and "gestures" in tree
    asked: Any = struct_of(GestureCorrection if by_gestures else correction_kind(session.game), tree)
    handler = services().handler
    sender = sender_of(session, principal, tree, "correction")
    gestures = GesturesSeen(asked.gestures, viewer, naming_of(session)) if by_gestures else None
    command = Correct(sender, handler, tree, gestures, is_rehearsed=query.dry_run)
    if not query.dry_run:
        return recorded_one(command)
    work = handler.rehearse(command)
    told: dict[str, Any] = {"version": work.session.version, "dry_run": True}
    for written in handler.new_entries(work):
        told["entry"] = entry_view(session.game, written.entry, viewer, work.position.state)
        told["entry"] |= {"digest": written.digest}
    if not by_gestures:
        told |= {"stuck": msgspec.to_builtins(work.obstacles()), "breaks": work.broken()}
    if wanted := parts(query.with_):
        with playable(work.session, services().registers):
            told["after"] = mended_told(services(), work.session, work.position, viewer, wanted)
    return answered(told)


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
    sender, handler = sender_of(session, principal, tree, "retraction"), services().handler
    command = Retract(sender, handler, asked.to, asked.reason, is_rehearsed=query.dry_run)
    if not query.dry_run:
        return recorded_one(command, _follow)
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
    return recorded_one(command)


@routes.route("/sessions/<session:session_id>/settings", methods=["POST"])
@describe(
    body="SettingsPatch",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def change_settings(session_id: str) -> Response:
    """Change settings of the table from now on. Requires the owner's token.

    The change is a note in the log, which tells everybody. Undo never takes it back.
    """
    session, principal = enter(session_id, fresh=False)
    if principal.role != "owner":
        raise Problem("not-allowed", "Only the owner can change the settings of the table.")
    tree = read_body()
    asked = struct_of(SettingsPatch, tree)
    sender = sender_of(session, principal, tree, "settings")
    change = SettingsChange(asked.forced_steps, asked.seats_may_override)
    return recorded_one(ChangeSettings(sender, services().handler, change))


@routes.route("/sessions/<session:session_id>/played", methods=["POST"])
@describe(
    body="SaidTimeOfPlay",
    headers=[IDEMPOTENCY_KEY],
    answers={201: answer(RecordedEntries)},
    refuses=OF_MENDING,
)
def say_when(session_id: str) -> Response:
    """Say when the game was played, if not when it was recorded. Requires the owner's token.

    You can do so at any time, even after the close. It is a note in the log; the last one counts, in lists,
    statistics and results. Undo never takes it back.
    """
    session, principal = enter(session_id, fresh=False)
    if principal.role != "owner":
        raise Problem("not-allowed", "Only the owner can say when the game was played.")
    tree = read_body()
    asked = struct_of(SaidTimeOfPlay, tree)
    said = time_of_play(asked, session.opened.timezone) or AS_RECORDED
    sender = Sender(session, principal, request_of(tree, "played"), ANY_VERSION, asked.moved_at)
    return recorded_one(SayWhen(sender, services().handler, said))


@routes.route("/sessions/<session:session_id>/amendments", methods=["POST"])
@describe(
    body="Amendment",
    query=DryRunQuery,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={200: answer(DryAmendment), 201: answer(RecordedEntries)},
    refuses=tuple(sorted((*OF_MENDING, "cannot-amend", "invalid-component-set"))),
)
def amend(session_id: str) -> Response:
    """Read the session with another component set from its first entry: a table learns its box as it plays.

    Only content changes: ids, rows and their order stay, and each action so far must have the same facts.
    Where outcomes are declared only. A seat may amend cards and places that everybody sees; the scribe and
    the owner may amend any part. An undo over the entry brings the set before back.

    With `offer`, the id of the edition that the table plays with, the parts are offered to it: everybody who
    can change it sees their content. An undo withdraws them.
    """
    query = read_query(DryRunQuery)
    session, principal = enter(session_id, fresh=False)
    may_record(principal)
    tree = read_body()
    asked = struct_of(Amendment, tree)
    if asked.offer is not None:
        must_be_played_with(session, asked.offer)
    sender, handler = sender_of(session, principal, tree, "amendment"), services().handler
    keep = None if query.dry_run else _keep_amended
    command = Amend(sender, handler, asked.parts, asked.confirmed, keep)
    if not query.dry_run:
        return recorded_one(command, partial(_note, offer=asked.offer))
    work = handler.rehearse(command)
    components = work.position.components
    told = {"version": work.session.version, "dry_run": True, "component_set": components.hash}
    return answered(told)


def _keep_amended(components: ComponentSet, before: ComponentSet) -> None:
    """Store the set, with the drawing and the pictures of the one before. Raises `TooManyBytes`, `Full`."""
    spend(new_length(components), spenders())
    keep_component_set(components)
    services().drawings.inherit(components, before)
    services().pictures.inherit(components.hash, before.hash)


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

    sender = sender_of(session, principal, tree, "close")
    command = CloseSession(sender, services().handler, asked.outcome, reveal=asked.reveal)
    return recorded_one(command)


def sender_of(session: Session, principal: Principal, tree: dict[str, Any], kind: str) -> Sender:
    """Whose command it is, for one that means a version."""
    version = expecting()
    return Sender(session, principal, request_of(tree, kind), version, tree.get("moved_at"))


def _note(result: CommandResult, offer: str | None) -> None:
    """Keep which set the table has amended, and offer the parts to its edition, if the recorder says so."""
    session, entry = result.session, result.written[0].entry
    if isinstance(entry, Amended):
        note_amendment(session, entry.number, entry.component_set, entry.learnt, offer)
        _follow(result)


def _follow(result: CommandResult) -> None:
    """Offer to the edition what the table still has, and nothing that it took back."""
    session = services().handler.look(result.session.id)
    services().learnt.follow(session.id, lambda number: is_live(session.position.live, number))


def recorded_one(command: OneEntry, then: Callable[[CommandResult], None] | None = None) -> Response:
    """Record one entry and show it. then: what follows outside the log, also when it is repeated."""
    answer = services().handler.handle(command)
    if then is not None:
        then(answer)
    entry = shown(answer.session, answer.written[0], command.principal, answer.state)
    tag = version_tag(answer.version, answer.written[-1].digest)
    response = tagged({"version": answer.version, "entry": entry}, tag, 201)
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
