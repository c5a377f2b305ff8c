"""A recorded game as it is read for counting: its lines with their rounds, and the boards of its box."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from domain.games.first_light import GAME
from tests.support import hand_counts
from tests.support.hand_counts import ByHand, Sums, lines_of

__all__ = ["Line", "Recording", "Sums", "by_hand", "grouped"]


@dataclass(frozen=True)
class Line(hand_counts.Line):
    """An action with its round."""

    round: int


class Recording:
    """A recorded game read from its file."""

    def __init__(self, path: Path) -> None:
        opening = json.loads(path.read_text().partition("\n")[0])
        self.opening: dict[str, Any] = opening
        self.expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text())
        self.box: Mapping[str, Any] = GAME.demo_sets()[opening["component_set"]]
        self.seats = [seat["seat"] for seat in opening["seats"]]
        self.opponent: str = opening["options"].get("ai_opponent", "none")
        current = 0
        self.lines: list[Line] = []
        for line in lines_of(GAME, path):
            current += line.kind == "reveal_event"
            self.lines.append(Line(line.action, line.facts, line.before, line.after, current))

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


by_hand: ByHand[Recording] = ByHand()
"""How each measure is counted by hand."""


def grouped(pairs: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """Numbers added up by name."""
    sums: defaultdict[str, int] = defaultdict(int)
    for name, number in pairs:
        sums[name] += number
    return sums
