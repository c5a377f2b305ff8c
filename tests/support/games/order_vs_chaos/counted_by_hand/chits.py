"""Chits and blocks, kept like a purse of each unit: what comes in, what goes out, what is left (OC-404)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from domain.games.order_vs_chaos.facts import BlockSettled
from tests.support.games.order_vs_chaos.counted_by_hand.fights import goes_on
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.segments import health_of, segment


def armor(state: Any, unit: Any) -> int:
    """The armor stat of a unit: on its sheet, or on its card."""
    if unit.id.startswith("hero:"):
        return int(state.stat(unit.seat, "armor"))
    cards = state.box.arch_enemies if unit.id == "arch_enemy" else state.box.monsters
    return int(cards[unit.type].armor)


@dataclass
class Block:
    """A block of one round: debt, chits before it, and what it came to."""

    seat: str | None
    debt: int
    before: int
    absorbed: int = 0
    forgone: int = 0
    chits: int = 0
    health: int = 0

    @property
    def used(self) -> int:
        """How many chits of the block absorbed damage; those that were there before go first."""
        return sum(place >= self.before for place in range(min(self.absorbed, self.before + self.debt)))


@dataclass
class Purse:
    """Every unit's chits in the running battle, and each seat's sums over the game."""

    chits: Counter[str] = field(default_factory=Counter)
    seats: dict[str, str | None] = field(default_factory=dict)
    gained: Counter[tuple[str | None, str]] = field(default_factory=Counter)
    used: Counter[str | None] = field(default_factory=Counter)
    wasted: Counter[str | None] = field(default_factory=Counter)
    running: dict[str, Block] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def gain(self, unit: str, number: int, source: str) -> None:
        self.chits[unit] += number
        self.gained[self.seats[unit], source] += number

    def deal(self, state: Any, unit: Any) -> None:
        self.seats[unit.id] = unit.seat
        self.chits[unit.id] = 0
        self.gain(unit.id, armor(state, unit), "stat")

    def block(self, line: Line) -> None:
        for name in line.action.get("units", ()):
            debt = armor(line.before, line.before.battle.units[name]) - self.chits[name]
            self.running[name] = Block(self.seats[name], debt, self.chits[name])
            self.blocks.append(self.running[name])
            self.gain(name, debt, "block")

    def resolve(self, line: Line) -> dict[str, int]:
        """The segment's gains and hits; everybody's health after it."""
        done = segment(line)
        for name, number in done.chits.items():
            self.gain(name, number, "dice")
        for hit in done.hits:
            self.chits[hit.target] -= hit.absorbed
            self.used[self.seats[hit.target]] += hit.absorbed
            if hit.target in self.running:
                self.running[hit.target].absorbed += hit.absorbed
            if hit.unit in self.running:
                self.running[hit.unit].forgone += hit.forgone
        return done.health

    def settle(self, unit: str, health: int) -> None:
        block = self.running[unit]
        rest = block.debt - block.forgone
        block.chits = min(rest, self.chits[unit])
        block.health = min(rest - block.chits, health)
        self.chits[unit] -= block.chits

    def leave(self, unit: str) -> None:
        self.wasted[self.seats[unit]] += self.chits.pop(unit)


def purse(game: Recording) -> Purse:
    """The chits of the whole game, held against the public table after every line."""
    kept = Purse()
    for line in game.lines:
        before, after = line.before.battle, line.after.battle
        here = {} if before is None else before.units
        there = after.units if goes_on(line) else {}
        if before is not None:
            health = kept.resolve(line) if line.kind == "resolve_segment" else health_of(line.before)
            if line.kind == "declare_blocks":
                kept.block(line)
            for effect in effects(line, "chits"):
                _by_effect(kept, effect)
            for settled in line.found(BlockSettled):
                kept.settle(settled.unit, health[settled.unit])
            for name in here.keys() - there.keys():
                kept.leave(name)
            if not goes_on(line) or after.round > before.round or after.step == "retreat":
                kept.running.clear()
        if after is not None:
            for name in after.units.keys() - (here.keys() if goes_on(line) else set()):
                kept.deal(line.after, after.units[name])
            assert {name: unit.chits for name, unit in after.units.items()} == dict(kept.chits)
    return kept


def _by_effect(kept: Purse, effect: dict[str, Any]) -> None:
    if effect["delta"] > 0:
        kept.gain(effect["unit"], effect["delta"], "effect")
    else:
        kept.chits[effect["unit"]] = max(0, kept.chits[effect["unit"]] + effect["delta"])


def of_seats(counts: Counter[str | None], sums: Sums) -> None:
    """A row for every seat that counted something; the arch enemy's chits are nobody's."""
    for seat, number in counts.items():
        if seat is not None and number:
            sums.count(seat, number)


def blocks(game: Recording) -> Iterator[tuple[str, Block]]:
    """The blocks of the seats."""
    return ((block.seat, block) for block in purse(game).blocks if block.seat is not None)


@by_hand("chits_gained")
def _chits_gained(game: Recording, sums: Sums) -> None:
    for (seat, source), number in purse(game).gained.items():
        if seat is not None and number:
            sums.count(seat, number, source=source)


@by_hand("chits_used")
def _chits_used(game: Recording, sums: Sums) -> None:
    of_seats(purse(game).used, sums)


@by_hand("chits_wasted")
def _chits_wasted(game: Recording, sums: Sums) -> None:
    """Chits are lost when the battle ends for the unit (OC-405), for whatever reason."""
    of_seats(purse(game).wasted, sums)


@by_hand("blocks")
def _blocks(game: Recording, sums: Sums) -> None:
    for seat, _ in blocks(game):
        sums.count(seat)


@by_hand("block_debt")
def _block_debt(game: Recording, sums: Sums) -> None:
    for seat, block in blocks(game):
        parts = {"damage": block.forgone, "chits": block.chits, "health": block.health}
        for part, number in {"taken": block.debt, **parts}.items():
            if number:
                sums.count(seat, number, part=part)


@by_hand("block_value")
def _block_value(game: Recording, sums: Sums) -> None:
    for seat, block in blocks(game):
        sums.add(seat, block.used - block.forgone - block.health)
