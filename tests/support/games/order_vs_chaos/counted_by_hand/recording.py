"""A recorded game as it is read for counting: its lines, its final table and the printed parts of its box."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from domain.games.order_vs_chaos import GAME
from tests.support.hand_counts import ByHand, Line, Sums, lines_of

__all__ = ["Line", "Recording", "Sums", "by_hand"]


class Recording:
    """A recorded game read from its file."""

    def __init__(self, path: Path) -> None:
        opening = json.loads(path.read_text().partition("\n")[0])
        self.expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text())
        self.sides: dict[str, str] = {seat["seat"]: seat["side"] for seat in opening["seats"]}
        self.options: dict[str, Any] = opening["options"]
        self.lines: list[Line] = list(lines_of(GAME, path))

    def of(self, *kinds: str) -> Iterable[Line]:
        """The lines whose actions are of these types."""
        return (line for line in self.lines if line.kind in kinds)

    def facts(self, *kinds: type) -> Iterable[tuple[Line, Any]]:
        """Every fact of these types with its line."""
        return ((line, fact) for line in self.lines for fact in line.found(*kinds))

    @cached_property
    def box(self) -> Any:
        """The printed parts."""
        return self.lines[0].before.box

    def times(self, kind: str) -> Counter[str]:
        """How many lines of the type each seat has."""
        return Counter(line.seat for line in self.of(kind))


by_hand: ByHand[Recording] = ByHand()
"""How each measure is counted by hand."""
