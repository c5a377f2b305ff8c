"""Webhooks: URLs that are notified of new entries of a session, or of all sessions of a club."""

from __future__ import annotations

import msgspec
from flask import Response

from domain.kernel.messages import Json
from domain.kernel.session import Session
from replays.library import UnknownSession
from service.api.sessions import described
from service.http.authentication import enter, enter_club, gone, must_be_scribe, readable
from service.http.blueprint import Blueprint
from service.http.rate_limits import webhooks_full
from service.http.responses import (
    OF_THE_ASKER,
    answered_with_tokens,
    request_of,
    secret_key,
    tagged_by_content,
)
from service.http.services import services
from service.problems import Problem, invalid, not_found
from service.schemas.answers import (
    AddedClubWebhook,
    AddedWebhook,
    ClubWebhooksSchema,
    ClubWebhookStateSchema,
    WebhooksSchema,
)
from service.schemas.answers import WebhookStateSchema as StateShown
from service.schemas.fields import read_body, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_NONE_MATCH, SECRET_KEY, answer, describe
from service.schemas.requests import ClubRedelivery, ClubWebhook, Redelivery, Webhook
from service.sessions.errors import playable
from service.sessions.tokens import Principal
from service.sessions.webhooks import Added, ClubWebhookState, WebhooksFull, WebhookState
from workers.webhooks.deliveries import CLUB_EVENTS
from workers.webhooks.receivers import UnusableReceiver, receiver

NO_WEBHOOK = "This session has no such webhook. GET /v1/sessions/{id}/webhooks lists its webhooks."
routes = Blueprint("webhooks", __name__, url_prefix="/v1", description="Notifications of new entries.")


@routes.route("/sessions/<session:session_id>/webhooks")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(WebhooksSchema), 304: None}, refuses=["not-allowed"])
def list_webhooks(session_id: str) -> Response:
    """List the session's webhooks and their delivery status. Requires the scribe's or owner's token."""
    _enter(session_id)
    return _listed(session_id)


@routes.route("/sessions/<session:session_id>/webhooks", methods=["POST"])
@describe(
    body="Webhook",
    headers=[SECRET_KEY],
    answers={201: answer(AddedWebhook)},
    refuses=["not-allowed", "quota"],
)
def add_webhook(session_id: str) -> Response:
    """Register a URL that is notified of every entry from now on. Requires the scribe's or owner's token.

    A notification contains no content of the entries. The answer contains the signing secret, which is shown
    only once.
    """
    session, principal = _enter(session_id)
    found = services()
    tree = read_body()
    asked = struct_of(Webhook, tree)
    _must_be_usable(asked.url)
    secret_key()
    wanted = request_of(tree, "webhook")
    with playable(session, found.registers):
        status = str(described(session, principal, found)["status"])
    most = found.settings.webhooks_of_a_session
    try:
        added = found.webhooks.add(
            session_id,
            asked.url,
            asked.description,
            wanted,
            version=session.version,
            status=status,
            most=most,
        )
    except WebhooksFull as error:
        raise webhooks_full(most, error.used) from None
    _must_be_there(session_id)
    return _added(added, _path(session_id, added.state.id))


@routes.route("/sessions/<session:session_id>/webhooks/<name:webhook>")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(StateShown), 304: None}, refuses=["not-allowed"])
def get_webhook(session_id: str, webhook: str) -> Response:
    """Show a webhook and its delivery status. Requires the scribe's or owner's token."""
    _enter(session_id)
    return tagged_by_content(msgspec.to_builtins(_one(session_id, webhook)), OF_THE_ASKER)


@routes.route("/sessions/<session:session_id>/webhooks/<name:webhook>", methods=["DELETE"])
@describe(answers={200: answer(WebhooksSchema)}, refuses=["not-allowed"])
def remove_webhook(session_id: str, webhook: str) -> Response:
    """Remove a webhook; the answer lists the remaining ones. Requires the scribe's or owner's token."""
    _enter(session_id)
    if not services().webhooks.remove(session_id, webhook):
        raise not_found(NO_WEBHOOK)
    return _listed(session_id)


