"""Bodies of requests, read on the loop before anybody works for them: bounded in size and in time.

What is long lies in a temporary file, so that many slow senders cost little memory, and none a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

from service.problems import Problem

Receive = Callable[[], Awaitable[Mapping[str, Any]]]

PATIENCE_SECONDS = 20.0
SLOWEST_BYTES_A_SECOND = 16 * 1024
"""After its first seconds a body must have come at this pace at least."""


class Gone(Exception):
    """The client has gone away before its body was whole, or sent what cannot be read."""


async def read_body(receive: Receive, body: IO[bytes], environ: dict[str, Any], most: int) -> Problem | None:
    """Write the body into this file, and go back to its start. Returns why it is no body.

    One that is longer than `most` is not read to its end: the application says so, by the length that it is
    told. One that ends before its length is given as far as it came, which the application tells as well.
    """
    given = environ.get("CONTENT_LENGTH")
    in_chunks = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
    if not in_chunks and (given is None or int(given) > most):
        return None
    fault = None
    try:
        await _receive(receive, body, most, None if in_chunks else int(given or 0))
    except TimeoutError:
        fault = Problem(
            "too-slow",
            "The body arrived too slowly. Send it again, in smaller parts if your connection is slow.",
        )
    except Gone:
        if in_chunks:
            fault = Problem("bad-request", "The chunks of the body cannot be read. Send it again, whole.")
    if in_chunks:
        environ["CONTENT_LENGTH"] = str(body.tell())
    body.seek(0)
    return fault


async def _receive(receive: Receive, body: IO[bytes], most: int, told: int | None) -> None:
    """`told`: the length, where it is known: then nobody waits for the server to say that this was all."""
    loop = asyncio.get_running_loop()
    began, length = loop.time(), 0
    async with asyncio.timeout(PATIENCE_SECONDS) as patience:
        while length <= most:
            message = await receive()
            if message["type"] != "http.request":
                raise Gone
            length += body.write(message.get("body", b""))
            if not message.get("more_body") or length == told:
                return
            patience.reschedule(began + PATIENCE_SECONDS + length / SLOWEST_BYTES_A_SECOND)
