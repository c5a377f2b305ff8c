"""Battles put together from the lines that were played while they ran."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.games.order_vs_chaos.facts import UnitKilled
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording


def goes_on(line: Line) -> bool:
    """Whether the battle that ran before the line still runs after it."""
    before, after = line.before.battle, line.after.battle
    if before is None or after is None:
        return False
    return bool((before.location, before.kind) == (after.location, after.kind))


def fallen(line: Line) -> set[str]:
    """Who of the running battle died in the line."""
    dead = {fact.unit for fact in line.found(UnitKilled)}
    for name, unit in line.before.battle.units.items():
        if name.startswith("hero:"):
            before, after = line.before.seats[unit.seat], line.after.seats[unit.seat]
            assert (name in dead) <= (after.deaths > before.deaths)
            dead |= {name} if after.deaths > before.deaths else set()
    return dead


@dataclass
class Fight:
    """One battle: where, of which kind, its lines, and everybody who was ever in it."""

    location: str | None
    kind: str
    lines: list[Line] = field(default_factory=list)
    units: dict[str, Any] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return int(self.lines[-1].before.battle.round)

    @property
    def heroes(self) -> dict[str, str]:
        """The seats of the heroes that were in it, by their units."""
        return {name: unit.seat for name, unit in self.units.items() if name.startswith("hero:")}

    def last_line(self, name: str) -> Line:
        """The line in which the battle ended for the unit."""
        return [line for line in self.lines if name in line.before.battle.units][-1]

    def died(self, name: str) -> bool:
        return name in fallen(self.last_line(name))

    def retreated(self, name: str) -> bool:
        line = self.last_line(name)
        own = line.kind == "attempt_retreat" and f"hero:{line.seat}" == name
        return own and "blue" in line.action["dice"]

    def stood(self, name: str) -> bool:
        """Whether the unit was there and alive when the battle was over."""
        line = self.last_line(name)
        moved = any(f"hero:{effect['seat']}" == name for effect in effects(line, "hero_move"))
        gone = moved or self.died(name) or self.retreated(name)
        return line is self.lines[-1] and not gone

    def wiped_out(self, side: str) -> bool:
        """Whether everybody of the side that was in the battle died in it."""
        return all(self.died(name) for name, unit in self.units.items() if unit.side == side)


def fights(game: Recording) -> list[Fight]:
    """Every battle, in the order in which they began."""
    found: list[Fight] = []
    for line in game.lines:
        after = line.after.battle
        if line.before.battle is not None:
            found[-1].lines.append(line)
        if after is not None:
            if not goes_on(line):
                found.append(Fight(after.location, after.kind))
            found[-1].units |= after.units
    return found
