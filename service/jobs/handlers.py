"""What jobs do: bytes out of a whole log, or out of whole tables. They write to neither."""

from __future__ import annotations

import gzip
import logging
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel import Game
from domain.kernel.messages import Json
from replays.audit import audit_session
from replays.databases import make_engine
from replays.event_store import EventStore, Unavailable
from replays.findings import Head
from replays.library import Library, UnknownSession
from replays.origin import ReadOrigin
from replays.portable import portable, write
from replays.proof_file import proof_file
from service.jobs.proofs import proofs_of, written
from service.jobs.queue import UNEXPECTED, JobQueue, Lease
from service.jobs.requests import (
    AuditTask,
    ExportTask,
    JobResult,
    JobTask,
    ProofFileTask,
    ProofTask,
    StatisticsTask,
)
from service.queries.row_forms import written as as_rows
from service.queries.statistics import statistics
from service.sessions.imported_entries import ImportedEntries
from service.sessions.registers import Registers
from workers.settings import chosen_home, read_settings

LOG = logging.getLogger("tablelog.jobs")

STORE_ERRORS = (SQLAlchemyError, sqlite3.Error, Unavailable, OSError)
CANNOT_READ = "The log or the tables could not be read. Send the original request again in a while."
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


def result_of(task: JobTask, readers: Readers) -> bytes:
    """The body of the answer. Raises the errors of the stores."""
    match task:
        case AuditTask():
            return _audited(task, readers)
        case ExportTask():
            return _exported(task, readers)
        case ProofFileTask():
            return _proof_file(task, readers)
        case StatisticsTask():
            return _added_up(task, readers)
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
        queue.finish(lease, JobResult(OK, request.headers, result_of(request.task, readers)))


def _audited(task: AuditTask, readers: Readers) -> bytes:
    found = audit_session(
        list(readers.store.read(task.session)),
        readers.library,
        task.session,
        known=[Head(task.version, task.digest)],
        origin=_origin_of(task.session, readers),
        secret=readers.registers.secret(task.session),
        imported=ImportedEntries(readers.registers.engine, readers.store).of(task.session),
        now=datetime.now(UTC),
    )
    body: dict[str, Json] = msgspec.to_builtins(found)
    body |= {"passed": found.passed, "first_divergence": msgspec.to_builtins(found.first_divergence)}
    return msgspec.json.encode(body)


def _origin_of(session_id: str, readers: Readers) -> ReadOrigin | None:
    """How a fork's origin is read: for forks made here alone.

    Whoever imports a file can claim any origin; comparing with that one would tell what it holds.
    """
    if readers.registers.secret(session_id) is None:
        return None
    return lambda origin: list(readers.store.read(origin)) or None


def _exported(task: ExportTask, readers: Readers) -> bytes:
    stored = list(readers.store.read(task.session, 1, task.version))
    if not stored:
        raise UnknownSession(task.session)
    components = readers.library.component_set(task.component_set, task.game)
    return write(portable(task.session, task.game, task.rules_version, components, stored))


def _proof_file(task: ProofFileTask, readers: Readers) -> bytes:
    stored = list(readers.store.read(task.session, 1, task.version))
    if not stored:
        raise UnknownSession(task.session)
    components = readers.library.component_set(task.component_set, task.game)
    game = readers.library.game(task.game)
    return proof_file(task.session, game, components, stored, task.seen_by)


def _added_up(task: StatisticsTask, readers: Readers) -> bytes:
    question = task.question
    found = statistics(readers.engine, question)
    named: dict[str, Json] = {
        "game": question.game,
        "measure": question.measure,
        "group_by": list(question.group_by),
    }
    return as_rows(named | found, "rows", task.form)


def _prove(task: ProofTask, queue: JobQueue, lease: Lease, readers: Readers, folder: Path | None) -> None:
    """Prove each session of the file. Both the file and the proofs may be too long for memory."""
    with TemporaryFile(dir=folder) as data, TemporaryFile(dir=folder) as packed:
        with queue.file(lease.job) as stored:
            copyfileobj(stored, data)
        data.seek(0)
        with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=PACKING_LEVEL) as proofs:
            for part in written(proofs_of(data, task, readers.store, readers.library, readers.registers)):
                proofs.write(part)
        packed.seek(0)
        queue.finish(lease, JobResult(OK, {}, b""), packed)
