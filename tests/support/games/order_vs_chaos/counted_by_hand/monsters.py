"""Monsters on the map, moved by hand from the lines that place, shove and discard them (OC-332 … OC-346)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.support.games.order_vs_chaos.counted_by_hand.exploring import named
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.results import turns

BRINGS_MONSTER = {"wandering_monster", "chaos_rift"}
"""Cards that bring a monster when they are opened (OC-321, OC-325)."""


@dataclass
class Figure:
    """A monster on the map: since which turn, and until when and how it was there (open: at the end)."""

    kind: str
    since: int
    location: str
    until: int | None = None
    ended: str = "open"


@dataclass
class Figures:
    """All monsters of a game, those that left too."""

    every: list[Figure] = field(default_factory=list)

    def at(self, location: str) -> list[Figure]:
        return [one for one in self.every if one.location == location and one.until is None]

    def go(self, figure: Figure, turn: int, how: str) -> None:
        figure.until, figure.ended = turn, how

    def arrive(self, figure: Figure, location: str, turn: int) -> None:
        """Where its own type stands already, the one that comes is discarded: that is no choice (OC-342)."""
        surplus = any(one.kind == figure.kind for one in self.at(location) if one is not figure)
        figure.location = location
        if surplus:
            self.go(figure, turn, "discarded")

    def place(self, kind: str, location: str, turn: int) -> None:
        self.every.append(Figure(kind, turn, ""))
        self.arrive(self.every[-1], location, turn)

    def follow(self, line: Line, turn: int) -> None:
        """What the line says that monsters do."""
        action = line.action
        here = line.before.seats[line.seat].location if action.get("seat") else ""
        if line.kind == "place_monster":
            self.place(action["monster"], action["location"], turn)
        if line.kind == "use_wandering_monster" and action.get("shove_to"):
            self.arrive(self.at(here)[0], action["shove_to"], turn)
        if action.get("place") not in (None, "token"):
            self.place(action["place"], here, turn)
        if line.kind == "discard_surplus_monster":
            [one] = [one for one in self.at(action["location"]) if one.kind == action["monster"]]
            self.go(one, turn, "discarded")
        for effect in effects(line, "monster_move", "monster_discard"):
            if effect["op"] == "monster_move":
                self.arrive(self.at(effect["from"])[0], effect["to"], turn)
            else:
                self.go(self.at(effect["location"])[0], turn, "discarded")


@cache
def figures(game: Recording) -> list[Figure]:
    """Every monster that was on the map; one that is gone without a line that says so was killed."""
    kept = Figures()
    for turn, line in turns(game):
        kept.follow(line, turn)
        for location, place in line.after.places.items():
            there = kept.at(location)
            for one in there:
                if one.kind not in place.monsters:
                    kept.go(one, turn, "killed")
            assert Counter(one.kind for one in kept.at(location)) == Counter(place.monsters)
    return kept.every


def instead(line: Line) -> int:
    """For how many placements the line finds no figure (OC-341): due by it or before, no longer after it.

    Those that the end of the turns drops (OC-604) become nothing.
    """
    chosen = int(line.action.get("place") == "token")
    if line.before.phase != "turn" or line.after.phase != "turn":
        return chosen
    due = sum(line.before.box.cards[card].kind in BRINGS_MONSTER for card, _ in named(line))
    due += sum(1 for _ in effects(line, "monster_place"))
    due += waiting(line.before) - waiting(line.after) - (line.kind == "place_monster")
    return chosen + due


def waiting(state: Any) -> int:
    """How many placements the table shows as due."""
    return sum(duty.kind == "place_monster" for duty in state.pending)


def drawn(game: Recording) -> Iterator[str]:
    """The types of the Chaos seats."""
    for hero in game.lines[-1].after.seats.values():
        if hero.monster_type is not None:
            yield hero.monster_type


@by_hand("monster_types")
def _monster_types(game: Recording, sums: Sums) -> None:
    for kind in drawn(game):
        sums.count(None, type=kind)


@by_hand("monsters_placed")
def _monsters_placed(game: Recording, sums: Sums) -> None:
    for line in game.lines:
        kind = line.action.get("place") or (line.kind == "place_monster" and line.action["monster"])
        if kind and kind != "token":
            sums.count(None, type=kind)


@by_hand("monsters_gone")
def _monsters_gone(game: Recording, sums: Sums) -> None:
    for one in figures(game):
        if one.until is not None:
            sums.count(None, type=one.kind, how=one.ended)


@by_hand("monster_lifetime")
def _monster_lifetime(game: Recording, sums: Sums) -> None:
    end = game.lines[-1].after.turn
    for one in figures(game):
        until = end if one.until is None else one.until
        sums.add(None, until - one.since, type=one.kind, ended=one.ended)


@by_hand("most_monsters")
def _most_monsters(game: Recording, sums: Sums) -> None:
    """Locations with a monster: a surplus one leaves at once (OC-342)."""
    held = [sum(bool(place.monsters) for place in line.after.places.values()) for line in game.lines]
    sums.add(None, max(held))


@by_hand("first_monster")
def _first_monster(game: Recording, sums: Sums) -> None:
    if every := figures(game):
        sums.add(None, every[0].since)


@by_hand("tokens_instead")
def _tokens_instead(game: Recording, sums: Sums) -> None:
    if number := sum(map(instead, game.lines)):
        sums.count(None, number)
