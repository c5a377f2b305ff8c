"""Sessions: open one, look at it, see what may be done now, and keep a sandbox from expiring."""

from __future__ import annotations

from typing import Annotated, Literal
from zlib import crc32

import msgspec
from flask import Response
from msgspec import Meta, Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.engine.time_of_play import AS_RECORDED
from domain.kernel.engine.views import eyes, played_view
from domain.kernel.messages import Json, Seat
from domain.kernel.session import Session, seats_of
from replays.library import UnknownSession
from service.api.opening import open_as_asked, tokens_of
from service.api.rendering import WithTable, WithWords, offers_told, table, table_told
from service.bootstrap import Services
from service.http.authentication import (
    enter,
    gone,
    may_record,
    must_be_let_open,
    must_be_owner,
    must_be_scribe,
    must_look_as,
    must_record_for_all,
)
from service.http.blueprint import Blueprint
from service.http.responses import (
    OF_THE_ASKER,
    answered_with_tokens,
    has_already,
    parts,
    request_of,
    tag_of,
    tagged,
    tagged_by_content,
)
from service.http.services import services
from service.http.tokens import (
    HEADER,
    HELD_TOKENS,
    answer_again,
    must_be_new,
    reach_beside,
    token_request,
)
from service.problems import Problem, invalid
from service.queries.sessions import replaced_by, void_told
from service.schemas.answers import Kept, Offered, OpenedSession, SessionListing, SessionShown, TokensSchema
from service.schemas.fields import checked_opening, read_body, read_query, read_struct, struct_of
from service.schemas.openapi import IF_NONE_MATCH, SECRET_KEY, answer, describe
from service.schemas.requests import ListingPatch, Revoking
from service.sessions.errors import playable
from service.sessions.tokens import Principal, holders_of, holders_on_request
from workers.projections.sessions import status

# Sessions: opening one, looking at one, and what may be done in it now.

routes = Blueprint("sessions", __name__, url_prefix="/v1", description="Sessions: one game at one table.")


MOST_CHANGES = 10**9
"""A tag of a session ends with a number below this."""


class StateQuery(Struct, frozen=True):
    """at: the table after this entry. as: the view of this seat (once finished, if you may see everything).

    with: additions for a page: `words`, `board`, and `offers` for those who may record now. without: `view`,
    for clients that draw only the board and do not need the table twice.
    """

    at: Annotated[int, Meta(ge=1)] | None = None
    as_: Seat | None = msgspec.field(default=None, name="as")
    with_: WithTable | None = msgspec.field(default=None, name="with")
    without: Literal["view"] | None = None


class OffersQuery(Struct, frozen=True):
    """seat: whose offers you want, as scribe, recorder or owner; without it, those of the whole table.

    with: `words` adds labels.
    """

    seat: Seat | None = None
    with_: WithWords | None = msgspec.field(default=None, name="with")


@routes.route("/sessions", methods=["POST"])
@describe(
    body="Opening",
    headers=[SECRET_KEY],
    answers={201: answer(OpenedSession)},
    refuses=["bad-token", "expired", "not-allowed", "rule", "unknown-component-set", "unknown-game"],
)
def open_session() -> Response:
    """Open a session. The answer contains the tokens of owner, scribe, seats and spectators: keep them.

    If other machines can reach the service, or the operator requires it, you need the opening token.
    """
    must_be_let_open()
    tree = read_body()
    asked = checked_opening(tree, services().games)
    wanted = request_of(tree, "opening")
    session, replayed = open_as_asked(asked, wanted)
    shown = described(session, Principal("owner"), services())
    body = {"tokens": tokens_of(session), "session": shown}
    answer = answered_with_tokens(body)
    answer.headers["ETag"] = f'"{tag_of(session)}"'
    answer.headers["Location"] = f"/v1/sessions/{session.id}"
    if replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


