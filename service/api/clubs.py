"""Clubs: make one, hand out its keys, open sessions in it, and follow all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
from flask import Response, request, stream_with_context
from msgspec import UNSET, Meta, Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.engine.entries import UnreadableEntry
from domain.kernel.messages import Json
from replays.library import UnknownComponentSet, UnknownGame, UnknownSession
from service.api.club_feed import entry_shown
from service.api.club_people import own_person
from service.api.opening import open_as_asked, tokens_of
from service.api.sessions import described
from service.api.statistics import Page, page_and_filters, sessions_asked
from service.http.authentication import (
    club_key,
    enter,
    enter_club,
    must_be_let_open,
    must_be_owner,
    must_have,
    readable,
)
from service.http.blueprint import Blueprint
from service.http.formats import LINES
from service.http.responses import (
    OF_THE_ASKER,
    answered,
    answered_with_tokens,
    request_of,
    secret_key,
    tag_of,
    tagged_by_content,
)
from service.http.services import services
from service.http.tokens import HELD_TOKENS, answered_before, good_claims, held_editions, token_request
from service.problems import Problem, invalid, no_session, not_found
from service.queries.visible_scope import VisibleScope
from service.schemas.answers import (
    ClubKeyMade,
    ClubKeysShown,
    ClubMade,
    ClubSessionShown,
    ClubShown,
    OpenedSession,
    Sessions,
    TokensSchema,
)
from service.schemas.fields import checked_opening, read_body, read_query, struct_of
from service.schemas.filters import FILTERS
from service.schemas.openapi import IF_NONE_MATCH, SECRET_KEY, answer, describe
from service.schemas.requests import TIME_ZONES, ClubLink, ClubPatch, NewClub, NewClubKey
from service.sessions.clubs import (
    HOLDERS,
    Club,
    ClubKey,
    ClubKeysFull,
    Membership,
    OfAnotherClub,
    principal_of,
)
from service.sessions.commands import now
from service.sessions.opening import OWNER, new_session_id
from service.sessions.tokens import Principal

routes = Blueprint(
    "clubs", __name__, url_prefix="/v1", description="Clubs: all sessions of a group, by one key."
)

OF_A_CLUB = "club"
"""The visibility of sessions that the club alone sees: without a key of it they are private."""
EXPORTED = (LINES.media, "text/plain")
"""The media types of an export: the same lines, for programs and for people."""


# Making a club, looking at it, changing it.


@routes.route("/clubs", methods=["POST"])
@describe(
    body="NewClub",
    headers=[SECRET_KEY],
    answers={201: answer(ClubMade)},
    refuses=["bad-token", "not-allowed"],
)
def make_club() -> Response:
    """Make a club. The answer contains the keys of its keeper, its organisers and its members: keep them.

    If the service requires the opening token to open sessions, you need it here too.
    """
    must_be_let_open()
    secret_key()
    tree = read_body()
    asked = struct_of(NewClub, tree)
    wanted = request_of(tree, "club")
    _must_be_zone(asked.timezone)
    _must_be_editions(asked.editions)
    made = Club(
        new_session_id(), asked.name, asked.timezone, asked.visibility, asked.chance, asked.editions, now()
    )
    club = services().clubs.make(made, wanted)
    current = {key.holder: key for key in services().clubs.keys(club)}
    fresh = {holder: current[holder].epoch for holder in HOLDERS if not current[holder].epoch}
    tokens = services().club_tokens.issue(club, list(fresh), fresh)
    answer = answered_with_tokens({"club": club, "tokens": tokens})
    answer.headers["Location"] = f"/v1/clubs/{club}"
    if club != made.club:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


@routes.route("/clubs/<session:club_id>")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ClubShown), 304: None})
def get_club(club_id: str) -> Response:
    """Show a club: its name, the defaults of its new sessions, and what your key allows."""
    return tagged_by_content(_shown(*enter_club(club_id)), OF_THE_ASKER)


@routes.route("/clubs/<session:club_id>", methods=["PATCH"])
@describe(body="ClubPatch", answers={200: answer(ClubShown)})
def patch_club(club_id: str) -> Response:
    """Change a club. Members that you omit stay as they are; repeating the request changes nothing more.

    Requires the right `keep`.
    """
    enter_club(club_id, "keep")
    tree = read_body()
    asked = struct_of(ClubPatch, tree)
    if asked.timezone is not UNSET:
        _must_be_zone(asked.timezone)
    if asked.editions is not UNSET:
        _must_be_editions(asked.editions)
    if tree:
        services().clubs.describe(club_id, **msgspec.to_builtins(asked))
    return answered(_shown(*enter_club(club_id)))


# Keys of a club.


@routes.route("/clubs/<session:club_id>/keys")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ClubKeysShown), 304: None})
def list_club_keys(club_id: str) -> Response:
    """List the keys of a club, those that were revoked too. The answer contains no token.

    Requires the right `keep`.
    """
    enter_club(club_id, "keep")
    keys = [_key_shown(key) for key in services().clubs.keys(club_id)]
    return tagged_by_content({"items": keys}, OF_THE_ASKER)


@routes.route("/clubs/<session:club_id>/keys", methods=["POST"])
@describe(
    body="NewClubKey",
    headers=[SECRET_KEY],
    answers={201: answer(ClubKeyMade)},
    refuses=["quota"],
)
def add_club_key(club_id: str) -> Response:
    """Make a key for an application, with a name and only the rights that it needs.

    Requires the right `keep`. If you repeat the request with its `Idempotency-Key`, you get the same key.
    """
    enter_club(club_id, "keep")
    tree = read_body()
    asked = struct_of(NewClubKey, tree)
    wanted = token_request(club_id, ["club key", tree])
    if (holder := answered_before(wanted)) is not None:
        return _key_told(club_id, holder, replayed=True)
    try:
        made = services().clubs.add_key(club_id, asked.name, asked.rights, wanted)
    except ClubKeysFull:
        raise Problem("quota", "This club has all the keys that it may have. Replace one instead.") from None
    except IntegrityError:
        if (holder := answered_before(wanted)) is not None:
            return _key_told(club_id, holder, replayed=True)
        raise
    return _key_told(club_id, made.holder)


@routes.route("/clubs/<session:club_id>/links", methods=["POST"])
@describe(body="ClubLink", headers=[SECRET_KEY], answers={201: answer(TokensSchema)})
def make_club_link(club_id: str) -> Response:
    """Get the key of a holder again, or replace it: the former one is void then, also a revoked one.

    Requires the right `keep`.
    """
    enter_club(club_id, "keep")
    tree = read_body()
    asked = struct_of(ClubLink, tree)
    _one_key(club_id, asked.holder)
    wanted = token_request(club_id, ["club link", tree]) if asked.replace else None
    replayed = answered_before(wanted) is not None
    if asked.replace and not replayed:
        try:
            services().clubs.replace_key(club_id, asked.holder, wanted)
        except IntegrityError:
            if answered_before(wanted) is None:
                raise
            replayed = True
        services().hub.notify(club_id)
    key = _one_key(club_id, asked.holder)
    if key.revoked is not None:
        raise Problem("not-allowed", "This key was revoked. Send `replace` to make a new one.")
    tokens = services().club_tokens.issue(club_id, [asked.holder], {asked.holder: key.epoch})
    answer = answered_with_tokens({"tokens": tokens})
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


@routes.route("/clubs/<session:club_id>/keys/<name:holder>", methods=["DELETE"])
@describe(answers={200: answer(ClubKeysShown)})
def revoke_club_key(club_id: str, holder: str) -> Response:
    """Revoke a key; repeating this changes nothing more. Requires the right `keep`.

    The keeper's own key can only be replaced.
    """
    enter_club(club_id, "keep")
    _one_key(club_id, holder)
    if holder == "keeper":
        raise Problem("not-allowed", "Somebody must keep the club: replace this key instead of revoking it.")
    services().clubs.revoke_key(club_id, holder)
    services().hub.notify(club_id)
    return answered({"items": [_key_shown(key) for key in services().clubs.keys(club_id)]})


# Sessions of a club.


@routes.route("/clubs/<session:club_id>/sessions", methods=["POST"])
@describe(
    body="Opening",
    headers=[SECRET_KEY],
    answers={201: answer(OpenedSession)},
    refuses=["expired", "rule", "unknown-component-set", "unknown-game"],
)
def open_session_of_club(club_id: str) -> Response:
    """Open a session of the club. Members that you omit are the club's defaults; the rest is an opening.

    `component_set` may be omitted for a game of which the club has an edition: its newest version is played.
    Requires the right `open`, and no opening token.
    """
    club, _ = enter_club(club_id, "open")
    tree = read_body()
    asked = checked_opening(_with_defaults(club, tree), services().games)
    wanted = request_of(tree, f"opening in {club_id}")
    session, replayed = open_as_asked(asked, wanted, club_id)
    services().hub.notify(club_id)
    shown = described(session, OWNER, services())
    answer = answered_with_tokens({"tokens": tokens_of(session), "session": shown})
    answer.headers["ETag"] = f'"{tag_of(session)}"'
    answer.headers["Location"] = f"/v1/sessions/{session.id}"
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


@routes.route("/clubs/<session:club_id>/sessions")
@describe(
    query=Page,
    headers=[IF_NONE_MATCH],
    extra=FILTERS,
    filters_games=True,
    answers={200: answer(Sessions), 304: None},
    refuses=["unusable-filter"],
)
def list_sessions_of_club(club_id: str) -> Response:
    """List the club's sessions, those played last first, with the filters of the list of all sessions."""
    enter_club(club_id)
    page, filters = page_and_filters()
    within = VisibleScope(clubs=frozenset([club_id]))
    return tagged_by_content(sessions_asked(within, page, filters | {"club": club_id}), OF_THE_ASKER)


