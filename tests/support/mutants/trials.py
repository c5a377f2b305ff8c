"""Running tests on a copy of a commit, with one module changed in memory. No file is written for it."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path, PurePosixPath
from types import CodeType, ModuleType

import pytest

OURS = ("tests", "domain", "replays", "workers", "service")
"""The packages that a trial imports from the copy and from nowhere else."""

LOADED_BEFORE = (
    *("alembic", "flask_smorest", "hypothesis", "jsonschema", "marshmallow", "msgspec", "psycopg", "redis"),
    *("rich", "rq", "schemathesis.pytest.plugin", "sqlalchemy", "xdist.plugin"),
)
"""What nearly every test needs and no mutant changes: imported once, so that each fork has it."""


@contextmanager
def copy_of(root: Path, commit: str) -> Iterator[Path]:
    """The files of a commit in a folder of their own, with the environment of the checkout beside them."""
    with tempfile.TemporaryDirectory(prefix="tlmut") as folder:
        archive = subprocess.Popen(["git", "archive", commit], cwd=root, stdout=subprocess.PIPE)
        with tarfile.open(fileobj=archive.stdout, mode="r|") as files:
            files.extraction_filter = getattr(tarfile, "data_filter", None)  # since 3.11.4
            files.extractall(folder)
        if archive.wait() != 0:
            raise LookupError(commit)
        copied = Path(folder).resolve()
        (copied / ".venv").symlink_to(root / ".venv")
        yield copied


def load_before() -> None:
    """Import what all forks share, who also share what is compiled in the copy."""
    sys.dont_write_bytecode = False
    for name in LOADED_BEFORE:
        importlib.import_module(name)


LOADED_EARLY = "ignore::pytest.PytestAssertRewriteWarning"
"""Pytest would rather load its plugins itself."""


def run_tests(copy: Path, asked: Sequence[str], plugins: Sequence[object] = ()) -> int:
    """Run tests of the copy, with options of pytest, in this process, which is a fork and ends with it."""
    enter(copy)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", LOADED_EARLY, f"--rootdir={copy}"]
    return int(pytest.main([*options, "-c", str(copy / "pyproject.toml"), *asked], plugins=[*plugins]))


def enter(copy: Path) -> None:
    """Make the copy the checkout of this process: its folder, and where it imports from."""
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)
    sys.path.insert(0, str(copy))
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]
    importlib.invalidate_caches()
    # A game is tried in play by one of its tests, when that is its turn: not before each run.
    registry = importlib.import_module("tests.support.registry")
    registry.fault_in_play = lambda concerned: None  # type: ignore[attr-defined]


class Changed(MetaPathFinder):
    """Gives one module from a changed syntax tree, and leaves all others to those who find files."""

    def __init__(self, copy: Path, path: str, tree: ast.Module) -> None:
        self.name = module_name(path)
        self.file = str(copy / path)
        self.tree = tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = _ChangedLoader(fullname, self.file, self.tree)
        within = [str(Path(self.file).parent)] if Path(self.file).name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, self.file, loader=loader, submodule_search_locations=within
        )


class _ChangedLoader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, tree: ast.Module) -> None:
        super().__init__(fullname, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        code = compile(self.tree, self.path, "exec", dont_inherit=True)
        assert isinstance(code, CodeType)
        return code


def module_name(path: str) -> str:
    """The module that a file of the checkout is."""
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
