"""The queue of jobs: one worker a job, no job waits for a dead worker, and what is kept is bounded."""

from __future__ import annotations

import io
import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from service.jobs import queue as module
from service.jobs.queue import (
    ABANDONED,
    CHUNKS,
    JOBS,
    KEPT_SECONDS,
    MOST_ATTEMPTS,
    MOST_OF_AN_ADDRESS,
    MOST_UNFINISHED,
    JobQueue,
    Lease,
    QueueFull,
)
from service.jobs.requests import AuditTask, ExportTask, ImportTask, JobRequest, JobResult, ProofTask

A_TIME = 1_800_000_000 * 10**6
ASKED_AT = "2026-01-01T00:00:00Z"


def audit(version: int = 1, holder: str = "red", address: str = "192.0.2.7") -> JobRequest:
    return JobRequest(AuditTask("s", version, "d"), holder, address, ASKED_AT)


def export() -> JobRequest:
    return JobRequest(ExportTask("s", 1, "reef", 1, "c"), "red", "192.0.2.7", ASKED_AT)


def an_import(holder: str = "red") -> JobRequest:
    return JobRequest(ImportTask("d", "i"), holder, "192.0.2.7", ASKED_AT)


def proof_for(job: str) -> JobRequest:
    return JobRequest(ProofTask(job, None, 1, 1), "", "", ASKED_AT)


def a_result(body: bytes = b"{}") -> JobResult:
    return JobResult(200, {"ETag": '"1"'}, body)


def change(queue: JobQueue, job: str, **values: Any) -> None:
    with queue.engine.begin() as connection:
        connection.execute(sa.update(JOBS).where(JOBS.c.id == job).values(**values))


def column(queue: JobQueue, job: str, name: str) -> Any:
    with queue.engine.connect() as connection:
        return connection.scalar(sa.select(JOBS.c[name]).where(JOBS.c.id == job))


def claimed(queue: JobQueue, job: str) -> Lease:
    lease = queue.claim(job)
    assert lease is not None
    return lease


def let_the_lease_end(queue: JobQueue, job: str) -> None:
    """So much time goes by."""
    change(queue, job, leased_until=column(queue, job, "started") - 1)


def rows_of(queue: JobQueue) -> list[int]:
    """How many rows both tables have."""
    with queue.engine.connect() as connection:
        return [connection.scalar(sa.select(sa.func.count()).select_from(rows)) for rows in (JOBS, CHUNKS)]


def test_a_job_waits_runs_and_keeps_its_result(queue: JobQueue) -> None:
    job = queue.submit(audit())
    assert (queue.status(job), queue.waiting(), queue.result(job)) == ("waiting", [job], None)
    lease = claimed(queue, job)
    assert (queue.status(job), queue.waiting()) == ("running", [])
    assert queue.finish(lease, a_result(b'{"a":\n1}'))
    assert queue.status(job) == "done"
    assert queue.result(job) == a_result(b'{"a":\n1}')
    assert queue.request(job) == audit()


def test_workers_on_several_hosts_never_run_one_job_twice(queue: JobQueue) -> None:
    jobs = [queue.submit(audit(number, address=f"198.51.100.{number}")) for number in range(12)]
    together = threading.Barrier(4)

    def worker() -> list[str]:
        together.wait()
        return [job for job in jobs if queue.claim(job) is not None]

    with ThreadPoolExecutor(4) as workers:
        taken = [job for found in [workers.submit(worker) for _ in range(4)] for job in found.result()]
    assert Counter(taken) == Counter(jobs)


def test_a_job_whose_worker_is_gone_is_taken_again_when_its_lease_has_ended(queue: JobQueue) -> None:
    job = queue.submit(audit())
    first = claimed(queue, job)
    assert queue.claim(job) is None
    let_the_lease_end(queue, job)
    assert (queue.status(job), queue.waiting()) == ("waiting", [job])
    second = claimed(queue, job)
    assert not queue.renew(first)
    assert not queue.finish(first, a_result(b"of the first"))
    assert not queue.fail(first, "No.")
    assert queue.status(job) == "running"
    assert queue.finish(second, a_result(b"of the second"))
    assert queue.result(job) == a_result(b"of the second")


