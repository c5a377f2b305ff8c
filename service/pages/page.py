"""A page on the wire: what it may load, how long it is kept, and problems as sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, ParamSpec

import msgspec
from flask import Response, render_template, request

from service.problems import PROBLEM_JSON, Problem

# A page on the wire: what it may load, and how long it is kept.

TAG_BYTES = 12
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: this host alone, no inline script, no inline style."""
HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": POLICY,
}


def page(html: str) -> Response:
    """A page, with an entity tag of its bytes; or its 304."""
    tag = hashlib.blake2b(html.encode(), digest_size=TAG_BYTES).hexdigest()
    answer = Response(html, content_type="text/html; charset=utf-8")
    answer.headers.update(HEADERS)
    answer.set_etag(tag)
    answer.make_conditional(request)
    return answer


# Errors on a page: programs get a problem, people read a sentence.

Places = ParamSpec("Places")
OF_PROGRAMS = "/v1/"
"""Below this address every client gets problems, no matter what it accepts."""


def in_a_sentence(view: Callable[Places, Response]) -> Callable[Places, Response]:
    """The page; instead of a refusal a page that says it. Raises `Problem` where the service is at fault."""

    @wraps(view)
    def shown(*places: Places.args, **named: Places.kwargs) -> Response:
        try:
            return view(*places, **named)
        except Problem as problem:
            if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            answer = page(_said(problem.body(request.path)))
            if answer.status_code == HTTPStatus.OK:
                answer.status_code = problem.status
            return answer

    return shown


def told_to_people(answer: Response) -> Response:
    """The answer; a problem at a page's address as a page, for a browser that somebody looks at."""
    if answer.mimetype != PROBLEM_JSON or request.path.startswith(OF_PROGRAMS):
        return answer
    answer.vary.add("Accept")
    if request.accept_mimetypes.best_match((PROBLEM_JSON, "text/html")) != "text/html":
        return answer
    answer.set_data(_said(msgspec.json.decode(answer.get_data())))
    answer.content_type = "text/html; charset=utf-8"
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


def _said(problem: Mapping[str, Any]) -> str:
    """The page of a problem's members."""
    faults = [(fault["pointer"].removeprefix("/"), fault["detail"]) for fault in problem.get("errors", ())]
    return render_template(
        "trouble.html",
        title=problem["title"],
        sentence=problem["detail"],
        faults=faults,
        status=problem["status"],
    )