@routes.route("/clubs/<session:club_id>/sessions/<session:session_id>", methods=["PUT"])
@describe(headers=[HELD_TOKENS], answers={200: answer(ClubSessionShown)}, refuses=["not-allowed"])
def take_session_in(club_id: str, session_id: str) -> Response:
    """Take a session into the club: its members see it from then on, also if it is private.

    Send a key with the right `organise`, and the owner's token of the session in `Tablelog-Tokens`. Repeating
    the request changes nothing more. A session belongs to one club at most.
    """
    enter_club(club_id, "organise")
    session = readable(session_id)
    claim = good_claims().get(session_id)
    if claim is None:
        raise no_session()
    must_be_owner(Principal(claim.role, claim.seat))
    try:
        services().clubs.take_in(club_id, session_id)
    except OfAnotherClub:
        detail = "This session belongs to another club. Its owner, or that club, must take it out first."
        raise Problem("not-allowed", detail) from None
    services().hub.notify(club_id)
    return answered({"club": club_id, "session": session.id, "belongs": True})


@routes.route("/clubs/<session:club_id>/sessions/<session:session_id>", methods=["DELETE"])
@describe(answers={200: answer(ClubSessionShown)}, refuses=["not-allowed"])
def let_session_go(club_id: str, session_id: str) -> Response:
    """Take a session out of the club. Repeating the request changes nothing more.

    Send a key with the right `organise`, or the owner's token of the session.
    """
    if club_key() is not None:
        _, key = enter_club(club_id, "organise")
        must_have(key, "organise")
        if services().clubs.club_of(session_id) not in (club_id, None):
            raise no_session()
    else:
        _, principal = enter(session_id)
        must_be_owner(principal)
    services().clubs.let_go(club_id, session_id)
    services().hub.notify(club_id)
    return answered({"club": club_id, "session": session_id, "belongs": False})


