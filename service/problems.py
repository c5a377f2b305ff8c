"""Problems: every refusal of the service, as RFC 9457 problem JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import ValidationError

from replays.log_storage import Expired

PROBLEM_JSON = "application/problem+json"

KINDS: Mapping[str, tuple[int, str]] = {
    "malformed-json": (400, "The body is not valid JSON"),
    "malformed-header": (400, "A header is not valid"),
    "bad-request": (400, "The request is not valid"),
    "bad-token": (401, "The token is missing, unknown or revoked"),
    "not-allowed": (403, "This token is not allowed to do that"),
    "another-seat": (403, "A seat can act only for itself"),
    "not-found": (404, "Not found"),
    "method-not-allowed": (405, "This address does not accept that method"),
    "not-acceptable": (406, "This address serves none of the accepted media types"),
    "too-slow": (408, "The body arrived too slowly"),
    "rule": (409, "The rules do not allow it"),
    "outcome-declared": (409, "The outcomes of this session are drawn"),
    "seat-taken": (409, "Somebody already plays this seat"),
    "another-person": (409, "Another person of the club has this"),
    "session-closed": (409, "The session is closed"),
    "not-closed": (409, "The session is not closed"),
    "already-so": (409, "The session is like that already"),
    "draws-revealed": (409, "The draws of this session are revealed"),
    "not-live": (409, "There is no such earlier entry"),
    "not-computable": (409, "The facts do not fit the table"),
    "cannot-amend": (409, "The session cannot be read with this component set"),
    "table-stuck": (409, "Play could not continue after this correction"),
    "not-finished": (409, "The game is not finished"),
    "unreadable-entry": (409, "The table is unknown after an entry that cannot be read"),
    "table-not-playable": (409, "The rules cannot continue from the corrected table"),
    "secret-elsewhere": (409, "The secret of this session's draws is stored elsewhere"),
    "part-changed": (409, "The part has changed"),
    "nothing-to-undo": (409, "There is no change to take back"),
    "undo-overlapped": (409, "Somebody has changed the same place since"),
    "edition-published": (409, "A version of the edition is published"),
    "quota": (409, "A storage limit is reached"),
    "expired": (410, "The session has expired"),
    "stale": (412, "The session has moved on"),
    "stale-draft": (412, "The draft has moved on"),
    "another-log": (412, "The log is not the one you know"),
    "too-large": (413, "The body is too large"),
    "media-type": (415, "This address does not accept that media type"),
    "invalid": (422, "The request has the wrong shape"),
    "unknown-game": (422, "There is no such game"),
    "unknown-component-set": (422, "There is no such component set"),
    "invalid-component-set": (422, "The document is not a valid component set"),
    "invalid-picture": (422, "The file is not a picture that is accepted"),
    "invalid-drawing": (422, "The document is not a valid drawing"),
    "invalid-file": (422, "The file is not a valid portable session"),
    "must-be-last": (422, "This action must be the last in its list"),
    "action-id-reused": (422, "This id was used for another request"),
    "unusable-filter": (422, "This filter cannot be used here"),
    "precondition-required": (428, "Say which version you expect"),
    "too-many-requests": (429, "Too many requests"),
    "internal": (500, "Something went wrong in the service"),
    "busy": (503, "Other requests keep coming first"),
    "damaged-log": (503, "The log of this session is damaged"),
    "unavailable": (503, "The service is temporarily unavailable"),
}
"""Problem type → status and title. The type is the stable part that clients branch on."""


class Problem(Exception):
    """An answer other than a success. `members` are added to the problem's own."""

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


def invalid(errors: Sequence[tuple[str, str]]) -> Problem:
    """The wrong shape: (JSON pointer or parameter name, what is wrong there) for each fault."""
    shown = [{"pointer": pointer, "detail": detail} for pointer, detail in errors]
    first = f"{errors[0][0] or 'the body'}: {errors[0][1]}"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return Problem("invalid", first + more, errors=shown)


def misshapen(error: ValidationError) -> Problem:
    """The wrong shape, with every fault that marshmallow found."""
    return invalid(list(_flattened(error.normalized_messages(), "")))  # type: ignore[no-untyped-call]


def _flattened(messages: Any, pointer: str) -> Sequence[tuple[str, str]]:
    """marshmallow's nested messages as JSON pointers."""
    if isinstance(messages, Mapping):
        found: list[tuple[str, str]] = []
        for key, below in messages.items():
            step = "" if key == "_schema" else "/" + str(key).replace("~", "~0").replace("/", "~1")
            found += _flattened(below, pointer + step)
        return found
    if isinstance(messages, list):
        return [entry for message in messages for entry in _flattened(message, pointer)]
    return [(pointer, str(messages))]


def pointed(message: str) -> tuple[str, str]:
    """msgspec's `… - at `$.dice[1]`` as a pointer and a text."""
    text, _, place = message.partition(" - at `$")
    return re.sub(r"[.\[]+", "/", place.rstrip("`").replace("]", "")), text


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


def expired_problem(gone: Expired) -> Problem:
    """The session went: when, why, and what it was."""
    return Problem(
        "expired",
        f"{gone.reason} It cannot be opened again. Its forks, exported files and backups remain.",
        session=gone.session,
        game=gone.game,
        entries=gone.entries,
        digest=gone.digest,
        last_entry_at=gone.last_entry_at,
        expired_at=gone.expired_at,
    )


NO_GAME = "There is no such game. GET /v1/games lists the games."


def not_found(detail: str) -> Problem:
    """Something is missing: the detail says what, and what there is. It must not depend on hidden things."""
    return Problem("not-found", detail)


def no_session() -> Problem:
    """The same answer for a session that does not exist and for one that the caller may not know of."""
    return not_found(
        "There is no such session, or it is private and your token does not open it. "
        "GET /v1/sessions lists the sessions that you can see."
    )


def no_club() -> Problem:
    """The same answer for a club that does not exist and for one that the caller has no key of."""
    return not_found("There is no such club, or your key does not open it.")


def no_person() -> Problem:
    """The club has no such person."""
    return not_found("The club has no such person. GET /v1/clubs/{id}/people lists its people.")


def no_edition() -> Problem:
    """The same answer for an edition that does not exist and for one that the caller may not know of."""
    return not_found("There is no such edition, or your token does not open it.")
