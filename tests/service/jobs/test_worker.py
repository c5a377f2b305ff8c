"""The worker of jobs: started by the web process if none runs, notified through Redis if one does."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from service.jobs import worker as module
from service.jobs.client import WorkerStarter
from service.jobs.former_files import remove_former_files
from service.jobs.handlers import CANNOT_READ, run_claimed
from service.jobs.queue import HINTS, JOBS, MAY_WAIT, JobQueue, running_worker, worker_is_running
from service.jobs.requests import AuditTask, JobRequest
from tests.conftest import RedisServer
from tests.service.conftest import LIBRARY, settings_at
from tests.support.hints import work_off
from tests.support.prepared import copy_files
from tests.support.service.server import Server

LONG_GAME = LIBRARY / "chaos_order" / "bots-4p-corrected.tablelog.json.gz"
PATIENCE_SECONDS = 300.0
"""A worker loads all games at its first job, and a busy machine takes its time."""
LATER = {"Prefer": "respond-async"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A web process alone, without Redis."""
    made = Server(tmp_path).start()
    yield made
    made.stop()


def until(is_so: Callable[[], Any]) -> Any:
    """What it gives once it gives something."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := is_so()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def imported(server: Server) -> tuple[str, dict[str, str]]:
    """The path of a long session, and its owner's header."""
    headers = {"Content-Type": "application/gzip"} | LATER
    with closing(server.connection()) as connection:
        connection.request("POST", "/v1/imports", LONG_GAME.read_bytes(), headers)
        answer = connection.getresponse()
        told = answer.read()
    assert answer.status == 202, told
    address = str(answer.headers["Location"])
    result = until(lambda: server.request("GET", address)[1]["result"])
    status, body = server.request("GET", result)
    assert status == 201, body
    [item] = body["items"]
    assert item["status"] == "imported"
    return f"/v1/sessions/{item['session']}", {"Authorization": f"Bearer {item['tokens']['owner']}"}


def test_a_long_job_is_run_by_a_worker_that_the_web_process_starts(server: Server, tmp_path: Path) -> None:
    path, owner = imported(server)
    assert worker_is_running(tmp_path)
    status, found = server.request("GET", f"{path}/audit", headers=owner)
    assert (status, found["passed"], found["entries"] > 500) == (200, True, True)
    status, file = server.request("GET", f"{path}/export", headers=owner)
    assert (status, len(file["entries"])) == (200, found["entries"])


def test_after_a_kill_the_next_worker_does_what_waits_and_what_was_under_way(
    server: Server, tmp_path: Path
) -> None:
    path, owner = imported(server)
    queue = JobQueue(make_engine(f"sqlite:///{tmp_path}/tables.db"))
    group = workers_of(server)
    for process in group:
        os.kill(process, signal.SIGSTOP)
    asked = [server.request("GET", f"{path}/{what}", headers=owner | LATER) for what in ("audit", "export")]
    assert [status for status, _ in asked] == [202, 202]
    for process in group:
        os.kill(process, signal.SIGKILL)
    assert queue.claim(asked[0][1]["id"]) is not None, "by a worker that is killed at once"
    end_leases(queue)
    for _, shown in asked:
        address = f"/v1/jobs/{shown['id']}"
        result = until(lambda at=address: server.request("GET", at, headers=owner)[1]["result"])
        assert server.request("GET", result, headers=owner)[0] == 200


def end_leases(queue: JobQueue) -> None:
    """So much time goes by that every lease has ended."""
    with queue.engine.begin() as connection:
        connection.execute(sa.update(JOBS).where(JOBS.c.status == "running").values(leased_until=1))


def workers_of(server: Server) -> list[int]:
    """The workers that this web process started, and their processes."""
    assert server.process is not None
    return below(server.process.pid)


def below(parent: int) -> list[int]:
    """All processes that this one started, and theirs."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(its) for pid, its in (line.split() for line in listed.splitlines())}

    def children(of: int) -> list[int]:
        return [pid for child, its in parents.items() if its == of for pid in (child, *children(child))]

    return children(parent)


def test_a_worker_is_notified_through_redis(tmp_path: Path, redis_server: RedisServer) -> None:
    starter = WorkerStarter(settings_at(tmp_path, redis_url=redis_server.url))
    queue = HINTS.queue_in(redis_server.client())
    with running_worker(tmp_path, alone=False) as needed:
        assert needed
        assert worker_is_running(tmp_path)
        starter.wake()
        starter.wake()
    assert [job.func_name for job in queue.jobs] == [HINTS.job]
    MAY_WAIT.clear()
    work_off(HINTS, redis_server)
    assert MAY_WAIT.is_set()
    assert not redis_server.client().exists(HINTS.key)
    assert not worker_is_running(tmp_path)


def test_a_worker_that_the_web_process_started_ends_if_there_is_another(tmp_path: Path) -> None:
    with running_worker(tmp_path, alone=False), running_worker(tmp_path, alone=False) as second:
        assert second
        with running_worker(tmp_path, alone=True) as third:
            assert not third


def an_audit() -> JobRequest:
    return JobRequest(AuditTask("s", 1, "d"), "red", "192.0.2.7", "2026-01-01T00:00:00Z")


@pytest.fixture
def locked_log(tmp_path: Path, prepared: Path) -> Iterator[sqlite3.Connection]:
    """A log that a test keeps to itself: a job that reads it does not end before the test lets it go."""
    copy_files(prepared, tmp_path)
    with closing(sqlite3.connect(tmp_path / "log.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        yield connection


class Worker:
    """A real worker of one host: a home of its own, the tables of all."""

    def __init__(self, home: Path, log: Path, tables_url: str) -> None:
        home.mkdir(mode=0o700)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        where = {"TABLELOG_HOME": str(home), "TABLELOG_LOG_URL": f"sqlite:///{log}"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "jobs"],
            env=environment | where | {"TABLELOG_TABLES_URL": tables_url},
        )

    def kill(self) -> None:
        """SIGKILL: it can put nothing in order."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE_SECONDS)