@routes.route("/sessions/<session:session_id>")
@describe(
    query=StateQuery,
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    answers={200: answer(SessionShown), 304: None},
    refuses=["not-allowed", "not-finished", "not-live"],
)
def get_session(session_id: str) -> Response:
    """Show the table as you may see it, now or at an earlier version.

    `replaces` has the void sessions that this one was recorded instead of, if you may see them.
    """
    query = read_query(StateQuery)
    session, principal = enter(session_id)
    wanted = parts(query.with_)
    replaces = replaced_by(services().engine, session_id, reach_beside)
    others = services().keeping.of(session).changes + services().listings.of(session_id).changes
    others = (others + crc32(" ".join(replaces).encode())) % MOST_CHANGES
    tag = services().people.claims(session_id).tag(tag_of(session), others)
    if not wanted and (unchanged := has_already(tag)) is not None:
        return _varying(unchanged)
    with playable(session, services().registers):
        position = session.at(query.at or session.version, services().handler.reading(session))
        seat = query.as_
        own = eyes(session.game, session.state, principal.viewer)
        viewer = own if seat is None else must_look_as(session, principal, seat)
        now = position.version == session.version
        waits = services().waits.of(session) if now else ()
        shown = table(session, position, viewer, waits)
        told = table_told(services(), session, shown, wanted, now=now, own=(position.state, viewer))
        body = described(session, principal, services()) | shown | told
        if "offers" in wanted and now and principal.may_record:
            body["now"] = offers_told(services(), session, principal, wanted)
        if query.without is not None:
            del body[query.without]
    body["at"] = position.version if position.lost is None else position.lost.entry - 1
    body["replaces"] = replaces
    return _varying(tagged_by_content(body, OF_THE_ASKER) if wanted else tagged(body, tag))


def _varying(answer: Response) -> Response:
    """The answer, which depends on the held tokens, too."""
    answer.headers["Vary"] = f"Authorization, Accept, {HEADER}"
    return answer


@routes.route("/sessions/<session:session_id>/offers")
@describe(
    query=OffersQuery,
    headers=[IF_NONE_MATCH],
    answers={200: answer(Offered), 304: None},
    refuses=["not-allowed", "another-seat"],
)
def get_offers(session_id: str) -> Response:
    """Show which actions are legal now: action types with the values that their parameters may have.

    They include outcomes if these may be declared. A recorder gets every offer that it cannot rule out. If a
    game cannot list such offers without revealing hidden information, the actions of seats that the recorder
    does not know are omitted.
    """
    query = read_query(OffersQuery)
    session, principal = enter(session_id)
    may_record(principal)
    if query.seat is not None and query.seat != principal.seat:
        must_record_for_all(principal)
    if query.seat is not None and query.seat not in seats_of(session.opened):
        raise invalid([("seat", "There is no such seat in this session.")])
    wanted = parts(query.with_)
    if not wanted and (unchanged := has_already(tag_of(session))) is not None:
        return unchanged
    with playable(session, services().registers):
        told = offers_told(services(), session, principal, wanted, query.seat)
        body = {"version": session.version} | told
    return tagged_by_content(body, OF_THE_ASKER) if wanted else tagged(body, tag_of(session))


def described(session: Session, principal: Principal, found: Services) -> dict[str, Json]:
    """The session without its table. Strangers do not see names of people.

    `in_log`: the people whom entry 1 of an old session names; they stay there for ever.
    """
    opened, position = session.opened, session.position
    heard, hears_names = found.people.seated(opened), not principal.is_stranger
    finished, listing = session.game.is_finished(position.state), found.listings.of(session.id)
    return {
        "id": session.id,
        "game": session.game.key,
        "rules_version": opened.rules_version,
        "component_set": session.components.hash,
        "invented": list(session.components.invented),
        "seats": list(opened.seats),
        "options": opened.options,
        "chance": opened.chance,
        "may_declare": opened.declarable,
        **msgspec.structs.asdict(position.settings),
        "commitment": opened.commitment,
        "timezone": opened.timezone,
        "visibility": listing.visibility_of(opened),
        "sandbox": opened.sandbox,
        **found.keeping.told(session),
        "tags": listing.tags_of(opened),
        "labels": heard.names if hears_names else {},
        "players": heard.players,
        "in_log": {"players": opened.players, "labels": opened.labels if hears_names else {}},
        "forked_from": msgspec.to_builtins(opened.forked_from),
        "opened_at": opened.at,
        "played": None if position.when == AS_RECORDED else played_view(position.when),
        "version": position.version,
        "digest": position.digest,
        "status": status(finished=finished, closed=position.closed),
        "closed": position.closed,
        "void": void_told(position.void),
        "flagged": position.flagged,
        "unreadable": None if position.lost is None else position.lost.entry,
        "you": {
            "role": principal.role,
            "seat": principal.seat,
            "sees_all": eyes(session.game, position.state, principal.viewer).sees_all,
        },
    }


