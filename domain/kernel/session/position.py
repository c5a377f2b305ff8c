"""A position: a session as it stands after an entry of its log."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain.kernel.components import ComponentSet
from domain.kernel.entries import Opened
from domain.kernel.game import Game
from domain.kernel.unreadable import Lost


class LiveLine(NamedTuple):
    """The live entries, newest first, as a chain of runs without a gap. Positions share what is before."""

    first: int
    last: int
    before: LiveLine | None


class Position(Struct, frozen=True):
    """A session as it stands after an entry.

    Of the live line: `state`, the game's; `draws`, the number of the next draw; `live`; `played`, the number
    of the newest entry that is more than words about the table, 0 for none; and `lost`: where that is set,
    the table is not known, and `state` is the last that is. Of the whole log, whatever was taken back:
    `version` and `digest` of the last entry; `flagged`, how many entries did what the rules do not allow or
    know; `closed`, the outcome of the last close.
    """

    version: int
    digest: str
    state: Any
    draws: int = 0
    live: LiveLine | None = None
    flagged: int = 0
    closed: str | None = None
    lost: Lost | None = None
    played: int = 0


def first_position(game: Game[Any], components: ComponentSet, opened: Opened, digest: str) -> Position:
    """The session as it stands after its opening. Judges nothing; raises what does not fit the game."""
    return Position(1, digest, initial_state(game, components, opened), live=live_with(None, 1))


def initial_state(game: Game[Any], components: ComponentSet, opened: Opened) -> Any:
    """The game's state after entry 1. Judges nothing."""
    seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
    return game.initial(components, seats, msgspec.convert(opened.options, game.options_type))


def seats_of(opened: Opened) -> tuple[str, ...]:
    """The seats, clockwise."""
    return tuple(seat["seat"] for seat in opened.seats)


def live_with(live: LiveLine | None, number: int) -> LiveLine:
    """The live line with one more entry, the newest."""
    if live is not None and number == live.last + 1:
        return live._replace(last=number)
    return LiveLine(number, number, live)


def is_live(live: LiveLine | None, number: int) -> bool:
    """Whether the entry is on the live line."""
    while live is not None and live.first > number:
        live = live.before
    return live is not None and number <= live.last


def live_before(live: LiveLine | None, number: int) -> int:
    """The number of the newest live entry before this one, 0 for none."""
    while live is not None and live.first >= number:
        live = live.before
    return 0 if live is None else min(live.last, number - 1)


def newest_live(live: LiveLine | None) -> int:
    """The number of the newest live entry; the opening always is one."""
    assert live is not None
    return live.last


def live_numbers(live: LiveLine | None) -> list[int]:
    """The numbers of the live entries, oldest first."""
    runs = []
    while live is not None:
        runs.append(range(live.first, live.last + 1))
        live = live.before
    return [number for run in reversed(runs) for number in run]
