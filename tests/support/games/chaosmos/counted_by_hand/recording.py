"""A recorded game as it is read for counting: its lines, its box, and who played what."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from domain.games.chaosmos import GAME
from tests.support import hand_counts
from tests.support.hand_counts import Counts, Line, Sums, key_of, lines_of

__all__ = ["Line", "Recording", "Sums", "by_hand"]


class Recording:
    """A recorded game read from its file."""

    def __init__(self, path: Path) -> None:
        self.opening: dict[str, Any] = json.loads(path.read_text().partition("\n")[0])
        self.expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text())
        self.box: Mapping[str, Any] = GAME.demo_sets()[self.opening["component_set"]]
        self.seats: list[str] = [seat["seat"] for seat in self.opening["seats"]]
        self.lines = list(lines_of(GAME, path))

    def of(self, *kinds: str) -> Iterable[Line]:
        """The lines whose actions are of these types."""
        return (line for line in self.lines if line.kind in kinds)

    @cached_property
    def cards(self) -> Mapping[str, Mapping[str, Any]]:
        """The cards of the box by their ids."""
        return {card["id"]: card for card in self.box["cards"]}

    @cached_property
    def layout(self) -> Mapping[str, Any]:
        """The layout that is played on."""
        wanted = self.opening["options"]["layout"]
        return next(layout for layout in self.box["layouts"] if layout["id"] == wanted)

    @cached_property
    def slot_of(self) -> Mapping[str, str]:
        """Planet → the slot where it lies."""
        planets = self.layout["fixed"]
        for line in self.of("arrange_planets"):
            planets = line.action["planets"]
        return {planet: slot for slot, planet in planets.items()}

    @cached_property
    def aliens(self) -> Mapping[str, Mapping[str, Any]]:
        """The alien sheet of each seat."""
        sheets = {alien["id"]: alien for alien in self.box["aliens"]}
        return {seat: sheets[place["alien"]] for seat, place in self.expected["seats"].items()}

    def who(self, seat: str) -> dict[str, object]:
        """What every figure of a seat is split by."""
        [line] = self.of("set_start_player")
        first = self.seats.index(line.action["start_player"])
        position = (self.seats.index(seat) - first) % len(self.seats)
        return {"alien": self.aliens[seat]["id"], "position": position}

    @cached_property
    def turn_ends(self) -> list[Line]:
        """The lines with which a turn ended."""
        return [line for line in self.lines if line.after.turns_ended > line.before.turns_ended]


class ByHand(hand_counts.ByHand[Recording]):
    """How each measure is counted by hand; a seat's figures stand by its alien and place in the order."""

    def counted(self, recording: Recording, measure: str) -> Counts:
        return {
            (seat, split) if seat is None else key_of(seat, {**dict(split), **recording.who(seat)}): pair
            for (seat, split), pair in super().counted(recording, measure).items()
        }


by_hand = ByHand()
