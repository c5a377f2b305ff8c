"""What jobs do: compute bytes from a whole log or whole tables, which they never change."""

from __future__ import annotations

import gzip
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Self, TypeAlias

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel import Game
from domain.kernel.messages import Json
from replays.audit import audit_session
from replays.clocks import now_of
from replays.databases import make_engine
from replays.event_store import EventStore, Unavailable
from replays.findings import Head
from replays.imports import brings_something
from replays.library import Library, UnknownSession
from replays.origin import ReadOrigin
from replays.portable import PortableSession, TooLong, UnreadableFile, must_unpack, portable, read_from, write
from replays.proving import ImportRefused, Proven, proof_file, prove
from service.jobs.queue import UNEXPECTED, JobQueue, Lease
from service.jobs.requests import (
    AuditTask,
    ExportTask,
    Headers,
    JobResult,
    JobTask,
    ProofFileTask,
    ProofTask,
    StatisticsTask,
    next_link,
)
from service.queries.question import written as as_rows
from service.queries.statistics import statistics
from service.sessions.registers import ImportedEntries, Registers
from workers.settings import chosen_home, read_settings

# Proofs of a file's sessions, one after another; and the same as a file, from the process that made them.

MOST_RATIO = 40
"""Recorded sessions are 6 to 8 times as long as their gzip."""
MOST_REFUSED = 100
"""Sessions of one file that are refused each by itself, before the rest is left unread."""
LENGTH_BYTES = 4


class RefusedSession(Struct, frozen=True, tag="refused"):
    """A session that could not be verified, and why.

    session: None where the file cannot be read on. too_long: nothing of it was.
    """

    session: str | None
    detail: str
    too_long: bool = False


Proved: TypeAlias = Proven | RefusedSession


def proofs_of(
    data: BinaryIO, task: ProofTask, store: EventStore, library: Library, registers: Registers
) -> Iterator[Proved]:
    """Each session of a file as it is verified, one in memory at a time, until one cannot be read.

    After one more than `MOST_REFUSED` that are refused it proves no more: there is nobody to read them.
    """
    refused = 0
    try:
        must_unpack(data, task.most_bytes, MOST_RATIO)
        for file in read_from(data, task.most_session_bytes):
            proved = _proved(file, task, store, library, registers)
            del file  # before the next is read
            yield proved
            refused += isinstance(proved, RefusedSession)
            if refused > MOST_REFUSED:
                return
            del proved
    except UnreadableFile as error:
        yield RefusedSession(None, str(error), isinstance(error, TooLong))


def _proved(
    file: PortableSession, task: ProofTask, store: EventStore, library: Library, registers: Registers
) -> Proved:
    may_write = brings_something(store, file, may_continue=task.owned == file.session)
    try:
        return prove(library, file, registers.secret(file.session) if may_write else None)
    except ImportRefused as error:
        return RefusedSession(file.session, str(error))


def written(proofs: Iterable[Proved]) -> Iterator[bytes]:
    """Yield the content of a file of proofs in chunks."""
    for proved in proofs:
        data = msgspec.msgpack.encode(proved)
        yield len(data).to_bytes(LENGTH_BYTES, "big")
        yield data


def read(stream: BinaryIO) -> Iterator[Proved]:
    """The proofs of such a file, one in memory at a time."""
    decoder = msgspec.msgpack.Decoder(Proved)
    while length := stream.read(LENGTH_BYTES):
        yield decoder.decode(stream.read(int.from_bytes(length, "big")))


# What jobs do: bytes out of a whole log, or out of whole tables. They write to neither.

LOG = logging.getLogger("tablelog.jobs")

STORE_ERRORS = (SQLAlchemyError, sqlite3.Error, Unavailable, OSError)
CANNOT_READ = "The log or the tables could not be read. Send the original request again later."
OK = 200
PACKING_LEVEL = 1
"""Of gzip: the fastest level makes proofs six to eight times shorter."""


@dataclass(frozen=True)
class Readers:
    """The stores that jobs read."""

    store: EventStore
    engine: sa.Engine
    library: Library
    registers: Registers

    @classmethod
    def open(cls, log_url: str, tables_url: str, games: Mapping[str, Game[Any]] | None = None) -> Self:
        """Open the stores. Raises what `EventStore.open` does."""
        engine = make_engine(tables_url)
        registers = Registers(engine)
        return cls(EventStore.open(log_url), engine, Library(registers.component_set, games), registers)

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()
        self.store.close()


