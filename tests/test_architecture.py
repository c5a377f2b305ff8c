"""Imports point one way, and nothing in the repository tells of its makers' machines."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain import kernel

ROOT = Path(__file__).parent.parent
FOLDERS = (".ci", "benchmarks", "docs", "domain", "replays", "service", "tests", "workers")
REGISTRY_HOST = re.compile(r"py(thonhosted|pi)\.[a-z]+/|registry\.npm|//deb\.")
FORBIDDEN_IN_DOMAIN = re.compile(
    r"^\s*(?:import|from) (?:time|datetime|os|socket|sqlite3|eventsourcing|flask|redis|rq|marshmallow)\b",
    re.M,
)
OPEN_TO_GAMES = {"msgspec", *sys.stdlib_module_names} - {
    "os",
    "socket",
    "sqlite3",
    "subprocess",
    "time",
    "urllib",
}
"""What a game may import beside itself and the kernel; of Python, what reads no clock and opens nothing."""


READ_AT_ONCE = {
    "all",
    "all_inner_texts",
    "all_text_contents",
    "count",
    "get_attribute",
    "inner_html",
    "inner_text",
    "input_value",
    "is_checked",
    "is_disabled",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "text_content",
}
"""What playwright answers of a page as it stands, which may be half drawn: `expect` waits instead."""


def written() -> Iterator[Path]:
    """Every file of the checkout that is not made by running it."""
    for name in sorted(path.name for path in ROOT.iterdir()):
        path = ROOT / name
        if path.is_file():
            yield path
        elif name in FOLDERS:
            yield from (
                file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts
            )


@pytest.mark.integration
def test_imports_point_one_way():
    lint = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_domain_reads_no_clock_opens_no_socket_and_knows_no_server():
    for path in (ROOT / "domain").rglob("*.py"):
        assert not FORBIDDEN_IN_DOMAIN.search(path.read_text()), path


def foreign_imports(module: Path, package: str) -> list[str]:
    """What a module imports beside its package, the kernel's exported names, msgspec and Python."""
    foreign = []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                foreign += [name.name for name in names if not _is_open_to_games(name.name, package)]
            case ast.ImportFrom(module=source, level=level, names=names):
                source = "." * level + (source or "")
                exported = kernel.__all__ if f"{source}.".startswith("domain.kernel.") else ()
                foreign += [
                    f"{source}.{name.name}"
                    for name in names
                    if name.name not in exported and not _is_open_to_games(f"{source}.{name.name}", package)
                ]
    return foreign


def _is_open_to_games(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.") or module.partition(".")[0] in OPEN_TO_GAMES


def test_a_game_imports_itself_the_kernels_exports_msgspec_and_python_alone():
    games = [path.parent for path in (ROOT / "domain" / "games").glob("*/__init__.py")]
    found = {
        f"{module.relative_to(ROOT).as_posix()}: {name}"
        for game in (*games, ROOT / "domain" / "game_template")
        for module in game.rglob("*.py")
        for name in foreign_imports(module, ".".join(game.relative_to(ROOT).parts))
    }
    assert sorted(found) == []


def test_a_foreign_import_of_a_game_is_found(tmp_path: Path):
    module = tmp_path / "rules.py"
    module.write_text(
        """
import msgspec, json, os.path, sqlalchemy
from random import Random
from domain.games.reef import facts
from domain.games.reefs import GAME
from domain.kernel import Chance, Session
from domain.kernel.offers import Domain, admits
from domain.kernel.session import Draft
from service import app
from .facts import CubesPlaced
"""
    )
    assert foreign_imports(module, "domain.games.reef") == [
        "os.path",
        "sqlalchemy",
        "domain.games.reefs.GAME",
        "domain.kernel.Session",
        "domain.kernel.offers.admits",
        "domain.kernel.session.Draft",
        "service.app",
        ".facts.CubesPlaced",
    ]


def test_only_the_event_store_knows_the_event_sourcing_library():
    knowing = [
        path.relative_to(ROOT).as_posix()
        for folder in ("domain", "replays", "workers", "service")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"^\s*(?:import|from) eventsourcing\b", path.read_text(), re.M)
    ]
    assert set(knowing) <= {
        "replays/event_store.py",
        "replays/log_storage.py",
        "replays/postgresql_log.py",
    }


def test_kernel_and_layers_above_name_no_game():
    games = [path.name for path in (ROOT / "domain" / "games").iterdir() if (path / "__init__.py").exists()]
    named = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(games)})(?![A-Za-z0-9])")
    for folder in ("domain/kernel", "service", "workers", "replays"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not named.search(path.read_text()), path


def test_no_registry_host_stands_in_the_repository():
    this = Path(__file__)
    for path in written():
        if path != this and path.suffix not in (".gz", ".png"):
            assert not REGISTRY_HOST.search(path.read_text(errors="ignore")), path


def hasty(module: Path) -> list[str]:
    """Where a test of the pages reads a moment: a page as it stands, or the version it then waits for."""
    found = []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[]) if name in READ_AT_ONCE:
                found.append(f"{node.lineno}: {name}()")
            case ast.Call(args=args):
                inside = (one for given in args for one in ast.walk(given))
                read = [one for one in inside if isinstance(one, ast.Attribute) and one.attr == "version"]
                found += [f"{one.lineno}: version" for one in read]
    return sorted(set(found))


def test_a_test_of_the_pages_waits_for_what_it_reads():
    """After a tap neither the page nor the log is there yet: helpers read what stands still, tests wait."""
    tests = (ROOT / "tests" / "page").glob("test_*.py")
    found = {f"{path.name}: {read}" for path in tests for read in hasty(path)}
    assert sorted(found) == []


def test_a_hasty_read_is_found(tmp_path: Path):
    module = tmp_path / "test_page.py"
    module.write_text(
        """
assert phone.button("Travel").count() == "aa".count("a")
before = table.version
expect(phone.entry(table.version)).to_have_count(1)
expect(phone.entry(before + 1)).to_have_count(1)
assert table.version == before + 1
"""
    )
    assert hasty(module) == ["2: count()", "4: version"]
