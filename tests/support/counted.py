"""A recorded game with every fact of it counted, to be held against its own lines and final table."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

from domain.kernel import Fact, Game, Row
from domain.kernel.engine.entries import Recorded, codec_of
from tests.support.recorded import played_to_the_end


class CountedGame:
    """What was counted of a recorded game, up to its end or the first so many entries after the opening.

    `steps`: every fact between the states before and after it. `actions`: the lines of the recording;
    `expected`: its final table.
    """

    def __init__(self, game: Game[Any], recorded: Path, entries: int | None = None) -> None:
        session, draft, _ = played_to_the_end(game, recorded)
        self.game = game
        self.state = session.state
        self.tally = game.statistics.start(self.state)
        self.steps: list[tuple[Any, Fact, Any]] = []
        for entry in draft.entries[:entries]:
            assert isinstance(entry, Recorded)
            for fact in codec_of(game).facts.decode(entry.facts):
                before, self.state = self.state, game.evolve(self.state, fact)
                game.statistics.observe(self.tally, before, fact, self.state)
                self.steps.append((before, fact, self.state))
        self.actions: list[dict[str, Any]] = [
            json.loads(line) for line in recorded.read_text().splitlines()[1:]
        ]
        self.expected: dict[str, Any] = json.loads(recorded.with_suffix(".expected.json").read_text())

    @cached_property
    def rows(self) -> list[Row]:
        """Every figure as it stands."""
        return list(self.game.statistics.rows(self.tally, self.state))

    def total(self, measure: str, seat: str | None = None, **dimensions: str) -> float:
        """The values of a measure added up: of that seat (None: of the session), with these dimensions."""
        return sum(
            row.value
            for row in self.rows
            if (row.measure, row.seat) == (measure, seat) and dimensions.items() <= row.dimensions.items()
        )
