"""People of clubs: who they are, what they are called, and the seats that were theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Response
from msgspec import UNSET
from sqlalchemy.exc import IntegrityError

from domain.kernel.messages import Json
from domain.kernel.session import seats_of
from service.http.authentication import enter_club, enter_person, person_in, person_of, readable
from service.http.blueprint import Blueprint
from service.http.responses import OF_THE_ASKER, answered, answered_with_tokens, tagged_by_content
from service.http.services import services
from service.http.tokens import answered_before, token_request
from service.problems import Problem, invalid, no_person, no_session
from service.queries.people import SessionsCounted, people_counted, said_in_openings, seats_of_person
from service.schemas.answers import ClubPeopleListed, ClubPersonShown, PersonErased, TokensSchema
from service.schemas.fields import read_body, read_struct, struct_of
from service.schemas.openapi import IF_NONE_MATCH, SECRET_KEY, answer, describe
from service.schemas.requests import NewPerson, OtherPerson, PersonLink, PersonPatch, SeatOfPerson
from service.sessions.club_people import (
    ClaimOfOpening,
    ClubPeopleFull,
    ClubPerson,
    OfAnotherPerson,
    UnknownPerson,
)
from service.sessions.clubs import ClubKey
from service.sessions.people import Assignment, Claims

routes = Blueprint(
    "club-people", __name__, url_prefix="/v1", description="The people of a club, stored outside the log."
)

T = TypeVar("T")
OF_PEOPLE = "/clubs/<session:club_id>/people"
OF_A_PERSON = f"{OF_PEOPLE}/<session:person>"
NOBODY = SessionsCounted(0, None)


@routes.route(OF_PEOPLE)
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ClubPeopleListed), 304: None})
def list_club_people(club_id: str) -> Response:
    """List the people of a club, by name. Requires the right `read`.

    `others` are at seats of the club's sessions and are no people of the club yet, those with most sessions
    first.
    """
    enter_club(club_id)
    counts, others = people_counted(services().engine, club_id)
    people = services().club_people.all(club_id)
    items = [_listed(person, counts.get(person.person, NOBODY)) for person in people]
    return tagged_by_content({"items": items, "others": others}, OF_THE_ASKER)


@routes.route(OF_PEOPLE, methods=["POST"])
@describe(
    body="NewPerson",
    answers={200: answer(ClubPersonShown), 201: answer(ClubPersonShown)},
    refuses=["another-person", "quota"],
)
def find_or_make_person(club_id: str) -> Response:
    """Find the person of this name, or make one. Requires the right `open`.

    If a person of the club has this name or alias, in whatever case and with any spaces, you get that person
    with 200, and nothing changes. Otherwise the person is new: 201. So you can repeat the request.
    """
    enter_club(club_id, "open")
    asked = read_struct(NewPerson)
    people = services().club_people
    person, is_new = _changed(lambda: people.make(club_id, asked.name, asked.aliases, asked.players))
    made = answered(_shown(club_id, person), 201 if is_new else 200)
    made.headers["Location"] = f"/v1/clubs/{club_id}/people/{person.person}"
    return made


@routes.route(OF_A_PERSON)
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ClubPersonShown), 304: None})
def get_club_person(club_id: str, person: str) -> Response:
    """Show a person of a club. If the person was merged, show the one it counts as.

    Requires the right `read`.
    """
    found, _ = enter_person(club_id, person)
    return tagged_by_content(_shown(club_id, found), OF_THE_ASKER)


@routes.route(OF_A_PERSON, methods=["PATCH"])
@describe(body="PersonPatch", answers={200: answer(ClubPersonShown)}, refuses=["another-person"])
def patch_club_person(club_id: str, person: str) -> Response:
    """Change a person's name or aliases. Repeating the request changes nothing more.

    Members that you omit stay. The old name becomes an alias, unless you send `aliases` too. The names of
    merged people stay until you split them. A name of another person is refused. Requires the right
    `organise`, or the person's own key.
    """
    enter_person(club_id, person, "organise")
    asked = read_struct(PersonPatch)
    name = None if asked.name is UNSET else asked.name
    aliases = None if asked.aliases is UNSET else asked.aliases
    people = services().club_people
    return answered(_shown(club_id, _changed(lambda: people.describe(club_id, person, name, aliases))))


# Ids, merging and splitting.


@routes.route(f"{OF_A_PERSON}/players/<name:player>", methods=["PUT"])
@describe(answers={200: answer(ClubPersonShown)}, refuses=["another-person", "quota"])
def add_player_to_person(club_id: str, person: str, player: str) -> Response:
    """Say that this id, of a device or of an imported file, is that person too.

    Requires the right `organise`. Repeating the request changes nothing more.
    """
    _must_organise(club_id, person)
    people = services().club_people
    return answered(_shown(club_id, _changed(lambda: people.add_id(club_id, person, player))))


@routes.route(f"{OF_A_PERSON}/players/<name:player>", methods=["DELETE"])
@describe(answers={200: answer(ClubPersonShown)})
def take_player_from_person(club_id: str, person: str, player: str) -> Response:
    """Say that this id is that person no longer. Requires the right `organise`.

    The person's own id stays, and those of merged people. Repeating the request changes nothing more.
    """
    _must_organise(club_id, person)
    people = services().club_people
    return answered(_shown(club_id, _changed(lambda: people.drop_id(club_id, person, player))))


@routes.route(f"{OF_A_PERSON}/merge", methods=["POST"])
@describe(body="OtherPerson", answers={200: answer(ClubPersonShown)})
def merge_person(club_id: str, person: str) -> Response:
    """Merge the other person into this one: the ids and names of both count as this person.

    No session changes, and you can undo it. The id of the other still leads to this person. Repeating the
    request changes nothing more. Requires the right `organise`.
    """
    _must_organise(club_id, person)
    other, people = _other(club_id), services().club_people
    return answered(_shown(club_id, _changed(lambda: people.merge(club_id, person, other))))


@routes.route(f"{OF_A_PERSON}/split", methods=["POST"])
@describe(body="OtherPerson", answers={200: answer(ClubPersonShown)})
def split_person(club_id: str, person: str) -> Response:
    """Undo the merging of the other person: the ids and names that came with it go back.

    People who were merged into the other before go with it. Repeating the request changes nothing more.
    Requires the right `organise`.
    """
    _must_organise(club_id, person)
    other, people = _other(club_id), services().club_people
    return answered(_shown(club_id, _changed(lambda: people.split(club_id, person, other))))


def _must_organise(club_id: str, person: str) -> None:
    enter_club(club_id, "organise")
    person_in(club_id, person)


def _other(club_id: str) -> str:
    """The other person that the body names. Raises `Problem`."""
    other: str = read_struct(OtherPerson).other
    try:
        services().club_people.of(club_id, other)
    except UnknownPerson:
        raise invalid([("/other", "The club has no such person.")]) from None
    return other


# The person's own key, and the seats that were the person's.


@routes.route(f"{OF_A_PERSON}/links", methods=["POST"])
@describe(body="PersonLink", headers=[SECRET_KEY], answers={201: answer(TokensSchema)})
def make_person_link(club_id: str, person: str) -> Response:
    """Get the person's own key again, or replace it: the former one is void then. Its link is `/p#KEY`.

    The key allows what `read` allows, and changes of this person alone: the names, the seats, the erasure. If
    you repeat a replacement with its `Idempotency-Key`, you get the same key. Requires the right `organise`.
    """
    _must_organise(club_id, person)
    tree = read_body()
    asked = struct_of(PersonLink, tree)
    root = person_in(club_id, person).person
    wanted = token_request(club_id, ["person link", root, tree]) if asked.replace else None
    replayed = answered_before(wanted) is not None
    if asked.replace and not replayed:
        try:
            _changed(lambda: services().club_people.replace_key(club_id, root, wanted))
        except IntegrityError:
            if answered_before(wanted) is None:
                raise
            replayed = True
    key = person_in(club_id, root).key
    tokens = services().club_tokens.issue(club_id, [key.holder], {key.holder: key.epoch})
    told = answered_with_tokens({"tokens": tokens})
    if replayed:
        told.headers["Idempotent-Replayed"] = "true"
    return told


@routes.route(f"{OF_A_PERSON}/seats/<session:session_id>", methods=["PUT"])
@describe(
    body="SeatOfPerson",
    answers={200: answer(ClubPersonShown)},
    refuses=["busy", "seat-taken"],
)
def claim_seat_for_person(club_id: str, person: str, session_id: str) -> Response:
    """Say that the person sat at this seat of a session of the club, also after the end.

    Send the person's own key; then a seat of another person of the club is refused. With the right `organise`
    you replace that person. Repeating the request changes nothing more.
    """
    found, key = enter_person(club_id, person, "organise")
    if services().clubs.club_of(session_id) != club_id:
        raise no_session()
    opened = readable(session_id).opened
    seat = read_struct(SeatOfPerson).seat
    if seat not in seats_of(opened):
        raise invalid([("/seat", "There is no such seat in this session.")])
    claims = services().people.claims_of([session_id]).get(session_id, Claims()).of
    sits = claims.get(seat) or Assignment(opened.players.get(seat))
    there = services().club_people.counts_as(club_id, sits)
    if there not in (None, found.person) and "organise" not in key.rights:
        raise Problem("seat-taken", "Another person of the club has this seat. Ask an organiser of the club.")
    if there != found.person:
        itself = Assignment(found.person, found.name)
        if not services().people.take(session_id, seat, itself, claims.get(seat)):
            raise Problem("busy", "Somebody changed this seat just now. Send the request again.")
        services().hub.notify(session_id)
    return answered(_shown(club_id, found))


# Erasure.


@routes.route(OF_A_PERSON, methods=["DELETE"])
@describe(answers={200: answer(PersonErased)})
def erase_person(club_id: str, person: str) -> Response:
    """Erase a person, and every claim in the club's sessions that counts as this person.

    Ids, names, the key, departures and merged people go as well. You cannot undo it. The log does not change.
    Requires the right `keep`, or the person's own key.
    """
    found, _ = enter_person(club_id, person, "keep")
    openings = (ClaimOfOpening(*said) for said in said_in_openings(services().engine, club_id))
    erased = _changed(lambda: services().club_people.erase(club_id, found.person, openings))
    for session in erased.sessions:
        services().people.forget(session)
        services().hub.notify(session)
    return answered({"person": erased.person, "seats": erased.seats, "former": erased.former})


# What is shown, and what is refused.


def own_person(club: str, key: ClubKey) -> str | None:
    """The person that the holder of this key counts as, if it is a person's own key."""
    person = person_of(key)
    return None if person is None else person_in(club, person).person


def _listed(person: ClubPerson, counted: SessionsCounted) -> dict[str, Json]:
    return {
        "person": person.person,
        "name": person.name,
        "aliases": list(person.aliases),
        "sessions": counted.sessions,
        "last": counted.last,
        "merged_into": None,
    }


def _shown(club: str, person: ClubPerson) -> dict[str, Json]:
    engine = services().engine
    counts, _ = people_counted(engine, club)
    return _listed(person, counts.get(person.person, NOBODY)) | {
        "players": list(person.players),
        "merged": [one for one in person.origins if one != person.person],
        "seats": seats_of_person(engine, club, person.person),
    }


def _changed(change: Callable[[], T]) -> T:
    """The result of the change.

    Raises `Problem` at a limit, for a name or id of another person, and for a person who was just erased.
    """
    try:
        return change()
    except OfAnotherPerson as error:
        detail = "Another person of the club has this name or id. If both are one person, merge them."
        raise Problem("another-person", detail, field=error.place, person=error.person) from None
    except UnknownPerson:
        raise no_person() from None
    except ClubPeopleFull:
        raise Problem(
            "quota", "This club has no room for more people, or this person for more ids."
        ) from None
