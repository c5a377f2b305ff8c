"""`tablelog up` as it is run: real processes, a recorded game over HTTP, a dead Redis, a clean end."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from redis import Redis
from redis.exceptions import RedisError

from replays.event_store import EventStore
from replays.library import Library, load_session
from service.processes import restarter
from tests.support.games.time_of_chaos.final_table import final_table
from tests.support.recorded import library

STARTING_SECONDS = 120
ENDING_SECONDS = 60


class Up:
    """One `tablelog up` in a home of its own."""

    def __init__(self, home: Path, port: int, *options: str, **variables: str) -> None:
        self.home = home
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        self.environment = kept | {"TABLELOG_HOME": str(home), "TABLELOG_PORT": str(port)} | variables
        self.output: list[str] = []
        self.process = subprocess.Popen(
            self.command("up", *options),
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            self.output.extend(iter(output.readline, ""))

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "service.cli", *arguments]

    def run(self, *arguments: str, status: int = 0) -> str:
        done = subprocess.run(
            self.command(*arguments),
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=STARTING_SECONDS,
            cwd=Path(__file__).parents[2],
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def wait_until_ready(self) -> None:
        wait_until(lambda: any("is ready" in line for line in self.output), "".join(self.output))

    def pids(self) -> list[int]:
        """The processes of this home; Redis hides its surroundings and is not among them."""
        found = []
        for folder in Path("/proc").iterdir():
            try:
                surroundings = (folder / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if f"TABLELOG_HOME={self.home}".encode() in surroundings:
                found.append(int(folder.name))
        return found

    def pid_of(self, *arguments: str) -> int | None:
        """The process of this home that runs a Python module with just these arguments."""
        for pid in self.pids():
            with suppress(OSError):
                line = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")[1:]
                if tuple(line[: len(arguments)]) == arguments:
                    return pid
        return None

    def lines(self, process: str, *words: str) -> list[str]:
        """What the output says of this process with these words."""
        told = [line for line in self.output if f" {process} " in line.partition("|")[0]]
        return [line for line in told if all(word in line for word in words)]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.ended(ENDING_SECONDS)

    def ended(self, patience: float = STARTING_SECONDS) -> int:
        """Its exit status, once it has ended and all that it said is in the output."""
        status = self.process.wait(patience)
        self._reading.join(patience)
        return status


def wait_until(holds: Callable[[], bool], otherwise: str = "") -> None:
    end = time.monotonic() + STARTING_SECONDS
    while not holds():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


@contextmanager
def ups(port: int) -> Iterator[Callable[..., Up]]:
    """Starts Tablelog on this port in one home, with these variables; whatever still runs is ended."""
    home = Path(tempfile.mkdtemp(prefix="tl"))
    started: list[Up] = []

    def one(*options: str, **variables: str) -> Up:
        started.append(Up(home, port, *options, **variables))
        return started[-1]

    try:
        yield one
    finally:
        for up in started:
            if up.process.poll() is None:
                up.process.terminate()
                try:
                    up.process.wait(ENDING_SECONDS)
                except subprocess.TimeoutExpired:
                    up.process.kill()
        shutil.rmtree(home, ignore_errors=True)


def nothing_is_left(up: Up) -> None:
    """All its processes end, in the time that the machine gives one which was told to or was killed."""
    wait_until(lambda: up.pids() == [], f"{up.pids()} go on")


@pytest.fixture
def start(port: int) -> Iterator[Callable[..., Up]]:
    with ups(port) as one:
        yield one


def test_up_records_a_game_survives_a_dead_redis_ends_cleanly_and_starts_again(
    start: Callable[..., Up], port: int
) -> None:
    up = start()
    up.wait_until_ready()

    first, *others = library("time_of_chaos")
    session = ends_as_expected(up, first, "--one-by-one")
    for recorded in others:
        ends_as_expected(up, recorded)
    assert "0 failed" in up.run("audit", "--all", "--processes", "1")

    redis = Redis.from_url(f"unix://{up.home}/run/redis.sock", socket_timeout=2)
    assert redis.ping()
    assert (up.home / "run").stat().st_mode & 0o777 == 0o700
    server = redis.info("server")["process_id"]
    os.kill(server, signal.SIGKILL)
    wait_until(lambda: answers(redis))
    assert redis.info("server")["process_id"] != server

    assert "already running" in up.run("up", status=1)

    assert up.end() == 0
    nothing_is_left(up)
    assert not answers(redis)
    assert not [line for line in up.output if "alembic" in line], "a new home is made without a word"

    again = start()
    again.wait_until_ready()
    assert "passed" in again.run("audit", "--session", session)
    assert again.end(signal.SIGINT) == 0


def test_up_for_programs_writes_nothing_but_lines_of_json(start: Callable[..., Up]) -> None:
    up = start("--json", TABLELOG_LOG_LEVEL="INFO")
    up.wait_until_ready()
    worker = up.pid_of("-m", "workers")
    assert worker is not None
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: any("SIGKILL" in line for line in up.output), "nobody notices")
    assert up.end() == 0
    told = [json.loads(line) for line in up.output]
    assert all({"at", "level", "process", "message"} <= line.keys() for line in told)
    assert {"up", "web", "worker"} <= {line["process"] for line in told}


def ends_as_expected(up: Up, recorded: Path, *options: str) -> str:
    """The session of a game recorded over HTTP: log, standing and projections end as the table says."""
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    told = json.loads(up.run("record", str(recorded), "--json", *options).splitlines()[0])
    store = EventStore.open(f"sqlite:///{up.home}/log.db")
    session = load_session(store, Library(), told["session"])
    store.close()
    assert final_table(session.state, expected["actions"]) == expected
    assert session.position.closed == "finished"
    scores = {seat: table["score"] for seat, table in expected["seats"].items()}
    wait_until(lambda: projected_scores(up, told) == scores, "the projections do not come so far")
    assert {seat["seat"]: seat["score"] for seat in told["state"]["standing"]["seats"]} == scores
    assert told["state"]["standing"]["winners"] == expected["winners"]
    return session.id


def projected_scores(up: Up, told: dict[str, Any]) -> dict[str, Any]:
    url = f"http://127.0.0.1:{up.environment['TABLELOG_PORT']}/v1/sessions/{told['session']}/scores"
    with urlopen(Request(url, headers={"Authorization": f"Bearer {told['tokens']['owner']}"})) as answer:
        points = json.load(answer)["points"]
    return {point["subject"]: point["value"] for point in points}


def test_what_a_killed_up_leaves_behind_ends_by_itself(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_until_ready()
    redis = Redis.from_url(f"unix://{up.home}/run/redis.sock", socket_timeout=2)
    wait_until(lambda: answers(redis))
    up.process.kill()
    up.process.wait()
    wait_until(lambda: up.pids() == [] and not answers(redis))
    again = start()
    again.wait_until_ready()
    assert again.end() == 0


WORKER = ("-m", "workers")
WEB = ("-m", "service.server")
TRIES = 7
"""More than an `up` that gives up would make."""


@pytest.fixture
def dying_redis(tmp_path: Path) -> Path:
    """A folder with a `redis-server` that writes a line for each start, complains and ends."""
    folder = tmp_path / "dying"
    folder.mkdir()
    program = folder / "redis-server"
    program.write_text(f"#!/bin/sh\necho >>{folder}/starts\necho 'no room for $$' >&2\nexit 3\n")
    program.chmod(0o755)
    return folder


def with_path(folder: Path) -> dict[str, str]:
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def starts(folder: Path) -> int:
    counted = folder / "starts"
    return len(counted.read_text().splitlines()) if counted.exists() else 0


def kill_again_and_again(up: Up, process: tuple[str, ...], until: Callable[[set[int]], bool]) -> None:
    """Kill each new process of this kind until `until(killed)` holds.

    Counted are pids, not tries of `up`: a process may be forked from the one that `up` started, and a web
    process outlives its parent for a moment.
    """
    killed: set[int] = set()

    def enough_are_killed() -> bool:
        pid = up.pid_of(*process)
        if pid is not None and pid not in killed:
            killed.add(pid)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return until(killed)

    wait_until(enough_are_killed)


def test_up_goes_on_recording_while_redis_and_the_worker_die_again_and_again(
    start: Callable[..., Up], dying_redis: Path
) -> None:
    up = start(**with_path(dying_redis))
    up.wait_until_ready()
    kill_again_and_again(up, WORKER, lambda killed: len(killed) >= TRIES)
    wait_until(lambda: starts(dying_redis) >= TRIES)
    up.run("record", str(library("time_of_chaos")[0]), "--json", "--keep-open")
    assert len(up.lines("worker", "was killed by SIGKILL")) == 1
    assert len(up.lines("worker", "Recording continues")) == 1
    assert len(up.lines("redis", "no room")) == 1
    assert len(up.lines("redis", "ended with status 3")) == 1
    assert up.process.poll() is None
    assert up.end() == 0
    nothing_is_left(up)


def test_what_is_away_is_back_when_it_stays(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_until_ready()
    kill_again_and_again(up, WORKER, lambda killed: len(killed) >= 2)
    wait_until(lambda: len(up.lines("worker", "is back")) == 1)
    first, *_ = library("time_of_chaos")
    ends_as_expected(up, first)
    assert up.end() == 0


def test_a_redis_that_nobody_can_reach_is_started_anew(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_until_ready()
    redis = Redis.from_url(f"unix://{up.home}/run/redis.sock", socket_timeout=2)
    wait_until(lambda: answers(redis))
    shutil.rmtree(up.home / "run")
    wait_until(lambda: bool(up.lines("redis", "redis.sock is gone")))
    redis.connection_pool.disconnect()
    wait_until(lambda: answers(redis))
    assert (up.home / "run").stat().st_mode & 0o777 == 0o700
    assert up.end() == 0
    assert not answers(redis)


def test_up_records_where_redis_has_no_place_for_its_socket(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_until_ready()
    assert up.end() == 0
    shutil.rmtree(up.home / "run")
    (up.home / "run").write_text("in the way")
    up = start()
    up.wait_until_ready()
    wait_until(lambda: "Redis cannot be run" in "".join(up.output), "nobody says so")
    ends_as_expected(up, library("time_of_chaos")[0])
    assert up.end() == 0


def test_a_killed_up_leaves_nothing_that_waits_for_its_next_try(
    start: Callable[..., Up], dying_redis: Path
) -> None:
    up = start(**with_path(dying_redis))
    up.wait_until_ready()
    wait_until(lambda: starts(dying_redis) >= 4)
    up.process.kill()
    up.process.wait()
    wait_until(lambda: up.pids() == [])
    assert starts(dying_redis) <= 5


def test_a_killed_guard_is_no_matter(start: Callable[..., Up]) -> None:
    """The number that belongs to a process in `ps` may be that of the guard that runs it."""
    up = start()
    up.wait_until_ready()
    worker = up.pid_of(*WORKER)
    guard = up.pid_of("-m", "service.processes.guard", str(up.process.pid), "python", *WORKER)
    assert worker is not None
    assert guard is not None
    os.kill(guard, signal.SIGKILL)
    wait_until(lambda: up.pid_of(*WORKER) not in (None, worker))
    assert worker not in up.pids()
    assert up.end() == 0
    nothing_is_left(up)


def test_a_web_process_that_keeps_dying_ends_everything_with_a_sentence(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_until_ready()
    kill_again_and_again(up, WEB, lambda killed: up.process.poll() is not None)
    assert up.ended() == 1
    assert f"The web process was killed by SIGKILL, {restarter.MOST_FAILURES} times in a row" in up.output[-1]
    nothing_is_left(up)


def test_a_port_in_use_is_said(start: Callable[..., Up], port: int) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        up = start()
        assert up.ended() == 1
    assert str(port) in "".join(up.output)


def test_of_two_that_start_at_once_on_one_port_the_second_says_so_and_ends(
    start: Callable[..., Up], port: int
) -> None:
    with ups(port) as start_elsewhere:
        both = [start(), start_elsewhere()]
        wait_until(lambda: any(up.process.poll() is not None for up in both), "both go on")
        [refused] = [up for up in both if up.process.poll() is not None]
        [runs] = [up for up in both if up is not refused]
        assert refused.ended() == 1
        assert f"127.0.0.1:{port} cannot be used (" in "".join(refused.output)
        runs.wait_until_ready()


def answers(redis: Redis) -> bool:
    try:
        return bool(redis.ping())
    except RedisError:
        return False
