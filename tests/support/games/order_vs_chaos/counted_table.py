"""A table of Order vs Chaos whose facts are counted: by the fold, and from its lines by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.statistics.tally import Tally
from domain.kernel import Action, Fact, Row
from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_counted_by_hand import rows_of
from tests.support.games.order_vs_chaos.counted_by_hand import Recording, by_hand
from tests.support.hand_counts import Counts, Line


class HandMade(Recording):
    """The lines of a table, as they are counted by hand; its final table would say so much of the seats."""

    def __init__(self, table: Counted) -> None:
        self.lines = table.lines
        self.sides = {seat: hero.side for seat, hero in table.state.seats.items()}
        seats = {seat: {"deaths": hero.deaths, "hero": hero.hero} for seat, hero in table.state.seats.items()}
        self.expected = {"seats": seats, "turns": table.state.turn}
        self.options = {"final_battle_losses": table.state.final_battle_losses}


class Counted(OrderTable):
    """A table that is counted from the moment `count` is called: its facts, and its lines."""

    def __init__(self, count: int = 2, **options: Any) -> None:
        self.lines: list[Line] = []
        self.tally: Tally | None = None
        super().__init__(count, **options)

    def count(self) -> Self:
        """From here on everything is counted."""
        self.tally = GAME.statistics.start(self.state)
        return self

    def given(self, *facts: Fact) -> Self:
        for fact in facts:
            before, self.state = self.state, GAME.evolve(self.state, fact)
            if self.tally is not None:
                GAME.statistics.observe(self.tally, before, fact, self.state)
        return self

    def when(self, action: Action | Mapping[str, Any], *, drawn: bool = False, seed: int = 1) -> Self:
        before = self.state
        super().when(action, drawn=drawn, seed=seed)
        if self.tally is not None and self.rejection is None:
            assert isinstance(action, Mapping)
            self.lines.append(Line(dict(action), self.facts, before, self.state))
            for fact in self.facts:
                after = GAME.evolve(before, fact)
                GAME.statistics.observe(self.tally, before, fact, after)
                before = after
        return self

    @property
    def counted(self) -> list[Row]:
        """The rows of the fold as they stand."""
        return list(GAME.statistics.rows(self.tally, self.state))

    def row(self, measure: str, seat: str | None = None, **dimensions: str) -> tuple[float, float]:
        """Value and weight over the rows of the fold that fit."""
        found = [
            row
            for row in self.counted
            if row.measure == measure
            and seat in (None, row.seat)
            and dimensions.items() <= dict(row.dimensions).items()
        ]
        return sum(row.value for row in found), sum(row.weight for row in found)

    def rows(self, measure: str) -> Counts:
        """The rows of the fold, which are those counted by hand: all that happened stands in the lines."""
        rows = rows_of(self.counted, measure)
        by_hands = by_hand.counted(HandMade(self), measure)
        assert rows.keys() == by_hands.keys()
        for key, pair in by_hands.items():
            assert rows[key] == pytest.approx(pair), key
        return rows

    def values(self, measure: str, *names: str) -> dict[tuple[str | None, ...], float]:
        """The values of a measure by seat and these dimensions."""
        sums: dict[tuple[str | None, ...], float] = {}
        for (seat, split), (value, _) in self.rows(measure).items():
            key = (seat, *(dict(split)[name] for name in names))
            sums[key] = sums.get(key, 0) + value
        return sums
