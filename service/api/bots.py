"""Bots in sandbox sessions: one action at a time, whenever its scribe asks for one."""

from __future__ import annotations

from random import SystemRandom

from flask import Response

from domain.kernel.chance import Below
from domain.kernel.messages import Json
from domain.kernel.playing import bots_choice
from domain.kernel.session import Session, UnitOfWork, seats_of
from service.http.authentication import enter, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.preconditions import expecting, request_of, tag_of, version_tag
from service.http.responses import shown, tagged
from service.http.services import services
from service.problems import Problem, invalid
from service.schemas.answers import BotsDeed
from service.schemas.arguments import read_body, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import BotsTurn
from service.sessions.commands import AppendOne, Command, CommandHandler, Expecting, stamp_of
from service.sessions.errors import playable

routes = Blueprint("bots", __name__, url_prefix="/v1", description="Tables that bots play.")

RANDOM = SystemRandom()
KEY: Json = IDEMPOTENCY_KEY | {
    "description": "The entry's `action_id`: sent again, the bot acts no second time."
}


@routes.route("/sessions/<session:session_id>/bot-actions", methods=["POST"])
@describe(
    body="BotsTurn",
    headers=[IF_MATCH, KEY],
    answers={200: answer(BotsDeed), 201: answer(BotsDeed)},
    refuses=["not-allowed", "quota", "secret-elsewhere", "session-closed", "unreadable-entry"],
)
def let_bots_act(session_id: str) -> Response:
    """Let a bot record one action for one of these seats, or for the table: whatever is to be done next.

    For sandbox sessions, such as a branch that somebody tries out; needs the scribe or the owner. Outcomes
    are drawn. Where other seats are awaited, or the game is over, nothing is recorded: `entry` is null.
    """
    found = services()
    session, principal = enter(session_id)
    must_be_scribe(principal)
    if not session.opened.sandbox:
        raise Problem("not-allowed", "Bots can play only in sandbox sessions. Fork this session for them.")
    tree = read_body()
    asked = struct_of(BotsTurn, tree)
    wanted = request_of(tree, "bots' action")
    seats = seats_of(session.opened)
    if unknown := [seat for seat in asked.seats if seat not in seats]:
        raise invalid([("/seats", f"There is no seat {unknown[0]} in this session.")])
    seen = expecting()
    handler = found.handler
    is_known = session.recorded_as(wanted.action_id, wanted.hash) is not None
    with playable(session, found.registers):
        action = {} if is_known else _chosen(handler, session, asked, seen)
    if action is None:
        return tagged({"version": session.version, "entry": None}, tag_of(session))

    def add(work: UnitOfWork, draw: Below) -> None:
        handler.quotas.must_take_an_action(work, principal)
        work.record(action, stamp_of(principal, wanted), draw)

    # On the table that the bot has seen, or not at all.
    chosen_on = Expecting(session.version)
    done = handler.handle(AppendOne(session_id, add, request=wanted, expecting=chosen_on))
    (written,) = done.written
    entry = shown(done.session, written, principal, done.state)
    response = tagged(
        {"version": done.version, "entry": entry}, version_tag(done.version, written.digest), 201
    )
    if done.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _chosen(
    handler: CommandHandler, session: Session, asked: BotsTurn, seen: Expecting
) -> dict[str, Json] | None:
    """What a bot would do at the table that was seen; None where nobody of its seats is awaited."""
    if session.position.closed:
        raise Problem("session-closed", "This session is closed.", version=session.version)
    handler.must_stand_at(session, Command(session.id, (), seen))
    seats = seats_of(session.opened)
    people = frozenset(seats).difference(asked.seats)
    return bots_choice(session.game, session.state, seats, RANDOM, people=people)
