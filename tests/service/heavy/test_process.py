"""The process of heavy work: started by the web where none runs, called through Redis where one does."""

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

import pytest
from rq import Queue, SimpleWorker

from service.heavy import process as module
from service.heavy.asked import Asked, Audit
from service.heavy.asking import Caller, somebody_is_at_work
from service.heavy.jobs import BELL, HINTS
from service.heavy.one_piece import CANNOT_READ, do_here
from service.heavy.pieces import ABANDONED, Pieces
from service.heavy.process import at_work
from tests.conftest import RedisServer
from tests.service.conftest import LIBRARY, settings_at
from tests.service.server import ANSWERING_SECONDS, Server

LONG_GAME = LIBRARY / "chaos_order" / "bots-4p-corrected.tablelog.json.gz"
LATER = {"Prefer": "respond-async"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A web process alone, without Redis."""
    made = Server(tmp_path).start()
    yield made
    made.stop()


def until(is_so: Callable[[], Any]) -> Any:
    """What it gives once it gives something."""
    end = time.monotonic() + ANSWERING_SECONDS
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


def test_long_work_is_done_by_a_process_that_the_web_starts(server: Server, tmp_path: Path) -> None:
    path, owner = imported(server)
    assert somebody_is_at_work(tmp_path)
    status, found = server.request("GET", f"{path}/audit", headers=owner)
    assert (status, found["passed"], found["entries"] > 500) == (200, True, True)
    status, file = server.request("GET", f"{path}/export", headers=owner)
    assert (status, len(file["entries"])) == (200, found["entries"])


def test_what_is_killed_on_the_way_has_failed_and_what_waits_is_done_by_the_next(
    server: Server, tmp_path: Path
) -> None:
    path, owner = imported(server)
    pieces = Pieces(tmp_path)
    group = workers_of(server)
    for process in group:
        os.kill(process, signal.SIGSTOP)
    asked = [server.request("GET", f"{path}/{what}", headers=owner | LATER) for what in ("audit", "export")]
    assert [status for status, _ in asked] == [202, 202]
    addresses = [f"/v1/pieces-of-work/{told['id']}" for _, told in asked]
    with pieces.working_on(asked[0][1]["id"]):
        for process in group:
            os.kill(process, signal.SIGKILL)
    assert server.request("GET", addresses[0], headers=owner)[1]["detail"] == ABANDONED
    result = until(lambda: server.request("GET", addresses[1], headers=owner)[1]["result"])
    assert server.request("GET", result, headers=owner)[0] == 200


def workers_of(server: Server) -> list[int]:
    """The processes of heavy work that this web process started, and theirs."""
    assert server.process is not None
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(parent) for pid, parent in (line.split() for line in listed.splitlines())}

    def below(parent: int) -> list[int]:
        children = [pid for pid, its in parents.items() if its == parent]
        return [pid for child in children for pid in (child, *below(child))]

    return below(server.process.pid)


def test_where_somebody_is_at_work_a_hint_goes_through_redis(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    caller = Caller(settings_at(tmp_path, redis_url=redis_server.url))
    queue = Queue(HINTS.queue, connection=redis_server.client())
    with at_work(Pieces(tmp_path), alone=False) as needed:
        assert needed
        assert somebody_is_at_work(tmp_path)
        caller.call()
        caller.call()
    assert [job.func_name for job in queue.jobs] == [HINTS.job]
    BELL.clear()
    SimpleWorker([queue], connection=redis_server.client()).work(burst=True)
    assert BELL.is_set()
    assert not redis_server.client().exists(HINTS.key)
    assert not somebody_is_at_work(tmp_path)


def test_one_that_the_web_started_does_not_work_beside_another(tmp_path: Path) -> None:
    pieces = Pieces(tmp_path)
    with at_work(pieces, alone=False), at_work(pieces, alone=False) as second:
        assert second
        with at_work(pieces, alone=True) as third:
            assert not third


@pytest.fixture
def under_way(tmp_path: Path) -> Iterator[str]:
    """A piece that whoever begins it does not end, since another keeps the log to itself."""
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield Pieces(tmp_path).ask(Asked(Audit("s", 1, "d"), "red", "192.0.2.7", "2026-01-01T00:00:00Z"))


def test_a_process_told_to_end_puts_its_piece_back(tmp_path: Path, under_way: str) -> None:
    pieces = Pieces(tmp_path)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    program = "from service.heavy.process import run; run(None)"
    process = subprocess.Popen(
        [sys.executable, "-c", program], env=environment | {"TABLELOG_HOME": str(tmp_path)}
    )
    until(lambda: pieces.standing(under_way) == "running")
    process.terminate()
    assert process.wait(ANSWERING_SECONDS) == 0
    assert pieces.waiting() == [under_way]


def test_a_piece_that_takes_too_long_is_given_up(
    tmp_path: Path, under_way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = Pieces(tmp_path)
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))
    monkeypatch.setattr(module, "LONGEST_SECONDS", 0.0)
    module.do(pieces, under_way, threading.Event())
    assert (pieces.standing(under_way), pieces.reason(under_way)) == ("failed", module.TOO_LONG)


def test_what_cannot_be_read_has_failed_with_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))
    (tmp_path / "log.db").write_bytes(b"no database " * 1_000)
    pieces = Pieces(tmp_path)
    piece = pieces.ask(Asked(Audit("s", 1, "d"), "red", "192.0.2.7", "2026-01-01T00:00:00Z"))
    with pieces.working_on(piece):
        do_here(pieces, piece)
    assert (pieces.standing(piece), pieces.reason(piece)) == ("failed", CANNOT_READ)
