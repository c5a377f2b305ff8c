"""Scribes who record complete games over HTTP, never give an action up, and remember what they were told."""

from __future__ import annotations

import http.client
import json
import threading
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.support.long.campaign import ROOT
from tests.support.service.server import send

LONGEST_PAUSE_SECONDS = 0.2
"""Between two actions of one scribe."""

RETRY_SECONDS = 0.1
ANSWER_SECONDS = 20
TRY_AGAIN = (429, 503)


class Told(NamedTuple):
    """An entry that the service has answered for."""

    number: int
    digest: str


class Unexpected(Exception):
    """An answer that no retry will better."""


class Scribe(threading.Thread):
    """One after another of the recorded games, each in a session of its own.

    told: what was answered, by session. tokens: the scribe's, by session.
    retries: how often a request was sent again with its own id.
    """

    def __init__(self, port: int, random: Random, games: Sequence[Path], done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        self.random, self.games, self.done = random, games, done
        self.told: dict[str, list[Told]] = {}
        self.tokens: dict[str, str] = {}
        self.retries = self.finished = 0
        self.trouble: str | None = None

    @property
    def answers(self) -> int:
        return sum(len(told) for told in list(self.told.values()))

    def run(self) -> None:
        try:
            while not self.done.is_set():
                self._record(self.random.choice(self.games))
        except Exception as error:
            self.trouble = f"a scribe gave up: {error!r}"
        finally:
            self.connection.close()

    def _record(self, game: Path) -> None:
        opening, *actions = map(json.loads, game.read_text().splitlines())
        opened = self._ask("/v1/sessions", {"component_set": "demo", **opening}, _headers())
        session = opened["session"]["id"]
        self.tokens[session] = opened["tokens"]["scribe"]
        told = self.told[session] = [Told(1, opened["session"]["digest"])]
        here, token = f"/v1/sessions/{session}", self.tokens[session]
        for action in actions:
            if self.done.is_set():
                return
            told.append(self._act(f"{here}/actions", action, token))
            time.sleep(self.random.uniform(0, LONGEST_PAUSE_SECONDS))
        told.append(self._act(f"{here}/close", {}, token))
        self.finished += 1

    def _act(self, path: str, body: Any, token: str) -> Told:
        answer = self._ask(path, body, _headers(token))
        return Told(answer["version"], answer["entry"]["digest"])

    def _ask(self, path: str, body: Any, headers: dict[str, str]) -> Any:
        """Send until it is answered. Raises `Unexpected`."""
        while True:
            try:
                status, answer = send(self.connection, "POST", path, body, headers)
            except (OSError, http.client.HTTPException):
                self.connection.close()
            else:
                if status == 201:
                    return answer
                if status not in TRY_AGAIN:
                    raise Unexpected(f"{status} at {path}: {answer}")
            self.retries += 1
            time.sleep(RETRY_SECONDS)


def _headers(token: str | None = None) -> dict[str, str]:
    """A request of its own id: sent again, it is the same request."""
    sent = {"Idempotency-Key": str(uuid.uuid4())}
    return sent if token is None else sent | {"Authorization": f"Bearer {token}", "If-Match": "*"}


def recorded_games() -> list[Path]:
    """All of the library."""
    return sorted((ROOT / "replays" / "recorded_games").glob("*/*.jsonl"))
