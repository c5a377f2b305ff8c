"""The chapters of logs: the heading under which each entry stands when a log is read."""

from __future__ import annotations

import threading
from collections import OrderedDict

from domain.kernel.session import Session, Snapshot
from domain.kernel.session.rendering import chapter
from service.sessions.commands import CommandHandler

BLOCK = 32
"""Entries whose headings are found at once, and kept together."""
BLOCKS_KEPT = 4_096


class Chapters:
    """The headings of entries: the round, and the turn or phase, that the table was in after each."""

    def __init__(self, handler: CommandHandler) -> None:
        self._handler = handler
        self._blocks: OrderedDict[tuple[str, int], tuple[str, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, session: Session, number: int) -> str:
        """The heading of this entry: `Round 2 · Build`. Empty for one that the log does not have."""
        if not 1 <= number <= session.version:
            return ""
        if number == session.version:
            return _heading(session, session.position)
        block, place = divmod(number - 1, BLOCK)
        with self._lock:
            known = self._blocks.get((session.id, block), ())
        if place >= len(known):
            known = self._read(session, block)
            with self._lock:
                self._blocks[session.id, block] = known
                self._blocks.move_to_end((session.id, block))
                while len(self._blocks) > BLOCKS_KEPT:
                    self._blocks.popitem(last=False)
        return known[place]

    def _read(self, session: Session, block: int) -> tuple[str, ...]:
        first, last = block * BLOCK + 1, min((block + 1) * BLOCK, session.version)
        read = self._handler.reading(session)
        position = session.at(first, read)
        found = [_heading(session, position)]
        for entry in read(first + 1, last):
            position = session.after(position, entry, "", read)
            found.append(_heading(session, position))
        return tuple(found)


def _heading(session: Session, position: Snapshot) -> str:
    return chapter(session.game, session.game.moment(position.state))
