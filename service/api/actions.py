"""Actions: what happened at the table, recorded as the rules allow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Response, request
from marshmallow import ValidationError
from msgspec import Struct

from domain.kernel.session import Session
from service.api.recording import Recording
from service.api.telling import WithWords, entry_told, parts
from service.http.authentication import enter, is_in_memory, may_record, may_record_for, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.due_answers import may_wait
from service.http.errors import refusals, shapes
from service.http.idempotency import request_of, requests_of_list
from service.http.preconditions import expecting
from service.http.problems import invalid
from service.http.responses import shown, tagged
from service.http.services import services
from service.schemas.answers import Dry, RecordedEntries
from service.schemas.arguments import read_body, read_query
from service.schemas.commands import Command, command_in
from service.schemas.fields import beside
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.sessions.recorder import Answer
from service.sessions.tokens import Asker

routes = Blueprint("actions", __name__, url_prefix="/v1", description="What happened at the table.")


OF_RECORDING = (
    "another-seat",
    "busy",
    "must-be-last",
    "not-allowed",
    "outcome-declared",
    "quota",
    "rule",
    "secret-elsewhere",
    "session-closed",
    "table-not-playable",
    "unreadable-entry",
)


class ActionsQuery(Struct, frozen=True):
    """dry_run: only tell what would come of it; nothing is recorded, and draws are examples.

    Where an outcome of a single action is to be declared and is not, a dry run answers `outcomes` instead:
    the `path` of the next one in the action, and the `domain` of its values. Put one there (a number in the
    path is a place in a list, which may be its end), and run it again until an entry is answered.

    with: `words` adds to each entry of the answer, or of what was missed, what it says, and to each outcome
    that is asked for its question and its values.
    """

    dry_run: bool = False
    with_: WithWords | None = msgspec.field(default=None, name="with")


@routes.route("/sessions/<session:session_id>/actions", methods=["POST"])
@describe(
    body="Action",
    query=ActionsQuery,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={200: answer(Dry), 201: answer(RecordedEntries)},
    refuses=OF_RECORDING,
)
def record_actions(session_id: str) -> Response:
    """Record an action, or a list of them: all or none. Outcomes that are not declared are drawn.

    A drawn session refuses declared ones (`outcome-declared`), unless it was opened with `may_declare`.

    What draws, and for a seat what shows or could guess something hidden, must be the last of its list: a
    list that is refused afterwards would have told it for nothing.
    """
    query = read_query(ActionsQuery) if request.query_string else ActionsQuery()
    if not is_in_memory(session_id):
        may_wait()
    session, asker = enter(session_id, fresh=False)
    may_record(asker)
    tree = read_body()
    if is_list := isinstance(tree, list):
        may_wait()
    bodies = tree if is_list else [tree]
    commands = _commands(session, bodies, is_list=is_list)
    for command in commands:
        _check_access(session, asker, command)
    version = expecting()
    asked = requests_of_list(bodies, "action") if is_list else [request_of(tree, "action")]
    wanted = parts(query.with_)
    recording = Recording(asker, commands, asked, told="words" in wanted)
    if query.dry_run:
        return recording.rehearse(session_id, version, wanted, as_list=is_list)
    answer = recording.record(session, version)
    return _rendered(answer, asker, wanted, as_list=is_list)


record_actions.tried_at_once = True  # type: ignore[attr-defined]


def _commands(session: Session, bodies: Sequence[Any], *, is_list: bool) -> list[Command]:
    """What the request asks for. Raises `Problem` with every fault of the first that has one."""
    most = services().settings.actions_in_list
    if not 1 <= len(bodies) <= most:
        raise invalid([("", f"A list holds 1 to {most} actions.")])
    commands = []
    for place, body in enumerate(bodies):
        with shapes():
            try:
                command = command_in(session.game, body)
            except ValidationError as error:
                messages = error.messages
                raise ValidationError({place: messages} if is_list else messages) from None
        if bool(command.about.get("against_rules")) != (command.about.get("reason") is not None):
            name = beside(type(command.action), "reason")
            pointer = f"/{place}/{name}" if is_list else f"/{name}"
            raise invalid([(pointer, "A reason is given exactly when `against_rules` is true.")])
        commands.append(command)
    return commands


def _check_access(session: Session, asker: Asker, command: Command) -> None:
    """What the table does not change; where the game says who records what, the table decides later."""
    if asker.is_scribe:
        return
    with refusals(session):
        actor = session.game.actor(command.action)
    if session.game.recorders is None:
        may_record_for(asker, actor)
    if command.about.get("against_rules"):
        must_be_scribe(asker)


def _rendered(answer: Answer, asker: Asker, wanted: frozenset[str], *, as_list: bool) -> Response:
    session = answer.session
    entries = [
        entry_told(session, shown(session, written, asker, answer.state), wanted)
        for written in answer.written
    ]
    version = max(entry["number"] for entry in entries)
    body = {"version": version} | ({"entries": entries} if as_list else {"entry": entries[0]})
    response = tagged(body, version, 201)
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
