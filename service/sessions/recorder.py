"""The recorder: the only appender. Load, check the version, decide, append, announce."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from domain.kernel.entries import Entry, StoredEntry
from domain.kernel.session import Draft, Session, Stamp
from domain.kernel.unreadable import Unreadable
from replays.event_store import Conflict, EventStore, Unavailable
from replays.library import Library, UnknownSession, entries, read_stored
from service.random_bytes import random_hex
from service.sessions.due import Due, MustWait
from service.sessions.registers import Registers
from service.sessions.slots import Slot, Slots
from service.sessions.tokens import Asker

LOG = logging.getLogger("tablelog")

RETRIES = 3
SALT_BYTES = 16


class Request(NamedTuple):
    """What makes one entry: the client's id of it, and the hash of what was asked."""

    action_id: str | None
    hash: str


class Expecting(NamedTuple):
    """The version that the asker has in mind; None = whatever stands."""

    version: int | None


class Written(NamedTuple):
    """An entry in the log with its digest."""

    entry: Entry | Unreadable
    digest: str


class Answer(NamedTuple):
    """What a request came to: its entries, the state after them, and whether it was answered before."""

    session: Session
    written: Sequence[Written]
    state: object
    replayed: bool

    @property
    def version(self) -> int:
        """The number of the request's last entry."""
        return self.written[-1].entry.number


class Stale(Exception):
    """The session stands at another version than the asker has in mind."""

    def __init__(self, session: Session, expected: int) -> None:
        super().__init__(f"the session stands at {session.version}, not at {expected}")
        self.session = session
        self.expected = expected


class Busy(Exception):
    """Others recorded first, again and again."""


class SecretElsewhere(Exception):
    """The session was opened elsewhere: the secret of its draws is kept there."""


Make = Callable[[Draft, int], object]
"""`make(draft, place)` adds the entry of the request at that place to the draft."""


