"""Jobs of two hosts that share PostgreSQL alone: asked at one, fetched at the other."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from service.jobs.queue import JOBS, JobQueue
from tests.service.jobs.test_worker import LATER, end_leases, until
from tests.support.service.server import Server

COUNT = 16
OPENING = {
    "game": "time_of_chaos",
    "component_set": "demo",
    "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
}


@pytest.fixture
def hosts(tmp_path: Path, postgresql_url: str) -> Iterator[tuple[Server, Server]]:
    """Two web processes, each with a home of its own, behind a proxy."""
    equal = {
        "TABLELOG_LOG_URL": postgresql_url,
        "TABLELOG_TABLES_URL": postgresql_url,
        "TABLELOG_SECRET_KEY": secrets.token_hex(32),
        "TABLELOG_OPENING": "anybody",
        "TABLELOG_TRUSTED_PROXIES": "127.0.0.1",
    }
    first, second = (Server(tmp_path / name, **equal) for name in ("first", "second"))
    try:
        yield first.start(), second.start()
    finally:
        first.stop()
        second.stop()


def test_jobs_of_a_host_that_is_killed_are_done_once_and_fetched_at_the_other(
    hosts: tuple[Server, Server], postgresql_url: str
) -> None:
    first, second = hosts
    queue = JobQueue(make_engine(postgresql_url))
    asked: dict[str, dict[str, str]] = {}
    for number in range(COUNT):
        at = {"X-Forwarded-For": f"192.0.2.{number}"}
        status, opened = first.request("POST", "/v1/sessions", OPENING, at)
        assert status == 201, opened
        sender = at | {"Authorization": f"Bearer {opened['tokens']['owner']}"}
        path = f"/v1/sessions/{opened['session']['id']}/audit"
        status, job = first.request("GET", path, headers=sender | LATER)
        assert status == 202, job
        asked[job["id"]] = sender
    until(lambda: "done" in map(queue.status, asked))
    first.kill()
    with queue.engine.connect() as connection:
        under_way = set(connection.scalars(sa.select(JOBS.c.id).where(JOBS.c.status == "running")))
        waiting = set(connection.scalars(sa.select(JOBS.c.id).where(JOBS.c.status == "waiting")))
    assert waiting, "it was killed in the midst"
    end_leases(queue)

    def result_of(job: str) -> str | None:
        status, shown = second.request("GET", f"/v1/jobs/{job}", headers=asked[job])
        assert status == 200, shown
        assert shown["status"] != "failed", shown
        return shown.get("result")

    for job, sender in asked.items():
        address = until(lambda job=job: result_of(job))
        status, audit = second.request("GET", address, headers=sender)
        assert (status, audit["passed"]) == (200, True), audit
    with queue.engine.connect() as connection:
        attempts = {row.id: row.attempts for row in connection.execute(sa.select(JOBS))}
    assert attempts == {job: 2 if job in under_way else 1 for job in asked}
    queue.engine.dispose()
