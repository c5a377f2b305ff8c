"""Real servers for the tests: Redis on a Unix socket, PostgreSQL from a wheel, SQLite in a fresh folder."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from redis import Redis
from redis.exceptions import RedisError

from replays import addresses, databases, log_tables
from replays.event_store import EventStore
from service.processes.supervisor import find_redis
from tests.support.kept_code import keep_code
from tests.support.ports import held_port
from tests.support.postgresql import PostgreSQLServer
from tests.support.registry import fault_in_play, fault_of_the_registry

pytest_plugins = ["tests.support.kinds"]

STARTING_SECONDS = 120
ANSWERING_SECONDS = 30
"""A busy machine is no fault of what is tested."""

SWEPT_AFTER = (20_000, 20, 20)
"""Objects before a sweep for garbage, and sweeps before a deeper one: memory is cheaper here than time."""

settings.register_profile(
    "tests",
    deadline=None,
    derandomize="TABLELOG_EXPLORE" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")
"""Examples are always the same ones, or new ones with `TABLELOG_EXPLORE`; none fails for being slow."""

keep_code()

os.environ["PYTHONWARNINGS"] = "error"  # also in the processes that tests start


def pytest_sessionstart(session: pytest.Session) -> None:
    """A game that is not sound fails nearly every test: its mistake is told once, and no test runs."""
    if not hasattr(session.config, "workerinput"):
        stop_at(fault_of_the_registry())
        if session.config.pluginmanager.hasplugin("dsession"):  # tests are collected by other processes
            stop_at(fault_in_play(lambda key: True))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Try the games whose tests are to run in play. What was collected stays: no sweep need look at it."""
    gc.freeze()
    gc.set_threshold(*SWEPT_AFTER)
    if not hasattr(session.config, "workerinput"):
        stop_at(fault_in_play(lambda key: any(key in item.nodeid for item in session.items)))


def stop_at(fault: str | None) -> None:
    """End the run where there is a fault."""
    if fault is not None:
        pytest.exit(fault, returncode=pytest.ExitCode.TESTS_FAILED)


class RedisServer:
    """A Redis of our own that a test may stop, start and flush. It keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "redis.sock"
        self.url = f"unix://{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        options += ["--save", "", "--appendonly", "no", "--dir", str(self.socket.parent)]
        self.process = subprocess.Popen(
            [redis_program(), *options],
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < end:
            try:
                self.client().ping()
                return
            except RedisError:
                time.sleep(0.01)
        raise RuntimeError("Redis did not start")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.socket.unlink(missing_ok=True)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """It takes connections and answers nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def client(self) -> Redis:
        return Redis.from_url(self.url, socket_timeout=ANSWERING_SECONDS)


def redis_program() -> str:
    """The server that `tablelog up` would start."""
    found = find_redis()
    if found is None:
        raise RuntimeError("no Redis or Valkey here: install the environment of the project")
    return str(found)


@pytest.fixture(scope="session", autouse=True)
def _patient_databases() -> Iterator[None]:
    """A database that is there may take its time; processes that tests start wait as they always do."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("LOCK_TIMEOUT_SECONDS", "SQLITE_BUSY_TIMEOUT_SECONDS"):
            patched.setattr(log_tables, name, STARTING_SECONDS)
        patched.setattr(addresses, "PATIENCE_SECONDS", STARTING_SECONDS)
        patched.setattr(databases, "SQLITE_BUSY_SECONDS", STARTING_SECONDS)
        yield


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """A folder whose name is short enough for Unix sockets."""
    folder = Path(tempfile.mkdtemp(prefix="tl"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def _redis(short_folder: Path) -> Iterator[RedisServer]:
    server = RedisServer(short_folder)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_server(_redis: RedisServer) -> RedisServer:
    """An empty Redis; a test may stop it, it runs again for the next one."""
    if _redis.process is None:
        _redis.start()
    _redis.client().flushall()
    return _redis


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    """The address of an empty Redis."""
    return redis_server.url


@pytest.fixture
def port() -> Iterator[int]:
    """A port for a server of this test."""
    with held_port() as number:
        yield number


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL server of this test process."""
    server = PostgreSQLServer().start()
    yield server.url
    server.stop()


@contextmanager
def new_database(server: str, of: str | None = None) -> Iterator[str]:
    """The address of a fresh database of this server: empty, or a copy of the one with the address `of`.

    Files are copied as they are: a copy by the server's log takes half as long again.
    """
    name = f"t{uuid.uuid4().hex}"
    template = "" if of is None else f" TEMPLATE {sa.make_url(of).database}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}{template} STRATEGY file_copy")
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """A fresh, empty database."""
    with new_database(postgresql_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def log_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty event log, once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/log.db"
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture
def tables_url(log_url: str, tmp_path: Path) -> str:
    """Where read models and registers live that go with `log_url`."""
    return f"sqlite:///{tmp_path}/tables.db" if log_url.startswith("sqlite") else log_url


@pytest.fixture
def event_store(log_url: str) -> Iterator[EventStore]:
    """An empty event store, once on SQLite and once on PostgreSQL."""
    store = EventStore.open(log_url)
    yield store
    store.close()
