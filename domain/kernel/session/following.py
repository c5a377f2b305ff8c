"""Following a log: the one fold of its entries, for whoever reads one.

What each entry does to the position before it:

- `recorded`, `corrected`: its facts are applied to the table, whoever or whatever let them in.
- `retracted` to an earlier entry: table, draws and live line are those after that entry.
- `closed`: the session is closed with this outcome.
- `opened`, after the first entry, and `noted`: nothing.

Every entry is on the live line from then on. Logs come from outside as well, so each of these has one
meaning too, however little it should be there:

- An entry after the close does to the table what it does anywhere, and the session stays closed. A second
  close gives the session its outcome.
- Going back over a close, a correction or a broken rule takes back what it did to the table; the session
  stays closed and flagged.
- Going back to an entry that was taken back brings its table and its live line back.
- A retraction to no earlier entry (to itself, forward, to entry 0) says nothing of the table: it is lost.
- So it is from an entry on that cannot be read, that is another one's bytes, or whose facts cannot be read
  or applied. On a lost table no facts are applied; going back to where it was known makes it known.
- Draws are counted along the live line, by how many each entry took, whatever numbers it gives them; an
  entry copied from another session took none here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, assert_never

from msgspec.structs import replace

from domain.kernel.entries import Closed, Corrected, Entry, Noted, Opened, Recorded, Retracted, codec_of
from domain.kernel.fold import fold
from domain.kernel.game import Game
from domain.kernel.session.position import Position, live_with
from domain.kernel.unreadable import Lost, Unreadable

Read = Callable[[int, int], Iterable[Entry | Unreadable]]
"""`read(first, last)`: the session's stored entries with these numbers, in order."""

Back = Callable[[int], Position]
"""`back(to)`: the position after an earlier entry of the same log."""

Played: TypeAlias = Recorded | Corrected
"""An entry with facts."""

Apply = Callable[[Game[Any], Any, Played], Any]
"""`apply(game, state, entry)`: the state after the entry's facts. Raises whatever the game does of others."""


def stored_facts(game: Game[Any], state: Any, entry: Played) -> Any:
    """The state after the facts that stand in the entry."""
    return fold(game, state, codec_of(game).facts.decode(entry.facts))


def advance(
    game: Game[Any],
    position: Position,
    entry: Entry | Unreadable,
    digest: str,
    back: Back,
    apply: Apply = stored_facts,
) -> Position:
    """The position after the next entry of the log. What cannot be applied is no error: the table is lost."""
    number = entry.number
    live = live_with(position.live, number)
    match entry:
        case Recorded() | Corrected():
            state, lost = position.state, position.lost
            if lost is None:
                try:
                    state = apply(game, state, entry)
                except Exception as error:
                    lost = Lost(number, repr(error))
            draws, flagged = position.draws + draws_taken(entry), position.flagged + is_flagged(entry)
            return Position(number, digest, state, draws, live, flagged, position.closed, lost, number)
        case Retracted(to=to) if goes_back(entry):
            there = back(to)
            live = live_with(there.live, number)
            flagged, closed = position.flagged, position.closed
            return replace(there, version=number, digest=digest, live=live, flagged=flagged, closed=closed)
        case Retracted(to=to):
            lost = position.lost or Lost(number, f"it goes back to {to}, which is no earlier entry")
            return replace(position, version=number, digest=digest, live=live, lost=lost)
        case Unreadable(reason=reason):
            lost = position.lost or Lost(number, reason)
            return replace(position, version=number, digest=digest, live=live, lost=lost, played=number)
        case Closed(outcome=outcome):
            return replace(position, version=number, digest=digest, live=live, closed=outcome)
        case Opened() | Noted():
            return replace(position, version=number, digest=digest, live=live)
        case _:
            assert_never(entry)


def is_flagged(entry: Entry | Unreadable) -> bool:
    """Whether the table did here what the rules do not allow or know."""
    return isinstance(entry, Corrected) or (isinstance(entry, Recorded) and bool(entry.broken))


def goes_back(entry: Retracted) -> bool:
    """Whether the entry that it names is an earlier one."""
    return 1 <= entry.to < entry.number


def draws_taken(entry: Played) -> int:
    """How many draws of this session the entry took."""
    if isinstance(entry, Corrected) or entry.copied:
        return 0
    return sum(outcome.draws for outcome in entry.outcomes)


def way_to(
    number: int, known: Callable[[int], Position], read: Read
) -> tuple[Position, list[Entry | Unreadable]]:
    """A known position, and the entries that lead from there to the table after entry `number`, in order.

    `known(number)` is a position that is known already, after that entry or before it. Each entry is read
    once, and what was taken back is left out: follow the way with `advance_on_the_way`.
    """
    base = known(number)
    seen: dict[int, Entry | Unreadable] = {}
    way: list[Entry | Unreadable] = []
    while number > base.version:
        if number not in seen:
            seen |= {entry.number: entry for entry in read(base.version + 1, number)}
        entry = seen[number]
        way.append(entry)
        number = entry.to if isinstance(entry, Retracted) and goes_back(entry) else number - 1
        if number < base.version:
            base = known(number)
    return base, way[::-1]


def advance_on_the_way(
    game: Game[Any], position: Position, entry: Entry | Unreadable, apply: Apply = stored_facts
) -> Position:
    """The position after the next entry of a way: the table that a retraction went back to is that here."""
    return advance(game, position, entry, "", lambda to: position, apply)
