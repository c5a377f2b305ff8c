"""The tokens that come with a question about many sessions: they open those sessions to the answer.

One bad token among them costs only its own session: it is ignored, and the answer says which one it was.
"""

from __future__ import annotations

import re

from flask import Response, after_this_request, g, request

from domain.kernel.messages import Json
from domain.kernel.session import Session
from service.http.authentication import LONGEST_TOKEN, claim, is_operator, read_token, readable
from service.http.responses import tagged_by_content
from service.http.services import services
from service.problems import Problem, no_session
from service.queries.reach import EVERYTHING, VisibleScope
from service.sessions.tokens import Claim

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
    "description": f"Up to {MOST_TOKENS} more tokens of sessions that the answer can include. "
    f"Invalid tokens are ignored; {IGNORED} lists their positions.",
    "schema": {"type": "string"},
}


def reach() -> VisibleScope:
    """What the principal may hear of: public sessions, those whose tokens it sends, for the operator all.

    Any token of a session will do: each lets its holder look at it. Held tokens that are bad are ignored.
    Raises `Problem` for a bearer token that was not made here or was revoked, and for too many held tokens.
    """
    if is_operator():
        return EVERYTHING
    bearer = claim()
    if bearer is not None and not _is_current(bearer):
        raise Problem("bad-token", f"The {bearer.holder} token of session {bearer.session} was revoked.")
    own = () if bearer is None else (bearer.session,)
    return VisibleScope(frozenset((*own, *good_claims())))


def looked_at(session_id: str) -> Session:
    """A session that a stranger, or a token that came along, may look at. Raises `Problem`."""
    within = reach()
    session = readable(session_id)
    if session.opened.visibility == "private" and not within.holds(session_id):
        raise no_session()
    return session


def good_claims() -> dict[str, Claim]:
    """By session, the claims of the held tokens that are good. The answer lists the places of all others.

    Raises `Problem` for too many tokens.
    """
    good: dict[str, Claim] = {}
    ignored: list[int] = []
    for place, token in enumerate(_tokens(), 1):
        made = _good_claim(token)
        if made is None:
            ignored.append(place)
        else:
            good.setdefault(made.session, made)
    g.ignored_tokens = ", ".join(map(str, ignored))
    after_this_request(_list_ignored)
    return good


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
