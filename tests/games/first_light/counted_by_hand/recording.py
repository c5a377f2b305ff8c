"""A recorded game as it is read for counting: its lines with their rounds, facts and tables."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from domain.games.first_light import GAME
from domain.kernel import Fact
from domain.kernel.entries import Recorded, codec_of
from tests.recorded import played_to_the_end

Key = tuple[str | None, tuple[tuple[str, str], ...]]
Counts = Mapping[Key, tuple[float, float]]
"""Value and weight by seat (None: the session) and dimensions."""


@dataclass(frozen=True)
class Line:
    """One action of the recording: its round, and what came of it between the tables before and after."""

    action: dict[str, Any]
    round: int
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


class Recording:
    """A recorded game read from its file."""

    def __init__(self, path: Path) -> None:
        opening, *actions = map(json.loads, path.read_text().splitlines())
        self.opening: dict[str, Any] = opening
        self.expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text())
        self.box: Mapping[str, Any] = GAME.demo_sets()[opening["component_set"]]
        self.seats = [seat["seat"] for seat in opening["seats"]]
        self.opponent: str = opening["options"].get("ai_opponent", "none")
        session, draft, _ = played_to_the_end(GAME, path)
        state, current = session.state, 0
        self.lines: list[Line] = []
        for action, entry in zip(actions, draft.entries, strict=True):
            assert isinstance(entry, Recorded)
            facts = tuple(codec_of(GAME).facts.decode(entry.facts))
            before = state
            for fact in facts:
                state = GAME.evolve(state, fact)
            current += action["type"] == "reveal_event"
            self.lines.append(Line(action, current, facts, before, state))

    def of(self, *kinds: str) -> Iterable[Line]:
        """The lines whose actions are of these types."""
        return (line for line in self.lines if line.kind in kinds)

    @cached_property
    def placements(self) -> list[Line]:
        """The lines that place a die."""
        return [line for line in self.lines if line.kind.startswith("place_")]

    @cached_property
    def first(self) -> str:
        """The start player of the first round."""
        [line] = self.of("set_start_player")
        return str(line.action["start_player"])

    def order(self, round_number: int = 1) -> list[str]:
        """The seats in the turn order of a round: the marker goes to the left each round (FL-271)."""
        start = (self.seats.index(self.first) + round_number - 1) % len(self.seats)
        return self.seats[start:] + self.seats[:start]

    def side(self, board: str) -> Any:
        """The side of a board that this table size uses."""
        part = self.box[board]
        return part["sides"][part["by_table_size"][str(self.expected["table_size"])]]

    def share(self, seat: str) -> float:
        """The seat's part of the win."""
        winners = self.expected["winners"]
        return 1 / len(winners) if seat in winners else 0


class Sums(dict[Key, tuple[float, float]]):
    """Values and weights added up by hand."""

    def add(self, seat: str | None, value: float, weight: float = 1, /, **dimensions: object) -> None:
        """Add to a mean or a share."""
        key = seat, tuple(sorted((name, str(text)) for name, text in dimensions.items()))
        old = self.get(key, (0, 0))
        self[key] = old[0] + value, old[1] + weight

    def count(self, seat: str | None, number: float = 1, /, **dimensions: object) -> None:
        """Add to a number of things, which weighs 1."""
        key = seat, tuple(sorted((name, str(text)) for name, text in dimensions.items()))
        self[key] = self.get(key, (0, 0))[0] + number, 1


Counter = Callable[[Recording, Sums], None]
COUNTED: dict[str, Counter] = {}
"""How each measure is counted by hand."""


def by_hand(measure: str) -> Callable[[Counter], Counter]:
    """The decorated function counts this measure."""

    def register(counter: Counter) -> Counter:
        assert measure not in COUNTED
        COUNTED[measure] = counter
        return counter

    return register


def counted(recording: Recording, measure: str) -> Counts:
    """The rows of a measure, counted by hand."""
    sums = Sums()
    COUNTED[measure](recording, sums)
    return sums


def grouped(pairs: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """Numbers added up by name."""
    sums: defaultdict[str, int] = defaultdict(int)
    for name, number in pairs:
        sums[name] += number
    return sums
