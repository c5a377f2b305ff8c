"""Answers: what the application makes of a request on a thread of the pool, and how it is sent from the loop.

No thread waits for a reader: an answer is made whole, a long one into a temporary file, and then sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from service.api.stream import TAKES_STREAMS, Feed

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Send = Callable[[Mapping[str, Any]], Awaitable[None]]

IN_MEMORY = 1024 * 1024
PIECE = 256 * 1024
READING_SECONDS = 60.0
"""A reader who takes no piece for so long has gone."""
BODILESS = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})


class ServerResponse(NamedTuple):
    """A response to send. subscriber: the stream that follows the head; `close` is called when it is over."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | IO[bytes]
    subscriber: Feed | None
    close: Callable[[], None]


def answer_to(application: WSGIApplication, environ: dict[str, Any]) -> ServerResponse:
    """Have the application answer: on a thread that may wait."""
    head: list[Any] = []
    streams: list[Feed] = []

    def start(status: str, headers: list[tuple[str, str]], error: object = None, /) -> Any:
        head[:] = [int(status.split(" ", 1)[0]), headers]

    environ[TAKES_STREAMS] = streams.append
    pieces = application(environ, start)
    close: Callable[[], None] = getattr(pieces, "close", _nothing)
    try:
        body = b"" if streams else _whole(pieces)
    except BaseException:
        close()
        raise
    if not streams:
        close()
        close = _nothing
    status, headers = head
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return ServerResponse(status, encoded, body, streams[0] if streams else None, close)


async def send_answer(answer: ServerResponse, send: Send, *, head_alone: bool) -> None:
    """Send an answer that is not a stream. It always has its length, so that a part never passes for all."""
    body = answer.body
    length = len(body) if isinstance(body, bytes) else body.tell()
    headers = answer.headers
    if answer.status not in BODILESS and not head_alone and not _names(headers, b"content-length"):
        headers = [*headers, (b"content-length", b"%d" % length)]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if isinstance(body, bytes):
        await send({"type": "http.response.body", "body": b"" if head_alone else body})
        return
    with body:
        body.seek(0)
        left = 0 if head_alone else length
        while left:
            piece = body.read(min(PIECE, left))
            left -= len(piece)
            async with asyncio.timeout(READING_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": left > 0})
        if not length or head_alone:
            await send({"type": "http.response.body", "body": b""})


def _whole(pieces: Iterable[bytes]) -> bytes | IO[bytes]:
    """All of it: as bytes, or in a file that is at its end."""
    kept, length, left = [], 0, iter(pieces)
    for piece in left:
        kept.append(piece)
        length += len(piece)
        if length > IN_MEMORY:
            file = TemporaryFile()  # noqa: SIM115
            file.writelines(chain(kept, left))
            return file
    return b"".join(kept)


def _names(headers: list[tuple[bytes, bytes]], wanted: bytes) -> bool:
    return any(name == wanted for name, _ in headers)


def _nothing() -> None:
    return None