@routes.route("/sessions/<session:session_id>", methods=["PATCH"])
@describe(body="ListingPatch", answers={200: answer(SessionListing)}, refuses=["not-allowed"])
def change_listing(session_id: str) -> Response:
    """Change the tags of the session, or who may see it. Requires the owner's token, or an organiser's key.

    This is not an entry: you can do it at any time, even after the end, and entry 1 keeps what it says. The
    same request again changes nothing.
    """
    session, principal = enter(session_id)
    if not principal.puts_right:
        detail = (
            "Only the owner can change the tags and who may see the session, or an organiser of its club."
        )
        raise Problem("not-allowed", detail)
    asked = read_struct(ListingPatch)
    if asked.visibility is None and asked.tags is None:
        raise invalid([("", "Nothing changes. Send `visibility`, `tags` or both.")])
    found, opened = services(), session.opened
    found.listings.change(session_id, asked.visibility, asked.tags)
    found.hub.notify(session_id)
    listing = found.listings.of(session_id)
    told: dict[str, Json] = {"visibility": listing.visibility_of(opened), "tags": listing.tags_of(opened)}
    return tagged_by_content(told, OF_THE_ASKER)


# Keeping: a sandbox session that is kept does not expire.

keeping_routes = Blueprint("keeping", __name__, url_prefix="/v1", description="Keeping sandbox sessions.")


@keeping_routes.route("/sessions/<session:session_id>/kept", methods=["PUT"])
@describe(answers={200: answer(Kept)}, refuses=["not-allowed"])
def keep_session(session_id: str) -> Response:
    """Keep a sandbox session permanently. Other sessions are always kept.

    Requires the scribe's or owner's token.
    """
    return _said(session_id, kept=True)


@keeping_routes.route("/sessions/<session:session_id>/kept", methods=["DELETE"])
@describe(answers={200: answer(Kept)}, refuses=["not-allowed"])
def keep_no_longer(session_id: str) -> Response:
    """Stop keeping a sandbox session; it expires after the full idle time, counted from now."""
    return _said(session_id, kept=False)


def _said(session_id: str, *, kept: bool) -> Response:
    session, principal = enter(session_id)
    must_be_scribe(principal)
    found = services()
    if session.opened.sandbox:
        found.keeping.keep(session_id, kept=kept)
        try:
            session = found.handler.look(session_id)
        except UnknownSession:
            found.keeping.forget(session_id)
            raise gone(session_id) from None
    return tagged_by_content(found.keeping.told(session), OF_THE_ASKER)


# Access: revoking tokens and making new ones.

access_routes = Blueprint("access", __name__, url_prefix="/v1", description="Access rights and tokens.")


@access_routes.route("/sessions/<session:session_id>/tokens", methods=["POST"])
@describe(body="Revoking", headers=[SECRET_KEY], answers={201: answer(TokensSchema)}, refuses=["not-allowed"])
def reissue_tokens(session_id: str) -> Response:
    """Revoke all tokens, or those of some holders, and get new ones. Requires the owner's token.

    To make a token for a recorder, name `recorder` (sees what everybody sees) or `recorder:red` (sees what
    red knows). To make one that claims any free seat, name `guest`. If you revoke all tokens, those of
    recorders and guests are revoked too, but not replaced. A seat whose token you replace is free again. If
    you repeat the request with its `Idempotency-Key` and the same token, you get the same tokens again, as
    long as that token is valid. A request that revokes its own token is answered only once.
    """
    session, principal = enter(session_id)
    must_be_owner(principal)
    tree = read_body()
    known_as = token_request(session_id, ["tokens", tree])
    if (again := answer_again(known_as)) is not None:
        return again
    asked = struct_of(Revoking, tree)
    must_be_new(known_as)
    seats = seats_of(session.opened)
    known, others = holders_of(seats), holders_on_request(seats)
    holders = asked.holders if asked.holders is not None else known
    for name in holders:
        if name not in (*known, *others):
            raise invalid([("/holders", f"There is no token for {name}.")])
    void = holders if asked.holders is not None else (*known, *others)
    try:
        epochs = services().registers.revoke(session_id, list(void), known_as, holders)
    except IntegrityError:
        if (again := answer_again(known_as)) is not None:
            return again
        raise
    return answered_with_tokens({"tokens": services().tokens.issue(session_id, holders, epochs)})