def test_a_job_whose_worker_is_killed_is_done_by_the_worker_of_another_host(
    queue: JobQueue, locked_log: sqlite3.Connection, tmp_path: Path, tables_url: str
) -> None:
    job = queue.submit(an_audit())
    first = Worker(tmp_path / "first", tmp_path / "log.db", tables_url)
    until(lambda: queue.status(job) == "running")
    processes = until(lambda: below(first.process.pid))
    first.kill()
    assert queue.status(job) == "running", "its lease has not ended"
    until(lambda: not any(is_alive(process) for process in processes))
    end_leases(queue)
    locked_log.execute("ROLLBACK")
    locked_log.close()
    second = Worker(tmp_path / "second", tmp_path / "log.db", tables_url)
    try:
        until(lambda: queue.status(job) in ("done", "failed"))
    finally:
        assert second.stop() == 0
    found = queue.result(job)
    assert found is not None, queue.reason(job)
    assert b'"findings"' in found.body
    with queue.engine.connect() as connection:
        assert connection.scalar(sa.select(JOBS.c.attempts)) == 2


def is_alive(process: int) -> bool:
    """Whether it runs: one that has ended may wait for its parent to notice."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def test_two_workers_do_every_job_once(queue: JobQueue, tmp_path: Path, tables_url: str) -> None:
    jobs = [queue.submit(msgspec.structs.replace(an_audit(), holder=str(number))) for number in range(6)]
    workers = [Worker(tmp_path / name, tmp_path / "log.db", tables_url) for name in ("first", "second")]
    try:
        until(lambda: {queue.status(job) for job in jobs} == {"done"})
    finally:
        assert [worker.stop() for worker in workers] == [0, 0]
    with queue.engine.connect() as connection:
        assert set(connection.scalars(sa.select(JOBS.c.attempts))) == {1}


@pytest.mark.usefixtures("locked_log")
def test_a_worker_told_to_end_leaves_its_job_to_the_next(
    queue: JobQueue, tmp_path: Path, tables_url: str
) -> None:
    job = queue.submit(an_audit())
    worker = Worker(tmp_path / "first", tmp_path / "log.db", tables_url)
    until(lambda: queue.status(job) == "running")
    assert worker.stop() == 0
    assert queue.waiting() == [job]
    with queue.engine.connect() as connection:
        assert connection.scalar(sa.select(JOBS.c.attempts)) == 0


@pytest.fixture
def here(tmp_path: Path, tables_url: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home that jobs of this process are run for."""
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))
    monkeypatch.setenv("TABLELOG_TABLES_URL", tables_url)
    return tmp_path


@pytest.mark.usefixtures("here", "locked_log")
def test_a_job_that_takes_too_long_has_failed(queue: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    job = queue.submit(an_audit())
    monkeypatch.setattr(module, "LONGEST_SECONDS", 0.0)
    module.run_job(queue, job, threading.Event())
    assert (queue.status(job), queue.reason(job)) == ("failed", module.TOO_LONG)


@pytest.mark.usefixtures("here", "locked_log")
def test_a_worker_that_lost_its_lease_stops_the_job(queue: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    job = queue.submit(an_audit())
    monkeypatch.setattr(module, "RENEW_SECONDS", 0.0)
    monkeypatch.setattr(queue, "renew", lambda lease: False)
    module.run_job(queue, job, threading.Event())
    assert queue.status(job) == "running", "by whoever has the lease"


def test_a_job_that_cannot_read_its_stores_fails_with_a_reason(queue: JobQueue, here: Path) -> None:
    (here / "log.db").write_bytes(b"no database " * 1_000)
    job = queue.submit(an_audit())
    lease = queue.claim(job)
    assert lease is not None
    run_claimed(lease)
    assert (queue.status(job), queue.reason(job)) == ("failed", CANNOT_READ)


def test_the_files_of_jobs_of_0_4_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "heavy"
    folder.mkdir()
    for name in ("heavy.lock", "heavy/0a.asked", "heavy/0a.begun", "heavy/0a.done", "secret.key"):
        (tmp_path / name).write_bytes(b"{}")
    for _ in range(2):
        remove_former_files(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
