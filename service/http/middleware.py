"""What happens around every request, in one place: every hook of the framework costs every request."""

from __future__ import annotations

import logging
import time

from flask import Flask, Request, Response, g, request

from service.http.blueprint import POOL
from service.http.compression import compress
from service.http.cross_origin import CrossOrigin
from service.http.deprecations import HEADERS as DEPRECATED
from service.http.deprecations import mark_deprecated
from service.http.rate_limits import Limits
from service.http.request_log import LOGGER, REQUEST_ID, RequestLine
from service.http.stored_bytes import LIMITS
from service.metrics import Metrics
from service.network.hosts import answers_to
from service.problems import Problem, invalid
from service.random_bytes import random_hex
from service.sessions.commands import Deferred, now
from service.settings import Settings

ID_BYTES = 16
DEFERRED = "tablelog.deferred"
"""Where a server that can send an answer after it is made puts a `Deferred` into the environment."""
FAULT = "tablelog.fault"
"""Where a server puts into a request's environment the `Problem` that it found in head or body, if any."""


def deferred_answer() -> Deferred | None:
    """What the server adds to this request, if it can send the answer after it is made."""
    found: Deferred | None = request.environ.get(DEFERRED)
    return found


def install(app: Flask, settings: Settings, metrics: Metrics) -> None:
    """Take or make the request's id, count it against the limits, refuse what nobody reads; then log it."""
    app.extensions[LIMITS] = limits = Limits(settings)
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
        if rule in DEPRECATED:
            mark_deprecated(rule, response)
        compress(asked, response)
        cross_origin.tell(asked, response)
        method, path, status = asked.method, asked.path, response.status_code
        began, principal = getattr(known, "began", time.perf_counter()), getattr(known, "principal", None)

        def answered() -> None:
            seconds = time.perf_counter() - began
            metrics.count(rule, method, status, seconds)
            if LOGGER.isEnabledFor(logging.INFO):
                milliseconds = round(seconds * 1000, 2)
                LOGGER.info(RequestLine(now(), request_id, method, path, status, milliseconds, principal))

        deferred: Deferred | None = asked.environ.get(DEFERRED)
        if deferred is not None and deferred.stored is not None:
            deferred.then.append(answered)
        else:
            answered()
        return response

    app.before_request(begin)
    app.after_request(end)
