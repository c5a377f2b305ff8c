"""Whom each table waits for, and since when.

It is computed from what everybody may see: the view of the public, and the times of entries. So all viewers
get the same, and who makes a secret plan looks like anybody else who makes one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from domain.kernel.engine.views import Unreadable, state_view
from domain.kernel.messages import PUBLIC
from domain.kernel.session import Read, Session, Snapshot
from domain.kernel.session.rendering import naming_of, waits_in_words
from service.sessions.commands import CommandHandler

SESSIONS_KEPT = 1_024
READ_BACK = 32
"""Entries that are read at once to find the one that made a seat awaited."""


class AwaitedSeat(Struct, frozen=True):
    """A seat that the table waits for.

    since: the time of the entry with which it began to. asks: what the seat has to do, as a button says it.
    """

    seat: str
    since: str
    asks: str


class Awaited(Struct, frozen=True):
    """Whom the table waits for after an entry, in which turn, and since when."""

    turn: tuple[int, int]
    asks: Mapping[str, str]
    since: Mapping[str, str]

    def after(self, before: Awaited) -> Awaited:
        """The same, with the times of the seats that were awaited before in the same turn."""
        if before.turn != self.turn:
            return self
        return Awaited(self.turn, self.asks, {**self.since, **_both(before.since, self.since)})

    def told(self) -> tuple[AwaitedSeat, ...]:
        """The seats in the order of the table."""
        return tuple(AwaitedSeat(seat, self.since[seat], does) for seat, does in self.asks.items())


def _both(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    return {seat: since for seat, since in before.items() if seat in now}


class _Known(Struct, frozen=True):
    """Whom a session waits for after its last entry."""

    version: int
    digest: str
    awaited: Awaited


class WaitingSeats:
    """Whom the tables wait for: found once for each new entry, and kept for the sessions asked for last."""

    def __init__(self, handler: CommandHandler) -> None:
        self._handler = handler
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, session: Session) -> tuple[AwaitedSeat, ...]:
        """Whom the session waits for now. Nobody once it is over, or if its table is not known."""
        position = session.position
        if position.lost is not None or position.closed or session.game.is_finished(position.state):
            return ()
        with self._lock:
            known = self._known.get(session.id)
        if known is None or (known.version, known.digest) != (position.version, position.digest):
            known = _Known(
                position.version, position.digest, _found(session, known, self._handler.reading(session))
            )
            with self._lock:
                self._known[session.id] = known
                self._known.move_to_end(session.id)
                while len(self._known) > SESSIONS_KEPT:
                    self._known.popitem(last=False)
        return known.awaited.told()


def _found(session: Session, known: _Known | None, read: Read) -> Awaited:
    if known is not None and 0 < session.version - known.version <= READ_BACK:
        return _joined(known.awaited, _after_each(session, known.version, session.version, read))
    return _read_back(session, read)


def _joined(before: Awaited, steps: Iterable[Awaited]) -> Awaited:
    for awaited in steps:
        before = awaited.after(before)
    return before


def _read_back(session: Session, read: Read) -> Awaited:
    """Found from the log alone: back to where none of today's seats was awaited yet."""
    now = _awaited(session, session.position, session.updated)
    steps, first = [now], session.version
    while first > 1 and _lasts(steps, now):
        last, first = first - 1, max(1, first - READ_BACK)
        steps = [*_after_each(session, first - 1, last, read), *steps]
    return _joined(steps[0], steps[1:])


def _lasts(steps: Sequence[Awaited], now: Awaited) -> bool:
    """Whether a seat that is awaited now was awaited in all of these."""
    return any(all(step.turn == now.turn and seat in step.asks for step in steps) for seat in now.asks)


def _after_each(session: Session, known: int, last: int, read: Read) -> list[Awaited]:
    """Whom the table waited for after each entry that follows a known one, up to the last."""
    if known + 1 == last == session.version:
        return [_awaited(session, session.position, session.updated)]
    position = session.at(known, read) if known else None
    at, found = session.opened.at, []
    for entry in read(known + 1, last):
        at = at if isinstance(entry, Unreadable) else entry.at
        position = session.at(1, read) if position is None else session.after(position, entry, "", read)
        found.append(_awaited(session, position, at))
    return found


def _awaited(session: Session, position: Snapshot, at: str) -> Awaited:
    """Whom the table waits for at this position, if nobody was awaited before."""
    game, moment = session.game, session.game.moment(position.state)
    asks = waits_in_words(game, state_view(game, position.state, PUBLIC), moment, naming_of(session))
    return Awaited((moment.round, moment.turn), asks, dict.fromkeys(asks, at))
