"""A small client of our own API, for the commands that work over HTTP."""

from __future__ import annotations

import http.client
import os
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import click
import msgspec

from domain.kernel.messages import Json
from service.sessions.opening_token import FaultyOpeningToken, opening_token_of
from service.support.network import https_to_own
from workers.settings import chosen_home, given_opening_token

DEFAULT_PORT = 8720
TIMEOUT_SECONDS = 30
ATTEMPTS = 4
"""Every request carries its own id, so that sending it again is harmless."""

PAUSE_SECONDS = 0.3
LONGEST_PAUSE_SECONDS = 60.0
"""The service counts requests by the minute."""

BUSY = (429, 503)


def default_url() -> str:
    """Where `tablelog up` listens in this environment."""
    scheme = "https" if os.environ.get("TABLELOG_CERTIFICATE") else "http"
    return f"{scheme}://127.0.0.1:{os.environ.get('TABLELOG_PORT') or DEFAULT_PORT}"


def opening_token_for(url: str) -> str | None:
    """What opens sessions of this service: from the environment, else what is kept here."""
    if given := given_opening_token([]):
        return given
    try:
        return opening_token_of(chosen_home()) if url == default_url() else None
    except (FaultyOpeningToken, OSError):
        return None


class ApiResponse(msgspec.Struct, frozen=True):
    """Status and body of an answer, and the version in its ETag."""

    status: int
    body: Json
    version: str | None


class RequestRefused(click.ClickException):
    """The service refused a request: the problem that it answered with."""

    def __init__(self, status: int, problem: Mapping[str, Json]) -> None:
        self.status = status
        self.problem = problem
        rule = f"{problem['rule']}: " if problem.get("rule") else ""
        errors = "".join(
            f"\n  {error.get('pointer', '')}: {error.get('detail', '')}"
            for error in problem.get("errors", ())
        )
        detail = problem.get("detail") or problem.get("title") or "no reason given"
        super().__init__(f"{status} {rule}{detail}{errors}")


class Api:
    """One connection to the service."""

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise click.ClickException(f"{url} is not a valid service address.")
        self.url = url
        self.token = token
        self._base = parts.path.rstrip("/")
        self._connection: http.client.HTTPConnection
        if parts.scheme == "https":
            self._connection = http.client.HTTPSConnection(
                parts.hostname, parts.port, timeout=TIMEOUT_SECONDS, context=https_to_own(chosen_home())
            )
        else:
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT_SECONDS)

    def get(self, path: str, **query: Json) -> ApiResponse:
        """Raises `RequestRefused`, and `click.ClickException` if the service does not answer."""
        asked = f"?{urlencode(query)}" if query else ""
        return self._ask("GET", path + asked, None, {})

    def post(self, path: str, body: Json, **headers: str) -> ApiResponse:
        """Send a body that may be sent again: it, or a header, carries the request's id."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("POST", path, msgspec.json.encode(body), named)

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> ApiResponse:
        sent = {"Accept": "application/json", **headers}
        if body is not None:
            sent["Content-Type"] = "application/json"
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        trouble: Any = None
        pause = 0.0
        for attempt in range(ATTEMPTS):
            time.sleep(pause)
            pause = PAUSE_SECONDS * (attempt + 1)
            try:
                self._connection.request(method, self._base + path, body, sent)
                answer = self._connection.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                trouble = error
                continue
            if answer.status not in BUSY or attempt == ATTEMPTS - 1:
                return _understood(answer.status, data, answer.getheader("ETag"))
            asked_to_wait = answer.getheader("Retry-After") or ""
            if asked_to_wait.isdecimal():
                pause = min(float(asked_to_wait), LONGEST_PAUSE_SECONDS)
        raise click.ClickException(
            f"No answer from {self.url} ({trouble}). Start Tablelog with `tablelog up`."
        )


def _understood(status: int, data: bytes, tag: str | None) -> ApiResponse:
    try:
        body = msgspec.json.decode(data) if data else None
    except msgspec.DecodeError:
        body = {"detail": data[:200].decode("utf-8", "replace")}
    if status >= 400:
        raise RequestRefused(status, body if isinstance(body, dict) else {})
    return ApiResponse(status, body, tag)