def result_of(task: JobTask, headers: Headers, readers: Readers) -> JobResult:
    """The answer. headers: those that it has anyway. Raises the errors of the stores."""
    if isinstance(task, StatisticsTask):
        body, cursor = _added_up(task, readers)
        following = {} if cursor is None else {"Link": next_link(task.following, cursor)}
        return JobResult(OK, headers | following, body)
    return JobResult(OK, headers, _written_by(task, readers))


def _written_by(task: JobTask, readers: Readers) -> bytes:
    match task:
        case AuditTask():
            return _audited(task, readers)
        case ExportTask():
            return _exported(task, readers)
        case ProofFileTask():
            return _proof_file(task, readers)
    raise TypeError(f"{task} needs a file")


def run_claimed(lease: Lease) -> None:
    """Run a job that was claimed, and store what came of it. Raises the errors of the tables database."""
    settings = read_settings()
    queue = JobQueue(make_engine(settings.tables_url))
    try:
        readers = Readers.open(settings.log_url, settings.tables_url)
        try:
            run_task(queue, lease, readers, chosen_home())
        finally:
            readers.close()
    except STORE_ERRORS as error:
        LOG.error("a job failed (%s)", getattr(error, "orig", None) or error)
        queue.fail(lease, CANNOT_READ)
    except Exception:
        LOG.exception("a job failed")
        queue.fail(lease, UNEXPECTED)
    finally:
        queue.engine.dispose()


def run_task(queue: JobQueue, lease: Lease, readers: Readers, folder: Path | None = None) -> None:
    """Run a job, and store what came of it. folder: for files that it needs meanwhile.

    Raises the errors of the stores.
    """
    request = queue.request(lease.job)
    if request is None:
        return
    if isinstance(request.task, ProofTask):
        _prove(request.task, queue, lease, readers, folder)
    else:
        queue.finish(lease, result_of(request.task, request.headers, readers))


def _audited(task: AuditTask, readers: Readers) -> bytes:
    found = audit_session(
        list(readers.store.read(task.session)),
        readers.library,
        task.session,
        known=[Head(task.version, task.digest)],
        origin=_origin_of(task.session, readers),
        secret=readers.registers.secret(task.session),
        imported=ImportedEntries(readers.registers.engine, readers.store).of(task.session),
        now=now_of(readers.registers.engine),
    )
    body: dict[str, Json] = msgspec.to_builtins(found)
    body |= {"passed": found.passed, "first_divergence": msgspec.to_builtins(found.first_divergence)}
    return msgspec.json.encode(body)


def _origin_of(session_id: str, readers: Readers) -> ReadOrigin | None:
    """How a fork's origin is read: for forks made here alone.

    An imported file can claim any origin; comparing with that one would reveal its content.
    """
    if readers.registers.secret(session_id) is None:
        return None
    return lambda origin: list(readers.store.read(origin)) or None


def _exported(task: ExportTask, readers: Readers) -> bytes:
    stored = list(readers.store.read(task.session, 1, task.version))
    if not stored:
        raise UnknownSession(task.session)
    components = readers.library.component_set(task.component_set, task.game)
    sets = readers.library.sets_of(task.game)
    return write(portable(task.session, task.game, task.rules_version, components, stored, sets))


def _proof_file(task: ProofFileTask, readers: Readers) -> bytes:
    stored = list(readers.store.read(task.session, 1, task.version))
    if not stored:
        raise UnknownSession(task.session)
    components = readers.library.component_set(task.component_set, task.game)
    game = readers.library.game(task.game)
    sets = readers.library.sets_of(task.game)
    return proof_file(task.session, game, components, stored, task.seen_by, sets)


def _added_up(task: StatisticsTask, readers: Readers) -> tuple[bytes, str | None]:
    """The statistic, and the cursor of its next page."""
    question = task.question
    found = statistics(readers.engine, question)
    several: dict[str, Json] = {"measures": list(question.measures)}
    named: dict[str, Json] = several if question.measures else {"measure": question.measure}
    named |= {"game": question.game, "group_by": list(question.group_by)}
    return as_rows(named | found, "rows", task.form, bom=task.bom), found["next"]


def _prove(task: ProofTask, queue: JobQueue, lease: Lease, readers: Readers, folder: Path | None) -> None:
    """Verify each session of the file. Both the file and the proofs may be too long for memory."""
    with TemporaryFile(dir=folder) as data, TemporaryFile(dir=folder) as packed:
        with queue.file(lease.job) as stored:
            copyfileobj(stored, data)
        data.seek(0)
        with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=PACKING_LEVEL) as proofs:
            for part in written(proofs_of(data, task, readers.store, readers.library, readers.registers)):
                proofs.write(part)
        packed.seek(0)
        queue.finish(lease, JobResult(OK, {}, b""), packed)