class Recorder:
    """Sessions in memory, each behind its own lock, and what is appended to them."""

    def __init__(
        self,
        store: EventStore,
        library: Library,
        registers: Registers,
        *,
        announce: Callable[[str, int, Sequence[Written]], object],
        sessions_in_memory: int,
    ) -> None:
        self.store = store
        self.library = library
        self.registers = registers
        self.announce = announce
        self.slots = Slots(sessions_in_memory)

    def begin(self, session: Session, stored: Sequence[StoredEntry]) -> None:
        """Store a new session's first entries.

        Raises `Conflict` if there is one of that id, `UnknownSession` if there was one that expired.
        """
        try:
            self.store.append(session.id, 1, stored)
        except Conflict as conflict:
            if self.store.expired(session.id) is not None:
                raise UnknownSession(session.id) from conflict
            raise
        slot = self.slots.of(session.id)
        with slot.lock:
            slot.session = session
        self.announce(session.id, len(stored), ())

    def look(self, session_id: str) -> Session:
        """The session as the log has it now, and as it stays for who looks. Raises `UnknownSession`."""
        slot = self.slots.of(session_id)
        with slot.lock:
            slot.catch_up(self.store, self.library, session_id)
            assert slot.session is not None
            return slot.session

    def remembers(self, session_id: str) -> bool:
        """Whether the session is known without asking the log."""
        return self.slots.of(session_id).session is not None

    def known(self, session_id: str) -> Session:
        """The session as this process knows it, perhaps behind the log. Raises `UnknownSession`."""
        slot = self.slots.of(session_id)
        return slot.session if slot.session is not None else self.look(session_id)

    def record(
        self,
        session_id: str,
        requests: Sequence[Request],
        make: Make,
        expecting: Expecting | None = None,
        *,
        due: Due | None = None,
    ) -> Answer:
        """Append the entries of these requests, all or none. With `due` the answer is not durable yet.

        What the session knows may be behind the log when others append as well. So a refusal counts
        only when it was made on the newest log, and a lost race is tried again. With a `due` that is to be
        had at once it raises `MustWait` for all that takes longer, and for every refusal.
        Raises `Stale`, `ActionIdReused`, what `make` raises, `UnknownSession` where the session expired
        meanwhile, and `Busy` after too many lost races.
        """
        if due is not None:
            return self._record_soon(session_id, requests, make, expecting, due)
        for _ in range(1 + RETRIES):
            due = Due()
            answer = self._record_soon(session_id, requests, make, expecting, due)
            try:
                due.wait()
            except Conflict:
                self.look(session_id)
            else:
                return answer
        raise Busy(session_id)

    def _record_soon(
        self,
        session_id: str,
        requests: Sequence[Request],
        make: Make,
        expecting: Expecting | None,
        due: Due,
    ) -> Answer:
        """Holds the session's lock until the entries are durable; the thread that stores lets go of it."""
        slot = self.slots.of(session_id)
        if not slot.lock.acquire(blocking=not due.at_once):
            raise MustWait
        try:
            answer, draft = self._decided(slot, session_id, requests, make, expecting, at_once=due.at_once)
            if draft is None:
                slot.lock.release()
                return answer
            due.stored = Future()
            settle = partial(self._settle, slot, answer, draft, due.stored)
            self.store.append_soon(session_id, answer.session.version + 1, draft.stored, settle)
        except BaseException:
            slot.lock.release()
            raise
        return answer

    def _settle(
        self,
        slot: Slot,
        answer: Answer,
        draft: Draft,
        stored: Future[int],
        position: int | None,
        error: Exception | None,
    ) -> None:
        try:
            if position is not None:
                slot.session = draft.settled()
        except Exception:  # the log has it: whoever comes next reads it from there
            LOG.exception("an entry of %s was stored and not followed", answer.session.id)
            slot.session = None
        finally:
            slot.lock.release()
        if position is None:
            stored.set_exception(error)
            return
        self.announce(answer.session.id, len(draft.stored), answer.written)
        stored.set_result(position)

    def rehearse(self, session_id: str, count: int, make: Make, expecting: Expecting | None) -> Draft:
        """The draft that `make` comes to, thrown away: nothing is stored."""
        session = self.look(session_id)
        _expect(session, expecting)
        draft = Draft(session, self.reading(session))
        for place in range(count):
            make(draft, place)
        return draft

    @staticmethod
    def drafted(draft: Draft) -> list[Written]:
        """The entries of a draft with their digests."""
        return [
            Written(entry, sealed.digest) for entry, sealed in zip(draft.entries, draft.stored, strict=True)
        ]

    def reading(self, session: Session) -> Callable[[int, int], Iterable[Entry | Unreadable]]:
        """How the kernel reads the session's stored entries."""
        return lambda first, last: entries(self.store, session.game, session.id, first, last)

    def written(self, session: Session, first: int, last: int | None = None) -> Iterable[Written]:
        """The session's entries `first` to `last` with their digests."""
        for stored in self.store.read(session.id, first, last):
            yield Written(read_stored(session.game, stored), stored.digest)

    def secret(self, session_id: str) -> bytes:
        """The secret of the session's draws. Raises `SecretElsewhere` when it is not kept here."""
        secret = self.registers.secret(session_id)
        if secret is None:
            raise SecretElsewhere(session_id)
        return secret

    def _decided(
        self,
        slot: Slot,
        session_id: str,
        requests: Sequence[Request],
        make: Make,
        expecting: Expecting | None,
        *,
        at_once: bool,
    ) -> tuple[Answer, Draft | None]:
        """The answer and what is to be stored for it, if anything. A refusal was made on the newest log."""
        if slot.session is None:
            if at_once:
                raise MustWait
            slot.catch_up(self.store, self.library, session_id)
        while True:
            assert slot.session is not None
            try:
                return self._drafted(slot.session, requests, make, expecting, at_once=at_once)
            except Unavailable:
                raise
            except Exception:
                if at_once:
                    raise MustWait from None
                if not slot.catch_up(self.store, self.library, session_id):
                    raise

    def _drafted(
        self,
        session: Session,
        requests: Sequence[Request],
        make: Make,
        expecting: Expecting | None,
        *,
        at_once: bool,
    ) -> tuple[Answer, Draft | None]:
        numbers = [session.recorded_as(request.action_id, request.hash) for request in requests]
        if at_once and any(number is not None for number in numbers):
            raise MustWait
        if None not in numbers:
            return self._answered_before(session, [number for number in numbers if number is not None]), None
        _expect(session, expecting)
        draft = Draft(session, self.reading(session))
        for place, number in enumerate(numbers):
            if number is None:
                make(draft, place)
        new = iter(self.drafted(draft))
        written = [self._stored(session, number) if number is not None else next(new) for number in numbers]
        return Answer(session, written, draft.position.state, replayed=False), draft

    def _answered_before(self, session: Session, numbers: Sequence[int]) -> Answer:
        written = [self._stored(session, number) for number in numbers]
        state = session.at(max(numbers), self.reading(session)).state
        return Answer(session, written, state, replayed=True)

    def _stored(self, session: Session, number: int) -> Written:
        return next(iter(self.written(session, number, number)))


def stamp_of(asker: Asker, request: Request, moved_at: str | None) -> Stamp:
    """What the outside world gives an entry."""
    return Stamp(
        at=now(),
        by=asker.recorded_by(),
        salt=random_hex(SALT_BYTES),
        moved_at=moved_at,
        action_id=request.action_id,
        request=request.hash if request.action_id is not None else None,
    )


def now() -> str:
    """UTC, RFC 3339, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _expect(session: Session, expecting: Expecting | None) -> None:
    if expecting is not None and expecting.version not in (None, session.version):
        assert expecting.version is not None
        raise Stale(session, expecting.version)
