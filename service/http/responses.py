"""Responses, and the preconditions `If-Match` and `If-None-Match` that they depend on."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Response, request
from msgspec.structs import replace

from domain.kernel.engine.views import entry_view
from domain.kernel.messages import PUBLIC, Json, Viewer
from domain.kernel.session import Session, request_hash, stands
from domain.kernel.session.rendering import entry_in_words, naming_of
from replays.findings import ImportedRange, range_with
from service.http.authentication import claim, club_key
from service.problems import Problem, invalid
from service.sessions.chapters import Chapters
from service.sessions.commands import (
    ANY_VERSION,
    CommandHandler,
    Expecting,
    Request,
    WrittenEntry,
)
from service.sessions.opening import UNGUESSABLE
from service.sessions.tokens import Principal

# Conditions: the version that a request means (If-Match) or knows (If-None-Match), and repeated requests.

OF_THE_ASKER = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
"""Headers of an answer that is the principal's alone."""

LINEAGE_DIGITS = 12
"""The number of digits of an entry's digest that name its log."""
ONE_VERSION = re.compile(r'(?:W/)?"([0-9]{1,15})(?:-([0-9a-f]{12}))?(?:-[0-9]{1,9})?"')
"""A version, the beginning of its digest, and how often people and keeping have changed since the opening."""
REVISION = re.compile(r'(?:(?:W/)?"(?=.*"$))?([0-9]{1,9})"?')
EVENT_ID = re.compile(r"([0-9]{1,15})(?:-([0-9a-f]{12}))?")
KEY = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
SECRET_KEY = re.compile(rf"[A-Za-z0-9_.:-]{{{UNGUESSABLE},64}}")
DERIVED = uuid.UUID("b0a6cf7e-6f0e-5d3c-9a43-1c1f3a0f7d57")
"""Namespace of the ids that the items of a list get from the list's own."""


def version_tag(number: int, digest: str) -> str:
    """What names a version of one log: of another log, with another history, the same number has another.

    Digests are shown to everybody who may look, so the tag tells nothing new.
    """
    return f"{number}-{digest[:LINEAGE_DIGITS]}"


def tag_of(session: Session) -> str:
    """What names the session's last entry."""
    return version_tag(session.version, session.position.digest)


def expecting() -> Expecting:
    """What If-Match says. Raises `Problem` without one, or for one that cannot be read."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem(
            "precondition-required", "Send If-Match with the ETag of the version that you know, or with *."
        )
    if header.strip() == "*":
        return ANY_VERSION
    found = ONE_VERSION.fullmatch(header.strip())
    if found is None:
        detail = 'If-Match must be one ETag of the session ("7-1a2b3c4d5e6f"), one version ("7"), or *.'
        raise Problem("malformed-header", detail)
    return Expecting(int(found[1]), found[2], after_notes=True)


def expected_revision() -> int | None:
    """The revision of a draft that If-Match says; None: any. Raises `Problem` without one."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem(
            "precondition-required", "Send If-Match with the revision of the draft that you know, or with *."
        )
    if header.strip() == "*":
        return None
    found = REVISION.fullmatch(header.strip())
    if found is None:
        raise Problem("malformed-header", 'If-Match must be one revision of the draft ("7"), or *.')
    return int(found[1])


def has_already(tag: str) -> Response | None:
    """The 304 of a principal who has what this tag names."""
    return unchanged(tag, OF_THE_ASKER)


def unchanged(tag: str, headers: Mapping[str, str]) -> Response | None:
    """The 304 of a principal who has what this tag names.

    It has the tag as it was sent (weak, for what came compressed): so a cache finds what it has kept.
    """
    for given in request.headers.get("If-None-Match", "").split(","):
        if given.strip().removeprefix("W/") == f'"{tag}"':
            return Response(status=304, headers={"ETag": given.strip(), **headers})
    return None


def request_of(body: dict[str, Json], kind: str, by: list[str] | None = None) -> Request:
    """How the log recognizes this request when it comes again.

    by: who sends it; None: the holder of the session's token.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise Problem("malformed-header", "Idempotency-Key must be 1 to 64 letters, digits, `_ . : -`.")
    named = body.get("action_id")
    if key is not None and named is not None and key != named:
        raise invalid([("/action_id", "Must equal the Idempotency-Key.")])
    said = {name: value for name, value in body.items() if name != "action_id"}
    author = _author() if by is None else by
    return Request(named if named is not None else key, request_hash([kind, author, said]))


def secret_key() -> str | None:
    """The `Idempotency-Key` of a request whose answer holds secrets; None without one.

    Raises `Problem` for a key that is short enough to be guessed.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not SECRET_KEY.fullmatch(key):
        detail = f"Here Idempotency-Key must be {UNGUESSABLE} to 64 letters, digits, `_ . : -`: "
        raise Problem("malformed-header", detail + "the answer contains secrets. Use a random UUID.")
    return key


def import_request(digest: str) -> str:
    """How an import is recognized when it comes again: by the SHA-256 of its bytes, and who sent them."""
    return request_hash(["import", _author(), digest])


def _author() -> list[str | None]:
    """Part of what is asked: the same words from somebody else are another request."""
    made = claim()
    if made is not None:
        return [made.role, made.seat]
    held = club_key()
    return [None, None] if held is None else [f"{held.club} {held.key.holder}", None]


