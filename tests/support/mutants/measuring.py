"""Which lines each test runs, and how long it takes: measured once for a test file, until it changes."""

from __future__ import annotations

import hashlib
import subprocess
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.support.mutants.forks import Work, in_forks
from tests.support.mutants.rooms import ROOMS
from tests.support.mutants.trials import run_tests

if TYPE_CHECKING:
    from coverage import Coverage


CONCERNED: Mapping[str, tuple[str, ...]] = {
    "domain/games/": ("tests/games/", "tests/kernel/"),
    "domain/kernel/": ("tests/kernel/", "tests/replays/", "tests/workers/"),
    "replays/": ("tests/replays/",),
    "workers/": ("tests/workers/",),
    "service/": ("tests/service/",),
}
"""The folders whose tests are asked about code; of games those of other games are not."""

GAMES = "domain/games/"
DEAREST = "not end_to_end"
"""Tests that start processes of Tablelog would run what is installed, not the changed module."""

SECONDS = 1_200.0
IMPORTED = ""
"""The name of what runs while a test file is loaded, before any test."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A test file: its tests that passed with their seconds, and the lines of each source that each ran.

    held: the blobs of what was run and of the file itself, by path.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)


def blobs(root: Path, commit: str) -> dict[str, str]:
    """What each file of a commit holds, by path."""
    told = subprocess.run(
        ["git", "ls-tree", "-r", commit], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split(None, 3) for line in told.splitlines())
    return {path: blob for _, _, blob, path in rows}


def measured(
    copy: Path, held: Mapping[str, str], sources: Collection[str], kept: Path, at_once: int
) -> dict[str, Measured]:
    """Test files that concern the sources, by path: as they are kept while that is true, or measured."""
    kept.mkdir(parents=True, exist_ok=True)
    found: dict[str, Measured] = {}
    missing = []
    for path in test_files(held, sources):
        known = read(_place(kept, path))
        if known is not None and all(held.get(each) == blob for each, blob in known.held.items()):
            found[path] = known
        else:
            missing.append(path)
    works = (Work(path, partial(_measure, copy, path, held, _place(kept, path)), SECONDS) for path in missing)
    for number, ended in enumerate(in_forks(works, at_once), 1):
        print(f"measured {number} of {len(missing)}: {ended.task} ({ended.seconds:.0f} s)", flush=True)
        if (new := read(_place(kept, ended.task))) is not None:
            found[ended.task] = new
    return found


def test_files(held: Iterable[str], sources: Iterable[str]) -> list[str]:
    """The test files among what is held that concern one of the sources."""
    concerned = {folder for source in sources for folder in _folders(source)}
    return sorted(
        path
        for path in held
        if path.rpartition("/")[2].startswith("test_")
        and path.endswith(".py")
        and any(path.startswith(folder) and _is_of(path, folder) for folder in concerned)
    )


def _folders(source: str) -> Iterator[str]:
    """The folders of tests that concern a source; of a game its own, too."""
    for code, folders in CONCERNED.items():
        if source.startswith(code):
            yield from folders
    if source.startswith(GAMES):
        yield f"tests/games/{source.split('/')[2]}/"


def _is_of(path: str, folder: str) -> bool:
    """Whether a file is one of the folder: games have folders of their own."""
    return folder != "tests/games/" or path.count("/") == folder.count("/")


def read(place: Path) -> Measured | None:
    """What is kept there; None: nothing."""
    try:
        return msgspec.json.decode(place.read_bytes(), type=Measured)
    except FileNotFoundError:
        return None


def _place(kept: Path, path: str) -> Path:
    return kept / f"{hashlib.sha256(path.encode()).hexdigest()[:16]}.json"


def _measure(copy: Path, path: str, held: Mapping[str, str], place: Path) -> int:
    """Run the tests of one file and keep what they ran. In a process of its own."""
    place.unlink(missing_ok=True)
    from coverage import Coverage

    sources = [str(copy / pattern) for patterns in ROOMS.values() for pattern in patterns]
    coverage = Coverage(data_file=None, config_file=False, include=sources)
    coverage.start()
    watching = _Watching(coverage)
    status = run_tests(copy, ["-m", DEAREST, path], [watching])
    coverage.stop()
    lines = _lines(copy, coverage)
    of_tests = {test: seconds for test, seconds in watching.seconds.items() if test not in watching.failed}
    near = [each for each in held if each == path or (_folder(each) == _folder(path) and _helps(each))]
    result = Measured(of_tests, lines, {each: held[each] for each in [*near, *lines]})
    new = place.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(result))
    new.rename(place)
    return status


def _helps(path: str) -> bool:
    """Whether a file beside a test may be what the test stands on."""
    name = path.rpartition("/")[2]
    return name.endswith(".py") and not name.startswith("test_")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _lines(copy: Path, coverage: Coverage) -> dict[str, dict[str, list[int]]]:
    """By source and test, the lines that were run."""
    data = coverage.get_data()
    found: dict[str, dict[str, list[int]]] = {}
    for file in data.measured_files():
        by_test: dict[str, list[int]] = {}
        for line, tests in data.contexts_by_lineno(file).items():
            for test in tests:
                by_test.setdefault(test, []).append(line)
        found[Path(file).relative_to(copy).as_posix()] = by_test
    return found


class _Watching:
    """Tells the measurement which test runs, and notes how long each takes and which fail."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        began = time.monotonic()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.monotonic() - began, 3)
            self.coverage.switch_context(IMPORTED)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)
