"""Problems: every refusal of the service, as RFC 9457 problem JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from replays.expired import Expired

PROBLEM_JSON = "application/problem+json"

KINDS: Mapping[str, tuple[int, str]] = {
    "malformed-json": (400, "The body is not the JSON that this service reads"),
    "malformed-header": (400, "A header cannot be understood"),
    "bad-request": (400, "The request cannot be understood"),
    "bad-token": (401, "The token is wrong, revoked or not given"),
    "not-allowed": (403, "This token may not do that"),
    "another-seat": (403, "A seat acts for itself alone"),
    "not-found": (404, "There is nothing here for you"),
    "method-not-allowed": (405, "This address knows other methods"),
    "not-acceptable": (406, "None of the accepted media types is served here"),
    "too-slow": (408, "The body came too slowly"),
    "rule": (409, "The rules refuse it"),
    "outcome-declared": (409, "The outcomes of this session are drawn"),
    "seat-taken": (409, "Somebody sits there already"),
    "session-closed": (409, "The session is closed"),
    "not-live": (409, "There is no such earlier entry"),
    "not-computable": (409, "The facts do not fit the table as it stands"),
    "not-finished": (409, "The game is not finished"),
    "unreadable-entry": (409, "The table is not known past an entry that cannot be read"),
    "table-not-playable": (409, "The corrected table cannot be played by the rules"),
    "secret-elsewhere": (409, "The secret of this session's draws is not kept here"),
    "busy": (409, "Others keep recording in this session"),
    "quota": (409, "A quota is full"),
    "expired": (410, "The session has expired"),
    "stale": (412, "The session has moved on"),
    "too-large": (413, "The body is too large"),
    "media-type": (415, "The body has another media type than this address reads"),
    "invalid": (422, "The request has the wrong shape"),
    "unknown-game": (422, "No such game is known here"),
    "unknown-component-set": (422, "No such component set is known here"),
    "invalid-component-set": (422, "The document is not a valid component set"),
    "invalid-drawing": (422, "The document is not a valid drawing"),
    "invalid-file": (422, "The file is not a sound portable session"),
    "must-be-last": (422, "This action must be the last of its list"),
    "action-id-reused": (422, "The same id came with another request"),
    "unusable-filter": (422, "That filter cannot be used here"),
    "precondition-required": (428, "Say which version you mean"),
    "too-many-requests": (429, "Too many requests"),
    "internal": (500, "Something is wrong in the service"),
    "damaged-log": (503, "The log of this session is damaged"),
    "unavailable": (503, "The service cannot do this at the moment"),
}
"""Problem type → status and title. The type is the stable part that clients branch on."""


class Problem(Exception):
    """An answer that is no success. `members` are added to the problem's own."""

    def __init__(
        self, kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status, self.title = KINDS[kind]
        self.detail = detail
        self.members = members
        self.headers = dict(headers or {})

    def body(self, instance: str) -> dict[str, Any]:
        """The problem's JSON object."""
        return {
            "type": f"/problems/{self.kind}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
            "help": f"/docs#{self.kind}",
            **{name: value for name, value in self.members.items() if value is not None},
        }

    def response(self) -> Response:
        """The HTTP answer."""
        answer = Response(
            msgspec.json.encode(self.body(request.path)), self.status, content_type=PROBLEM_JSON
        )
        answer.headers.update(self.headers)
        if self.status == HTTPStatus.UNAUTHORIZED:
            answer.headers["WWW-Authenticate"] = "Bearer"
        return answer


def invalid(errors: Sequence[tuple[str, str]]) -> Problem:
    """The wrong shape: (JSON pointer or parameter name, what is wrong there) for each fault."""
    shown = [{"pointer": pointer, "detail": detail} for pointer, detail in errors]
    first = f"{errors[0][0] or 'the body'}: {errors[0][1]}"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return Problem("invalid", first + more, errors=shown)


def shape_problem(error: ValidationError) -> Problem:
    """The problem of a marshmallow error."""
    return invalid(list(flattened(error.normalized_messages(), "")))  # type: ignore[no-untyped-call]


def flattened(messages: Any, pointer: str) -> Sequence[tuple[str, str]]:
    """marshmallow's nested messages as JSON pointers."""
    if isinstance(messages, Mapping):
        found: list[tuple[str, str]] = []
        for key, below in messages.items():
            step = "" if key == "_schema" else "/" + str(key).replace("~", "~0").replace("/", "~1")
            found += flattened(below, pointer + step)
        return found
    if isinstance(messages, list):
        return [entry for message in messages for entry in flattened(message, pointer)]
    return [(pointer, str(messages))]


HTTP_KINDS = {
    400: "bad-request",
    401: "bad-token",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "media-type",
    429: "too-many-requests",
    503: "unavailable",
}


def of_http_exception(error: HTTPException) -> Problem:
    """The problem of an error that the framework raised by itself."""
    code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if code == HTTPStatus.NOT_FOUND:
        return not_found()
    kind = HTTP_KINDS.get(code, "internal" if code >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad-request")
    allowed = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    return Problem(kind, KINDS[kind][1] + ".", headers=headers)


def expired_problem(gone: Expired) -> Problem:
    """The session went: when, why, and what it was."""
    return Problem(
        "expired",
        f"{gone.reason} It cannot be opened again. Forks and exported files of it stay, and so do backups "
        "that were made before.",
        session=gone.session,
        game=gone.game,
        entries=gone.entries,
        digest=gone.digest,
        last_entry_at=gone.last_entry_at,
        expired_at=gone.expired_at,
    )


def not_found() -> Problem:
    """One and the same answer for what is not there and for what the asker may not know of."""
    return Problem("not-found", "There is nothing here, or nothing that you may see.")
