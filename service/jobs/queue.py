"""The job queue: a table of requests, leases and results, with stored bytes, a worker lock and hints.

A worker takes a job under a lease and renews it while it works. If the worker is killed, another one
takes the job when the lease has ended, a few times at most. Every change names its lease, so an attempt
that has lost its lease changes nothing. The lock ensures one worker per home.

Hints through Redis only make this faster: one may be lost or arrive twice.

The migrations of `workers.tables` create the tables.
"""

from __future__ import annotations

import fcntl
import io
import logging
import secrets
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias, cast

import msgspec
import sqlalchemy as sa
from redis.exceptions import RedisError
from rq import get_current_job
from sqlalchemy.exc import SQLAlchemyError

from replays.clocks import time_of
from replays.databases import make_private, reading
from service.jobs.requests import JobRequest, JobResult, JobStatus, ProofTask, decode_result, encode_result
from workers.wake import Hint

# The tables of jobs, and how their bytes are stored. The migrations of `workers.tables` make the tables.

METADATA = sa.MetaData()

JOBS = sa.Table(
    "jobs",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("request", sa.LargeBinary, nullable=False),
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("lease", sa.Text),
    sa.Column("leased_until", sa.BigInteger),
    sa.Column("started", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Column("detail", sa.Text),
    sa.Column("result_bytes", sa.BigInteger, nullable=False),
)
"""`request`: a `JobRequest` as JSON. `fingerprint`: equal for two requests that share one result. `address`,
`holder`: the caller whose turn the job takes; a proof takes the turn of its import. `lease`: names the
attempt that runs; it has the job until `leased_until`. `started`: when the last attempt began. `detail`: why
the job failed. Times are microseconds since 1970, by the clock of the database."""

CHUNKS = sa.Table(
    "job_chunks",
    METADATA,
    sa.Column("job", sa.Text, primary_key=True),
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""The bytes of a job, cut so that nobody needs them all in memory. `part`: `file` came with the request,
`proofs` are those of its sessions (gzip), `result` is the answer. `number`: from 0."""

CHUNK_BYTES = 1024 * 1024
FILE, PROOFS, RESULT = "file", "proofs", "result"
"""What the chunks of a job can be parts of."""


def write_chunks(connection: sa.Connection, job: str, part: str, stream: BinaryIO) -> int:
    """Store what the stream holds, in the caller's transaction. Returns its length in bytes."""
    length = number = 0
    while data := stream.read(CHUNK_BYTES):
        row = {"job": job, "part": part, "number": number, "data": data}
        connection.execute(sa.insert(CHUNKS), [row])
        number, length = number + 1, length + len(data)
    return length


def read_chunks(engine: sa.Engine, job: str, part: str) -> BinaryIO:
    """The stored bytes as a stream that can be read once. Reading raises `OSError` if a chunk is missing."""
    return cast("BinaryIO", io.BufferedReader(_ChunkReader(engine, job, part)))


class _ChunkReader(io.RawIOBase):
    """Reads one chunk at a time, each in a transaction of its own: a long reading blocks no writer."""

    def __init__(self, engine: sa.Engine, job: str, part: str) -> None:
        self._engine = engine
        self._own = (CHUNKS.c.job == job) & (CHUNKS.c.part == part)
        self._data = memoryview(b"")
        self._next = 0
        with reading(engine).connect() as connection:
            self._count = connection.scalar(sa.select(sa.func.count()).select_from(CHUNKS).where(self._own))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._data and self._next < (self._count or 0):
            self._data = memoryview(self._chunk())
            self._next += 1
        target = memoryview(buffer).cast("B")
        length = min(len(target), len(self._data))
        target[:length] = self._data[:length]
        self._data = self._data[length:]
        return length

    def _chunk(self) -> bytes:
        query = sa.select(CHUNKS.c.data).where(self._own, CHUNKS.c.number == self._next)
        with reading(self._engine).connect() as connection:
            data = connection.scalar(query)
        if data is None:
            raise OSError("a part of the job was deleted while it was read")
        return bytes(data)


# The queue of jobs: a table that says what is asked, who works on it until when, and what came of it.

LOG = logging.getLogger("tablelog.jobs")

KEPT_SECONDS = 3_600.0
"""How long a job and its result are kept for the caller."""
MOST_KEPT_BYTES = 256 * 1024 * 1024
"""Of all results; the oldest are deleted first."""
MOST_UNFINISHED = 64
MOST_OF_AN_ADDRESS = 8
MOST_ATTEMPTS = 3
ID_BYTES = 16
LEASE_SECONDS = 30.0
RENEW_SECONDS = 5.0
LONGEST_SECONDS = 900.0
"""A job that takes longer has failed."""
UNEXPECTED = "An unexpected error occurred. The service's log contains details."
ABANDONED = "The process that ran the job ended before it was done. Send the original request again."

IMPORT, PROOF = "import", "proof"
_UNLEASED = {"lease": None, "leased_until": None}
SUBMITTING = 0x6A6F6273
"""Key of PostgreSQL's advisory lock: quotas are counted and a job is added by one process at a time."""
Caller: TypeAlias = tuple[str, str]
"""An address, and that address with a holder."""


class QueueFull(Exception):
    """Too many jobs are unfinished; the message says whose."""


class Lease(NamedTuple):
    """One attempt at a job."""

    job: str
    token: str


class JobState(NamedTuple):
    """A job as the table has it: what was asked, how far it is, and why it failed."""

    request: JobRequest
    status: JobStatus
    detail: str | None


class JobQueue:
    """The jobs of one tables database, for any number of processes on any number of hosts.

    All methods raise the database's errors.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine

    def submit(self, request: JobRequest, file: BinaryIO | None = None) -> str:
        """Add a job and return its id, or the id of an unfinished one that this caller asked the same of.

        Raises `QueueFull`, and `OSError` if the file cannot be read.
        """
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(SUBMITTING)))
            now = _now(connection)
            _end_leases(connection, now)
            _sweep(connection, now)
            unfinished = JOBS.c.status.in_(("waiting", "running"))
            same = sa.select(JOBS.c.id).where(unfinished, JOBS.c.fingerprint == request.fingerprint)
            if (known := connection.scalar(same.limit(1))) is not None:
                return str(known)
            address, holder = _turn_of(connection, request)
            if request.address:
                of_all = connection.scalar(sa.select(sa.func.count()).select_from(JOBS).where(unfinished))
                own = unfinished & (JOBS.c.address == address) & (JOBS.c.kind != PROOF)
                of_address = connection.scalar(sa.select(sa.func.count()).select_from(JOBS).where(own))
                _must_be_few(of_address or 0, of_all or 0)
            job = secrets.token_hex(ID_BYTES)
            row: dict[str, Any] = {
                "id": job,
                "kind": request.kind,
                "request": msgspec.json.encode(request),
                "fingerprint": request.fingerprint,
                "address": address,
                "holder": holder,
                "created": now,
                "status": "waiting",
                "attempts": 0,
                "result_bytes": 0,
            }
            connection.execute(sa.insert(JOBS), [row])
            if file is not None:
                write_chunks(connection, job, FILE, file)
        return job

    def look(self, job: str) -> JobState | None:
        """How far a job is; None if there is no such job."""
        with reading(self.engine).connect() as connection:
            ended = _lease_has_ended(_now(connection)).label("ended")
            query = sa.select(JOBS.c.request, JOBS.c.status, JOBS.c.detail, ended)
            row = connection.execute(query.where(JOBS.c.id == job)).one_or_none()
        if row is None:
            return None
        if row.ended:
            self._end_leases()
            return self.look(job)
        return JobState(msgspec.json.decode(row.request, type=JobRequest), row.status, row.detail)

    def status(self, job: str) -> JobStatus:
        """How far a job is. One that was deleted has failed."""
        state = self.look(job)
        return "failed" if state is None else state.status

    def request(self, job: str) -> JobRequest | None:
        """The request of a job; None if there is no such job."""
        state = self.look(job)
        return None if state is None else state.request

    def reason(self, job: str) -> str:
        """Why a job failed."""
        state = self.look(job)
        return ABANDONED if state is None or state.detail is None else state.detail

    def waiting(self) -> list[str]:
        """The jobs that workers may take, in the order in which they run. Imports are left to the web.

        Callers take turns: the address whose last job began longest ago is next, at one address the holder
        whose last job did, and of one holder the oldest job.
        """
        columns = (JOBS.c.id, JOBS.c.address, JOBS.c.holder, JOBS.c.created)
        ready = sa.select(*columns).where(JOBS.c.status == "waiting", JOBS.c.kind != IMPORT)
        began = sa.func.max(JOBS.c.started)
        served = sa.select(JOBS.c.address, JOBS.c.holder, began).where(
            JOBS.c.status != "waiting", JOBS.c.kind != IMPORT, JOBS.c.started.is_not(None)
        )
        with reading(self.engine).connect() as connection:
            ended = sa.select(JOBS.c.id).where(_lease_has_ended(_now(connection))).limit(1)
            if connection.scalar(ended) is None:
                waiting = {
                    row.id: (_caller(row.address, row.holder), row.created)
                    for row in connection.execute(ready)
                }
                turns: Counter[str] = Counter()
                for address, holder, last in connection.execute(
                    served.group_by(JOBS.c.address, JOBS.c.holder)
                ):
                    for name in _caller(address, holder):
                        turns[name] = max(turns[name], last)
                return list(_in_turn(waiting, turns))
        self._end_leases()
        return self.waiting()

    def figures(self) -> tuple[Counter[JobStatus], float]:
        """How many jobs wait and run, on all hosts, and the age of the oldest of them in seconds."""
        query = sa.select(JOBS.c.status, sa.func.count(), sa.func.min(JOBS.c.created))
        with reading(self.engine).connect() as connection:
            now = _now(connection)
            rows = connection.execute(query.where(JOBS.c.ended.is_(None)).group_by(JOBS.c.status)).all()
        counts: Counter[JobStatus] = Counter({"waiting": 0, "running": 0})
        counts.update({status: count for status, count, _ in rows})
        return counts, max((now - created for *_, created in rows), default=0) / 1_000_000

    def claim(self, job: str) -> Lease | None:
        """Take a job that waits; None if another worker has taken it. This counts as an attempt."""
        lease = Lease(job, secrets.token_hex(ID_BYTES))
        with self.engine.begin() as connection:
            now = _now(connection)
            taken = connection.execute(
                sa.update(JOBS)
                .where(JOBS.c.id == job, JOBS.c.status == "waiting")
                .values(
                    status="running",
                    attempts=JOBS.c.attempts + 1,
                    lease=lease.token,
                    leased_until=now + _micros(LEASE_SECONDS),
                    started=now,
                )
            )
        return lease if taken.rowcount == 1 else None

    def renew(self, lease: Lease) -> bool:
        """Extend a lease. False if it was lost."""
        with self.engine.begin() as connection:
            until = _now(connection) + _micros(LEASE_SECONDS)
            query = sa.update(JOBS).where(_held_by(lease)).values(leased_until=until)
            return connection.execute(query).rowcount == 1

    def release(self, lease: Lease) -> None:
        """Let another worker take the job of one that is stopping: the attempt does not count."""
        with self.engine.begin() as connection:
            waiting = {"status": "waiting", "attempts": JOBS.c.attempts - 1}
            connection.execute(sa.update(JOBS).where(_held_by(lease)).values(**waiting, **_UNLEASED))

    def give_up(self, lease: Lease) -> None:
        """End an attempt that was cut off: the job waits again, or has failed after the last attempt."""
        with self.engine.begin() as connection:
            query = sa.update(JOBS).where(_held_by(lease)).values(leased_until=0)
            if connection.execute(query).rowcount == 1:
                _end_leases(connection, _now(connection))

    def finish(self, lease: Lease, result: JobResult, proofs: BinaryIO | None = None) -> bool:
        """Store what came of a job. False if the lease was lost: then nothing is stored."""
        data = encode_result(result)
        with self.engine.begin() as connection:
            if not self._end(connection, lease, status="done", result_bytes=len(data)):
                return False
            write_chunks(connection, lease.job, RESULT, io.BytesIO(data))
            if proofs is not None:
                write_chunks(connection, lease.job, PROOFS, proofs)
            return True

    def fail(self, lease: Lease, reason: str) -> bool:
        """Store why a job failed: a sentence or two for the caller. False if the lease was lost."""
        with self.engine.begin() as connection:
            return self._end(connection, lease, status="failed", detail=reason)

    def result(self, job: str) -> JobResult | None:
        """The result of a job; None unless it is done."""
        with read_chunks(self.engine, job, RESULT) as stream:
            data = stream.read()
        return decode_result(data) if data else None

    def file(self, job: str) -> BinaryIO:
        """The file that came with the request, to be read once."""
        return read_chunks(self.engine, job, FILE)

    def proofs(self, job: str) -> BinaryIO:
        """The proofs that a job made of a file, to be read once."""
        return read_chunks(self.engine, job, PROOFS)

    def forget(self, job: str) -> None:
        """Delete a job and its bytes."""
        with self.engine.begin() as connection:
            _delete(connection, [job])

    def sweep(self) -> None:
        """Delete what has been kept long enough, and the oldest results of too many."""
        with self.engine.begin() as connection:
            _sweep(connection, _now(connection))

    @contextmanager
    def working_on(self, job: str) -> Iterator[Lease | None]:
        """Claim a job and renew the lease until the block ends; None if another worker has it.

        A job that is not finished then was cut off.
        """
        lease = self.claim(job)
        if lease is None:
            yield None
            return
        done = threading.Event()
        renewing = threading.Thread(target=self._keep_renewing, args=(lease, done), daemon=True)
        renewing.start()
        try:
            yield lease
        finally:
            done.set()
            renewing.join()
            self.give_up(lease)

    def _keep_renewing(self, lease: Lease, done: threading.Event) -> None:
        while not done.wait(RENEW_SECONDS):
            try:
                if not self.renew(lease):
                    return
            except SQLAlchemyError as error:
                LOG.error("the lease of a job cannot be renewed (%s)", getattr(error, "orig", None) or error)

    def _end(self, connection: sa.Connection, lease: Lease, **values: Any) -> bool:
        ended = sa.update(JOBS).where(_held_by(lease))
        ended = ended.values(**values, **_UNLEASED, ended=_now(connection))
        if connection.execute(ended).rowcount == 0:
            return False
        connection.execute(sa.delete(CHUNKS).where(CHUNKS.c.job == lease.job, CHUNKS.c.part == FILE))
        return True

    def _end_leases(self) -> None:
        with self.engine.begin() as connection:
            _end_leases(connection, _now(connection))


def _lease_has_ended(now: int) -> sa.ColumnElement[bool]:
    """Whether the worker of a job is gone. An import that waits so long has lost its web process."""
    return sa.or_(
        (JOBS.c.status == "running") & (JOBS.c.leased_until < now),
        (JOBS.c.status == "waiting")
        & (JOBS.c.kind == IMPORT)
        & (JOBS.c.created < now - _micros(LEASE_SECONDS)),
    )


def _held_by(lease: Lease) -> sa.ColumnElement[bool]:
    return (JOBS.c.id == lease.job) & (JOBS.c.lease == lease.token) & (JOBS.c.status == "running")


def _end_leases(connection: sa.Connection, now: int) -> None:
    """Let the jobs of workers that are gone wait again; those that cannot be tried again have failed."""
    last = (JOBS.c.attempts >= MOST_ATTEMPTS) | (JOBS.c.kind == IMPORT)
    failed = {"status": "failed", "detail": ABANDONED, "ended": now}
    ended = _lease_has_ended(now)
    connection.execute(sa.update(JOBS).where(ended, last).values(**failed, **_UNLEASED))
    connection.execute(sa.update(JOBS).where(ended).values(status="waiting", **_UNLEASED))


def _sweep(connection: sa.Connection, now: int) -> None:
    since = now - _micros(KEPT_SECONDS)
    over = sa.func.coalesce(JOBS.c.ended, JOBS.c.created) < since
    old = sa.select(JOBS.c.id).where(over, JOBS.c.status != "running")
    gone = list(connection.scalars(old))
    kept = sa.select(JOBS.c.id, JOBS.c.result_bytes).where(JOBS.c.status == "done")
    total = 0
    for job, length in connection.execute(kept.order_by(JOBS.c.ended.desc(), JOBS.c.id)):
        total += length
        if total > MOST_KEPT_BYTES:
            gone.append(job)
    if gone:
        _delete(connection, gone)


def _delete(connection: sa.Connection, jobs: list[str]) -> None:
    connection.execute(sa.delete(CHUNKS).where(CHUNKS.c.job.in_(jobs)))
    connection.execute(sa.delete(JOBS).where(JOBS.c.id.in_(jobs)))


def _turn_of(connection: sa.Connection, request: JobRequest) -> Caller:
    """Whose turn a job takes: a proof takes the turn of its import."""
    if isinstance(request.task, ProofTask):
        whole = sa.select(JOBS.c.address, JOBS.c.holder).where(JOBS.c.id == request.task.of)
        row = connection.execute(whole).one_or_none()
        if row is not None:
            return row.address, row.holder
    return request.address, request.holder


def _must_be_few(of_address: int, of_all: int) -> None:
    if of_address >= MOST_OF_AN_ADDRESS:
        raise QueueFull(f"You have {MOST_OF_AN_ADDRESS} unfinished jobs.")
    if of_all >= MOST_UNFINISHED:
        raise QueueFull(f"There are {MOST_UNFINISHED} unfinished jobs.")


def _caller(address: str, holder: str) -> Caller:
    return address, f"{address} {holder}"


def _in_turn(waiting: Mapping[str, tuple[Caller, int]], turns: Counter[str]) -> Iterator[str]:
    """These jobs as their callers take turns. turns: when the last job of each name began."""
    left, turns = dict(waiting), turns.copy()
    last = max(turns.values(), default=0)
    while left:
        job = min(left, key=lambda one: (*(turns[name] for name in left[one][0]), left[one][1], one))
        caller, _ = left.pop(job)
        last += 1
        for name in caller:
            turns[name] = last
        yield job


def _micros(seconds: float) -> int:
    return int(seconds * 1_000_000)


def _now(connection: sa.Connection) -> int:
    """Microseconds since 1970, by one clock for all processes: the server's, or that of the machine."""
    return _micros(time_of(connection).timestamp())


# The file that a worker of this home holds locked while it runs, so that no second one is started for it.

WORKER_LOCK = "jobs.lock"


@contextmanager
def running_worker(home: Path, *, alone: bool) -> Iterator[bool]:
    """Show that a worker runs. With `alone` the value is False if another one does already."""
    with make_private(home / WORKER_LOCK).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
        except BlockingIOError:
            yield False
        else:
            yield True


def worker_is_running(home: Path) -> bool:
    """Whether a worker of this home runs. Raises `OSError`."""
    try:
        with (home / WORKER_LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


# What rq runs in a worker of jobs: a hint that a job is waiting. It may be lost or duplicated.

HINTS = Hint(queue="jobs", job="service.jobs.queue.notify", key="tablelog:jobs")
MAY_WAIT = threading.Event()
"""Set when a job may wait."""


def notify() -> None:
    """Have the worker look for jobs that wait."""
    hint = get_current_job()
    if hint is not None:
        with suppress(RedisError):
            hint.connection.delete(HINTS.key)
    MAY_WAIT.set()
