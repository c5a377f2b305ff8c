"""Measures counted by hand: the lines of a recording with what came of them, and rows held beside sums."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from domain.kernel import Fact, Game, Row
from domain.kernel.engine.entries import Recorded, codec_of
from tests.support.recorded import played_to_the_end

R = TypeVar("R")
Key = tuple[str | None, tuple[tuple[str, str], ...]]
Counts = Mapping[Key, tuple[float, float]]
"""Value and weight by seat (None: the session) and dimensions."""


@dataclass(frozen=True)
class Line:
    """One action of a recording, and what came of it between the tables before and after."""

    action: dict[str, Any]
    facts: tuple[Fact, ...]
    before: Any
    after: Any

    @property
    def kind(self) -> str:
        """The type of the action."""
        return str(self.action["type"])

    @property
    def seat(self) -> str:
        """The seat that acted."""
        return str(self.action["seat"])

    def found(self, *kinds: type[Fact]) -> Iterable[Any]:
        """The facts of these types."""
        return (fact for fact in self.facts if isinstance(fact, kinds))


def lines_of(game: Game[Any], recorded: Path) -> Iterable[Line]:
    """The lines of a recorded game after its opening."""
    actions = [json.loads(line) for line in recorded.read_text().splitlines()[1:]]
    session, draft, _ = played_to_the_end(game, recorded)
    state = session.state
    for action, entry in zip(actions, draft.entries, strict=True):
        assert isinstance(entry, Recorded)
        facts = tuple(codec_of(game).facts.decode(entry.facts))
        before = state
        for fact in facts:
            state = game.evolve(state, fact)
        yield Line(action, facts, before, state)


class Sums(dict[Key, tuple[float, float]]):
    """Values and weights added up by hand."""

    def add(self, seat: str | None, value: float, weight: float = 1, /, **dimensions: object) -> None:
        """Add to a mean or a share."""
        key = key_of(seat, dimensions)
        old = self.get(key, (0, 0))
        self[key] = old[0] + value, old[1] + weight

    def count(self, seat: str | None, number: float = 1, /, **dimensions: object) -> None:
        """Add to a number of things, which weighs 1."""
        key = key_of(seat, dimensions)
        self[key] = self.get(key, (0, 0))[0] + number, 1


def key_of(seat: str | None, dimensions: Mapping[str, object]) -> Key:
    """A row's seat and dimensions."""
    return seat, tuple(sorted((name, str(text)) for name, text in dimensions.items()))


class ByHand(Generic[R]):
    """How each measure of a game is counted by hand from a recording."""

    def __init__(self) -> None:
        self.counters: dict[str, Callable[[R, Sums], None]] = {}

    def __call__(self, measure: str) -> Callable[[Callable[[R, Sums], None]], Callable[[R, Sums], None]]:
        """The decorated function counts this measure."""

        def register(counter: Callable[[R, Sums], None]) -> Callable[[R, Sums], None]:
            assert measure not in self.counters
            self.counters[measure] = counter
            return counter

        return register

    def counted(self, recording: R, measure: str) -> Counts:
        """The rows of a measure, counted by hand."""
        sums = Sums()
        self.counters[measure](recording, sums)
        return sums


def rows_of(rows: Iterable[Row], measure: str) -> Counts:
    """The rows of a fold by seat and dimensions; none comes twice."""
    there = [row for row in rows if row.measure == measure]
    found = {key_of(row.seat, row.dimensions): (row.value, row.weight) for row in there}
    assert len(found) == len(there)
    return found


def uncovered(game: Game[Any], rows: Iterable[Row]) -> list[Row]:
    """Rows that count things of somebody who is not looked at: `over` has no weight for them."""
    declared, found = game.statistics.declared, list(rows)

    def looked_at(row: Row) -> bool:
        over = declared[row.measure].over
        shared = {
            name: text for name, text in row.dimensions.items() if name in declared[str(over)].dimensions
        }
        return any(
            base.measure == over
            and base.seat == row.seat
            and base.weight
            and shared.items() <= base.dimensions.items()
            for base in found
        )

    return [row for row in found if declared[row.measure].over is not None and not looked_at(row)]
