"""The command handler: the only appender. Load, check the version, decide, append, publish."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from copy import copy
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import NamedTuple
from weakref import WeakValueDictionary

from domain.kernel.chance import Below, keyed_draws
from domain.kernel.engine.entries import Entry, Noted, Recorded, RecordedBy, StoredEntry
from domain.kernel.engine.views import Unreadable
from domain.kernel.session import Session, Stamp, UnitOfWork, seats_of
from replays.event_store import (
    CONFIRMING_SECONDS,
    Conflict,
    EventStore,
    Unavailable,
    Unconfirmed,
    confirmed,
)
from replays.library import Library, entries, load_session, must_follow, read_stored
from service.problems import Problem, expired_problem
from service.sessions.errors import (
    REFUSALS,
    AnotherLog,
    Busy,
    SecretElsewhere,
    Stale,
    must_be_a_fault_of_ours,
    playable,
)
from service.sessions.refusals import Slips
from service.sessions.registers import Registers
from service.sessions.tokens import Principal
from service.support.random_bytes import random_hex

# Quotas: how much one session may hold. At the full it is said what still goes.

ROOM_TO_MEND = 200
"""Entries of a full session that are left for corrections and for taking back. A close always finds room."""

ROOM_TO_PUT_RIGHT = 20
"""Entries beyond those that are left for the owner to reopen a session, or to say whether it counts."""

OF_THE_TABLE = 20
"""One in so many entries is left for scribe and owner, one in so many may be refused tries of a holder."""

ENTRIES = "TABLELOG_ENTRIES_OF_A_SESSION"
NOTES = "TABLELOG_NOTES_OF_A_SESSION"
MORE = "The operator can raise the limit with {quota}."


class Full(Problem):
    """A quota is full. quota: the setting. most: what may be held. used: what is held."""

    def __init__(self, quota: str, most: int, used: int, detail: str) -> None:
        super().__init__("quota", f"{detail} {MORE.format(quota=quota)}", quota=quota, most=most, used=used)


class Quotas(NamedTuple):
    """How many entries and how many notes a session may hold; 0: any number."""

    entries: int
    notes: int

    @property
    def longest_log(self) -> int:
        """The most entries of a session, with corrections and its last close; 0: any number."""
        return self.entries + ROOM_TO_MEND + ROOM_TO_PUT_RIGHT + 1 if self.entries else 0

    def must_take_an_action(self, work: UnitOfWork, principal: Principal) -> None:
        """Raises `Full` where an open session takes no more actions, of anybody or of this principal."""
        if work.position.closed:
            return
        tries, own = self.entries // OF_THE_TABLE, _of(principal, work.session.told_by)
        if tries and not principal.is_scribe and own >= tries:
            told = f"The log contains {own} of your refused attempts, which is the limit ({tries})."
            raise Full(ENTRIES, tries, own, f"{told} The scribe and the owner can record for you.")
        self._must_have_room(
            work,
            "You can correct entries, take them back, or close the session, and open another one.",
            self._left_to(principal),
        )

    def has_room(self, work: UnitOfWork) -> bool:
        """Whether a session takes another entry that nobody asked for."""
        return not self.entries or work.position.version < self.entries

    def must_take_a_note(self, work: UnitOfWork, principal: Principal) -> None:
        """Raises `Full` if a session, open or closed, takes no more notes, of all or of this principal."""
        most, used = self.notes, work.session.notes
        if most and used >= most:
            held = f"This session has {used} notes, the limit is {most}, and notes are permanent."
            raise Full(NOTES, most, used, f"{held} You can still record everything else.")
        part = max(1, most // (len(seats_of(work.session.opened)) + 2))
        if most and not principal.is_scribe and (own := _of(principal, work.session.notes_by)) >= part:
            held = (
                f"You have written {own} notes, and your limit is {part} of the {most} notes of this session."
            )
            raise Full(NOTES, part, own, f"{held} The scribe and the owner can write more.")
        self._must_have_room(work, "Write your note in another session.", self._left_to(principal))

    def must_take_a_mending(self, work: UnitOfWork) -> None:
        """Raises `Full` where an open session takes no more corrections, nor going back."""
        if not work.position.closed:
            self._must_have_room(work, "Close it and open another one.", ROOM_TO_MEND)

    def must_take_putting_right(self, work: UnitOfWork) -> None:
        """Raises `Full` where a session, open or closed, is no more reopened, voided or counted again."""
        help_ = "Record the evening in another session."
        self._must_have_room(work, help_, ROOM_TO_MEND + ROOM_TO_PUT_RIGHT)

    def _left_to(self, principal: Principal) -> int:
        """How much less room a principal has who is neither scribe nor owner; negative."""
        return 0 if principal.is_scribe else -(self.entries // OF_THE_TABLE)

    def _must_have_room(self, work: UnitOfWork, help_: str, room: int = 0) -> None:
        most, used = self.entries, work.position.version
        if most and used >= most + room:
            reserve = (
                "The remaining entries are reserved for the scribe and the owner. "
                if room < 0 and used < most
                else ""
            )
            held = f"This session has {used} entries, and the limit is {most}. {reserve}"
            raise Full(ENTRIES, most, used, f"{held}{help_}")


def _of(principal: Principal, counts: Mapping[RecordedBy, int]) -> int:
    """The principal's share of the counts: a seat and the recorder who plays it are the same person."""
    return sum(
        n for by, n in counts.items() if by.role not in ("owner", "scribe") and by.seat == principal.seat
    )


