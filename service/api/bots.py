"""Bots in sandbox sessions: one action at a time, whenever its scribe asks for one."""

from __future__ import annotations

from random import SystemRandom

import msgspec
from flask import Response

from domain.kernel.chance import keyed_draws
from domain.kernel.messages import Json
from domain.kernel.playing import bots_choice
from domain.kernel.session import Draft, Session, seats_of
from service.http.authentication import enter, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.errors import playable, refusals, shapes
from service.http.idempotency import request_of
from service.http.preconditions import expecting
from service.http.problems import Problem, invalid
from service.http.quotas import must_take_an_action
from service.http.responses import shown, tagged
from service.http.services import services
from service.schemas.answers import BotsDeed
from service.schemas.arguments import read_body
from service.schemas.fields import schema_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import BotsTurn
from service.sessions.recorder import Expecting, Stale, stamp_of

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
    session, asker = enter(session_id)
    must_be_scribe(asker)
    if not session.opened.sandbox:
        raise Problem("not-allowed", "Bots play in sandbox sessions alone: fork this one for them.")
    tree = read_body()
    with shapes():
        schema_of(BotsTurn).load(tree)
        asked = msgspec.convert(tree, BotsTurn)
    wanted = request_of(tree, "bots' action")
    seats = seats_of(session.opened)
    if unknown := [seat for seat in asked.seats if seat not in seats]:
        raise invalid([("/seats", f"There is no seat {unknown[0]}.")])
    seen = expecting()
    with refusals(session), playable(session):
        is_known = session.recorded_as(wanted.action_id, wanted.hash) is not None
        action = {} if is_known else _chosen(session, asked, seen)
        if action is None:
            return tagged({"version": session.version, "entry": None}, session.version)
        below = keyed_draws(services().recorder.secret(session_id), session_id)

        def make(draft: Draft, place: int) -> None:
            must_take_an_action(draft)
            draft.record(action, stamp_of(asker, wanted, None), below)

        # On the table that the bot has seen, or not at all.
        chosen_on = Expecting(session.version)
        done = services().recorder.record(session_id, [wanted], make, chosen_on)
    (written,) = done.written
    entry = shown(done.session, written, asker, done.state)
    response = tagged({"version": done.version, "entry": entry}, done.version, 201)
    if done.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _chosen(session: Session, asked: BotsTurn, seen: Expecting) -> dict[str, Json] | None:
    """What a bot would do at the table that was seen; None where nobody of its seats is awaited."""
    if session.position.closed:
        raise Problem("session-closed", "This session is closed.", version=session.version)
    if seen.version not in (None, session.version):
        raise Stale(session, seen.version)
    seats = seats_of(session.opened)
    people = frozenset(seats).difference(asked.seats)
    return bots_choice(session.game, session.state, seats, RANDOM, people=people)