def requests_of_list(bodies: list[dict[str, Json]], kind: str) -> list[Request]:
    """The same for every item of a list.

    With an Idempotency-Key the list is one request: its first item has the key itself for an id, so that
    the key is known, the others have ids that follow from it.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        requests = [request_of(body, kind) for body in bodies]
        named = [made.action_id for made in requests if made.action_id is not None]
        if len(set(named)) < len(named):
            raise invalid([("", "Two actions in the list have the same action_id.")])
        return requests
    if not KEY.fullmatch(key):
        raise Problem("malformed-header", "Idempotency-Key must be 1 to 64 letters, digits, `_ . : -`.")
    if any(body.get("action_id") is not None for body in bodies):
        raise invalid(
            [("/0/action_id", "Send either an Idempotency-Key or an action_id for each action, not both.")]
        )
    whole = request_hash([kind, _author(), bodies])
    ids = [key, *(str(uuid.uuid5(DERIVED, f"{key}/{place}")) for place in range(1, len(bodies)))]
    return [Request(name, request_hash([whole, place])) for place, name in enumerate(ids)]


# Responses: entries as the principal may see them, JSON, entity tags.

MOST_MISSED = 200
TAG_BYTES = 16
FOR_EVERYBODY = {"Cache-Control": "no-cache"}
"""Headers of an answer that is the same for all who ask, until Tablelog itself is another."""


OF_TOKENS = {"Cache-Control": "private, no-store, no-transform", "Vary": "Authorization"}
"""Headers of an answer that tells tokens."""


def parts(asked: str | None) -> frozenset[str]:
    """The parts that a `with` names."""
    return frozenset() if asked is None else frozenset(asked.split(","))


def entry_told(
    session: Session,
    shown: dict[str, Json],
    wanted: frozenset[str],
    chapters: Chapters | None = None,
    everybodys: dict[str, Json] | None = None,
) -> dict[str, Json]:
    """An entry as it is shown, with its words where they are wanted; and with chapters, its heading.

    everybodys: the entry as everybody may see it, if the words must say whether they are secret.
    """
    if "words" not in wanted:
        return shown
    words = entry_in_words(session.game, shown, naming_of(session))
    if chapters is not None:
        words = replace(words, under=chapters.of(session, shown["number"]))
    if everybodys is not None:
        public = entry_in_words(session.game, everybodys, naming_of(session))
        words = replace(words, secret=(words.says, words.effects) != (public.says, public.effects))
    return shown | {"words": msgspec.to_builtins(words)}


def shown(session: Session, written: WrittenEntry, principal: Principal, state: Any) -> dict[str, Json]:
    """An entry for the principal, with its digest."""
    return entry_view(session.game, written.entry, principal.viewer, state) | {"digest": written.digest}


def shown_live(session: Session, written: WrittenEntry, principal: Principal) -> dict[str, Json]:
    """An entry for the principal, and whether it has not been taken back."""
    live = stands(session.position, written.entry)
    return shown(session, written, principal, session.state) | {"live": live}


def everybodys_view(
    session: Session, written: WrittenEntry, principal: Principal, wanted: frozenset[str], state: Any
) -> dict[str, Json] | None:
    """The entry as everybody may see it, for the words of a seat; None for others, who have no hand.

    state: the game as it is after the entry, or later.
    """
    if "words" not in wanted or principal.seat is None or principal.viewer.sees_all:
        return None
    return entry_view(session.game, written.entry, PUBLIC, state)


def shown_as(
    session: Session, written: WrittenEntry, viewer: Viewer, principal: Principal
) -> dict[str, Json]:
    """An entry as this viewer saw it before the game was finished, and whether it is still live.

    Members that no game reveals must be visible to the principal as well.
    """
    live = stands(session.position, written.entry)
    shown = entry_view(session.game, written.entry, viewer, None, principal.viewer)
    return shown | {"digest": written.digest, "live": live}


def with_import(shown: dict[str, Json], ranges: Iterable[ImportedRange]) -> dict[str, Json]:
    """An entry as it is shown, and who imported it when, if it came from a file."""
    came = range_with(ranges, shown["number"])
    return shown if came is None else shown | {"imported": {"by": came.by, "at": came.at}}


def missed(handler: CommandHandler, session: Session, after: int, principal: Principal) -> list[Json]:
    """The entries that the principal has missed since that version, up to `MOST_MISSED`."""
    first = min(after, session.version) + 1
    return [
        shown_live(session, written, principal)
        for written in handler.written(session, first, min(session.version, first + MOST_MISSED - 1))
    ]


def tagged(body: Json, tag: str, status: int = 200) -> Response:
    """A JSON answer with this ETag."""
    headers = {"ETag": f'"{tag}"', **OF_THE_ASKER}
    return Response(msgspec.json.encode(body), status, headers, content_type="application/json")


def answered_with_tokens(body: Json) -> Response:
    """The JSON answer that tells tokens: nobody keeps it, and nobody compresses it, proxies included."""
    return Response(msgspec.json.encode(body), 201, OF_TOKENS, content_type="application/json")


def tagged_by_content(body: Json, headers: Mapping[str, str]) -> Response:
    """A JSON answer whose ETag is the hash of its bytes, and so tells no more than they do; or its 304."""
    data = msgspec.json.encode(body)
    tag = content_tag(data)
    if (same := unchanged(tag, headers)) is not None:
        return same
    return Response(data, 200, {"ETag": f'"{tag}"', **headers}, content_type="application/json")


def content_tag(data: bytes) -> str:
    """The hash of an answer's bytes."""
    return hashlib.blake2b(data, digest_size=TAG_BYTES).hexdigest()


def answered(body: Json, status: int = 200) -> Response:
    """A JSON answer without a version."""
    return Response(msgspec.json.encode(body), status, content_type="application/json")
