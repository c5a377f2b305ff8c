"""A receiver of webhooks on this machine, which keeps what it is sent and answers as it is told."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Taken(NamedTuple):
    """A request as it came. headers: by their names in lower case."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The delivery's."""
        return self.headers["webhook-id"]

    @property
    def told(self) -> dict[str, Any]:
        """What it says."""
        told: dict[str, Any] = json.loads(self.body)
        return told

    @property
    def entries(self) -> tuple[int, int]:
        """The first and the last entry that it tells of."""
        return self.told["from"], self.told["to"]

    def is_signed_with(self, secret: str) -> bool:
        """Whether the signature is right, computed as the standard's text says it, with none of our code."""
        key = base64.b64decode(secret.removeprefix("whsec_"))
        text = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        signed = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
        return self.headers["webhook-signature"] == f"v1,{signed}"


class Receiver(ThreadingHTTPServer):
    """Answers with each of `answers`, the last of them for ever; keeps all requests in `taken`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.taken: list[Taken] = []
        self.answers = [204]
        self.headers: dict[str, str] = {}
        self.body = b""
        self.scheme = "http"

    @property
    def url(self) -> str:
        """Where it is."""
        return f"{self.scheme}://127.0.0.1:{self.server_port}/hook?to=us"

    def handle_error(self, *_: Any) -> None:
        """Say nothing: who sends to it reads no long answers to their end."""


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers["content-length"]))
        receiver = self.server
        receiver.taken.append(Taken(self.path, headers, body))
        status = receiver.answers.pop(0) if len(receiver.answers) > 1 else receiver.answers[0]
        self.send_response(status)
        for name, value in receiver.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(receiver.body) if status != 204 else 0))
        self.end_headers()
        if status != 204:
            self.wfile.write(receiver.body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def receiving(certificate: tuple[str, str] | None = None) -> Iterator[Receiver]:
    """A receiver. certificate: the files of certificate and key of one that speaks TLS."""
    with Receiver() as receiver:
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            receiver.socket = context.wrap_socket(receiver.socket, server_side=True)
            receiver.scheme = "https"
        thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()
