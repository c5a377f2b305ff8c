"""A service that is asked as its users ask it, over HTTP, and the sessions that it was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.support.service.answers import Answer, answered

LIST = 100
"""Actions sent in one request."""


class Refused(Exception):
    """The service did not do what the story needs."""


@dataclass
class Told:
    """A session of the story, and everybody's tokens."""

    name: str
    id: str
    game: str
    tokens: dict[str, str]
    revoked: dict[str, str] = field(default_factory=dict)
    done: int = 0
    """How many actions of its recorded game stand."""


class Asking:
    """A client of one service."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()
        self.services: Services = app.extensions["tablelog"]
        self.told: list[Told] = []

    def open(self, name: str, opening: Mapping[str, Any], **about: Any) -> Told:
        """A new session of this opening."""
        answer = self.client.post("/v1/sessions", json={**opening, **about})
        return self.keep(name, answer)

    def keep(self, name: str, answer: TestResponse) -> Told:
        """Remember the session that an answer opened."""
        _must_be(answer, 201)
        opened = answered(answer).json
        session = opened["session"]
        told = Told(name, session["id"], session["game"], opened["tokens"])
        self.told.append(told)
        return told

    def get(self, told: Told, path: str = "", holder: str | None = "owner", **headers: str) -> Answer:
        headers = self._headers(told, holder) | headers
        return answered(self.client.get(f"/v1/sessions/{told.id}{path}", headers=headers))

    def try_post(
        self, told: Told, path: str, body: Any, holder: str = "scribe", if_match: str = "*"
    ) -> Answer:
        headers = self._headers(told, holder) | {"If-Match": if_match}
        return answered(self.client.post(f"/v1/sessions/{told.id}{path}", json=body, headers=headers))

    def post(self, told: Told, path: str, body: Any, holder: str = "scribe") -> Any:
        """What was recorded. Raises `Refused`."""
        answer = self.try_post(told, path, body, holder)
        _must_be(answer, 201)
        return answer.json

    def act(self, told: Told, actions: Sequence[Mapping[str, Any]], holder: str = "scribe") -> None:
        """Actions that must be accepted."""
        for start in range(0, len(actions), LIST):
            self.post(told, "/actions", list(actions[start : start + LIST]), holder)
        told.done += len(actions)

    def version(self, told: Told) -> int:
        """The session's version."""
        return self.services.handler.look(told.id).version

    @staticmethod
    def _headers(told: Told, holder: str | None) -> dict[str, str]:
        return {} if holder is None else {"Authorization": f"Bearer {told.tokens[holder]}"}


def _must_be(answer: TestResponse, status: int) -> None:
    if answer.status_code != status:
        raise Refused(f"{answer.status_code}, not {status}: {answer.text}")
