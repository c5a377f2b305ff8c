"""A recorded game told action by action, as offers name things and with nothing that goes without saying."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.games import REGISTRY
from tests.page.table import Evening
from tests.page.test_narrowing import plainest
from tests.support.as_offered import as_offered
from tests.support.page.by_seats import by_seats
from tests.support.recorded import LIBRARY, STAMP, opened


class Retold:
    """The actions of a recorded game; those that were told stand in `draft`."""

    def __init__(self, game: str, name: str) -> None:
        self.game = REGISTRY[game]
        lines = (LIBRARY / game / f"{name}.jsonl").read_text().splitlines()
        opening, *self.actions = map(json.loads, lines)
        self.session, self.draft = opened(self.game, opening)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self._told(self.actions)

    def by_seats(self) -> Iterator[dict[str, Any]]:
        """The actions as the seats' own phones tell them."""
        return self._told(by_seats(self.game.key, self.session.state, self.actions))

    def _told(self, actions: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        for action in actions:
            state = self.draft.position.state
            yield as_offered(self.game, state, plainest(self.game, state, dict(action)))
            self.draft.record(dict(action), STAMP, None)

    def ended_at(self, table: Evening) -> None:
        """The game is over, and the table stands as it does."""
        standing = msgspec.json.decode(msgspec.json.encode(self.game.standing(self.draft.position.state)))
        assert standing["finished"]
        assert table.ask("")["standing"] == standing
