"""Versions: the tests on the lowest and the newest of Python, of dependencies, of PostgreSQL."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from tests.support.long.campaign import ROOT, Outcome, Progress, Wanted
from tests.support.postgresql import OTHER_PROGRAMS, bundled_programs

Dependencies: TypeAlias = Literal["lowest", "newest"]

PROMISED = re.compile(r"Python :: (3\.\d+)")
LEAST = re.compile(r"(?P<name>[\w.-]+)(\[[\w,]+\])?\s*>=(?P<version>[\w.]+)")
COUNTS = re.compile(r"^(.*\b\d+ (?:passed|failed|errors?)\b.*?) in [\d.]+s", re.MULTILINE)
DEBIAN = Path("/usr/lib/postgresql")
SHOWN = 2_000
"""Characters of what a command said, from its end."""
GROUPS = ("dev", "page", "clients", "mutants")


class Cell(NamedTuple):
    """A Python by its version and its program, and which of the versions of dependencies it has."""

    python: str
    program: str
    dependencies: Dependencies

    @property
    def called(self) -> str:
        return f"Python {self.python}, {self.dependencies} dependencies"


def run(wanted: Wanted, folder: Path) -> Outcome:
    """Each in an environment of its own, then each PostgreSQL that is here in the one that runs this."""
    figures, faults = dict[str, str](), list[str]()
    cells, servers = cells_of(pythons_here(), wanted.pythons), list(servers_here(wanted.servers))
    progress = Progress("versions", len(cells) + len(servers))
    for number, cell in enumerate(cells, 1):
        figures[cell.called], fault = _in_an_environment(cell, wanted, folder / f"{number}")
        faults += [f"{cell.called}: {one}" for one in fault]
        progress.at(number, cell.called)
    for number, (called, programs) in enumerate(servers, len(cells) + 1):
        asked = [*TESTS_OF_POSTGRESQL, *wanted.tests]
        called = f"PostgreSQL {called}"
        figures[called], fault = tested(sys.executable, asked, {OTHER_PROGRAMS: str(programs)})
        faults += [f"{called}: {one}" for one in fault]
        progress.at(number, called)
    return Outcome(figures, faults)


TESTS_OF_POSTGRESQL = ("-k", "postgresql or database", "-m", "not end_to_end")
TESTS_OF_A_CELL = ("-m", "not end_to_end")
"""Browsers and processes are the same in every cell: what hangs on versions runs in the tests' process."""


def pythons_here() -> dict[str, str]:
    """The programs of the promised versions of Python that can be run here, the lowest version first."""
    promised = PROMISED.findall((ROOT / "pyproject.toml").read_text())
    found = {version: shutil.which(f"python{version}") for version in promised}
    return {version: program for version, program in found.items() if program is not None and _runs(program)}


def _runs(program: str) -> bool:
    """A version manager leaves names of Pythons that are not chosen, which only say so."""
    return subprocess.run([program, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0


def cells_of(pythons: Mapping[str, str], chosen: Sequence[str]) -> list[Cell]:
    """The lowest Python with both, each other one with the newest: old packages have no wheels for it."""
    wanted = {version: program for version, program in pythons.items() if not chosen or version in chosen}
    cells = [Cell(version, program, "newest") for version, program in wanted.items()]
    return [Cell(*cells[0][:2], "lowest"), *cells] if cells else []


def servers_here(others: Sequence[str] = ()) -> Iterator[tuple[str, Path]]:
    """The PostgreSQL servers of Debian's packages, the one that the tests bring, and others: by version."""
    debian = sorted(program.parents[1] for program in DEBIAN.glob("*/bin/postgres"))
    for folder in (*debian, *map(Path, others), bundled_programs()):
        said = subprocess.run([folder / "bin" / "postgres", "--version"], capture_output=True, text=True)
        yield said.stdout.replace("(PostgreSQL)", "").strip().removeprefix("postgres").strip(), folder


def lowest(requirements: Sequence[str]) -> list[str]:
    """Each requirement at the lowest version that it allows. What names none is left out."""
    return [
        f"{found['name']}=={found['version']}"
        for requirement in requirements
        if (found := LEAST.match(requirement)) is not None
    ]


def _in_an_environment(cell: Cell, wanted: Wanted, folder: Path) -> tuple[str, list[str]]:
    folder.mkdir()
    constraints = folder / "constraints.txt"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = lowest(project["dependencies"]) if cell.dependencies == "lowest" else []
    constraints.write_text("\n".join(pinned))
    python = folder / "venv" / "bin" / "python"
    groups = [part for group in GROUPS for part in ("--group", group)]
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade")
    for command in (
        (cell.program, "-m", "venv", str(folder / "venv")),
        (*pip, "pip"),
        (*pip, "--constraint", str(constraints), *groups, "--editable", str(ROOT)),
    ):
        made = subprocess.run(command, cwd=ROOT, env=installing(), capture_output=True, text=True)
        if made.returncode != 0:
            return "not installed", [(made.stdout + made.stderr)[-SHOWN:]]
    return tested(str(python), [*TESTS_OF_A_CELL, *wanted.tests], {})


def installing() -> dict[str, str]:
    """The environment in which pip runs: what it only warns of is no fault of what it installs."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}


def tested(python: str, tests: Sequence[str], variables: Mapping[str, str]) -> tuple[str, list[str]]:
    """How many passed and failed, and what the run said if not all did."""
    settings = ("-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider")
    command = [python, "-m", "pytest", "-n", str(os.cpu_count()), *settings, *tests]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "LONG_"))}
    ran = subprocess.run(command, cwd=ROOT, env=kept | dict(variables), capture_output=True, text=True)
    counted = COUNTS.findall(ran.stdout)
    figure = counted[-1].strip("= ") if counted else "nothing was counted"
    return figure, [] if ran.returncode == 0 and counted else [(ran.stdout + ran.stderr)[-SHOWN:]]
