"""Jobs and questions as the web process uses them: submit or ask, make sure that a worker runs, wait briefly.

Files of Tablelog 0.4's jobs are deleted; their callers send the requests again.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import msgspec
import sqlalchemy as sa

from service.jobs.answering import answer_from, generation_in
from service.jobs.questions import (
    LONG_SECONDS,
    SECONDS,
    Answer,
    AnswerFault,
    FilterFault,
    MeasureFault,
    Reply,
    TimedQuery,
    connect,
    receive_reply,
    send_question,
)
from service.jobs.queue import HINTS, JobQueue, worker_is_running
from service.jobs.requests import JobRequest, JobStatus
from service.queries.filters import UnusableFilter
from service.queries.question import Query, SessionsQuery
from service.queries.statistics import UnknownMeasure
from service.queries.store import StatisticsStore
from service.queries.stored_tables import SQLITE
from service.settings import Settings
from workers.wake import Waker

# Jobs in the web process: submit them, make sure that a worker runs, wait a little.

LOG = logging.getLogger("tablelog")

FIRST_POLL_SECONDS, LAST_POLL_SECONDS = 0.02, 0.2
WAKE_AGAIN_SECONDS = 1.0
LINGER_SECONDS = 10
STOPPING_SECONDS = 1.0


class WakesWorkers(Protocol):
    """Sees that some worker takes the jobs that wait."""

    def wake(self) -> None:
        """Never wait. Raises `OSError` if no worker can be started."""
        ...

    def close(self) -> None:
        """End the worker that was started, if any."""
        ...


class JobClient:
    """Jobs as the web process sees them.

    patience_seconds: how long a request waits for its answer before it gets the address of the job.
    """

    def __init__(self, queue: JobQueue, workers: WakesWorkers, patience_seconds: float = 5.0) -> None:
        self.queue = queue
        self.workers = workers
        self.patience_seconds = patience_seconds
        self._closing = threading.Event()

    def submit(self, request: JobRequest, file: BinaryIO | None = None) -> str:
        """Add a job and return its id. Raises `QueueFull`, `OSError` and the database's errors."""
        job = self.queue.submit(request, file)
        self.wake_workers()
        return job

    def wait(self, job: str, seconds: float) -> JobStatus:
        """The status of the job, after so many seconds at most, or when the web process ends."""
        until = woken = time.monotonic()
        until += seconds
        pause = FIRST_POLL_SECONDS
        while (status := self.queue.status(job)) in ("waiting", "running"):
            if (now := time.monotonic()) >= until or self._closing.wait(min(pause, until - now)):
                break
            pause = min(2 * pause, LAST_POLL_SECONDS)
            if status == "waiting" and now - woken >= WAKE_AGAIN_SECONDS:
                self.wake_workers()
                woken = now
        return status

    def wake_workers(self) -> None:
        """Make sure that a worker runs: an earlier one may have ended."""
        try:
            self.workers.wake()
        except OSError as error:
            LOG.error("no worker for jobs can be started (%s); trying again", error.strerror)

    def close(self) -> None:
        """Stop waiting for jobs."""
        self._closing.set()
        self.workers.close()


