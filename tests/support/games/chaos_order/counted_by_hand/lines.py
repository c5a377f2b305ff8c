"""A recorded game of Chaos Order as its lines: what each said, what became true, the table on either side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from domain.games.chaos_order import GAME
from domain.games.chaos_order.facts import PhaseBegan, RoundBegan
from domain.games.chaos_order.state import Region, State
from domain.kernel import Fact
from domain.kernel.engine.entries import Recorded, codec_of
from tests.support.recorded import ROOT, played_to_the_end

DEMO: dict[str, Any] = json.loads((ROOT / "domain/games/chaos_order/demo.json").read_text())
FACTIONS: dict[str, dict[str, Any]] = {faction["id"]: faction for faction in DEMO["factions"]}
TOKENS: dict[str, tuple[int, int]] = {
    token["id"]: (token["to_owner"], token["to_supply"])
    for faction in DEMO["factions"]
    for token in faction["pricing_tokens"]
} | {
    pair[side]["id"]: (0, pair[side]["cost"]) for pair in DEMO["neutral_pricing"] for side in ("top", "under")
}
"""Pricing token → what goes to its owner and to the main supply; a neutral one's all to the supply."""
PHASES = ("discover", "build", "harvest", "recruit", "move")


class Line(NamedTuple):
    """One line: its number from 1, what it says, the facts that came of it, the tables around it."""

    number: int
    said: dict[str, Any]
    facts: tuple[Fact, ...]
    before: State
    after: State


class Timed(NamedTuple):
    """A fact with the line that made it true, and the round and phase in which it did."""

    line: Line
    fact: Any
    round: int
    phase: str


class Lines:
    """One recorded game."""

    def __init__(self, recorded: Path) -> None:
        session, draft, _ = played_to_the_end(GAME, recorded)
        opening, *said = map(json.loads, recorded.read_text().splitlines())
        self.opened: State = session.state
        self.expected: dict[str, Any] = json.loads(recorded.with_suffix(".expected.json").read_text())
        self.faction: dict[str, str] = {seat["seat"]: seat["faction"] for seat in opening["seats"]}
        self.clockwise = list(self.faction)
        self.lines: list[Line] = []
        before = self.opened
        for number, (line, entry) in enumerate(zip(said, draft.entries, strict=True), 1):
            assert isinstance(entry, Recorded)
            facts, after = codec_of(GAME).facts.decode(entry.facts), before
            for fact in facts:
                after = GAME.evolve(after, fact)
            self.lines.append(Line(number, line, facts, before, after))
            before = after

    def of(self, *kinds: str) -> Iterator[Line]:
        """The lines of these types."""
        return (line for line in self.lines if line.said["type"] in kinds)

    @cached_property
    def holder(self) -> str:
        """Who holds the flare gun at first: the left-most faction of the vault (CO-110)."""
        seats = {faction: seat for seat, faction in self.faction.items()}
        return next(seats[faction] for faction in DEMO["vault_order"] if faction in seats)

    def who(self, seat: str) -> dict[str, str]:
        """The dimensions of every row of a seat."""
        away = self.clockwise.index(seat) - self.clockwise.index(self.holder)
        return {"faction": self.faction[seat], "position": str(away % len(self.clockwise))}

    def next_of(self, seat: str) -> str:
        """The seat to the left."""
        return self.clockwise[(self.clockwise.index(seat) + 1) % len(self.clockwise)]

    def win(self, seat: str) -> float:
        """A shared win counts 1 ÷ winners."""
        winners = self.expected["winners"]
        return (seat in winners) / len(winners)

    @cached_property
    def timed(self) -> list[Timed]:
        """Every fact, in the round and phase that the facts before it have begun."""
        facts: list[Timed] = []
        number, phase = 0, "setup"
        for line in self.lines:
            for fact in line.facts:
                number = fact.round if isinstance(fact, RoundBegan) else number
                phase = fact.phase if isinstance(fact, PhaseBegan) else phase
                facts.append(Timed(line, fact, number, phase))
        return facts

    def told(self, *kinds: type[Fact]) -> list[Timed]:
        """The facts of these kinds."""
        return [timed for timed in self.timed if isinstance(timed.fact, kinds)]

    def ends_of_combat(self) -> Iterator[tuple[int, Line]]:
        """The round, and the line after which income begins."""
        for line in self.lines:
            if line.before.phase != "gain_income" == line.after.phase:
                yield self.round_of(line), line

    def round_of(self, line: Line) -> int:
        """One more than the rounds whose relics were settled before; 0 before the first price is due."""
        return 1 + sum(earlier.number < line.number for earlier in self.of("resolve_relics"))


def standing_in(region: Region) -> set[str]:
    """Who has a fighter, a leader or a building there."""
    fighters = {seat for seat, number in region.fighters.items() if number}
    leaders = {seat for seat, names in region.leaders.items() if names}
    return fighters | leaders | {built.seat for built in region.buildings.values()}


def holder_of(region: Region) -> str | None:
    """Who stands there alone."""
    seats = standing_in(region)
    return min(seats) if len(seats) == 1 else None


def count_of(state: State, seat: str) -> tuple[int, int, int]:
    """Land and lake regions held alone, and what else adds to the count of a seat beside its base."""
    lakes = {place["id"] for place in DEMO["map"]["places"] if place["kind"] == "lake"}
    held = [place for place, region in state.regions.items() if holder_of(region) == seat]
    in_lakes = len(lakes.intersection(held))
    return len(held) - in_lakes, in_lakes, state.seats[seat].region_bonus


def row_of(count: int) -> int:
    """CO-464 … CO-467, by the least count."""
    return 8 if count >= 8 else 6 if count >= 6 else 3 if count >= 3 else 0
