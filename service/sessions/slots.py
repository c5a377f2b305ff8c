"""Slots: the sessions that a process has in memory, each behind a lock of its own."""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from functools import partial
from weakref import WeakValueDictionary

from domain.kernel.session import Session
from replays.event_store import EventStore
from replays.library import Library, UnknownSession, entries, load_session, must_follow, read_stored


class Slot:
    """A session in memory and the lock that is held over load, decide and append.

    What stands here never changes: it is followed by another, so that who looks at a session without the lock
    sees one table from its first word to its last.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.session: Session | None = None

    def catch_up(self, store: EventStore, library: Library, session_id: str) -> bool:
        """Follow the log; whether there was anything new. For who holds the lock.

        The last entry that is known of a sandbox session is looked at again: it may have expired. Raises
        `UnknownSession`.
        """
        session = self.session
        if session is None:
            self.session = load_session(store, library, session_id)
            return True
        before, moved = session.version, copy(session)
        log = store.read(session_id, before if session.opened.sandbox else before + 1)
        if session.opened.sandbox and next(log, None) is None:
            self.session = None
            raise UnknownSession(session_id)
        earlier = partial(entries, store, session.game, session_id)
        for stored in log:
            must_follow(moved, stored)
            moved.follow(read_stored(session.game, stored), stored.digest, earlier)
        if moved.version == before:
            return False
        self.session = moved
        return True


class Slots:
    """The slots of a process. most: sessions that are remembered while nobody holds them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._slots: WeakValueDictionary[str, Slot] = WeakValueDictionary()
        self._recent: OrderedDict[str, Slot] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, session_id: str) -> Slot:
        """The session's slot. While anybody holds it, everybody gets the same one."""
        with self._lock:
            slot = self._slots.get(session_id)
            if slot is None:
                slot = self._slots[session_id] = Slot()
            self._recent[session_id] = slot
            self._recent.move_to_end(session_id)
            if len(self._recent) > self._most:
                self._recent.popitem(last=False)
            return slot
