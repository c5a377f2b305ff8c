"""Live tables of bots: watch one at once, and take a seat over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response
from redis.exceptions import RedisError

from domain.kernel.messages import Json
from domain.kernel.session import Session, seats_of
from domain.kernel.telling import naming_of
from service.http.authentication import enter, must_be_let_open
from service.http.blueprint import Blueprint
from service.http.responses import answered, answered_with_tokens
from service.http.services import services
from service.http.token_requests import answer_again, must_be_new, token_request
from service.live_tables.tables import AllTablesTaken, NoLiveTables, live_tables
from service.problems import NO_GAME, Problem, not_found
from service.schemas.answers import LiveTable, TokensSchema
from service.schemas.openapi import SECRET_KEY, answer, describe
from service.sessions.tokens import holder

routes = Blueprint("live-tables", __name__, url_prefix="/v1", description="Tables that bots play.")


@routes.route("/games/<name:game>/live-table", methods=["POST"])
@describe(answers={200: answer(LiveTable), 201: answer(LiveTable)}, refuses=["bad-token", "not-allowed"])
def join_live_table(game: str) -> Response:
    """Have a table of bots to watch: the one that runs, else a new one.

    Sent again it joins the same table. It is a public sandbox session: its stream needs no token. It goes on
    while anybody streams it, and for a while after. Where sessions are opened by the opening token alone, a
    new one needs it too.
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
    """Show which seats of a live table bots play still."""
    return answered(_shown(_live(session_id)))


@routes.route("/sessions/<session:session_id>/seats/<name:seat>/claim", methods=["POST"])
@describe(headers=[SECRET_KEY], answers={201: answer(TokensSchema)}, refuses=["seat-taken", "session-closed"])
def take_seat(session_id: str, seat: str) -> Response:
    """Take a seat of a live table over from its bot. The first caller gets the seat's token.

    With an `Idempotency-Key`, a secret of 16 characters or more, the same request gets the token again.
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
    """Why nobody plays becomes a problem: everything else goes on without."""
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
