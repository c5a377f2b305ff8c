"""Tokens in requests: those sent along with one about many sessions, and repeated token requests.

A bad token costs only its own session: it is ignored, and the answer names it. A repeated request gets
the same tokens. The calling code first checks who is asking, so a key alone or a revoked token gets
nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection

from flask import Response, after_this_request, g, request

from domain.kernel.messages import Json
from domain.kernel.session import Session, request_hash
from service.http.authentication import (
    LONGEST_TOKEN,
    HeldKey,
    claim,
    club_key,
    is_operator,
    key_of_a_club,
    read_token,
    readable,
    visibility_of,
)
from service.http.responses import answered_with_tokens, secret_key, tagged_by_content
from service.http.services import services
from service.problems import Problem, no_session
from service.queries.visible_scope import EVERYTHING, VisibleScope
from service.sessions.registers import TokenRequest, told
from service.sessions.tokens import BadToken, Claim

# The tokens that come with a question about many sessions: they open those sessions to the answer.

HEADER = "Tablelog-Tokens"
IGNORED = "Tablelog-Tokens-Ignored"
"""Header of an answer: the places, from 1, of the held tokens that were ignored."""
TO_ASKER = {"Cache-Control": "private, no-cache", "Vary": f"Authorization, {HEADER}"}
"""Headers of an answer that is the principal's alone."""
MOST_TOKENS = 50
"""So many fit into the 8,190 bytes that are taken of one header."""

_TOKEN = re.compile(f"[A-Za-z0-9_.-]{{1,{LONGEST_TOKEN}}}")
HELD_TOKENS: Json = {
    "name": HEADER,
    "in": "header",
    "description": f"Up to {MOST_TOKENS} more tokens of sessions, editions and clubs that the answer can "
    f"include. Invalid tokens are ignored; {IGNORED} lists their positions.",
    "schema": {"type": "string"},
}


def reach() -> VisibleScope:
    """The sessions that the caller may read: public ones, those whose tokens it sends, for the operator all.

    It knows the editions whose tokens it sends, and those of its clubs. Any token of a session will do: each
    lets its holder look at it. So does a key of its club. Held tokens that are bad are ignored. Raises
    `Problem` for a bearer token that was not made here or was revoked, and for too many held tokens.
    """
    if is_operator():
        return EVERYTHING
    bearer = claim()
    if bearer is not None and not _is_current(bearer):
        raise Problem("bad-token", f"The {bearer.holder} token of session {bearer.session} was revoked.")
    own = () if bearer is None else (bearer.session,)
    key = club_key() if bearer is None else None
    clubs = () if key is None or "read" not in key.key.rights else (key.club,)
    of_clubs = frozenset((*clubs, *good_keys()))
    editions = held_editions() | {edition for club in of_clubs for edition in _editions_of_club(club)}
    return VisibleScope(frozenset((*own, *good_claims())), of_clubs, editions=editions)


def _editions_of_club(club: str) -> Collection[str]:
    """The editions that the club plays with, which its keys show."""
    found = services().clubs.of(club)
    return () if found is None else found.editions.values()


def reach_beside() -> VisibleScope:
    """The other sessions that a request about one opens: those of its held tokens and of its clubs."""
    given = (club_key() if claim() is None else None, *map(key_of_a_club, _tokens()))
    clubs = frozenset(held.club for held in given if held is not None and "read" in held.key.rights)
    return VisibleScope(frozenset(good_claims()), clubs)


def looked_at(session_id: str) -> Session:
    """A session that a stranger, or a token that came along, may look at. Raises `Problem`."""
    within = reach()
    session = readable(session_id)
    if visibility_of(session) == "private" and not _holds(within, session_id):
        raise no_session()
    return session


def _holds(within: VisibleScope, session_id: str) -> bool:
    if within.everything or session_id in within.sessions:
        return True
    return bool(within.clubs) and services().clubs.club_of(session_id) in within.clubs


def good_claims() -> dict[str, Claim]:
    """By session, the claims of the held tokens that are good. The answer lists the places of all others.

    Tokens of editions and keys of clubs are good as well, and are not among these. Raises `Problem` for too
    many tokens.
    """
    good: dict[str, Claim] = {}
    ignored: list[int] = []
    for place, token in enumerate(_tokens(), 1):
        made = _good_claim(token)
        if made is not None:
            good.setdefault(made.session, made)
        elif _edition_of(token) is None and key_of_a_club(token) is None:
            ignored.append(place)
    g.ignored_tokens = ", ".join(map(str, ignored))
    after_this_request(_list_ignored)
    return good