@routes.route("/sessions/<session:session_id>/webhooks/<name:webhook>/deliveries", methods=["POST"])
@describe(
    body="Redelivery", headers=[IDEMPOTENCY_KEY], answers={202: answer(StateShown)}, refuses=["not-allowed"]
)
def deliver_again(session_id: str, webhook: str) -> Response:
    """Send all notifications from an entry on again, or the waiting ones now.

    Requires the scribe's or owner's token. A disabled webhook is enabled again. If you repeat the last
    request with its `action_id`, nothing is sent twice.
    """
    session, _ = _enter(session_id)
    found = services()
    tree = read_body()
    asked = struct_of(Redelivery, tree)
    if asked.from_ is not None and asked.from_ > session.version:
        raise invalid([("/from", f"Must be at most {session.version}, the last entry.")])
    _must_be_usable(_one(session_id, webhook).url)
    wanted = request_of(tree, f"deliveries of {webhook}")
    replayed = found.webhooks.send_again(session_id, webhook, asked.from_, wanted, version=session.version)
    if replayed is None:
        raise not_found(NO_WEBHOOK)
    return _requested(_one(session_id, webhook), _path(session_id, webhook), replayed=replayed)


# Webhooks of a club: one for all of its sessions.

NO_CLUB_WEBHOOK = "This club has no such webhook. GET /v1/clubs/{id}/webhooks lists its webhooks."


@routes.route("/clubs/<session:club_id>/webhooks")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ClubWebhooksSchema), 304: None})
def list_club_webhooks(club_id: str) -> Response:
    """List the club's webhooks and their delivery status. Requires the right `organise`."""
    enter_club(club_id, "organise")
    return _listed_of_club(club_id)


@routes.route("/clubs/<session:club_id>/webhooks", methods=["POST"])
@describe(
    body="ClubWebhook",
    headers=[SECRET_KEY],
    answers={201: answer(AddedClubWebhook)},
    refuses=["not-allowed", "quota"],
)
def add_club_webhook(club_id: str) -> Response:
    """Register a URL that is notified of what happens in all sessions of the club, also in later ones.

    `events` chooses the types of notifications. They contain no content of the entries: fetch them with a key
    that has the right `read`. The answer contains the signing secret, which is shown only once. Requires the
    right `organise`.
    """
    enter_club(club_id, "organise")
    tree = read_body()
    asked = struct_of(ClubWebhook, tree)
    _must_be_usable(asked.url)
    secret_key()
    wanted, most = request_of(tree, "club webhook"), services().settings.webhooks_of_a_session
    events = [one for one in CLUB_EVENTS if one in asked.events]
    register = services().club_webhooks
    try:
        added = register.add(club_id, asked.url, asked.description, events, wanted, most=most)
    except WebhooksFull as error:
        raise webhooks_full(most, error.used, "club") from None
    return _added(added, _path_of_club(club_id, added.state.id))


@routes.route("/clubs/<session:club_id>/webhooks/<name:webhook>")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ClubWebhookStateSchema), 304: None})
def get_club_webhook(club_id: str, webhook: str) -> Response:
    """Show a webhook of the club and its delivery status. Requires the right `organise`."""
    enter_club(club_id, "organise")
    return tagged_by_content(msgspec.to_builtins(_one_of_club(club_id, webhook)), OF_THE_ASKER)


@routes.route("/clubs/<session:club_id>/webhooks/<name:webhook>", methods=["DELETE"])
@describe(answers={200: answer(ClubWebhooksSchema)})
def remove_club_webhook(club_id: str, webhook: str) -> Response:
    """Remove a webhook; the answer lists the remaining ones. Requires the right `organise`."""
    enter_club(club_id, "organise")
    if not services().club_webhooks.remove(club_id, webhook):
        raise not_found(NO_CLUB_WEBHOOK)
    return _listed_of_club(club_id)


