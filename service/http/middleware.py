"""Runs around every request: compression, other origins and the request log.

It is one place because every hook of the framework costs time on every request.

Compression uses ISA-L, which takes an eighth of the time of zlib. Flask-Compress is not an alternative: it
adds Brotli and Zstandard, leaves problems uncompressed, and puts the encoding into entity tags, which
clients send back as `If-Match`. Responses with `no-transform` stay uncompressed: live streams, whose
frames must arrive at once, and everything that contains tokens next to text that others chose (BREACH).
Views and logs contain hidden cards next to such text, so each compressed body carries a file name of
random length, which readers ignore: small differences in length reveal nothing.

CORS: the service relies on no credentials that a browser adds by itself. But a browser sends some POSTs
for any page without a preflight request; these are refused.
"""

from __future__ import annotations

import logging
import re
import secrets
import struct
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Request, Response, g, has_request_context, request
from isal import isal_zlib
from werkzeug.datastructures import Headers

from service.http.blueprint import DEPRECATING, POOL, mark_deprecated
from service.http.rate_limits import LIMITS, Limits
from service.problems import PROBLEM_JSON, Problem, invalid
from service.sessions.commands import Deferred, now
from service.settings import Settings
from service.support.metrics import Metrics
from service.support.network import ANY, answers_to
from service.support.random_bytes import random_hex
from service.support.rate_limit_counts import RateLimitCounts
from workers.log_lines import JsonLines, as_json, log_in_lines

# Compression: gzip for JSON, lines of JSON and pages, for clients that accept it.

ENCODING = "Accept-Encoding"
FROM_BYTES = 1024
LEVEL = 2
"""Of ISA-L's 0 to 3: a table takes 0.07 ms where zlib's 5 took 0.54, and is longer by an eighth."""
NAMED_HEAD = bytes((0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0xFF))
"""Of a gzip that names its file and tells no time and no system (RFC 1952, 2.3)."""
MOST_PADDING = 128
"""Bytes: the length of a body tells nothing finer."""
_KEY = secrets.token_bytes(32)
COMPRESSED = frozenset({"text/html", "application/json", "application/x-ndjson", PROBLEM_JSON})


def compress(asked: Request, answer: Response) -> None:
    """Compress the answer where its kind, its length and the principal allow it.

    An entity tag becomes a weak one: the same version, in other bytes. A body of unknown length is compressed
    piece by piece as it is made.
    """
    headers = answer.headers
    if answer.status_code == HTTPStatus.NOT_MODIFIED:
        _vary_by_encoding(headers)
        return
    if answer.mimetype not in COMPRESSED or "no-transform" in headers.get("Cache-Control", ""):
        return
    _vary_by_encoding(headers)
    if "Content-Encoding" in headers or "HTTP_ACCEPT_ENCODING" not in asked.environ:
        return
    if not _accepts_gzip(asked):
        return
    if answer.is_sequence:
        body = answer.get_data()
        if len(body) < FROM_BYTES:
            return
        answer.set_data(b"".join(_pieces([body], _padding(body))))
    else:
        made = answer.response
        answer.response = _pieces(answer.iter_encoded(), _padding(secrets.token_bytes()))
        if hasattr(made, "close"):
            answer.call_on_close(made.close)
        headers.pop("Content-Length", None)
    headers["Content-Encoding"] = "gzip"
    tag, _ = answer.get_etag()
    if tag is not None:
        answer.set_etag(tag, weak=True)


def _vary_by_encoding(headers: Headers) -> None:
    said = headers.get("Vary")
    if said is None or ENCODING not in said:
        headers["Vary"] = f"{said}, {ENCODING}" if said else ENCODING


def _accepts_gzip(asked: Request) -> bool:
    accepted = asked.accept_encodings
    gzip = accepted.quality("gzip")
    return bool(gzip) and gzip >= accepted.quality("identity")


def _padding(body: bytes) -> str:
    """A name for the body. The same body has the same one: asking again and again averages nothing out."""
    made = blake2b(body, key=_KEY, digest_size=1).digest()
    return "-" * (made[0] % MOST_PADDING)


def _pieces(body: Iterable[bytes], name: str) -> Iterator[bytes]:
    packer = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
    check = length = 0
    yield NAMED_HEAD + name.encode() + b"\0"
    for piece in body:
        check, length = isal_zlib.crc32(piece, check), length + len(piece)
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush() + struct.pack("<II", check, length % 2**32)


# Pages of other origins: which of them browsers let use the service (the Fetch standard's CORS).

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
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
"""Headers that a page may send in addition to those that every page may."""
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
"""Headers that a page may read in addition to those that every page may."""
NEVER_ASKED_FIRST = (
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "",
)
"""Content types that a page may send anywhere without a preflight."""
ITS_OWN = ("same-origin", "none")
"""The values of `Sec-Fetch-Site` for a request by a page of the service, and for one by the person."""
_PORT = re.compile(r":[0-9]*$")
KEPT_SECONDS = 7_200
"""How long a browser keeps what a preflight was answered: as long as any browser does."""


