"""Rescue: what only reads works on a home that cannot be written to, and says what it cannot read."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOBODY = 65534
PATIENCE_SECONDS = 120
READING = (["audit", "--all"], ["export", "--all"], ["doctor"])

Done = subprocess.CompletedProcess[str]


class Home:
    """A home with a recorded session, and commands run by a user whom modes of files concern."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "home"
        self.user = NOBODY if os.geteuid() == 0 else os.geteuid()

    def run(self, *arguments: str, user: int | None = None) -> Done:
        own = {"TABLELOG_HOME": str(self.path), "TMPDIR": str(self.folder), "HOME": str(self.folder)}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        return subprocess.run(
            [sys.executable, "-m", "service.cli", *arguments],
            env=kept | own | {"PYTHONDONTWRITEBYTECODE": "1"},
            cwd=ROOT,
            user=user if os.geteuid() == 0 else None,
            extra_groups=[] if os.geteuid() == 0 else None,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )

    def read(self, *arguments: str) -> Done:
        """Run by the user that obeys modes; never a traceback."""
        done = self.run(*arguments, user=self.user)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def close_to_writing(self) -> dict[str, bytes]:
        """Like `chmod -R a-w`; what is in it."""
        for path in [*self.path.rglob("*"), self.path]:
            if os.geteuid() == 0:
                os.chown(path, self.user, -1)
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
        return self.content()

    def content(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.path.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def recorded() -> Iterator[Path]:
    """A folder with a home of one session, and the `-wal` file that a second one has left."""
    folder = Path(tempfile.mkdtemp(prefix="tl"))
    made = Home(folder)
    first = made.run("simulate", "time_of_chaos", "--most-actions", "6", "--store")
    assert first.returncode == 0, first.stderr
    with closing(sqlite3.connect(made.path / "log.db")) as log:
        shutil.copytree(made.path, folder / "one")
        log.execute("SELECT count(*) FROM stored_events").fetchone()
        second = made.run("simulate", "chaosmos", "--most-actions", "6", "--store")
        assert second.returncode == 0, second.stderr
        shutil.copy(made.path / "log.db-wal", folder / "log.db-wal")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def home(recorded: Path) -> Iterator[Home]:
    """In a folder that every user may enter."""
    folder = Path(tempfile.mkdtemp(dir="/tmp", prefix="tl"))
    folder.chmod(0o777)
    made = Home(folder)
    shutil.copytree(recorded / "one", made.path)
    if made.read("--help").returncode != 0:
        pytest.skip("this checkout cannot be read by another user")
    yield made
    for path in [made.path, *made.path.rglob("*")]:
        path.chmod(path.stat().st_mode | stat.S_IRWXU)
    shutil.rmtree(folder)


@pytest.fixture
def killed(home: Home, recorded: Path) -> Home:
    """The last session is in the `-wal` file alone, as a killed process leaves it."""
    shutil.copy(recorded / "log.db-wal", home.path)
    return home


def sessions_in(output: str) -> int:
    return sum('"format":"tablelog"' in line for line in output.splitlines())


def test_what_only_reads_works_where_nothing_can_be_written(home: Home) -> None:
    before = home.close_to_writing()
    for command in READING:
        done = home.read(*command)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert f"{home.path} is read-only: reading a copy of its log and tables." in done.stderr
    assert home.content() == before
    assert [path.name for path in home.folder.iterdir()] == ["home"], "copies are gone"


def test_what_was_recorded_last_is_exported_from_beside_the_log(killed: Home) -> None:
    home = killed
    home.close_to_writing()
    assert sessions_in(home.read("export", "--all").stdout) == 2
    assert "2 sessions" in home.read("audit", "--all", "--processes", "2").stdout


def test_a_backup_of_it_is_whole(killed: Home) -> None:
    home = killed
    home.close_to_writing()
    backup = str(home.folder / "backup")
    done = home.read("backup", backup)
    assert done.returncode == 0, done.stderr
    assert "of 2 sessions" in done.stdout
    assert home.read("verify-backup", backup).returncode == 0


@pytest.mark.parametrize("name", ["log.db", "tables.db"])
@pytest.mark.parametrize("writable", [False, True])
def test_a_file_that_cannot_be_read_is_said_in_a_sentence(home: Home, name: str, *, writable: bool) -> None:
    home.close_to_writing()
    if writable:
        home.path.chmod(0o700)
    (home.path / name).chmod(0)
    for command in [*READING, ["backup", str(home.folder / "backup")]]:
        done = home.read(*command)
        assert done.returncode == 1, command
        said = " ".join((done.stdout + done.stderr).split())
        assert f"{home.path / name} cannot be read. Run the command as the user that owns it." in said


def test_a_key_or_a_home_that_cannot_be_read_is_said_in_a_sentence(home: Home) -> None:
    home.close_to_writing()
    (home.path / "secret.key").chmod(0)
    done = home.read("backup", str(home.folder / "backup"))
    assert done.returncode == 1
    assert f"{home.path / 'secret.key'}: Permission denied" in done.stderr
    assert home.read("export", "--all").returncode == 0, "no key is needed for that"
    home.path.chmod(0)
    for command in READING:
        done = home.read(*command)
        assert done.returncode == 1
        assert f"{home.path} cannot be read." in " ".join((done.stdout + done.stderr).split())


def test_what_writes_still_says_that_it_cannot(home: Home) -> None:
    home.close_to_writing()
    done = home.read("import", str(home.path / "log.db"))
    assert done.returncode == 1
    assert f"{home.path} cannot be written to" in done.stderr
