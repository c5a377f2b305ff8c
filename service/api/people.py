"""People: who sits where, and whom one has played with. All of it is stored outside the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from domain.kernel.messages import Json
from domain.kernel.session import Session, seats_of
from service.bootstrap import Services
from service.http.authentication import enter, may_speak_for
from service.http.blueprint import Blueprint
from service.http.responses import OF_THE_ASKER, tagged_by_content
from service.http.services import services
from service.http.tokens import HELD_TOKENS, answered_to_asker, reach
from service.problems import not_found
from service.queries.people import returning_players
from service.schemas.answers import KnownPeople, PeopleOfSession
from service.schemas.fields import read_body, read_struct, struct_of
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.schemas.requests import Claiming, PeoplePatch
from service.sessions.people import Assignment, said_at_opening, seated
from service.sessions.tokens import Principal

routes = Blueprint(
    "people", __name__, url_prefix="/v1", description="The people at the seats, stored outside the log."
)

OF_CLAIMING = ("another-seat", "not-allowed")


@routes.route("/sessions/<session:session_id>/people")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(PeopleOfSession), 304: None})
def get_people(session_id: str) -> Response:
    """Show who sits where: player ids to all who can see the session, names to those who have a token.

    `in_log` is what entry 1 of an old session says, which never changes. A later claim overrides it.
    `claimed`: a phone has claimed the seat, so a guest cannot.
    """
    session, principal = enter(session_id)
    return _shown(session, principal)


@routes.route("/sessions/<session:session_id>/people/<name:seat>", methods=["PUT"])
@describe(body="Claiming", answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def claim_seat(session_id: str, seat: str) -> Response:
    """Set the person at a seat: owner, scribe and organisers of its club for any seat, a seat for itself.

    This is not an entry. You can change or erase it at any time, even after the end.
    """
    session, principal = _enter(session_id, seat)
    asked = read_struct(Claiming)
    return _claimed(session, principal, {seat: Assignment(asked.player, asked.name)})


@routes.route("/sessions/<session:session_id>/people", methods=["PATCH"])
@describe(body="PeoplePatch", answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def patch_people(session_id: str) -> Response:
    """Change the persons at several seats, all or none. Seats and members that you leave out stay.

    Like everything outside the log, it is idempotent: a repeated request changes nothing.
    """
    session, principal = enter(session_id)
    tree: Any = read_body()
    asked = struct_of(PeoplePatch, tree).people
    for seat in asked:
        _may_claim(session, principal, seat)
    opened, claims = session.opened, services().people.claims(session_id)
    last = said_at_opening(opened.players, opened.labels) | dict(claims.of)
    people: dict[str, Assignment] = {}
    for seat, sent in tree["people"].items():
        kept = msgspec.structs.asdict(last.get(seat, Assignment()))
        people[seat] = Assignment() if sent is None else Assignment(**{**kept, **sent})
    return _claimed(session, principal, people)


@routes.route("/sessions/<session:session_id>/people/<name:seat>", methods=["DELETE"])
@describe(answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def erase_claim(session_id: str, seat: str) -> Response:
    """Erase the person at a seat. After that, only `in_log` shows what entry 1 of an old session says."""
    session, principal = _enter(session_id, seat)
    return _claimed(session, principal, {seat: Assignment()})


@routes.route("/sessions/<session:session_id>/people/<name:seat>/departures", methods=["POST"])
@describe(body="Claiming", answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def leave_seat(session_id: str, seat: str) -> Response:
    """Say that the person at a seat leaves now; the one whom you name takes over, if you name anybody.

    For the owner, the scribe, the seat itself, and an organiser of the session's club. The result counts for
    the person who has the seat at the end. This is not an entry. If the one whom you name has the seat
    already, nothing changes.
    """
    session, principal = _enter(session_id, seat)
    asked = read_struct(Claiming)
    opened = session.opened
    said = Assignment(opened.players.get(seat), opened.labels.get(seat))
    follower = Assignment(asked.player, asked.name)
    if services().people.depart(session.id, seat, said, follower, session.version):
        services().hub.notify(session.id)
    return _shown(session, principal)


@routes.route("/sessions/<session:session_id>/people/<name:seat>/departures/<int:number>", methods=["DELETE"])
@describe(answers={200: answer(PeopleOfSession)}, refuses=OF_CLAIMING)
def erase_departure(session_id: str, seat: str, number: int) -> Response:
    """Erase the person of a departure. For the same as the departure; again it changes nothing."""
    session, principal = _enter(session_id, seat)
    if services().people.erase_former(session.id, seat, number):
        services().hub.notify(session.id)
    return _shown(session, principal)


@routes.route("/people")
@describe(headers=[HELD_TOKENS, IF_NONE_MATCH], answers={200: answer(KnownPeople), 304: None})
def list_people() -> Response:
    """List the players to choose from: those in the sessions whose tokens you send, newest first."""
    return answered_to_asker({"items": returning_players(services().engine, reach())})


def people_shown(session: Session, principal: Principal, found: Services) -> dict[str, Json]:
    """The people at the seats, as far as the principal may see them."""
    opened, claims = session.opened, found.people.claims(session.id)
    heard = seated(claims, opened.players, opened.labels)
    hears_names = not principal.is_stranger
    seats = seats_of(opened)
    claimed = found.registers.claimed(session.id, seats)
    items = [
        {
            "seat": seat,
            "player": heard.players.get(seat),
            "name": heard.names.get(seat) if hears_names else None,
            "in_log": {
                "player": opened.players.get(seat),
                "name": opened.labels.get(seat) if hears_names else None,
            },
            "claimed": seat in claimed,
            "former": [
                msgspec.structs.asdict(person) | ({} if hears_names else {"name": None})
                for person in claims.former.get(seat, ())
            ],
        }
        for seat in seats
    ]
    return {"items": items, "changes": claims.changes}


def _enter(session_id: str, seat: str) -> tuple[Session, Principal]:
    session, principal = enter(session_id)
    _may_claim(session, principal, seat)
    return session, principal


def _may_claim(session: Session, principal: Principal, seat: str) -> None:
    if seat not in (seats := seats_of(session.opened)):
        raise not_found(f"There is no such seat. The seats are {', '.join(seats)}.")
    may_speak_for(principal, seat)


def _claimed(session: Session, principal: Principal, people: Mapping[str, Assignment]) -> Response:
    if services().people.claim_all(session.id, people):
        services().hub.notify(session.id)
    return _shown(session, principal)


def _shown(session: Session, principal: Principal) -> Response:
    return tagged_by_content(people_shown(session, principal, services()), OF_THE_ASKER)
