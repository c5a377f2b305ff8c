"""Responses: entries as the asker may see them, JSON, entity tags."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from domain.kernel.messages import Json, Viewer
from domain.kernel.session import Session, is_live
from domain.kernel.views import entry_view
from service.http.preconditions import OF_THE_ASKER, unchanged
from service.sessions.recorder import Recorder, Written
from service.sessions.tokens import Asker

MOST_MISSED = 200
TAG_BYTES = 16
FOR_EVERYBODY = {"Cache-Control": "no-cache"}
"""Headers of an answer that is the same for all who ask, until Tablelog itself is another."""


OF_TOKENS = {"Cache-Control": "private, no-store, no-transform", "Vary": "Authorization"}
"""Headers of an answer that tells tokens."""


def shown(session: Session, written: Written, asker: Asker, state: Any) -> dict[str, Json]:
    """An entry for the asker, with its digest."""
    return entry_view(session.game, written.entry, asker.viewer, state) | {"digest": written.digest}


def shown_live(session: Session, written: Written, asker: Asker) -> dict[str, Json]:
    """An entry for the asker, and whether it is still on the live line."""
    live = is_live(session.position.live, written.entry.number)
    return shown(session, written, asker, session.state) | {"live": live}


def shown_as(session: Session, written: Written, viewer: Viewer, asker: Asker) -> dict[str, Json]:
    """An entry as this viewer saw it before the game was finished, and whether it is still live.

    What no game opens has to be for its asker as well.
    """
    live = is_live(session.position.live, written.entry.number)
    shown = entry_view(session.game, written.entry, viewer, None, asker.viewer)
    return shown | {"digest": written.digest, "live": live}


def missed(recorder: Recorder, session: Session, after: int, asker: Asker) -> list[Json]:
    """What the asker has missed since that version, as far as it is shown at once."""
    first = min(after, session.version) + 1
    return [
        shown_live(session, written, asker)
        for written in recorder.written(session, first, min(session.version, first + MOST_MISSED - 1))
    ]


def tagged(body: Json, version: int | str, status: int = 200) -> Response:
    """A JSON answer whose ETag is the version."""
    headers = {"ETag": f'"{version}"', **OF_THE_ASKER}
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
