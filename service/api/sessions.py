"""Sessions: opening one, looking at one, and what may be done in it now."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from domain.kernel import Viewer
from domain.kernel.drawing import without_outcomes
from domain.kernel.messages import Json, Seat
from domain.kernel.session import Position, Session, live_numbers, seats_of
from domain.kernel.views import eyes, knowledge_view
from service.bootstrap import services
from service.http.arguments import read_body, read_query
from service.http.authentication import enter, may_record, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.errors import playable, refusals, shapes
from service.http.idempotency import request_of
from service.http.opening_token import must_be_let_open
from service.http.preconditions import has_already
from service.http.problems import Problem, invalid
from service.http.responses import answered_with_tokens, tagged
from service.schemas.game_requests import checked_opening
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_NONE_MATCH, NUMBER, TEXT, an_object, describe
from service.sessions.opening import open_as_asked, tokens_of
from service.sessions.tokens import Asker
from workers.projections.sessions import status

routes = Blueprint("sessions", __name__, url_prefix="/v1", description="One play of a game by a group.")

STATE = an_object(
    "view", "standing", "moment", "seats", "invented", id=TEXT, game=TEXT, status=TEXT, version=NUMBER
)
OPENED = an_object("tokens", "session")
OFFERS = an_object(version=NUMBER, offers={"type": "array", "items": {"type": "object"}})


class StateQuery(Struct, frozen=True):
    """at: as the table stood after this entry. as: as this seat saw it (scribe or owner, once finished)."""

    at: Annotated[int, Meta(ge=1)] | None = None
    as_: Seat | None = msgspec.field(default=None, name="as")


class OffersQuery(Struct, frozen=True):
    """seat: for the scribe, whose offers; without it the whole table's."""

    seat: Seat | None = None


@routes.route("/sessions", methods=["POST"])
@describe(body="Opening", headers=[IDEMPOTENCY_KEY], answers={201: OPENED})
def open_session() -> Response:
    """Open a session. The answer holds the tokens of owner, scribe, seats and spectators: keep them.

    Where the operator wants it so, this needs the opening token.
    """
    must_be_let_open()
    tree = read_body()
    with shapes():
        asked = checked_opening(tree, services().games)
    wanted = request_of(tree, "opening")
    with refusals():
        session, replayed = open_as_asked(asked, wanted)
    body = {"tokens": tokens_of(session), "session": described(session, Asker("owner"))}
    answer = answered_with_tokens(body)
    answer.headers["ETag"] = f'"{session.version}"'
    answer.headers["Location"] = f"/v1/sessions/{session.id}"
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


@routes.route("/sessions/<session:session_id>")
@describe(query=StateQuery, headers=[IF_NONE_MATCH], answers={200: STATE, 304: None})
def get_session(session_id: str) -> Response:
    """Show the table as you may see it, now or as it stood at an earlier version."""
    query = read_query(StateQuery)
    session, asker = enter(session_id)
    if (unchanged := has_already(session.version)) is not None:
        return unchanged
    with refusals(session), playable(session):
        position = session.at(query.at or session.version, services().recorder.reading(session))
        viewer = _eyes(session, asker, query.as_)
        body = described(session, asker) | table(session, position, viewer)
    at = position.version if position.lost is None else position.lost.entry - 1
    return tagged(body | {"at": at}, session.version)


@routes.route("/sessions/<session:session_id>/offers")
@describe(query=OffersQuery, headers=[IF_NONE_MATCH], answers={200: OFFERS, 304: None})
def get_offers(session_id: str) -> Response:
    """Show what may be done now: action types with the values that their parameters may take.

    Outcomes stand in them where they may be declared.
    """
    query = read_query(OffersQuery)
    session, asker = enter(session_id)
    may_record(asker)
    if query.seat is not None and query.seat != asker.seat:
        must_be_scribe(asker)
    if query.seat is not None and query.seat not in seats_of(session.opened):
        raise invalid([("seat", "There is no such seat.")])
    if (unchanged := has_already(session.version)) is not None:
        return unchanged
    if query.seat is not None or asker.seat is not None:
        actors: tuple[str | None, ...] = (query.seat or asker.seat,)
    else:
        actors = (None, *seats_of(session.opened))
    with playable(session):
        offers = (
            []
            if session.position.closed or session.position.lost
            else [
                msgspec.to_builtins(offer if session.opened.declarable else without_outcomes(offer))
                for actor in actors
                for offer in session.game.offers(session.state, actor, asker.viewer)
            ]
        )
    return tagged({"version": session.version, "offers": offers}, session.version)


def described(session: Session, asker: Asker) -> dict[str, Json]:
    """What a session is, apart from its table."""
    opened, position = session.opened, session.position
    finished = session.game.is_finished(position.state)
    return {
        "id": session.id,
        "game": session.game.key,
        "rules_version": opened.rules_version,
        "component_set": opened.component_set,
        "invented": list(session.components.invented),
        "seats": list(opened.seats),
        "options": opened.options,
        "chance": opened.chance,
        "may_declare": opened.declarable,
        "commitment": opened.commitment,
        "timezone": opened.timezone,
        "visibility": opened.visibility,
        "sandbox": opened.sandbox,
        "tags": list(opened.tags),
        "labels": opened.labels,
        "players": opened.players,
        "forked_from": msgspec.to_builtins(opened.forked_from),
        "opened_at": opened.at,
        "version": position.version,
        "digest": position.digest,
        "status": status(finished=finished, closed=position.closed),
        "closed": position.closed,
        "flagged": position.flagged,
        "unreadable": None if position.lost is None else position.lost.entry,
        "you": {"role": asker.role, "seat": asker.seat},
    }


def table(session: Session, position: Position, viewer: Viewer) -> dict[str, Json]:
    """The table at a position."""
    game = session.game
    return {
        "view": game.view(position.state, viewer),
        "knowledge": knowledge_view(game, position.state, viewer),
        "standing": msgspec.to_builtins(game.standing(position.state)),
        "moment": msgspec.to_builtins(game.moment(position.state)),
        "live": live_numbers(position.live)[-1],
    }


def _eyes(session: Session, asker: Asker, seat: str | None) -> Any:
    if seat is None:
        return eyes(session.game, session.state, asker.viewer)
    must_be_scribe(asker)
    if seat not in seats_of(session.opened):
        raise invalid([("as", "There is no such seat.")])
    if not session.game.is_finished(session.state):
        raise Problem(
            "not-finished", "What a seat sees is its own until the game is finished.", version=session.version
        )
    return Viewer(seat=seat)
