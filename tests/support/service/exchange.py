"""One request to the server, as an ASGI server hands it over: what the client sends, and what it is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from flask import Flask

from service.server.asgi import AsgiApplication

Message = Mapping[str, Any]
Done = TypeVar("Done")
PATIENCE_SECONDS = 60
JSON = {"Content_Type": "application/json"}
GONE: Message = {"type": "http.disconnect"}


def piece(body: bytes, *, more: bool = True) -> Message:
    """A part of a body as it comes."""
    return {"type": "http.request", "body": body, "more_body": more}


class Exchange:
    """A request. Once its messages are received, the client says nothing more and waits."""

    def __init__(self, method: str, path: str, messages: list[Message] | None = None, **headers: str) -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "http_version": "1.1",
            "raw_path": path.partition("?")[0].encode(),
            "query_string": path.partition("?")[2].encode(),
            "headers": [
                (name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()
            ],
            "client": ("192.0.2.1", "1234"),
            "server": ("192.0.2.2", 8720),
        }
        self.messages = [piece(b"", more=False)] if messages is None else messages
        self.sent: list[Message] = []
        self.received = 0

    async def receive(self) -> Message:
        """What the client sends next."""
        if self.received < len(self.messages):
            self.received += 1
            return self.messages[self.received - 1]
        await asyncio.Event().wait()
        return GONE

    async def send(self, message: Message) -> None:
        """What the client is sent."""
        self.sent.append(message)

    async def through(self, server: AsgiApplication) -> tuple[int, Any]:
        """Have it answered. Returns status and JSON."""
        await server(self.scope, self.receive, self.send)
        return self.status, json.loads(self.body)

    @property
    def status(self) -> int:
        """The status that was sent."""
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        """The headers that were sent."""
        return dict(self.sent[0]["headers"])

    @property
    def body(self) -> bytes:
        """The body that was sent so far."""
        return b"".join(message.get("body", b"") for message in self.sent[1:])


def asked(app: Flask, *exchanges: Exchange) -> list[tuple[int, Any]]:
    """The answers to requests that come at the same time."""

    async def ask() -> list[tuple[int, Any]]:
        server = AsgiApplication(app)
        return await asyncio.gather(*(exchange.through(server) for exchange in exchanges))

    return on_a_loop(ask())


def on_a_loop(work: Coroutine[Any, Any, Done]) -> Done:
    """What the work comes to on an event loop of its own: a browser's may run in this thread already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, PATIENCE_SECONDS)).result()
