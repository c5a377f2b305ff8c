"""Errors: every exception that a request ends with becomes a problem here, and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from marshmallow import ValidationError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from domain.kernel import Rejected
from domain.kernel.engine.entries import UnreadableEntry
from domain.kernel.session import ActionIdReused, NotComputable
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.bootstrap import Services
from service.http.authentication import enter, gone
from service.http.responses import entry_told, missed, parts, tag_of
from service.jobs.client import NotYet, Unanswered
from service.problems import HTTP_KINDS, KINDS, PROBLEM_JSON, Problem, invalid, misshapen, not_found
from service.sessions.errors import KINDS_OF_REFUSALS, AnotherLog, RuleRefused, Stale, kind_of
from service.sessions.opening import NotOfThisGame, OpeningIdReused, Unopenable
from service.support.concurrency import TooBusy
from workers.projections.packing import PackedRowsDamaged

LOG = logging.getLogger("tablelog")

TOO_BUSY_SECONDS = "5"
"""When to try again."""


def install(app: Flask, found: Services, shown: Callable[[Response], Response]) -> None:
    """Have Flask answer every exception with its problem. shown: makes a page of it where people read it."""
    problems: Mapping[type[Exception], Callable[[Any], Problem]] = {
        ValidationError: misshapen,
        HTTPException: _of_http_exception,
        Stale: lambda error: _stale(error, found),
        AnotherLog: _another_log,
        Rejected: lambda error: _rejected(error, found),
        **dict.fromkeys(KINDS_OF_REFUSALS, _refused),
        UnknownSession: lambda error: gone(str(error)),
        NotOfThisGame: lambda _: Problem(
            "unknown-component-set",
            "This game has no component set with that hash or name. GET /v1/games/{game} lists its sets.",
        ),
        OpeningIdReused: lambda _: Problem(
            "action-id-reused", "This id was used to open another session. Use a new id for each request."
        ),
        Unopenable: lambda error: invalid([(error.place, str(error))]),
        TooBusy: lambda _: Problem(
            "unavailable",
            "Too many large requests are in progress. Try again.",
            headers={"Retry-After": TOO_BUSY_SECONDS},
        ),
        Unanswered: lambda error: Problem(
            "unavailable", str(error), headers={"Retry-After": TOO_BUSY_SECONDS}
        ),
        NotYet: lambda _: Problem(
            "unavailable",
            "The answer takes longer than usual. Try again.",
            headers={"Retry-After": TOO_BUSY_SECONDS},
        ),
        Unavailable: lambda error: _unavailable("the log", error),
        DBAPIError: lambda error: _unavailable("the tables", error),
        PackedRowsDamaged: lambda error: _unavailable("the tables", error),
        Exception: _unexpected,
    }

    def answer(error: Exception) -> Response:
        if not isinstance(error, Problem):
            kind = next(kind for kind in type(error).__mro__ if kind in problems)
            error = problems[kind](error)
        return shown(_response_of(error))

    kinds: tuple[type[Exception], ...] = (Problem, *problems)
    for kind in kinds:
        app.register_error_handler(kind, answer)


def _response_of(problem: Problem) -> Response:
    body = msgspec.json.encode(problem.body(request.path) | {"request_id": g.get("request_id", "")})
    answer = Response(body, problem.status, content_type=PROBLEM_JSON)
    answer.headers.update(problem.headers)
    if problem.status == HTTPStatus.UNAUTHORIZED:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _version() -> int | None:
    """The version of the session that was entered, as the request found it."""
    session = g.get("session")
    return None if session is None else session.version


def _refused(error: Exception) -> Problem:
    """The problem that reports a refusal of the kernel."""
    kind, detail, version = kind_of(error), str(error), _version()
    more: dict[str, Any] = {}
    if isinstance(error, UnreadableEntry):
        detail = "An entry of this session cannot be read. The audit says which one."
    elif isinstance(error, ActionIdReused):
        detail, version = f"{error} was used for another request. Use a new id for each request.", None
    elif isinstance(error, NotComputable) and (found := error.misfit) is not None:
        more = {"errors": [{"pointer": found.pointer, "detail": found.message}]}
    return Problem(kind, detail, version=version, **more)


def _rejected(error: Rejected, found: Services) -> Problem:
    """The problem that reports a rejection by rules outside of an action, such as when a session opens."""
    prefix = error.rule.partition("-")[0]
    game = next((game for game in found.games.values() if game.prefix == prefix), None)
    return RuleRefused(error, game, _version())


def _stale(error: Stale, found: Services) -> Problem:
    session = error.session
    _, principal = enter(session.id, fresh=False)
    wanted = parts(request.args.get("with"))
    return Problem(
        "stale",
        f"The session is at version {session.version}, not {error.expected}.",
        headers={"ETag": f'"{tag_of(session)}"'},
        version=session.version,
        missed=[
            entry_told(session, entry, wanted, found.chapters)
            for entry in missed(found.handler, session, error.expected, principal)
        ],
    )


def _another_log(error: AnotherLog) -> Problem:
    return Problem(
        "another-log",
        "The log of this session is not the one you know. Perhaps a backup was restored. "
        "Nothing was recorded. Read the table again, then decide what to record.",
        headers={"ETag": f'"{tag_of(error.session)}"'},
        version=error.session.version,
    )


def _unavailable(what: str, error: Exception) -> Problem:
    LOG.error("%s cannot be reached", what, exc_info=error)
    detail = f"{what.capitalize()} cannot be reached. Send the request again with the same action_id."
    return Problem("unavailable", detail, headers={"Retry-After": "1"})


def _unexpected(error: Exception) -> Problem:
    LOG.error("unexpected", exc_info=error)
    detail = "An unexpected error occurred. The service's log contains the id of this request."
    return Problem("internal", detail)


def _of_http_exception(error: HTTPException) -> Problem:
    """The problem of an error that the framework raised by itself."""
    code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if code == HTTPStatus.NOT_FOUND:
        if request.path.startswith("/v1"):
            return not_found("There is nothing at this address. GET /v1 lists the addresses.")
        return not_found("There is no page at this address.")
    kind = HTTP_KINDS.get(code, "internal" if code >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad-request")
    allowed = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    return Problem(kind, KINDS[kind][1] + ".", headers=headers)
