"""Pages of other origins: which of them browsers let speak to the service (the Fetch standard's CORS).

Tokens decide who may see what. The service asks for no credentials that a browser adds on its own. But a
browser sends some POSTs for any page without asking first; here they are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus

from flask import Request, Response

from service.network.origins import ANY
from service.problems import Problem

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
NEED_PREFLIGHT = tuple(name for name in SENT if name != "Content-Type")
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
    "Sunset",
    "Tablelog-Tokens-Ignored",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""Headers that a page may read beside those that every page may."""
NEVER_ASKED_FIRST = (
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "",
)
"""Content types that a page may send anywhere without a preflight."""
ITS_OWN = ("same-origin", "none")
"""What `Sec-Fetch-Site` says of a request by a page of the service, and of one by the person."""
_PORT = re.compile(r":[0-9]*$")
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

    def check(self, asked: Request) -> None:
        """Refuse a POST that a page of another origin sends and that needed no preflight.

        Programs that send neither `Sec-Fetch-Site` nor `Origin` are no browsers. Raises `Problem`.
        """
        if asked.method != "POST" or _was_asked_first(asked) or not _is_foreign(asked):
            return
        if self._allowed(asked) is None:
            raise Problem(
                "not-allowed",
                "A page of another origin sent this request. Use the pages of this service, "
                "or ask its operator to list that origin in TABLELOG_ORIGINS.",
            )

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


def _was_asked_first(asked: Request) -> bool:
    """Whether a browser sends a preflight before this request, since it holds more than any form may send."""
    return asked.mimetype not in NEVER_ASKED_FIRST or any(name in asked.headers for name in NEED_PREFLIGHT)


def _is_foreign(asked: Request) -> bool:
    """Whether a browser sends this on behalf of a page of another origin.

    On plain HTTP browsers send no `Sec-Fetch-Site`; then the host of the page must be the one asked. Some
    proxies pass the host on without its port.
    """
    site = asked.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ITS_OWN
    origin = asked.headers.get("Origin")
    if origin is None:
        return False
    page, host = origin.lower().partition("://")[2], asked.headers.get("Host", "").lower()
    return host not in (page, _PORT.sub("", page))