LOG = logging.getLogger("tablelog")

STUCK = "the database has not confirmed an earlier entry of this session yet"
LOOK_SECONDS = 0.1
"""How often who waits for a lock looks whether the database hangs."""
RETRIES = 3
SALT_BYTES = 16
MOST_SINCE = 32
"""Entries that a request may follow though its sender has not seen them."""


class Request(NamedTuple):
    """What makes one entry: the client's id of it, and the hash of what was asked."""

    action_id: str | None
    hash: str


BY_ITSELF = Request(None, "")
"""What makes an entry that no request asked for."""


class Expecting(NamedTuple):
    """The version that the sender of a command has seen; None: any.

    lineage: the beginning of that entry's digest, which tells this log from another one with an entry of the
    same number; None: the sender did not say. after_notes: entries that are notes may have come since.
    """

    version: int | None
    lineage: str | None = None
    after_notes: bool = False


ANY_VERSION = Expecting(None)


class Command:
    """The entries that one request appends to a session: all of them, or none."""

    def __init__(
        self, session_id: str, requests: Sequence[Request], expecting: Expecting = ANY_VERSION
    ) -> None:
        """requests: one per entry."""
        self.session_id = session_id
        self.requests = requests
        self.expecting = expecting

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry of the request at that place to the unit of work. Raises what forbids it.

        draw: what the session's secret draws.
        """
        raise NotImplementedError

    def may_follow(
        self, session: Session, since: Sequence[Entry | Unreadable], handler: CommandHandler
    ) -> bool:
        """Whether the command may be recorded after these entries, which its sender has not seen."""
        return self.expecting.after_notes and are_notes(since)

    def explain(self, refusal: Exception, handler: CommandHandler) -> None:
        """Add to a refusal what helps its sender."""

    def refused(self, refusal: Exception, handler: CommandHandler) -> None:
        """Leave behind what a refusal leaves: nothing."""


class AppendOne(Command):
    """One entry, by a function that adds it to the unit of work."""

    def __init__(
        self,
        session_id: str,
        add: Callable[[UnitOfWork, Below], object],
        *,
        request: Request = BY_ITSELF,
        expecting: Expecting = ANY_VERSION,
    ) -> None:
        super().__init__(session_id, (request,), expecting)
        self._add = add

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry."""
        self._add(work, draw)


class WrittenEntry(NamedTuple):
    """An entry in the log with its digest."""

    entry: Entry | Unreadable
    digest: str


class CommandResult(NamedTuple):
    """The result of a command: its entries, the state after them, and whether it was answered before.

    written: the entries of its requests, then those that followed without anybody's choice.
    """

    session: Session
    written: Sequence[WrittenEntry]
    state: object
    replayed: bool

    @property
    def version(self) -> int:
        """The number of the command's last entry."""
        return self.written[-1].entry.number


class WouldBlock(BaseException):
    """The request cannot be answered without blocking. Nothing of it has been done.

    It is not an error, so that nothing that renders errors catches it.
    """


