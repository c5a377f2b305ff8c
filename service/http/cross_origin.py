"""Pages of other origins: which of them browsers let speak to the service (the Fetch standard's CORS).

Nothing here tells who may see what: that is said by tokens, which a page sends by itself. Credentials that a
browser would add on its own are not asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from flask import Request, Response

from service.network.origins import ANY

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
SENT = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Prefer",
    "Tablelog-Tokens",
    "X-Request-Id",
)
"""Headers that a page may send beside those that every page may."""
READ = (
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""Headers that a page may read beside those that every page may."""
KEPT_SECONDS = 7_200
"""How long a browser keeps what a preflight was answered: as long as any browser does."""


class CrossOrigin:
    """What browsers are told on behalf of these origins. Without any, nothing."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._any = ANY in origins
        self._origins = frozenset(origins)

    def preflight(self, asked: Request) -> Response | None:
        """The answer to a browser that asks whether a page may ask; None for anything else."""
        is_preflight = asked.method == "OPTIONS" and "Access-Control-Request-Method" in asked.headers
        if not is_preflight or self._allowed(asked) is None:
            return None
        answer = Response(status=HTTPStatus.NO_CONTENT)
        answer.headers["Access-Control-Allow-Methods"] = ", ".join(METHODS)
        answer.headers["Access-Control-Allow-Headers"] = ", ".join(SENT)
        answer.headers["Access-Control-Max-Age"] = str(KEPT_SECONDS)
        return answer

    def tell(self, asked: Request, answer: Response) -> None:
        """Say in the answer whether the page that asked may read it."""
        if not self._origins:
            return
        if not self._any:
            answer.vary.add("Origin")
        allowed = self._allowed(asked)
        if allowed is not None:
            answer.headers["Access-Control-Allow-Origin"] = allowed
            answer.headers["Access-Control-Expose-Headers"] = ", ".join(READ)

    def _allowed(self, asked: Request) -> str | None:
        origin = asked.headers.get("Origin")
        if self._any:
            return ANY if origin is not None else None
        return origin if origin in self._origins else None