def held_keys() -> list[HeldKey]:
    """The keys of clubs among the held tokens that may read, that with the most rights last.

    Raises `Problem` for too many tokens.
    """
    held = [key for key in map(key_of_a_club, _tokens()) if key is not None and "read" in key.key.rights]
    return sorted(held, key=lambda one: len(one.key.rights))


def good_keys() -> dict[str, HeldKey]:
    """By club, the key with the most rights among those that came along. Raises `Problem`."""
    return {one.club: one for one in held_keys()}


def held_editions() -> frozenset[str]:
    """The editions whose tokens come with the request, and are good. Raises `Problem` for too many tokens."""
    found = map(_edition_of, _tokens())
    return frozenset(edition for edition in found if edition is not None)


def _edition_of(token: str) -> str | None:
    if not _TOKEN.fullmatch(token):
        return None
    try:
        made = services().edition_tokens.read(token)
    except BadToken:
        return None
    is_current = services().editions.epochs(made.session).get(made.holder, 0) == made.epoch
    return made.session if is_current else None


def _list_ignored(answer: Response) -> Response:
    """Add the places of the held tokens that were ignored, if any, to the answer's headers."""
    if g.ignored_tokens:
        answer.headers[IGNORED] = g.ignored_tokens
    return answer


def answered_to_asker(body: Json) -> Response:
    """A JSON answer that is the principal's alone, since it depends on what was shown."""
    return tagged_by_content(body, TO_ASKER)


def _good_claim(token: str) -> Claim | None:
    if not _TOKEN.fullmatch(token):
        return None
    try:
        made = read_token(token)
    except Problem:
        return None
    return made if _is_current(made) else None


def _is_current(made: Claim) -> bool:
    return services().registers.epochs(made.session).get(made.holder, 0) == made.epoch


def _tokens() -> list[str]:
    header = request.headers.get(HEADER)
    if header is None:
        return []
    tokens = [token.strip() for token in header.split(",")]
    if len(tokens) > MOST_TOKENS:
        raise Problem("malformed-header", f"{HEADER} can contain at most {MOST_TOKENS} tokens.")
    return tokens


# Repeated requests for tokens: a client that got no answer gets the same tokens.


def token_request(session_id: str, asked: list[Json]) -> TokenRequest | None:
    """How the request is known when it comes again, by its `Idempotency-Key`; None without one.

    A repeat is the same request only with the same token. Raises `Problem` for a key that could be guessed.
    """
    key = secret_key()
    if key is None:
        return None
    by = hashlib.sha256(request.headers.get("Authorization", "").encode()).hexdigest()
    return TokenRequest(session_id, key, request_hash([*asked, by]))


def answer_again(asked: TokenRequest | None) -> Response | None:
    """The answer of the very same request, if it was made: its tokens but those revoked since.

    None where nothing was asked under its id, or something else was.
    """
    before = None if asked is None else told(services().engine, asked.session, asked.key)
    if asked is None or before is None or before.request != asked.request:
        return None
    epochs = services().registers.epochs(asked.session)
    valid = {name: epoch for name, epoch in before.epochs.items() if epochs.get(name, 0) == epoch}
    tokens = services().tokens.issue(asked.session, list(valid), valid)
    answer = answered_with_tokens({"tokens": tokens})
    answer.headers["Idempotent-Replayed"] = "true"
    return answer


def must_be_new(asked: TokenRequest | None) -> None:
    """Raises `Problem` where another request was made under the id."""
    if asked is not None and told(services().engine, asked.session, asked.key) is not None:
        raise _reused(asked)


def answered_before(asked: TokenRequest | None) -> str | None:
    """The holder whose key the same request was answered with; None: there was none. Raises `Problem`."""
    before = None if asked is None else told(services().engine, asked.session, asked.key)
    if asked is None or before is None:
        return None
    if before.request != asked.request:
        raise _reused(asked)
    return next(iter(before.epochs))


def _reused(asked: TokenRequest) -> Problem:
    detail = f"{asked.key} was used for another request. Use a new id for each request."
    return Problem("action-id-reused", detail)