class CrossOrigin:
    """The cross-origin rules: browsers let pages of these origins use the API, and no others."""

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

        Programs that send neither `Sec-Fetch-Site` nor `Origin` are not browsers. Raises `Problem`.
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


# Logs: one line of JSON per request, and one per fault.

REQUEST_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
TRACEPARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?")
LOGGER = logging.getLogger("tablelog")


class RequestLine(msgspec.Struct):
    """The line that is logged for a request. Tokens, queries and bodies are never written.

    trace: the id in the request's `traceparent` (W3C Trace Context).
    """

    at: str
    request_id: str
    method: str
    path: str
    status: int
    milliseconds: float
    principal: str | None = msgspec.field(name="asker")  # log readers know this name
    trace: str | None = None
    level: str = "info"
    process: str = "web"
    message: str = "request"


class WebLines(JsonLines):
    """Lines with the id of the request. The line of a request comes finished."""

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.msg, RequestLine):
            return msgspec.json.encode(record.msg).decode()
        return super().format(record)

    def more(self) -> dict[str, Any]:
        """The id of the request that runs, if one does."""
        return {"request_id": g.get("request_id")} if has_request_context() else {}


def configure(level: str) -> logging.Logger:
    """Send the service's log to stderr as JSON lines, once."""
    if as_json():
        log_in_lines("web", level)  # whatever else writes there, such as the loop
    if not LOGGER.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(WebLines("web"))
        LOGGER.addHandler(handler)
        LOGGER.propagate = False
    LOGGER.setLevel(level)
    return LOGGER


# What happens around every request, in one place: every hook of the framework costs every request.

ID_BYTES = 16
DEFERRED = "tablelog.deferred"
"""Where a server that can send an answer after it is made puts a `Deferred` into the environment."""
FAULT = "tablelog.fault"
"""Where a server puts into a request's environment the `Problem` that it found in head or body, if any."""


def deferred_answer() -> Deferred | None:
    """The `Deferred` that a server adds to this request if it can send the answer later; None otherwise."""
    found: Deferred | None = request.environ.get(DEFERRED)
    return found


def install(app: Flask, settings: Settings, metrics: Metrics, counts: RateLimitCounts) -> None:
    """Take or make the request's id, count it against the limits, refuse what nobody reads; then log it."""
    app.extensions[LIMITS] = limits = Limits(settings, counts)
    cross_origin = CrossOrigin(settings.origins)

    def begin() -> Response | None:
        asked: Request = request._get_current_object()  # type: ignore[attr-defined]
        given = asked.environ.get("HTTP_X_REQUEST_ID", "")
        g.request_id = given if REQUEST_ID.fullmatch(given) else random_hex(ID_BYTES)
        g.began = time.perf_counter()
        if (fault := asked.environ.get(FAULT)) is not None:
            raise fault
        if settings.hosts and not answers_to(asked.environ.get("HTTP_HOST"), settings.hosts):
            raise Problem("bad-request", "This service does not answer to the host name in the request.")
        if (preflight := cross_origin.preflight(asked)) is not None:
            return preflight
        cross_origin.check(asked)
        bound_the_body(asked)
        limits.check(asked)
        refuse_what_is_not_read(asked)
        return None

    def bound_the_body(asked: Request) -> None:
        """Files may be longer than other bodies."""
        view = app.view_functions.get(asked.endpoint or "")
        if view is not None and not getattr(view, "runs_as", POOL).reads_files:
            asked.max_content_length = settings.body_bytes

    def refuse_what_is_not_read(asked: Request) -> None:
        """A parameter that no one reads would be a silent misunderstanding."""
        view = app.view_functions.get(asked.endpoint or "")
        if view is None:
            return
        if asked.query_string and getattr(view, "query", None) is None:
            raise invalid([(name, "There is no such parameter.") for name in asked.args or {"": ""}])

    def end(response: Response) -> Response:
        asked: Request = request._get_current_object()  # type: ignore[attr-defined]
        known = g._get_current_object()
        request_id = getattr(known, "request_id", "")
        response.headers["X-Request-Id"] = request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        limits.tell(asked, response)
        rule = None if asked.url_rule is None else asked.url_rule.rule
        if rule in DEPRECATING:
            mark_deprecated(asked, response)
        compress(asked, response)
        cross_origin.tell(asked, response)
        method, path, status = asked.method, asked.path, response.status_code
        began, principal = getattr(known, "began", time.perf_counter()), getattr(known, "principal", None)
        traced = TRACEPARENT.fullmatch(asked.environ.get("HTTP_TRACEPARENT", ""))
        trace = None if traced is None else traced[1]

        def answered() -> None:
            seconds = time.perf_counter() - began
            metrics.count(rule, method, status, seconds)
            if LOGGER.isEnabledFor(logging.INFO):
                milliseconds = round(seconds * 1000, 2)
                told = RequestLine(now(), request_id, method, path, status, milliseconds, principal, trace)
                LOGGER.info(told)

        deferred: Deferred | None = asked.environ.get(DEFERRED)
        if deferred is not None and deferred.stored is not None:
            deferred.then.append(answered)
        else:
            answered()
        return response

    app.before_request(begin)
    app.after_request(end)