# Everything that the club has, in one answer.


class ClubExportQuery(Struct, frozen=True):
    """after: the number of the last session that you have; without it, from the first one."""

    after: Annotated[int, Meta(ge=0)] = 0


@routes.route("/clubs/<session:club_id>/export", runs="limited")
@describe(query=ClubExportQuery, answers={200: {"type": "string"}}, media=EXPORTED)
def export_club(club_id: str) -> Response:
    """Export all sessions of the club as lines of JSON, in the order in which they came to it.

    A line `session` with the session, and its `number` in the club, is followed by a line `entry` for each of
    its entries, as your key may see them: `version` of the session says how many. If the answer breaks off,
    ask again with the number of the last session that is complete. Requires the right `export`.
    """
    _, key = enter_club(club_id, "export")
    query = read_query(ClubExportQuery)
    members = services().clubs.sessions(club_id, query.after)
    lines = stream_with_context(_exported(members, principal_of(key.rights)))
    accepted = request.accept_mimetypes
    kind = accepted.best_match(EXPORTED) if accepted else EXPORTED[0]
    if kind is None:
        raise Problem("not-acceptable", f"The available formats are {', '.join(EXPORTED)}.")
    return Response(lines, headers=OF_THE_ASKER, content_type=kind)


def _exported(members: Sequence[Membership], principal: Principal) -> Iterator[bytes]:
    found = services()
    for member in members:
        try:
            session = found.handler.look(member.session)
            told: dict[str, Json] = described(session, principal, found)
        except (UnknownSession, UnknownGame, UnknownComponentSet, UnreadableEntry):
            yield _line({"event": "unreadable", "session": member.session, "number": member.number})
            continue
        yield _line({"event": "session", "number": member.number, "session": told})
        for written in found.handler.written(session, 1, session.version):
            entry = entry_shown(found, session, written, principal)
            yield _line({"event": "entry", "session": session.id, "entry": entry})


