"""Requests for tokens that come again: whoever got no answer is given the same tokens.

The caller first checks who asks: a key alone, or a token that was revoked, is given nothing.
"""

from __future__ import annotations

import hashlib

from flask import Response, request

from domain.kernel.messages import Json
from domain.kernel.session import request_hash
from service.http.preconditions import secret_key
from service.http.responses import answered_with_tokens
from service.http.services import services
from service.problems import Problem
from service.sessions.token_requests import TokenRequest, told


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
        detail = f"{asked.key} was used for another request. Use a new id for each request."
        raise Problem("action-id-reused", detail)
