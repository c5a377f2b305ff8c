"""Responses: entries as the principal may see them, JSON, entity tags."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Response

from domain.kernel.messages import Json, Viewer
from domain.kernel.session import Session, stands
from domain.kernel.telling import entry_in_words, naming_of
from domain.kernel.views import entry_view
from replays.imported_range import ImportedRange, range_with
from service.http.preconditions import OF_THE_ASKER, unchanged
from service.sessions.commands import CommandHandler, WrittenEntry
from service.sessions.tokens import Principal

MOST_MISSED = 200
TAG_BYTES = 16
FOR_EVERYBODY = {"Cache-Control": "no-cache"}
"""Headers of an answer that is the same for all who ask, until Tablelog itself is another."""


OF_TOKENS = {"Cache-Control": "private, no-store, no-transform", "Vary": "Authorization"}
"""Headers of an answer that tells tokens."""


def parts(asked: str | None) -> frozenset[str]:
    """What a `with` names."""
    return frozenset() if asked is None else frozenset(asked.split(","))


def entry_told(session: Session, shown: dict[str, Json], wanted: frozenset[str]) -> dict[str, Json]:
    """An entry as it is shown, with its words where they are wanted."""
    if "words" not in wanted:
        return shown
    words = entry_in_words(session.game, shown, naming_of(session))
    return shown | {"words": msgspec.to_builtins(words)}


def shown(session: Session, written: WrittenEntry, principal: Principal, state: Any) -> dict[str, Json]:
    """An entry for the principal, with its digest."""
    return entry_view(session.game, written.entry, principal.viewer, state) | {"digest": written.digest}


def shown_live(session: Session, written: WrittenEntry, principal: Principal) -> dict[str, Json]:
    """An entry for the principal, and whether it has not been taken back."""
    live = stands(session.position, written.entry)
    return shown(session, written, principal, session.state) | {"live": live}


def shown_as(
    session: Session, written: WrittenEntry, viewer: Viewer, principal: Principal
) -> dict[str, Json]:
    """An entry as this viewer saw it before the game was finished, and whether it is still live.

    What no game opens has to be for its principal as well.
    """
    live = stands(session.position, written.entry)
    shown = entry_view(session.game, written.entry, viewer, None, principal.viewer)
    return shown | {"digest": written.digest, "live": live}


def with_import(shown: dict[str, Json], ranges: Iterable[ImportedRange]) -> dict[str, Json]:
    """An entry as it is shown, and who imported it when, if it came from a file."""
    came = range_with(ranges, shown["number"])
    return shown if came is None else shown | {"imported": {"by": came.by, "at": came.at}}


def missed(handler: CommandHandler, session: Session, after: int, principal: Principal) -> list[Json]:
    """What the principal has missed since that version, as far as it is shown at once."""
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
