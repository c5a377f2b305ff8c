"""Live tables of bots: watch one, take over a seat; and bots that act in sandbox sessions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import SystemRandom

from flask import Response
from redis.exceptions import RedisError

from domain.kernel.chance import Below
from domain.kernel.engine.playing import bots_choice
from domain.kernel.messages import Json
from domain.kernel.session import Session, UnitOfWork, seats_of
from domain.kernel.session.rendering import naming_of
from service.http.authentication import enter, must_be_let_open, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.responses import (
    answered,
    answered_with_tokens,
    expecting,
    request_of,
    shown,
    tag_of,
    tagged,
    version_tag,
)
from service.http.services import services
from service.http.tokens import answer_again, must_be_new, token_request
from service.live_tables.tables import AllTablesTaken, NoLiveTables, live_tables
from service.problems import NO_GAME, Problem, invalid, not_found
from service.schemas.answers import BotsDeed, LiveTable, TokensSchema
from service.schemas.fields import read_body, struct_of
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, SECRET_KEY, answer, describe
from service.schemas.requests import BotsTurn
from service.sessions.commands import AppendOne, Command, CommandHandler, Expecting, stamp_of
from service.sessions.errors import playable
from service.sessions.tokens import holder

# Live tables of bots: watch one at once, and take a seat over.

routes = Blueprint("live-tables", __name__, url_prefix="/v1", description="Tables that bots play.")


@routes.route("/games/<name:game>/live-table", methods=["POST"])
@describe(answers={200: answer(LiveTable), 201: answer(LiveTable)}, refuses=["bad-token", "not-allowed"])
def join_live_table(game: str) -> Response:
    """Get a table of bots to watch: the one in progress, or a new one.

    If you repeat the request, you get the same table. It is a public sandbox session, so its stream needs no
    token. It continues while somebody is streaming it, and for a while after that. If the service requires
    the opening token to open sessions, you need it for a new table.
    """
    found = services().games.get(game)
    if found is None:
        raise not_found(NO_GAME)
    with _played():
        session, opened = live_tables().join(found, must_be_let_open)
    answer = answered(_shown(session), 201 if opened else 200)
    answer.headers["Location"] = f"/v1/sessions/{session.id}"
    return answer


@routes.route("/sessions/<session:session_id>/live-table")
@describe(answers={200: answer(LiveTable)})
def get_live_table(session_id: str) -> Response:
    """Show which seats of a live table are still played by bots."""
    return answered(_shown(_live(session_id)))


@routes.route("/sessions/<session:session_id>/seats/<name:seat>/claim", methods=["POST"])
@describe(headers=[SECRET_KEY], answers={201: answer(TokensSchema)}, refuses=["seat-taken", "session-closed"])
def take_seat(session_id: str, seat: str) -> Response:
    """Take over a seat of a live table from its bot. The first caller gets the seat's token.

    If you repeat the request with its `Idempotency-Key`, a secret of 16 characters or more, you get the token
    again.
    """
    session = _live(session_id)
    asked = token_request(session_id, ["taking", seat])  # stored: as 0.4 wrote it
    if (again := answer_again(asked)) is not None:
        return again
    must_be_new(asked)
    if seat not in (seats := seats_of(session.opened)):
        raise not_found(f"There is no such seat. The seats are {', '.join(seats)}.")
    if session.position.closed:
        raise Problem("session-closed", "This table is closed. Watch another one.")
    token = live_tables().take(session, seat, asked)
    if token is None:
        name = naming_of(session).seat(seat).text
        raise Problem("seat-taken", f"Somebody already plays {name}. Choose another seat, or watch.")
    return answered_with_tokens({"tokens": {holder("seat", seat): token}})


def _live(session_id: str) -> Session:
    """The session, if it is a live table."""
    session, _ = enter(session_id)
    if not live_tables().register.is_live_table(session_id):
        raise not_found("This session is not a live table.")
    return session


def _shown(session: Session) -> dict[str, Json]:
    taken = live_tables().taken(session)
    seats = [
        {"seat": seat, "played_by": "person" if seat in taken else "bot"} for seat in seats_of(session.opened)
    ]
    return {"game": session.game.key, "session": session.id, "seats": seats}


@contextmanager
def _played() -> Iterator[None]:
    """Turn failures of live tables into a `Problem`: everything else works without them."""
    try:
        yield
    except NoLiveTables as error:
        raise Problem("unavailable", str(error)) from None
    except AllTablesTaken as error:
        detail = f"{error} Watch one of them, or try again later."
        raise Problem("unavailable", detail, sessions=error.sessions, headers={"Retry-After": "60"}) from None
    except (RedisError, OSError):
        detail = "Live tables need Redis, which does not answer. Everything else works. Try again."
        raise Problem("unavailable", detail, headers={"Retry-After": "5"}) from None


# Bots in sandbox sessions: one action at a time, whenever its scribe asks for one.

bot_routes = Blueprint("bots", __name__, url_prefix="/v1", description="Tables that bots play.")

RANDOM = SystemRandom()
KEY: Json = IDEMPOTENCY_KEY | {
    "description": "The entry's `action_id`. If you repeat the request, the bot does not act twice."
}


@bot_routes.route("/sessions/<session:session_id>/bot-actions", methods=["POST"])
@describe(
    body="BotsTurn",
    headers=[IF_MATCH, KEY],
    answers={200: answer(BotsDeed), 201: answer(BotsDeed)},
    refuses=["not-allowed", "quota", "secret-elsewhere", "session-closed", "unreadable-entry"],
)
def let_bots_act(session_id: str) -> Response:
    """Let a bot record the next action for one of these seats or for the table.

    Only in sandbox sessions, such as a branch that somebody is trying out.

    Requires the scribe's or owner's token. Outcomes are drawn. If other seats must act, or the game is over,
    nothing is recorded and `entry` is null.
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
    """The action that a bot would choose at the table that was seen; None if it awaits none of its seats."""
    if session.position.closed:
        raise Problem("session-closed", "This session is closed.", version=session.version)
    handler.must_stand_at(session, Command(session.id, (), seen))
    seats = seats_of(session.opened)
    people = frozenset(seats).difference(asked.seats)
    return bots_choice(session.game, session.state, seats, RANDOM, people=people)