class Deferred:
    """Comes with a request from a server that sends the answer when `stored` is done.

    stored: the entries that the answer shows are durable then; None: the answer can be sent at once. If it
    fails with `Conflict` the answer is void, and the request must be answered again without this. then: what
    is called once the answer is sent.

    may_block: False on a thread that serves others too. Code there waits for no lock, no file and no
    database: it raises `WouldBlock` instead, also before it refuses anything.
    """

    def __init__(self, *, may_block: bool = True) -> None:
        self.may_block = may_block
        self.stored: Future[int] | None = None
        self.then: list[Callable[[], None]] = []

    def wait(self) -> None:
        """Wait in this thread. Raises the error that storing failed with, and `Unconfirmed`."""
        if self.stored is not None:
            confirmed(self.stored, CONFIRMING_SECONDS)


class CommandHandler:
    """Sessions in memory, each behind its own lock, and what is appended to them."""

    def __init__(
        self,
        store: EventStore,
        library: Library,
        registers: Registers,
        quotas: Quotas,
        *,
        publish: Callable[[str, int, Sequence[WrittenEntry]], object],
        sessions_in_memory: int,
    ) -> None:
        self.store = store
        self.library = library
        self.registers = registers
        self.quotas = quotas
        self.slips = Slips()
        self.publish = publish
        self.slots = Slots(sessions_in_memory)

    def handle(self, command: Command, deferred: Deferred | None = None) -> CommandResult:
        """Append the entries of a command, all or none. With `deferred` the answer is not durable yet.

        The session in memory may be behind the log when others append as well. So a refusal counts
        only when it was made on the newest log, and a lost race is tried again. With a `deferred` that may
        not block it raises `WouldBlock` for all that blocks, and for every refusal.
        Raises `Stale`, `AnotherLog`, `ActionIdReused`, what the command raises, `UnknownSession` where the
        session expired meanwhile, and `Busy` after too many lost races.
        """
        try:
            if deferred is not None:
                return self._append(command, deferred)
            return self._append_and_wait(command)
        except REFUSALS as refusal:
            command.explain(refusal, self)
            command.refused(refusal, self)
            raise

    def rehearse(
        self, command: Command, draw: Below | None = None, session: Session | None = None
    ) -> UnitOfWork:
        """The unit of work of a command: nothing is stored. draw: None: what the secret draws.

        session: what the command is tried on, if not the session as the log has it. Raises what `handle`
        raises.
        """
        session = session or self.look(command.session_id)
        try:
            with playable(session, self.registers):
                work, _ = self._work_of(session, command, draw or self._draws(session.id, may_block=True))
        except REFUSALS as refusal:
            command.explain(refusal, self)
            raise
        return work

    def begin(self, session: Session, stored: Sequence[StoredEntry]) -> None:
        """Store a new session's first entries.

        Raises `Conflict` if there is one of that id, `Problem` if there was one that expired.
        """
        try:
            self.store.append(session.id, 1, stored, patience=CONFIRMING_SECONDS)
        except Conflict:
            if (expired := self.store.expired(session.id)) is not None:
                raise expired_problem(expired) from None
            raise
        slot = self.slots.of(session.id)
        if self._acquire(slot):
            slot.session = session
            slot.lock.release()
        self.publish(session.id, len(stored), ())

    def look(self, session_id: str) -> Session:
        """The session as the log has it now, and as it stays for its reader.

        While the database does not confirm an entry of it, as it was before. Raises `UnknownSession`.
        """
        slot = self.slots.of(session_id)
        if not self._acquire(slot):
            if slot.session is not None:
                return slot.session
            raise Unconfirmed(STUCK)
        try:
            slot.catch_up(self.store, self.library, session_id)
            assert slot.session is not None
            return slot.session
        finally:
            slot.lock.release()

    def _acquire(self, slot: Slot) -> bool:
        """Take the session's lock; False where who holds it waits for a database that hangs."""
        while not slot.lock.acquire(timeout=LOOK_SECONDS):
            if self.store.hangs:
                return False
        return True

    def remembers(self, session_id: str) -> bool:
        """Whether the session is known without asking the log."""
        return self.slots.of(session_id).session is not None

    def known(self, session_id: str) -> Session:
        """The session as this process knows it, perhaps behind the log. Raises `UnknownSession`."""
        slot = self.slots.of(session_id)
        return slot.session if slot.session is not None else self.look(session_id)

    @staticmethod
    def new_entries(work: UnitOfWork) -> list[WrittenEntry]:
        """The entries of a unit of work with their digests."""
        return [
            WrittenEntry(entry, sealed.digest)
            for entry, sealed in zip(work.entries, work.stored, strict=True)
        ]

    def reading(self, session: Session) -> Callable[[int, int], Iterable[Entry | Unreadable]]:
        """How the kernel reads the session's stored entries."""
        return lambda first, last: entries(self.store, session.game, session.id, first, last)

    def written(self, session: Session, first: int, last: int | None = None) -> Iterable[WrittenEntry]:
        """The session's entries `first` to `last` with their digests."""
        for stored in self.store.read(session.id, first, last):
            yield WrittenEntry(read_stored(session.game, stored), stored.digest)

    def must_stand_at(self, session: Session, command: Command) -> None:
        """Raises `AnotherLog`, or `Stale` where others were faster with what the command may not follow."""
        version = command.expecting.version
        if version is None:
            return
        if not self.leads_through(session, version, command.expecting.lineage):
            raise AnotherLog(session)
        if version == session.version:
            return
        if not 1 <= version < session.version or session.version - version > MOST_SINCE:
            raise Stale(session, version)
        since = list(self.reading(session)(version + 1, session.version))
        if not command.may_follow(session, since, self):
            raise Stale(session, version)

    def leads_through(self, session: Session, number: int, lineage: str | None) -> bool:
        """Whether the entry of this number is the one whose digest begins so; None: whichever it is."""
        if lineage is None:
            return True
        if number == session.version:
            return session.position.digest.startswith(lineage)
        return any(
            stored.digest.startswith(lineage) for stored in self.store.read(session.id, number, number)
        )

    def secret(self, session_id: str) -> bytes:
        """The secret of the session's draws. Raises `SecretElsewhere` when it is not kept here."""
        secret = self.registers.secret(session_id)
        if secret is None:
            raise SecretElsewhere
        return secret

    def _draws(self, session_id: str, *, may_block: bool) -> Below:
        """The draws from the session's secret. The first one reads it, and may raise `SecretElsewhere`."""
        kept: list[Below] = []

        def below(n: int, number: int) -> int:
            if not kept:
                if not may_block:
                    raise WouldBlock
                kept.append(keyed_draws(self.secret(session_id), session_id))
            return kept[0](n, number)

        return below

    def _append_and_wait(self, command: Command) -> CommandResult:
        for _ in range(1 + RETRIES):
            deferred = Deferred()
            answer = self._append(command, deferred)
            try:
                deferred.wait()
            except Conflict:
                self.look(command.session_id)
            else:
                return answer
        raise Busy

    def _append(self, command: Command, deferred: Deferred) -> CommandResult:
        """Holds the session's lock until the entries are durable; the thread that stores them releases it."""
        slot = self.slots.of(command.session_id)
        if not deferred.may_block:
            if not slot.lock.acquire(blocking=False):
                raise WouldBlock
        elif not self._acquire(slot):
            raise Unconfirmed(STUCK)
        try:
            answer, work = self._decided(slot, command, may_block=deferred.may_block)
            if work is None:  # what was recorded before: by another process, perhaps it is not durable yet
                if self.store.releases_early and not deferred.may_block:
                    raise WouldBlock
                self.store.confirm(CONFIRMING_SECONDS)
                slot.lock.release()
                return answer
            deferred.stored = Future()
            stored = partial(self._stored, slot, answer, work, deferred.stored)
            before = answer.session
            self.store.append_soon(
                before.id, before.version + 1, work.stored, stored, follows=before.position.digest
            )
        except BaseException:
            slot.lock.release()
            raise
        return answer

    def _stored(
        self,
        slot: Slot,
        answer: CommandResult,
        work: UnitOfWork,
        done: Future[int],
        position: int | None,
        error: Exception | None,
    ) -> None:
        """The store is done: follow what it stored, publish it, and let the answer go."""
        try:
            if position is not None:
                slot.session = work.committed()
        except Exception:  # the log has it: the next request reads it from there
            LOG.exception("an entry of %s was stored and not followed", answer.session.id)
            slot.session = None
        finally:
            slot.lock.release()
        if position is None:
            done.set_exception(error)
            return
        self.publish(answer.session.id, len(work.stored), answer.written)
        done.set_result(position)

    def _decided(
        self, slot: Slot, command: Command, *, may_block: bool
    ) -> tuple[CommandResult, UnitOfWork | None]:
        """The answer and the unit of work to store for it, if any. A refusal was made on the newest log."""
        if slot.session is None:
            if not may_block:
                raise WouldBlock
            slot.catch_up(self.store, self.library, command.session_id)
        draws = self._draws(command.session_id, may_block=may_block)
        while True:
            assert slot.session is not None
            try:
                return self._answer_to(slot.session, command, draws, may_block=may_block)
            except Unavailable:
                raise
            except Exception as error:
                if not may_block:
                    raise WouldBlock from None
                session = slot.session
                if not slot.catch_up(self.store, self.library, command.session_id):
                    must_be_a_fault_of_ours(error, session, self.registers)
                    raise

    def _answer_to(
        self, session: Session, command: Command, draws: Below, *, may_block: bool
    ) -> tuple[CommandResult, UnitOfWork | None]:
        numbers = [session.recorded_as(request.action_id, request.hash) for request in command.requests]
        before = [number for number in numbers if number is not None]
        if not may_block and (before or command.expecting.version not in (None, session.version)):
            raise WouldBlock
        if len(before) == len(numbers):
            written = [self._stored_entry(session, number) for number in before]
            written += self._taken_by_itself(session, max(before))
            state = session.at(written[-1].entry.number, self.reading(session)).state
            return CommandResult(session, written, state, replayed=True), None
        work, new = self._work_of(session, command, draws, numbers)
        written = [
            self._stored_entry(session, number) if number is not None else next(new) for number in numbers
        ]
        written += new
        return CommandResult(session, written, work.position.state, replayed=False), work

    def _work_of(
        self, session: Session, command: Command, draws: Below, numbers: Sequence[int | None] = ()
    ) -> tuple[UnitOfWork, Iterator[WrittenEntry]]:
        """The command's unit of work, without entries that were recorded before; and its entries."""
        self.must_stand_at(session, command)
        work = UnitOfWork(session, self.reading(session))
        for place in range(len(command.requests)):
            if not numbers or numbers[place] is None:
                command.decide(work, place, draws)
        return work, iter(self.new_entries(work))

    def _taken_by_itself(self, session: Session, number: int) -> list[WrittenEntry]:
        """The entries that nobody chose, which follow that one."""
        following = self.written(session, number + 1) if number < session.version else ()
        return list(takewhile(lambda one: isinstance(one.entry, Recorded) and one.entry.auto, following))

    def _stored_entry(self, session: Session, number: int) -> WrittenEntry:
        return next(iter(self.written(session, number, number)))


