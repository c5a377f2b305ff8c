"""What happened in recorded games is done again by gestures on the board, which comes out the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.games import REGISTRY
from domain.kernel import (
    PUBLIC,
    SUPPLY,
    Board,
    CountLine,
    Fact,
    Game,
    Gesture,
    MendingMat,
    MovePiece,
    Naming,
    SetMark,
    TurnOver,
)
from domain.kernel.game import fold
from domain.kernel.session.rendering import board_of, naming_of
from tests.support.recorded import STAMP, library, opened

MENDED = [game for game in REGISTRY.values() if game.mending is not None]
GAMES_READ, LOOKED_AT, OFFSET = 2, 70, 1
"""Recorded games of a title, and entries of each, which lie evenly in it."""
LEAST = 0.95
NUMBER = re.compile(r"[−-]?\d+")


SAME: tuple[Callable[[Any], Any], ...] = (
    lambda pile: pile.id,
    lambda pile: pile.alike,
    lambda pile: (pile.alike[:2], pile.id.rpartition(":")[2]),
)
"""What one pile has in common with another one that its pieces may have gone to: the first counts most."""


class Table(NamedTuple):
    """What everybody sees of a table, and what can be put right there besides."""

    board: Board
    mat: MendingMat


class Pile(NamedTuple):
    """Alike pieces on a place: what they have in common with others, and the id that they have there."""

    alike: tuple[Any, ...]
    place: str
    number: int
    id: str
    face: str | None


def table_of(game: Game[Any], state: Any, names: Naming) -> Table:
    assert game.mending is not None
    view = game.view(state, PUBLIC)
    return Table(board_of(game, view, {}, {}, None, names, strict=True), game.mending.mat(view, names))


def piles_on(table: Table) -> dict[tuple[str, str], Pile]:
    places = [(place.id, place.pieces) for zone in table.board.zones for place in zone.places]
    trays = [(tray.id, tray.pieces) for tray in table.mat.trays]
    piles = [
        Pile((piece.kind, piece.seat, piece.label), id, piece.count, piece.id, piece.face)
        for id, pieces in (*places, *trays)
        for piece in pieces
    ]
    return {(pile.id, pile.place): pile for pile in piles}


def numbers(table: Table) -> dict[str, int]:
    board, mat = table
    parts = [one.lines for one in board.seats] + [one.lines for one in board.zones]
    lines = [line for part in (*parts, *(one.lines for one in mat.trays)) for line in part]
    found = {line.id: NUMBER.match(line.value) for line in lines if line.id is not None}
    return {id: int(number[0].replace("−", "-")) for id, number in found.items() if number is not None}


def marks(board: Board) -> dict[tuple[str, str], int]:
    """Of each seat the only mark of a track of seats; others show who comes when, or where a side stands."""
    tracks = [track for zone in board.zones for track in zone.tracks]
    found = [
        ((track.id, mark.seat), mark.at)
        for track in tracks
        for mark in track.marks
        if mark.seat is not None and all(other.seat is not None for other in track.marks)
    ]
    times = Counter(of for of, _ in found)
    return {of: at for of, at in found if times[of] == 1}


def gestures(before: Table, after: Table) -> list[Gesture]:
    """The difference of two boards as what a hand would do to them; what only comes or goes is last."""
    moved = list(moves(piles_on(before), piles_on(after)))
    then, now = numbers(before), numbers(after)
    counted = [CountLine(id, now[id] - then[id]) for id in now if id in then and now[id] != then[id]]
    was_at, is_at = marks(before.board), marks(after.board)
    set_at = [SetMark(*of, is_at[of]) for of in is_at if of in was_at and is_at[of] != was_at[of]]
    first = [one for one in moved if not isinstance(one, MovePiece) or SUPPLY not in (one.source, one.goal)]
    return [*first, *counted, *set_at, *(one for one in moved if one not in first)]


def moves(was: dict[tuple[str, str], Pile], now: dict[tuple[str, str], Pile]) -> Iterator[Gesture]:
    """The same piece goes first, then those of one name, then those of one kind and owner."""
    for key in was.keys() & now.keys():
        if was[key].alike[:2] == now[key].alike[:2] and was[key].face != now[key].face:
            yield TurnOver(key[0], str(now[key].face))
    piles = {**was, **now}
    change = Counter({key: pile.number for key, pile in now.items()})
    change.subtract({key: pile.number for key, pile in was.items()})
    gone = {key: -by for key, by in change.items() if by < 0}
    come = {key: by for key, by in change.items() if by > 0}
    for same in SAME:
        for goal, source in product(come, gone):
            if same(piles[source]) == same(piles[goal]) and (number := min(come[goal], gone[source])):
                come[goal] -= number
                gone[source] -= number
                yield MovePiece(source[0], number, source[1], goal[1])
    yield from (MovePiece(id, number, SUPPLY, place) for (id, place), number in come.items() if number)
    yield from (MovePiece(id, number, place, SUPPLY) for (id, place), number in gone.items() if number)


def mended(game: Game[Any], state: Any, goal: Any, names: Naming) -> tuple[int, list[str]]:
    """How many gestures lead from one table to the next, and those that do not do what they say."""
    assert game.mending is not None
    after = table_of(game, goal, names)
    wrong: list[str] = []
    done = 0
    while todo := [one for one in gestures(table_of(game, state, names), after) if str(one) not in wrong]:
        gesture, done = todo[0], done + 1
        facts: Sequence[Fact] | str
        try:
            facts = game.mending.mend(game.view(state, PUBLIC), gesture, names)
        except (LookupError, ValueError) as error:
            facts = repr(error)
        if not isinstance(facts, str):
            state = fold(game, state, facts)
        if isinstance(facts, str) or gesture in gestures(table_of(game, state, names), after):
            wrong.append(str(gesture))
    return done, wrong


def done_again(game: Game[Any], recorded: Path) -> tuple[int, list[str]]:
    """How many gestures were read from a recorded game; those that went wrong, with their action.

    What shows hidden things is left out: a correction of those is not made on the board.
    """
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, work = opened(game, opening)
    names, every, asked = naming_of(session), -(-len(actions) // LOOKED_AT), 0
    missed: list[str] = []
    for place, action in enumerate(actions):
        before = work.position.state
        _, facts = work.record(action, STAMP, None)
        if place % every == OFFSET % every and not any(map(game.exposes, facts)):
            found, wrong = mended(game, before, work.position.state, names)
            asked += found
            missed += [f"{action['type']}: {one}" for one in wrong]
    return asked, missed


@pytest.mark.parametrize("game", MENDED, ids=lambda game: game.key)
def test_what_happened_is_put_right_by_gestures(game: Game[Any]) -> None:
    found = [done_again(game, recorded) for recorded in library(game.key)[:GAMES_READ]]
    asked = sum(number for number, _ in found)
    missed = [one for _, wrong in found for one in wrong]
    print(f"{game.key}: {asked} gestures, {len(missed)} missed", *missed, sep="\n  ")
    assert asked > 50
    assert len(missed) <= (1 - LEAST) * asked, missed
