"""Jobs as the web process uses them: submit, make sure that a worker runs, wait briefly.

Files of Tablelog 0.4's jobs are deleted; their callers send the requests again.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import BinaryIO, Protocol

from service.jobs.queue import HINTS, JobQueue, worker_is_running
from service.jobs.requests import JobRequest, JobStatus
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
