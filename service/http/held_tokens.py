"""The tokens that come with a question about many sessions: they open those sessions to the answer."""

from __future__ import annotations

from flask import Response, request

from domain.kernel.messages import Json
from domain.kernel.session import Session
from service.http.authentication import LONGEST_TOKEN, claim, is_operator, read_token, readable
from service.http.problems import Problem, not_found
from service.http.responses import tagged_by_content
from service.http.services import services
from service.queries.reach import EVERYTHING, Reach
from service.sessions.tokens import Claim

HEADER = "Tablelog-Tokens"
TO_ASKER = {"Cache-Control": "private, no-cache", "Vary": f"Authorization, {HEADER}"}
"""Headers of an answer that is the asker's alone."""
MOST_TOKENS = 50
"""So many fit into the 8,190 bytes that are taken of one header."""

_TOKEN = f"[A-Za-z0-9_.-]{{1,{LONGEST_TOKEN}}}"
HELD_TOKENS: Json = {
    "name": HEADER,
    "in": "header",
    "description": f"Up to {MOST_TOKENS} more tokens of sessions that the answer may speak of.",
    "schema": {"type": "string", "pattern": rf"^{_TOKEN}(, ?{_TOKEN}){{0,{MOST_TOKENS - 1}}}$"},
}


def reach() -> Reach:
    """What the asker may hear of: public sessions, those whose tokens it sends, for the operator all.

    Any token of a session will do: each lets its holder look at it. Raises `Problem` for a token that was
    not made here or was revoked, and for too many.
    """
    if is_operator():
        return EVERYTHING
    bearer = claim()
    claims = ([] if bearer is None else [bearer]) + _held()
    for made in claims:
        _must_be_valid(made)
    return Reach(frozenset(made.session for made in claims))


def looked_at(session_id: str) -> Session:
    """A session that a stranger, or a token that came along, may look at. Raises `Problem`."""
    within = reach()
    session = readable(session_id)
    if session.opened.visibility == "private" and not within.holds(session_id):
        raise not_found()
    return session


def good_claims() -> dict[str, Claim]:
    """By session, the claims of those tokens that are good: a page leaves the others out.

    Raises `Problem` for a header that cannot be read.
    """
    epochs = services().registers.epochs
    good: dict[str, Claim] = {}
    for token in _tokens():
        try:
            made = read_token(token)
        except Problem:
            continue
        if epochs(made.session).get(made.holder, 0) == made.epoch:
            good.setdefault(made.session, made)
    return good


def answered_to_asker(body: Json) -> Response:
    """A JSON answer that is the asker's alone, since it depends on what was shown."""
    return tagged_by_content(body, TO_ASKER)


def _held() -> list[Claim]:
    return [read_token(token) for token in _tokens()]


def _tokens() -> list[str]:
    header = request.headers.get(HEADER)
    if header is None:
        return []
    tokens = [token.strip() for token in header.split(",")]
    if not all(tokens):
        raise Problem("malformed-header", f"{HEADER} holds tokens, separated by commas.")
    if len(tokens) > MOST_TOKENS:
        raise Problem("malformed-header", f"{HEADER} holds at most {MOST_TOKENS} tokens.")
    return tokens


def _must_be_valid(made: Claim) -> None:
    if services().registers.epochs(made.session).get(made.holder, 0) != made.epoch:
        raise Problem("bad-token", f"The token of {made.holder} of session {made.session} was revoked.")
