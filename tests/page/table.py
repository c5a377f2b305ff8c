"""An evening at the service: a session of a recorded game, its tokens, and what the page is told of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Self

from tests.support.lent import whole_words
from tests.support.recorded import LIBRARY
from tests.support.service.server import Server

AT_ONCE = 40
"""Actions in a list; those that draw go alone."""


class Evening:
    """A session that follows a recorded game, by the API."""

    def __init__(self, server: Server, opened: dict[str, Any], actions: list[dict[str, Any]]) -> None:
        self.server = server
        self.id: str = opened["session"]["id"]
        self.tokens: dict[str, str] = opened["tokens"]
        self.actions = actions
        self.path = f"/v1/sessions/{self.id}"

    @classmethod
    def opened(
        cls,
        server: Server,
        game: str,
        name: str,
        *,
        recorded: int = 0,
        upto: int | None = None,
        **opening: Any,
    ) -> Self:
        """A fresh session; `recorded` actions are in it, and `actions` are those that follow."""
        lines = (LIBRARY / game / f"{name}.jsonl").read_text().splitlines()
        first, *actions = map(json.loads, lines)
        status, answer = server.request("POST", "/v1/sessions", first | opening)
        assert status == 201, answer
        evening = cls(server, answer, actions[recorded:upto])
        evening.record_all(actions[:recorded])
        return evening

    def ask(self, path: str, holder: str = "owner") -> Any:
        """What the service answers this holder."""
        headers = {"Authorization": f"Bearer {self.tokens[holder]}"}
        status, answer = self.server.request("GET", self.path + path, headers=headers)
        assert status == 200, answer
        return answer

    def record(self, action: dict[str, Any], holder: str = "scribe") -> dict[str, Any]:
        """Record an action by the API, as another device would."""
        headers = {"Authorization": f"Bearer {self.tokens[holder]}", "If-Match": "*"}
        status, answer = self.server.request("POST", f"{self.path}/actions", action, headers)
        assert status == 201, answer
        return dict(answer)

    def post(self, path: str, body: dict[str, Any], holder: str = "owner") -> None:
        """What else is recorded by the API, such as a close."""
        headers = {"Authorization": f"Bearer {self.tokens[holder]}", "If-Match": "*"}
        status, answer = self.server.request("POST", f"{self.path}/{path}", body, headers)
        assert status == 201, answer

    def record_all(self, actions: Sequence[dict[str, Any]]) -> None:
        """Record these by the API, in lists where they may go in lists."""
        headers = {"Authorization": f"Bearer {self.tokens['scribe']}", "If-Match": "*"}
        for first in range(0, len(actions), AT_ONCE):
            some = actions[first : first + AT_ONCE]
            status, _ = self.server.request("POST", f"{self.path}/actions?one_move=false", some, headers)
            for action in some if status != 201 else ():
                self.record(action)

    def issued(self, holder: str) -> Self:
        """The evening with a token for this holder, whom the opening gives none."""
        headers = {"Authorization": f"Bearer {self.tokens['owner']}"}
        status, answer = self.server.request("POST", f"{self.path}/tokens", {"holders": [holder]}, headers)
        assert status == 201, answer
        self.tokens |= answer["tokens"]
        return self

    def words(self, action: dict[str, Any], holder: str = "scribe") -> dict[str, Any]:
        """The words of an action's verb, as this holder is told them now."""
        told = whole_words(self.ask("/offers?with=words", holder)["words"])
        return dict(told[f"{action['type']}/{action.get('seat', '')}"])

    @property
    def version(self) -> int:
        return int(self.ask("")["version"])

    def entries(self) -> list[dict[str, Any]]:
        """The whole log."""
        found: list[dict[str, Any]] = []
        path = "/entries?limit=500"
        page = self.ask(path)
        found += page["items"]
        while page["next"]:
            page = self.ask(f"/entries?limit=500&cursor={page['next']}")
            found += page["items"]
        return found