class WorkerStarter:
    """Sends hints to the worker of this home; starts one if none runs, which ends when it is idle."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waker = Waker(settings.redis_url, HINTS) if settings.redis_url is not None else None
        self._started: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def wake(self) -> None:
        """It never waits, and a hint may be lost: a worker also looks by itself. Raises `OSError`."""
        if worker_is_running(self._settings.home):
            if self._waker is not None:
                self._waker.wake()
            return
        with self._lock:
            if self._started is None or self._started.poll() is not None:
                self._started = self._start()

    def close(self) -> None:
        """End the worker that was started here; the next one does what is left."""
        with self._lock:
            if self._started is None or self._started.poll() is not None:
                return
            self._started.terminate()
            try:
                self._started.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                self._started.kill()
                with suppress(subprocess.TimeoutExpired):
                    self._started.wait(STOPPING_SECONDS)

    def _start(self) -> subprocess.Popen[bytes]:
        found = self._settings
        where = {
            "TABLELOG_HOME": str(found.home),
            "TABLELOG_LOG_URL": found.log_url,
            "TABLELOG_TABLES_URL": found.tables_url,
            "TABLELOG_LOG_URL_FILE": "",
            "TABLELOG_TABLES_URL_FILE": "",
        }
        return subprocess.Popen(
            [sys.executable, "-m", "service.cli", "jobs", "--linger", str(LINGER_SECONDS)],
            env=os.environ | where,
            stdin=subprocess.DEVNULL,
        )


# Questions of statistics as the web process asks them: answers that are still true are kept here.

MOST_KEPT_BYTES = 32 * 1024 * 1024
BYTES_OF_A_KEY = 256
"""About what a kept answer takes beside its bytes and those of its query."""
CONNECT_AGAIN_SECONDS = 0.05
STARTING_SECONDS = 30.0
ATTEMPTS = 2
"""How often a question is sent whose process ends while it answers."""
NOBODY_ANSWERS = "Statistics cannot be answered at the moment. Try again."


class Unanswered(Exception):
    """Nobody could answer; the message is for people."""


class NotYet(Exception):
    """The answer takes longer than the caller waits."""


class Asks(Protocol):
    """Where questions of statistics are asked."""

    def ask(self, query: Query) -> Answer:
        """The answer. Raises `UnknownMeasure`, `UnusableFilter`, `NotYet`, `Unanswered`, and the database's
        errors.
        """
        ...

    def close(self) -> None:
        """Give back what was opened for questions."""
        ...


class AsksHere:
    """Answers in the process that asks: for commands and tests, which have no other process."""

    def __init__(self, engine: sa.Engine) -> None:
        self._store = StatisticsStore(engine, kind=SQLITE)

    def ask(self, query: Query) -> Answer:
        """The answer from a store in memory, which is made for it."""
        return answer_from(self._store, query)

    def close(self) -> None:
        """Drop the store."""
        self._store.close()


def told_by(questions: Asks, query: Query) -> dict[str, Any]:
    """The answer, for pages, which show it. Raises what `ask` raises."""
    found: dict[str, Any] = msgspec.json.decode(questions.ask(query).body)
    return found


class ChosenSessions(msgspec.Struct, frozen=True):
    """The answer to a `SessionsQuery`: their ids."""

    sessions: tuple[str, ...]


def choosing(questions: Asks) -> Callable[[SessionsQuery], Sequence[str]]:
    """What asks for the ids of sessions that have a figure."""

    def chosen(query: SessionsQuery) -> Sequence[str]:
        return msgspec.json.decode(questions.ask(query).body, type=ChosenSessions).sessions

    return chosen


class KeptAnswers:
    """Answers by query and generation, at most `most_bytes`: the one unused for longest goes first."""

    def __init__(self, most_bytes: int = MOST_KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[bytes, str], Answer] = OrderedDict()
        self._lock = threading.Lock()
        self.bytes = 0

    def find(self, query: bytes, generation: str) -> Answer | None:
        """The answer to this query from these figures, if it is kept."""
        with self._lock:
            found = self._kept.get((query, generation))
            if found is not None:
                self._kept.move_to_end((query, generation))
            return found

    def keep(self, query: bytes, answer: Answer) -> None:
        """Keep the answer, unless it is too long."""
        key = (query, answer.generation)
        with self._lock:
            if key in self._kept or _size(key, answer) > self._most_bytes:
                return
            self._kept[key] = answer
            self.bytes += _size(key, answer)
            while self.bytes > self._most_bytes:
                self.bytes -= _size(*self._kept.popitem(last=False))


def _size(key: tuple[bytes, str], answer: Answer) -> int:
    return len(key[0]) + len(answer.body) + BYTES_OF_A_KEY


class AsksWorker:
    """Asks the worker of jobs of this home, which is started if none runs.

    patience_seconds: how long a caller waits. limit_seconds: how long an answer may take there. counted: is
    told how each question ended (`kept`, `answered`, `late`, `failed`), and after how many seconds.
    """

    def __init__(
        self,
        engine: sa.Engine,
        home: Path,
        workers: WakesWorkers | None,
        counted: Callable[[str, float], None] | None = None,
        patience_seconds: float = 5.0,
        limit_seconds: float = SECONDS,
    ) -> None:
        self.workers = workers
        self.patience_seconds = patience_seconds
        self._engine = engine
        self._home = home
        self._counted = counted
        self._limit_seconds = limit_seconds
        self._kept = KeptAnswers()

    def ask(self, query: Query) -> Answer:
        """The answer: one that is kept if the figures are still the same. Raises what `Asks.ask` raises."""
        began, ended = time.monotonic(), "failed"
        try:
            key = msgspec.msgpack.encode(query, order="deterministic")
            answer = self._kept.find(key, generation_in(self._engine))
            if answer is not None:
                ended = "kept"
                return answer
            answer = _given(self._replied(TimedQuery(query, self._limit_seconds)))
            self._kept.keep(key, answer)
            ended = "answered"
            return answer
        except NotYet:
            ended = "late"
            raise
        except (UnknownMeasure, UnusableFilter):
            ended = "answered"
            raise
        finally:
            if self._counted is not None:
                self._counted(ended, time.monotonic() - began)

    def close(self) -> None:
        """Nothing: each question has a connection of its own, and the worker ends by itself."""

    def _replied(self, question: TimedQuery) -> Reply:
        """The reply of the process that answers, or of the next one if it ends meanwhile."""
        for _ in range(ATTEMPTS):
            until = time.monotonic() + self.patience_seconds
            try:
                with self._connected(until) as connection:
                    send_question(connection, question)
                    if not connection.poll(max(until - time.monotonic(), 0)):
                        raise NotYet
                    return receive_reply(connection)
            except (OSError, EOFError) as error:
                LOG.warning("a question of statistics was not answered (%s)", error or type(error).__name__)
            except msgspec.MsgspecError as error:  # of another version
                LOG.warning("the answer to a question cannot be read (%s)", error)
        raise Unanswered(NOBODY_ANSWERS)

    def _connected(self, until: float) -> Connection:
        """A connection to the process that answers, as soon as there is one.

        Raises `OSError` if no process can be started, `NotYet` while one starts, and `Unanswered` if it does
        not.
        """
        until = min(until, time.monotonic() + STARTING_SECONDS)
        woken = 0.0
        while True:
            with suppress(FileNotFoundError, ConnectionRefusedError, BlockingIOError):
                return connect(self._home, until - time.monotonic())
            if self.workers is not None and time.monotonic() - woken >= WAKE_AGAIN_SECONDS:
                self.workers.wake()
                woken = time.monotonic()
            if time.monotonic() >= until:
                if worker_is_running(self._home):
                    raise NotYet
                raise Unanswered(NOBODY_ANSWERS)
            time.sleep(CONNECT_AGAIN_SECONDS)


def asks_for_job(engine: sa.Engine, home: Path) -> AsksWorker:
    """How a job asks the worker that runs it: with patience, for an answer that may take long."""
    return AsksWorker(engine, home, None, patience_seconds=2 * LONG_SECONDS, limit_seconds=LONG_SECONDS)


def _given(reply: Reply) -> Answer:
    """The answer of a reply. Raises what the query raised, and `Unanswered`."""
    match reply:
        case Answer():
            return reply
        case FilterFault():
            raise UnusableFilter(reply.name, reply.reason)
        case MeasureFault():
            raise UnknownMeasure(reply.name)
        case AnswerFault():
            raise Unanswered(reply.reason)