@routes.route("/clubs/<session:club_id>/webhooks/<name:webhook>/deliveries", methods=["POST"])
@describe(
    body="ClubRedelivery",
    headers=[IDEMPOTENCY_KEY],
    answers={202: answer(ClubWebhookStateSchema)},
    refuses=["not-allowed"],
)
def deliver_again_to_club(club_id: str, webhook: str) -> Response:
    """Send all notifications of a session again, or the waiting ones of all sessions now.

    Requires the right `organise`. A disabled webhook is enabled again. If you repeat the last request with
    its `action_id`, nothing is sent twice.
    """
    enter_club(club_id, "organise")
    found = services()
    tree = read_body()
    asked = struct_of(ClubRedelivery, tree)
    if asked.session is None:
        if asked.from_ is not None:
            raise invalid([("/session", "Name the session of these entries.")])
    elif found.clubs.club_of(asked.session) != club_id:
        raise invalid([("/session", "There is no such session in this club.")])
    elif asked.from_ is not None and asked.from_ > (last := readable(asked.session).version):
        raise invalid([("/from", f"Must be at most {last}, the last entry.")])
    _must_be_usable(_one_of_club(club_id, webhook).url)
    wanted = request_of(tree, f"deliveries of {webhook}")
    replayed = found.club_webhooks.send_again(club_id, webhook, asked.session, asked.from_ or 1, wanted)
    if replayed is None:
        raise not_found(NO_CLUB_WEBHOOK)
    path = _path_of_club(club_id, webhook)
    return _requested(_one_of_club(club_id, webhook), path, replayed=replayed)


def _one_of_club(club_id: str, webhook: str) -> ClubWebhookState:
    state = services().club_webhooks.one(club_id, webhook)
    if state is None:
        raise not_found(NO_CLUB_WEBHOOK)
    return state


def _listed_of_club(club_id: str) -> Response:
    states = msgspec.to_builtins(services().club_webhooks.of(club_id))
    return tagged_by_content({"items": states}, OF_THE_ASKER)


def _path_of_club(club_id: str, webhook: str) -> str:
    return f"/v1/clubs/{club_id}/webhooks/{webhook}"


# What both have in common, and who may ask for those of a session.


def _added(added: Added, path: str) -> Response:
    """The answer with a new webhook and its secret."""
    body: dict[str, Json] = msgspec.to_builtins(added.state) | {"secret": added.secret}
    answer = answered_with_tokens(body)
    answer.headers["Location"] = path
    if added.replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


def _requested(state: WebhookState | ClubWebhookState, path: str, *, replayed: bool) -> Response:
    """The answer to a request for deliveries."""
    body = msgspec.json.encode(state)
    answer = Response(body, 202, OF_THE_ASKER, content_type="application/json")
    answer.headers["Location"] = path
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


def _enter(session_id: str) -> tuple[Session, Principal]:
    """The session and who asks. That it has webhooks, or none, nobody else can tell."""
    session, principal = enter(session_id)
    must_be_scribe(principal)
    return session, principal


def _one(session_id: str, webhook: str) -> WebhookState:
    state = services().webhooks.one(session_id, webhook)
    if state is None:
        raise not_found(NO_WEBHOOK)
    return state


def _listed(session_id: str) -> Response:
    states = msgspec.to_builtins(services().webhooks.of(session_id))
    return tagged_by_content({"items": states}, OF_THE_ASKER)


def _must_be_usable(url: str) -> None:
    """Raises `Problem` where the operator lets nothing be sent, or not there."""
    reach = services().settings.webhooks
    if reach == "off":
        raise Problem(
            "not-allowed",
            "This service sends no webhooks: TABLELOG_WEBHOOKS is off. Follow the session's stream instead.",
        )
    try:
        receiver(url, reach)
    except UnusableReceiver as error:
        raise invalid([("/url", str(error))]) from None


def _must_be_there(session_id: str) -> None:
    """Raises `Problem` where the session has expired meanwhile: nothing is left of what was added."""
    try:
        services().handler.look(session_id)
    except UnknownSession:
        services().webhooks.forget(session_id)
        raise gone(session_id) from None


def _path(session_id: str, webhook: str) -> str:
    return f"/v1/sessions/{session_id}/webhooks/{webhook}"