def test_a_job_that_loses_every_worker_has_failed(queue: JobQueue) -> None:
    job = queue.submit(audit())
    for _ in range(MOST_ATTEMPTS):
        assert queue.waiting() == [job]
        claimed(queue, job)
        let_the_lease_end(queue, job)
    assert (queue.status(job), queue.reason(job), queue.waiting()) == ("failed", ABANDONED, [])


def test_a_renewed_lease_goes_on(queue: JobQueue) -> None:
    job = queue.submit(audit())
    lease = claimed(queue, job)
    let_the_lease_end(queue, job)
    assert queue.renew(lease)
    assert queue.status(job) == "running"


def test_a_worker_renews_its_lease_while_it_works(queue: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    renewed, renew = threading.Event(), queue.renew

    def seen(lease: Lease) -> bool:
        found = renew(lease)
        renewed.set()
        return found

    monkeypatch.setattr(module, "RENEW_SECONDS", 0.0)
    monkeypatch.setattr(queue, "renew", seen)
    job = queue.submit(audit())
    with queue.working_on(job) as lease:
        assert lease is not None
        assert renewed.wait(60)
        assert queue.finish(lease, a_result())
    assert queue.status(job) == "done"


def test_a_worker_that_was_told_to_stop_leaves_the_job_and_no_attempt_counts(queue: JobQueue) -> None:
    job = queue.submit(audit())
    for _ in range(MOST_ATTEMPTS + 1):
        queue.release(claimed(queue, job))
    assert queue.waiting() == [job]


def test_a_job_that_has_ended_is_not_taken_again(queue: JobQueue) -> None:
    job = queue.submit(audit())
    lease = claimed(queue, job)
    queue.finish(lease, a_result())
    queue.release(lease)
    queue.give_up(lease)
    assert (queue.status(job), queue.claim(job)) == ("done", None)


def test_an_import_is_not_taken_again_because_only_its_web_process_has_the_key(queue: JobQueue) -> None:
    job = queue.submit(an_import())
    assert (queue.status(job), queue.waiting()) == ("waiting", [])
    claimed(queue, job)
    let_the_lease_end(queue, job)
    assert (queue.status(job), queue.reason(job)) == ("failed", ABANDONED)
    never_begun = queue.submit(an_import("blue"))
    change(queue, never_begun, created=A_TIME - 10**15)
    assert queue.status(never_begun) == "failed"


def test_the_job_that_has_waited_longest_comes_first(queue: JobQueue) -> None:
    jobs = [queue.submit(audit(version)) for version in range(1, 4)]
    now = column(queue, jobs[0], "created")
    for age, job in enumerate(jobs):
        change(queue, job, created=now - age)
    assert queue.waiting() == jobs[::-1]


def run_all(queue: JobQueue) -> list[str]:
    """Every job that waits, run one after the other; in which order."""
    done = []
    while waiting := queue.waiting():
        queue.finish(claimed(queue, waiting[0]), a_result())
        done.append(waiting[0])
    return done


def test_callers_take_turns(queue: JobQueue) -> None:
    """A caller who submits six jobs first holds nobody back."""
    many = [audit(version) for version in range(1, 7)]
    few = [audit(version, "blue", "192.0.2.8") for version in range(1, 3)]
    m1, m2, m3, m4, m5, m6, f1, f2 = map(queue.submit, [*many, *few])
    order = [m1, f1, m2, f2, m3, m4, m5, m6]
    assert queue.waiting() == order
    assert run_all(queue) == order


def test_holders_at_one_address_take_turns_and_count_as_one_address(queue: JobQueue) -> None:
    here = [audit(1), audit(2), audit(1, "blue"), audit(2, "blue")]
    elsewhere = [audit(version, "green", "192.0.2.8") for version in range(1, 3)]
    r1, r2, b1, b2, e1, e2 = map(queue.submit, [*here, *elsewhere])
    assert run_all(queue) == [r1, e1, b1, e2, r2, b2]


def test_a_new_caller_goes_before_another_job_of_one_who_was_served(queue: JobQueue) -> None:
    first, *_ = [queue.submit(audit(version)) for version in range(1, 4)]
    queue.finish(claimed(queue, first), a_result())
    late = queue.submit(audit(1, "blue", "192.0.2.8"))
    assert queue.waiting()[0] == late


def test_a_proof_takes_the_turn_of_its_import(queue: JobQueue) -> None:
    whole = queue.submit(an_import())
    first, other = queue.submit(audit()), queue.submit(audit(1, "blue", "192.0.2.8"))
    assert run_all(queue) == [first, other]
    proof = queue.submit(proof_for(whole))
    late = queue.submit(audit(2, "blue", "192.0.2.8"))
    assert run_all(queue) == [proof, late]


def test_the_same_request_waits_for_the_same_job(queue: JobQueue) -> None:
    job = queue.submit(audit())
    assert queue.submit(audit()) == job
    lease = claimed(queue, job)
    assert queue.submit(audit()) == job
    others = {queue.submit(audit(2)), queue.submit(audit(holder="blue")), queue.submit(export())}
    assert len(others - {job}) == 3
    queue.finish(lease, a_result())
    assert queue.submit(audit()) != job


def test_a_file_is_there_for_the_work_and_gone_after_it(
    queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.jobs.queue.CHUNK_BYTES", 1_000)
    data = os.urandom(4_321)
    job = queue.submit(proof_for("none"), io.BytesIO(data))
    with queue.file(job) as stream:
        assert (stream.read(10), stream.read()) == (data[:10], data[10:])
    queue.fail(claimed(queue, job), "No.")
    assert queue.file(job).read() == b""
    assert queue.reason(job) == "No."


def test_a_file_of_which_a_part_was_deleted_is_not_taken_for_a_shorter_one(
    queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.jobs.queue.CHUNK_BYTES", 10)
    job = queue.submit(proof_for("none"), io.BytesIO(b"." * 25))
    stream = queue.file(job)
    queue.forget(job)
    with pytest.raises(OSError, match="deleted"):
        stream.read()


def test_one_address_has_a_few_unfinished_jobs_and_all_have_some_more(queue: JobQueue) -> None:
    for version in range(MOST_OF_AN_ADDRESS):
        queue.submit(audit(version))
    with pytest.raises(QueueFull, match="You have"):
        queue.submit(audit(99))
    assert queue.submit(audit(0)) in queue.waiting()
    for number in range(MOST_UNFINISHED - MOST_OF_AN_ADDRESS):
        queue.submit(audit(100 + number, address=f"198.51.100.{number}"))
    with pytest.raises(QueueFull, match=f"{MOST_UNFINISHED} unfinished"):
        queue.submit(audit(99, address="203.0.113.1"))
    queue.fail(claimed(queue, queue.waiting()[0]), "No.")
    queue.submit(audit(99, address="203.0.113.1"))


def test_callers_who_submit_at_once_get_no_more_than_one_alone(queue: JobQueue) -> None:
    together = threading.Barrier(4)

    def submit(first: int) -> int:
        together.wait()
        taken = 0
        for version in range(first, first + 4):
            try:
                queue.submit(audit(version))
            except QueueFull:
                continue
            taken += 1
        return taken

    with ThreadPoolExecutor(4) as callers:
        taken = list(callers.map(submit, (0, 10, 20, 30)))
    assert sum(taken) == len(queue.waiting()) == MOST_OF_AN_ADDRESS


def test_a_result_is_deleted_after_an_hour(queue: JobQueue) -> None:
    job = queue.submit(audit())
    queue.finish(claimed(queue, job), a_result())
    queue.sweep()
    assert queue.result(job) is not None
    change(queue, job, ended=column(queue, job, "ended") - int(KEPT_SECONDS * 10**6) - 1)
    queue.sweep()
    assert queue.request(job) is None
    assert rows_of(queue) == [0, 0]


def test_the_oldest_results_are_deleted_when_they_are_many_bytes(
    queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_KEPT_BYTES", 2_500)
    jobs = [queue.submit(audit(version)) for version in range(3)]
    for job in jobs:
        queue.finish(claimed(queue, job), a_result(b" " * 1_000))
    queue.sweep()
    assert [job for job in jobs if queue.request(job)] == jobs[1:]


def test_the_result_of_a_job_that_was_deleted_is_dropped(queue: JobQueue) -> None:
    job = queue.submit(audit())
    lease = claimed(queue, job)
    queue.forget(job)
    assert not queue.finish(lease, a_result())
    assert (rows_of(queue), queue.status(job), queue.claim(job)) == ([0, 0], "failed", None)
