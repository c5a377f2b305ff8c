"""What the counts by hand have in common: their table, and the rows of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.support.games.time_of_chaos.counted_by_hand.paper import Note, Paper


class Counted(NamedTuple):
    """One row as a hand would write it; `seat` None = of the whole session."""

    value: float
    weight: float = 1
    seat: str | None = None
    said: tuple[tuple[str, str], ...] = ()


Count = Callable[[Paper], Iterator[Counted]]
COUNTS: dict[str, Count] = {}


def counts(measure: str) -> Callable[[Count], Count]:
    """The count by hand of that measure."""

    def enter(count: Count) -> Count:
        COUNTS[measure] = count
        return count

    return enter


def of_seat(paper: Paper, seat: str, value: float, weight: float = 1, /, **said: str) -> Counted:
    """A row of a seat, with its place in the turn order."""
    known = {**said, "position": paper.seats_in_turn_order[seat]}
    return Counted(value, weight, seat, tuple(sorted(known.items())))


def of_game(value: float, weight: float = 1, /, **said: str) -> Counted:
    """A row of the session."""
    return Counted(value, weight, None, tuple(sorted(said.items())))


def by_kind(paper: Paper, notes: list[Note], name: str, said: str | None = None) -> Iterator[Counted]:
    """For each seat, how many of these notes there are of each kind that occurs."""
    for seat in paper.clockwise:
        kinds = [str(note.said[name]) for note in notes if note.seat == seat]
        for kind in set(kinds):
            yield of_seat(paper, seat, kinds.count(kind), **{said or name: kind})


def each_seat(paper: Paper, notes: list[Note]) -> Iterator[Counted]:
    """For each seat, 0 as well, how many of these notes name it."""
    for seat in paper.clockwise:
        yield of_seat(paper, seat, sum(note.seat == seat for note in notes))


def each_active(paper: Paper, notes: list[Note]) -> Iterator[Counted]:
    """For each seat, 0 as well, how many of these notes were made in its turns."""
    for seat in paper.clockwise:
        yield of_seat(paper, seat, sum(note.active == seat for note in notes))


def own_turns(paper: Paper, seat: str) -> list[int]:
    """The numbers of the seat's turns."""
    return [note.turn for note in paper.of("began", seat=seat)]
