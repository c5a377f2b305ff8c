"""The real web process over SQLite, started, killed and started again."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from service.processes.web import web_command
from tests.support.ports import held_port

STARTING_SECONDS = 120
ANSWERING_SECONDS = 60
"""A busy machine is no fault of the service."""

UNLIMITED = ("OPENINGS_PER_MINUTE", "OPENINGS_PER_DAY", "STORED_BYTES_PER_DAY", "BYTES_PER_MINUTE")


class Server:
    """One web process on a port of its own."""

    def __init__(self, home: Path, **variables: str) -> None:
        self.home = home
        unlimited = {f"TABLELOG_{what}": "0" for what in UNLIMITED}
        self.variables = {"TABLELOG_LOG_LEVEL": "ERROR", "TABLELOG_HOME": str(home)} | unlimited | variables
        self._held = ExitStack()
        self.port = self._held.enter_context(held_port())
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        self.process = subprocess.Popen(
            web_command("127.0.0.1", self.port, server=self.variables.get("TABLELOG_SERVER", "granian")),
            env=kept | self.variables,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if self.request("GET", "/readyz")[0] == 200:
                    return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """SIGKILL to all of it: under gunicorn a master and its workers form one process group."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        self._held.close()

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERING_SECONDS)

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and JSON of one request on a connection of its own."""
        connection = self.connection()
        try:
            return send(connection, method, path, body, headers)
        finally:
            connection.close()


def send(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, Any]:
    """Status and JSON of one request on this connection."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json"} if data is not None else {}
    connection.request(method, path, data, sent | (headers or {}))
    answer = connection.getresponse()
    text = answer.read()
    return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text


def events(answer: Iterable[bytes]) -> Iterator[tuple[int, str, Any]]:
    """Version, name and data of each event of a stream, for as long as it lasts."""
    number, name = 0, ""
    for raw in answer:
        line = raw.decode().rstrip("\n")
        field, _, value = line.partition(": ")
        if field == "id":
            number = int(value.partition("-")[0])
        elif field == "event":
            name = value
        elif field == "data":
            yield number, name, json.loads(value)
