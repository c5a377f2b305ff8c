"""A session on the real server, recorded and followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from tests.service.conftest import recorded
from tests.support.service.server import Server, events

MOST_SILENT_LINES = 1000
"""Heartbeats of minutes: a busy machine is no fault of a stream."""


def spoken(answer: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a stream. One that says nothing more, where more must come or an end, fails the test."""
    silent = 0
    for line in answer:
        silent = silent + 1 if line in (b": \n", b"\n") else 0
        assert silent < MOST_SILENT_LINES, "the stream neither goes on nor ends"
        yield line


class Session:
    """A session on the real server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        opening, *self.actions = recorded("demo-2p-001")
        status, opened = server.request("POST", "/v1/sessions", opening)
        assert status == 201
        self.tokens = opened["tokens"]
        self.url = f"/v1/sessions/{opened['session']['id']}"

    def record(self, count: int) -> None:
        actions, self.actions = self.actions[:count], self.actions[count:]
        headers = {"Authorization": f"Bearer {self.tokens['scribe']}", "If-Match": "*"}
        for action in actions:
            assert self.server.request("POST", self.url + "/actions", action, headers)[0] == 201

    def follow(self, holder: str, last: int | None = None) -> Iterator[tuple[int, str, Any]]:
        connection = self.server.connection()
        answer = self.ask(connection, holder, last)
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert answer.headers["X-Accel-Buffering"] == "no"
        try:
            yield from events(spoken(answer))
        finally:
            connection.close()

    def ask(
        self, connection: HTTPConnection, holder: str, last: int | None = None, **more: str
    ) -> HTTPResponse:
        """The answer to who asks for the stream."""
        headers = {"Authorization": f"Bearer {self.tokens[holder]}"} | more
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        connection.request("GET", self.url + "/stream", headers=headers)
        return connection.getresponse()

    def close(self) -> None:
        """End the session, unfinished."""
        headers = {"Authorization": f"Bearer {self.tokens['scribe']}", "If-Match": "*"}
        assert self.server.request("POST", self.url + "/close", {}, headers)[0] == 201

    def note(self) -> None:
        """Say something about it."""
        headers = {"Authorization": f"Bearer {self.tokens['scribe']}"}
        assert self.server.request("POST", self.url + "/notes", {"text": "Well played."}, headers)[0] == 201
