"""Bots in sandbox sessions: one action at a time, whenever its scribe asks for one."""

from __future__ import annotations

from random import SystemRandom

from flask import Response

from domain.kernel.chance import keyed_draws
from domain.kernel.playing import bots_choice
from domain.kernel.session import Draft, seats_of
from service.bootstrap import services
from service.http.arguments import read_struct
from service.http.authentication import enter, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.errors import playable, refusals
from service.http.preconditions import expecting
from service.http.problems import Problem, invalid
from service.http.quotas import must_take_an_action
from service.http.responses import shown, tagged
from service.schemas.answers import BotsDeed
from service.schemas.openapi import IF_MATCH, answer, describe
from service.schemas.requests import BotsTurn
from service.sessions.recorder import Expecting, Request, Stale, stamp_of

routes = Blueprint("bots", __name__, url_prefix="/v1", description="Tables that bots play.")

RANDOM = SystemRandom()


@routes.route("/sessions/<session:session_id>/bot-actions", methods=["POST"])
@describe(
    body="BotsTurn",
    headers=[IF_MATCH],
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
    asked = read_struct(BotsTurn)
    seats = seats_of(session.opened)
    if unknown := [seat for seat in asked.seats if seat not in seats]:
        raise invalid([("/seats", f"There is no seat {unknown[0]}.")])
    seen = expecting()
    if session.position.closed:
        raise Problem("session-closed", "This session is closed.", version=session.version)
    people = frozenset(seats).difference(asked.seats)
    with refusals(session), playable(session):
        if seen.version not in (None, session.version):
            raise Stale(session, seen.version)
        tree = bots_choice(session.game, session.state, seats, RANDOM, people=people)
        if tree is None:
            return tagged({"version": session.version, "entry": None}, session.version)
        below = keyed_draws(services().recorder.secret(session_id), session_id)
        by_itself = Request(None, "")

        def make(draft: Draft, place: int) -> None:
            must_take_an_action(draft)
            draft.record(tree, stamp_of(asker, by_itself, None), below)

        # On the table that the bot has seen, or not at all.
        chosen_on = Expecting(session.version)
        done = services().recorder.record(session_id, [by_itself], make, chosen_on)
    (written,) = done.written
    entry = shown(done.session, written, asker, done.state)
    return tagged({"version": done.version, "entry": entry}, done.version, 201)
