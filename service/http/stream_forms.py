"""The forms of a live stream: server-sent events for pages, lines of JSON for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from flask import Request


@dataclass(frozen=True)
class Form:
    """A form: its media type, what a stream begins with so that its headers are sent at once, what is sent in
    silence, and an event with its name, the tag of its version, and its body.
    """

    media: str
    beginning: bytes
    heartbeat: bytes
    frame: Callable[[str, str, object], bytes]


def _event(name: str, version: str, body: object) -> bytes:
    """JSON has no line ends, so the data of an event is one line."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (version.encode(), name.encode(), msgspec.json.encode(body))


def _line(name: str, version: str, body: object) -> bytes:
    number = int(version.partition("-")[0])
    told = {"id": number, "last_event_id": version, "event": name, "data": body}
    return msgspec.json.encode(told) + b"\n"


EVENTS = Form("text/event-stream", b"retry: 1000\n\n", b": \n\n", _event)
LINES = Form("application/x-ndjson", b"\n", b"\n", _line)


def form_for(asked: Request) -> Form:
    """Lines for who would rather have them, events for everybody else."""
    preferred = asked.accept_mimetypes.best_match((EVENTS.media, LINES.media))
    return LINES if preferred == LINES.media else EVENTS