class Slot:
    """A session in memory and the lock that is held over load, decide and append.

    The session in it is replaced and never changed, so that a reader without the lock sees one consistent
    table.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.session: Session | None = None

    def catch_up(self, store: EventStore, library: Library, session_id: str) -> bool:
        """Follow the log; whether there was anything new. For who holds the lock.

        The last entry that is known is looked at again: a sandbox session may have expired, and a database
        that failed over, or was restored, may have lost it. Then the session is read from its beginning.
        Raises `UnknownSession`.
        """
        session = self.session
        if session is None:
            self.session = load_session(store, library, session_id)
            return True
        before, moved = session.version, copy(session)
        log = store.read(session_id, before)
        last = next(log, None)
        if last is None or last.digest != session.position.digest:
            self.session = None
            self.session = load_session(store, library, session_id)
            store.doubt(rewound=True)
            LOG.warning("%s: the log lost entry %s as it was known here", session_id, before)
            return True
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


def stamp_of(principal: Principal, request: Request = BY_ITSELF, moved_at: str | None = None) -> Stamp:
    """The stamp of an entry: its time, author, salt and request."""
    return Stamp(
        at=now(),
        by=principal.recorded_by(),
        salt=random_hex(SALT_BYTES),
        moved_at=moved_at,
        action_id=request.action_id,
        request=request.hash if request.action_id is not None else None,
    )


def now() -> str:
    """UTC, RFC 3339, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def are_notes(since: Sequence[Entry | Unreadable]) -> bool:
    """Whether these entries are notes alone, which do nothing to the table."""
    return all(isinstance(entry, Noted) for entry in since)
