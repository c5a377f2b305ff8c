"""People: who sits where, and whom one has played with. All of it is stored outside the log."""

from __future__ import annotations

from flask import Response

from domain.kernel.messages import Json
from domain.kernel.session import Session, seats_of
from service.http.authentication import enter, may_speak_for
from service.http.blueprint import Blueprint
from service.http.responses import OF_THE_ASKER, tagged_by_content
from service.http.services import services
from service.http.tokens import HELD_TOKENS, answered_to_asker, reach
from service.problems import not_found
from service.queries.sessions import returning_players
from service.schemas.answers import KnownPeople, PeopleOfSession
from service.schemas.fields import read_struct
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.schemas.requests import Claiming
from service.sessions.people import Assignment, People, seated
from service.sessions.tokens import Principal

routes = Blueprint(
    "people", __name__, url_prefix="/v1", description="People and their seats, outside the log."
)

OF_CLAIMING = ("another-seat", "not-allowed")


@routes.route("/sessions/<session:session_id>/people")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(PeopleOfSession), 304: None})
def get_people(session_id: str) -> Response:
    """Show who sits where: player ids to everybody who may look, names to those who hold a token.

    `in_log` is what entry 1 of an old session says, and will say for ever; a claim goes before it.
    """
    session, principal = enter(session_id)
    return _shown(session, principal)


@routes.route("/sessions/<session:session_id>/people/<name:seat>", methods=["PUT"])
@describe(body="Claiming", answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def claim_seat(session_id: str, seat: str) -> Response:
    """Say who sits there, in place of what was said before: owner and scribe of any seat, a seat of itself.

    It is no entry: it can be changed and erased at any time, also after the end.
    """
    session, principal = _enter(session_id, seat)
    asked = read_struct(Claiming)
    return _claimed(session, principal, seat, Assignment(asked.player, asked.name))


@routes.route("/sessions/<session:session_id>/people/<name:seat>", methods=["DELETE"])
@describe(answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def erase_claim(session_id: str, seat: str) -> Response:
    """Erase who sits there. What entry 1 of an old session says of it is told as `in_log` alone then."""
    session, principal = _enter(session_id, seat)
    return _claimed(session, principal, seat, Assignment())


@routes.route("/people")
@describe(headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(KnownPeople), 304: None})
def list_people() -> Response:
    """List the players to choose from: those of the sessions whose tokens come along, newest first."""
    return answered_to_asker({"items": returning_players(services().engine, reach())})


def people_shown(session: Session, principal: Principal, people: People) -> dict[str, Json]:
    """The people at the seats, as far as the principal may see them."""
    opened, claims = session.opened, people.claims(session.id)
    heard = seated(claims, opened.players, opened.labels)
    hears_names = not principal.is_stranger
    items = [
        {
            "seat": seat,
            "player": heard.players.get(seat),
            "name": heard.names.get(seat) if hears_names else None,
            "in_log": {
                "player": opened.players.get(seat),
                "name": opened.labels.get(seat) if hears_names else None,
            },
        }
        for seat in seats_of(opened)
    ]
    return {"items": items, "changes": claims.changes}


def _enter(session_id: str, seat: str) -> tuple[Session, Principal]:
    session, principal = enter(session_id)
    if seat not in (seats := seats_of(session.opened)):
        raise not_found(f"There is no such seat. The seats are {', '.join(seats)}.")
    may_speak_for(principal, seat)
    return session, principal


def _claimed(session: Session, principal: Principal, seat: str, person: Assignment) -> Response:
    services().people.claim(session.id, seat, person)
    services().hub.notify(session.id)
    return _shown(session, principal)


def _shown(session: Session, principal: Principal) -> Response:
    return tagged_by_content(people_shown(session, principal, services().people), OF_THE_ASKER)
