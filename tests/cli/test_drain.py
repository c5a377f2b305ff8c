"""Draining: a web process that is to end says that it is not ready, and answers for a while."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_up import WORKER, Up, nothing_is_left, ups, wait_until
from tests.support.service.server import STARTING_SECONDS, Server

LONG = "600"
"""Seconds: no test waits for their end."""


@pytest.fixture
def start(port: int) -> Iterator[Callable[..., Up]]:
    with ups(port) as one:
        yield one


def status_of(port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=STARTING_SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_web_process_that_drains_is_not_ready_and_answers(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path / "home", TABLELOG_DRAIN_SECONDS=LONG)
    try:
        server.start()
        assert server.process is not None
        os.kill(server.process.pid, how)
        wait_until(lambda: server.request("GET", "/readyz")[0] == 503, "it is ready all the same")
        assert server.request("GET", "/readyz")[1]["detail"] == "This process is about to stop."
        assert server.request("GET", "/healthz")[0] == 200
        assert server.request("GET", "/v1/games")[0] == 200
        assert server.process.poll() is None
    finally:
        server.stop()


def test_it_ends_after_that(tmp_path: Path) -> None:
    server = Server(tmp_path / "home", TABLELOG_DRAIN_SECONDS="0.2")
    try:
        server.start()
        assert server.process is not None
        server.process.terminate()
        assert server.process.wait(STARTING_SECONDS) == 0
    finally:
        server.stop()


def test_all_else_runs_on_while_the_web_drains(start: Callable[..., Up], port: int) -> None:
    up = start(TABLELOG_DRAIN_SECONDS=LONG)
    up.wait_until_ready()
    up.process.terminate()
    wait_until(lambda: status_of(port, "/readyz") == 503, "it is ready all the same")
    worker = up.pid_of(*WORKER)
    assert worker is not None
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: up.pid_of(*WORKER) not in (None, worker), "no worker is started again")
    assert status_of(port, "/v1/games") == 200
    up.process.kill()
    up.process.wait()
    nothing_is_left(up)


def test_up_ends_once_the_web_has_drained(start: Callable[..., Up]) -> None:
    up = start(TABLELOG_DRAIN_SECONDS="0.2", TABLELOG_WEB_PROCESSES="2")
    up.wait_until_ready()
    assert up.end() == 0
    nothing_is_left(up)


def test_gunicorn_does_not_drain(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_DRAIN_SECONDS", "5")
    monkeypatch.setenv("TABLELOG_SERVER", "gunicorn")
    assert "TABLELOG_DRAIN_SECONDS: gunicorn does not drain." in run("serve", status=1).output