def _line(told: Json) -> bytes:
    return msgspec.json.encode(told) + b"\n"


# What requests mean, and what answers say.


def _with_defaults(club: Club, tree: dict[str, Json]) -> dict[str, Json]:
    """An opening with the club's defaults where it says nothing. Raises `Problem`."""
    asked = {"timezone": club.timezone, "visibility": club.visibility} | tree
    if club.chance is not None:
        asked.setdefault("chance", club.chance)
    if asked["visibility"] == OF_A_CLUB:
        asked["visibility"] = "private"
    edition = club.editions.get(str(asked.get("game")))
    if "component_set" not in asked and edition is not None:
        found = services().editions.of(edition)
        if found is None or found.head is None:
            detail = "The club's edition of this game has no published version. Name a `component_set`."
            raise Problem("unknown-component-set", detail, field="/component_set")
        asked["component_set"] = found.head
    return asked


def _must_be_zone(name: str) -> None:
    """Raises `Problem` for a time zone that the IANA list does not have."""
    if name not in TIME_ZONES:
        raise invalid([("/timezone", "Not an IANA time zone, such as Europe/Rome.")])


def _must_be_editions(editions: Mapping[str, str]) -> None:
    """Raises `Problem` for an edition that is none of its game, or that the caller may not know of."""
    held = held_editions()
    for game, edition in editions.items():
        known = services().editions.of(edition)
        if known is None or known.game != game or not (known.listed or edition in held):
            message = "There is no such edition of this game, or its token is not in Tablelog-Tokens."
            raise invalid([(f"/editions/{game}", message)])


def _shown(club: Club, key: ClubKey) -> dict[str, Json]:
    shown: dict[str, Json] = msgspec.to_builtins(club)
    return shown | {
        "sessions": len(services().clubs.sessions(club.club)),
        "you": {
            "holder": key.holder,
            "name": key.name,
            "rights": list(key.rights),
            "person": own_person(club.club, key),
        },
    }


def _key_shown(key: ClubKey) -> dict[str, Json]:
    shown: dict[str, Json] = msgspec.to_builtins(key)
    del shown["epoch"]
    return shown


def _one_key(club: str, holder: str) -> ClubKey:
    key = next((key for key in services().clubs.keys(club) if key.holder == holder), None)
    if key is None:
        raise not_found("This club has no such key. GET /v1/clubs/{id}/keys lists its keys.")
    return key


def _key_told(club: str, holder: str, *, replayed: bool = False) -> Response:
    key = _one_key(club, holder)
    tokens = services().club_tokens.issue(club, [holder], {holder: key.epoch})
    answer = answered_with_tokens({"key": _key_shown(key), "token": tokens[holder]})
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer
