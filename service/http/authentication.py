"""Authentication: who asks, of which session, and what they may do there."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import NamedTuple

from flask import g, request

from domain.kernel.engine.entries import UnreadableEntry
from domain.kernel.engine.views import eyes
from domain.kernel.messages import Viewer
from domain.kernel.session import Session, seats_of
from replays.library import UnknownComponentSet, UnknownGame, UnknownSession
from replays.log_storage import Expired
from service.bootstrap import Services
from service.http.services import services
from service.problems import Problem, expired_problem, invalid, no_club, no_edition, no_person, no_session
from service.sessions.club_people import PERSON, ClubPerson, UnknownPerson
from service.sessions.clubs import Club, ClubKey, Right, principal_of
from service.sessions.editions import Edition
from service.sessions.tokens import EDITION_HOLDERS, STRANGER, BadToken, Claim, Principal, holder

LONGEST_TOKEN = 512
ASK = (
    "Ask the operator of this service for the opening link, and send its token as `Authorization: Bearer …`."
)


def claim() -> Claim | None:
    """The claim in the request's bearer token, if it is one of a session.

    Raises `Problem` for a token that was not issued here.
    """
    if "claim" not in g:
        g.claim = _claim()
    made: Claim | None = g.claim
    return made


def _claim() -> Claim | None:
    given = _bearer()
    if given is None:
        return None
    try:
        return read_token(given)
    except Problem:
        if _of_a_club(given) is None:
            raise
        return None


class HeldKey(NamedTuple):
    """A key of a club that came with a request, and is good."""

    club: str
    key: ClubKey

    @property
    def principal(self) -> Principal:
        """The principal that its holder is in a session of the club."""
        return principal_of(self.key.rights)

    @property
    def person(self) -> str | None:
        """The person of the club whose own key it is; None: it is another key."""
        return person_of(self.key)


def key_of_a_club(token: str) -> HeldKey | None:
    """The key in this token; None: the token is none of a club, or it was revoked."""
    made = _of_a_club(token)
    if made is None:
        return None
    key = _key(services(), made.session, made.holder)
    if key is None or key.revoked is not None or key.epoch != made.epoch:
        return None
    return HeldKey(made.session, key)


def person_of(key: ClubKey) -> str | None:
    """The person of the club whose own key this is; None: it is another key."""
    return key.holder.removeprefix(PERSON) if key.holder.startswith(PERSON) else None


def _key(found: Services, club: str, holder: str) -> ClubKey | None:
    return (found.club_people if holder.startswith(PERSON) else found.clubs).key(club, holder)


def _epoch(found: Services, held: HeldKey) -> int | None:
    """The epoch of this key now; None: it is gone or was revoked."""
    key = _key(found, held.club, held.key.holder)
    return None if key is None or key.revoked is not None else key.epoch


def club_key() -> HeldKey | None:
    """The key of a club in the request's bearer token; None: it has none.

    Raises `Problem` for one that was revoked.
    """
    given = _bearer()
    made = None if given is None else _of_a_club(given)
    if given is None or made is None:
        return None
    held = key_of_a_club(given)
    if held is None:
        raise Problem("bad-token", "This key was revoked.")
    g.principal = made.holder
    return held


def enter_club(club_id: str, right: Right | None = "read") -> tuple[Club, ClubKey]:
    """The club, and the key that the request brings, which has this right; None: any key of the club.

    For who has no key of it a club does not exist. Raises `Problem`.
    """
    held = club_key()
    if held is None and _bearer() is not None:
        claim()
    club = services().clubs.of(club_id) if held is not None and held.club == club_id else None
    if club is None or held is None:
        raise no_club()
    if right is not None:
        must_have(held.key, right)
    return club, held.key


def enter_person(club_id: str, person: str, right: Right | None = None) -> tuple[ClubPerson, ClubKey]:
    """The person of the club, for a key that has this right or is the person's own, and the key.

    right: None: a key with the right `read` is enough. Raises `Problem`.
    """
    _, key = enter_club(club_id, "read" if right is None else None)
    found = person_in(club_id, person)
    if right is not None and right not in key.rights and person_of(key) not in found.origins:
        raise Problem("not-allowed", f"You need the right `{right}`, or this person's own link.")
    return found, key


def person_in(club_id: str, person: str) -> ClubPerson:
    """The person that this one of the club counts as. Raises `Problem`."""
    try:
        return services().club_people.of(club_id, person)
    except UnknownPerson:
        raise no_person() from None


def must_have(key: ClubKey, right: Right) -> None:
    """Raises `Problem` for a key without this right."""
    if right not in key.rights:
        raise Problem("not-allowed", f"This key of the club lacks the right `{right}`.")


def _of_a_club(token: str) -> Claim | None:
    try:
        return services().club_tokens.read(token)
    except BadToken:
        return None


def _bearer() -> str | None:
    """The bearer token of the request; None: it has none, or the opening token. Raises `Problem`."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or len(token) > LONGEST_TOKEN:
        raise Problem("bad-token", "Send the token as `Authorization: Bearer …`.")
    return None if holds_opening_token() else token.strip()


def read_token(token: str) -> Claim:
    """The claim in a token. Raises `Problem` for a token that was not issued here."""
    try:
        return services().tokens.read(token)
    except BadToken:
        raise Problem("bad-token", "This service did not issue this token.") from None


def enter_edition(edition_id: str, least: str = "reader") -> tuple[Edition, str]:
    """The edition and the holder of the token that the request brings, who has at least these rights.

    least: one of `EDITION_HOLDERS`. For who has no token of it an edition does not exist. Raises `Problem`.
    """
    given = _bearer()
    if given is None:
        raise no_edition()
    try:
        made = services().edition_tokens.read(given)
    except BadToken:
        raise Problem("bad-token", "This service did not issue this token for an edition.") from None
    edition = services().editions.of(edition_id)
    if edition is None or made.session != edition_id:
        raise no_edition()
    if services().editions.epochs(edition_id).get(made.holder, 0) != made.epoch:
        raise Problem("bad-token", "This token was revoked.")
    g.principal = made.holder
    if EDITION_HOLDERS.index(made.holder) > EDITION_HOLDERS.index(least):
        raise Problem("not-allowed", f"You need the {least}'s link of this edition.")
    return edition, made.holder


def enter(session_id: str, *, fresh: bool = True) -> tuple[Session, Principal]:
    """The session and its principal. For a stranger, a private session does not exist.

    With `fresh` False the session may be behind the log. Raises `Problem`.
    """
    made = claim()
    held = club_key() if made is None else None
    session = g.session = readable(session_id, fresh=fresh)
    if held is not None and services().clubs.club_of(session_id) == held.club:
        must_have(held.key, "read")
        return session, held.principal
    if made is None or made.session != session_id:
        if visibility_of(session) == "private":
            raise no_session()
        return session, STRANGER
    must_be_good(made)
    g.principal = made.holder
    return session, Principal(made.role, made.seat)


def organises(session_id: str) -> bool:
    """Whether a key with the right `organise` was sent, of the club that the session belongs to."""
    held = club_key() if claim() is None else None
    if held is None or "organise" not in held.key.rights:
        return False
    return services().clubs.club_of(session_id) == held.club


def token_state(session_id: str, principal: Principal) -> Callable[[], object]:
    """What tells, outside this request too, whether its token is still good: the value stays the same then.

    principal: whom `enter` made of the token.
    """
    found, held = services(), club_key() if claim() is None else None
    if held is not None and found.clubs.club_of(session_id) == held.club:
        return lambda: (found.clubs.club_of(session_id), _epoch(found, held))
    name = holder(principal.role, principal.seat)
    return lambda: found.registers.epochs(session_id).get(name, 0)


def must_be_good(made: Claim) -> None:
    """Raises `Problem` for a token that was revoked."""
    if services().registers.epochs(made.session).get(made.holder, 0) != made.epoch:
        raise Problem("bad-token", "This token was revoked.")


def readable(session_id: str, *, fresh: bool = True) -> Session:
    """The session, for any principal: the caller checks who may see it.

    Raises `Problem` if it does not exist or cannot be read.
    """
    handler = services().handler
    try:
        return handler.look(session_id) if fresh else handler.known(session_id)
    except UnknownSession:
        raise gone(session_id) from None
    except (UnknownGame, UnknownComponentSet) as error:
        raise Problem(
            "unavailable", f"This session needs {error}, which this service does not have."
        ) from None
    except UnreadableEntry as error:
        raise Problem("damaged-log", "The log of this session cannot be read. Audit it.") from error


def is_in_memory(found: Services, session_id: str) -> bool:
    """Whether `enter`, where it need not be fresh, asks neither the log nor a database.

    Without a token of the session a database says who may see it.
    """
    made = claim()
    if made is None or made.session != session_id:
        return False
    return found.handler.remembers(session_id) and found.registers.remembers_epochs(session_id)


def gone(session_id: str) -> Problem:
    """The problem of a session that is not in the log: expired, if the caller may know that, else not found.

    Only holders of a token of a private session may know. Whether that token was revoked is no longer known.
    """
    expired, made = services().store.expired(session_id), claim()
    is_told = made is not None and made.session == session_id
    if expired is None or (_visibility_of_expired(expired) == "private" and not is_told):
        return no_session()
    return expired_problem(expired)


def visibility_of(session: Session) -> str:
    """The visibility of the session now: its owner may have changed it since the opening."""
    return services().listings.of(session.id).visibility_of(session.opened)


def _visibility_of_expired(expired: Expired) -> str:
    return services().listings.of(expired.session).visibility or expired.visibility


def may_record(principal: Principal) -> None:
    """Raises `Problem` for a principal who may only look."""
    if not principal.may_record:
        raise _refused(principal, "You need the token of a seat, a recorder, the scribe or the owner.")


def must_record_for_all(principal: Principal) -> None:
    """Raises `Problem` for a principal who does not record for every seat and the table."""
    if not principal.records_for_all:
        raise _refused(principal, "You need the token of a recorder, the scribe or the owner.")


def must_be_scribe(principal: Principal) -> None:
    """Raises `Problem` for a principal who may not act for the whole table."""
    if not principal.is_scribe:
        raise _refused(principal, "You need the token of the scribe or the owner.")


def must_see_all(session: Session, principal: Principal) -> None:
    """Raises `Problem` for a principal from whom anything of the session is hidden."""
    if not eyes(session.game, session.state, principal.viewer).sees_all:
        raise Problem(
            "not-allowed",
            "Until the game is finished, you need the scribe's or the owner's token for an audit.",
        )


def must_look_as(session: Session, principal: Principal, seat: str) -> Viewer:
    """The viewer of a seat, for a principal who sees all of a finished session. Else raises `Problem`."""
    finished = session.game.is_finished(session.state)
    sees_all = eyes(session.game, session.state, principal.viewer).sees_all
    if not sees_all:
        raise _refused(principal, "You need a token that sees everything in this session.")
    if seat not in seats_of(session.opened):
        raise invalid([("as", "There is no such seat in this session.")])
    if not finished:
        detail = "You can look as a seat only once the game is finished."
        raise Problem("not-finished", detail, version=session.version)
    return Viewer(seat=seat)


def may_speak_for(principal: Principal, seat: str) -> None:
    """Raises `Problem` for a principal who may not say who sits there."""
    if principal.is_scribe or principal.seat == seat:
        return
    if principal.seat is None:
        raise _refused(principal, "You need the token of that seat, the scribe or the owner.")
    raise Problem("another-seat", "This token can do this only for its own seat.")


def must_be_owner(principal: Principal) -> None:
    """Raises `Problem` for everybody but the owner."""
    if principal.role != "owner":
        raise _refused(principal, "You need the owner's token.")


def is_operator() -> bool:
    """Whether the operator asks, who may see which sessions there are."""
    operator = services().settings.operator_token
    given = request.headers.get("Authorization", "").partition(" ")[2].strip()
    return bool(operator) and hmac.compare_digest(given.encode(), operator.encode())


def must_be_operator() -> None:
    """Raises `Problem` for everybody but the operator."""
    if not is_operator():
        kind = "not-allowed" if "Authorization" in request.headers else "bad-token"
        raise Problem(kind, "You need the operator's token (TABLELOG_OPERATOR_TOKEN).")


def _refused(principal: Principal, detail: str) -> Problem:
    if principal == STRANGER and "Authorization" not in request.headers:
        return Problem("bad-token", detail)
    return Problem("not-allowed", detail)


def holds_opening_token() -> bool:
    """Whether the request brings the opening token, which belongs to no session."""
    token = services().settings.opening_token
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if not token or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(given.strip().encode(), token.encode())


def may_open() -> bool:
    """Whether the request may open a session."""
    return not services().settings.opening_token or holds_opening_token()


def must_be_let_open() -> None:
    """Raises `Problem` for who may open no session."""
    if may_open():
        return
    if "Authorization" in request.headers:
        raise Problem("not-allowed", f"This token cannot open sessions. {ASK}")
    raise Problem("bad-token", f"You need the opening token to open a session. {ASK}")
