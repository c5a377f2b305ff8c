"""Requests for tokens that come again: whoever got no answer is given the same tokens."""

from __future__ import annotations

import hashlib

from flask import Response, request

from domain.kernel.messages import Json
from domain.kernel.session import request_hash
from service.http.idempotency import KEY
from service.http.problems import Problem
from service.http.responses import answered_with_tokens
from service.http.services import services
from service.sessions.token_requests import TokenRequest, told

SECRET_KEY_SIGNS = 16
"""As long is an id that gives tokens to who knows it."""


def token_request(session_id: str, asked: list[Json], *, is_secret: bool = False) -> TokenRequest | None:
    """How the request is known when it comes again, by its `Idempotency-Key`; None without one.

    Whoever repeats it sends the token that it was made with, though that may be void by now: it shows that it
    is the same. is_secret: the id alone shows that. Raises `Problem`.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key) or (is_secret and len(key) < SECRET_KEY_SIGNS):
        least = SECRET_KEY_SIGNS if is_secret else 1
        detail = f"Idempotency-Key holds {least} to 64 letters, digits, and -_.: signs."
        raise Problem("malformed-header", detail)
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
        detail = f"{asked.key} was used for another request. Give each request its own id."
        raise Problem("action-id-reused", detail)
