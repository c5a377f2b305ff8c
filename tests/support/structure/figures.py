"""Figures of the structure: how far a reader has to go for one thing.

`python -m tests.structure` prints them all.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from domain.games import REGISTRY
from domain.kernel import Game

ROOT = Path(__file__).parents[3]
OF_GAMES = ("domain.games.", "domain.game_template")
PACKAGES = ("domain", "replays", "workers", "service")


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax trees of all product modules, by dotted name; a package has the name of its folder."""
    found: dict[str, ast.Module] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text("utf-8"))
    return found


def ambiguous_classes() -> list[str]:
    """Names of public classes that stand in more than one module outside the games."""
    counted = Counter(
        node.name
        for name, tree in modules().items()
        if not name.startswith(OF_GAMES)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return sorted(name for name, number in counted.items() if number > 1)


def with_one_importer() -> list[str]:
    """Modules outside the games, no packages, that exactly one other module imports."""
    importers: dict[str, set[str]] = {}
    for name, tree in modules().items():
        for imported in _imported(tree):
            if imported != name:
                importers.setdefault(imported, set()).add(name)
    packages = {name.rpartition(".")[0] for name in modules()}
    return sorted(
        name
        for name, by in importers.items()
        if len(by) == 1 and name not in packages and not name.startswith(OF_GAMES)
    )


def _imported(tree: ast.Module) -> Iterator[str]:
    known = modules().keys()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in known:
                    yield whole
                elif node.module in known:
                    yield node.module


def files_of_facts(game: Game[Any]) -> dict[str, int]:
    """By fact, in how many files of its game the name of its class or its tag stands."""
    folder = ROOT / "domain" / "games" / game.key
    texts = [path.read_text("utf-8") for path in folder.rglob("*.py")]
    return {
        kind.__name__: sum(
            1
            for text in texts
            if re.search(rf'\b{kind.__name__}\b|"{kind.__struct_config__.tag}"', text) is not None
        )
        for kind in game.facts
    }


class Passed:
    """The product files that a call runs through, and how often it goes from one to another."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.changes = 0
        self._last = ""

    def through(self, call: Callable[[], object]) -> None:
        """Run it, and note what it passes in this thread."""
        sys.setprofile(self._note)
        try:
            call()
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(tuple(f"{ROOT / package}/" for package in PACKAGES)):
            return
        self.files.add(name)
        self.changes += name != self._last
        self._last = name


def figures() -> dict[str, int]:
    """Every figure that needs no service, by its name."""
    of_facts = [number for game in REGISTRY.values() for number in files_of_facts(game).values()]
    return {
        "modules with one importer": len(with_one_importer()),
        "files a fact stands in, median": round(statistics.median(of_facts)),
        "files a fact stands in, most": max(of_facts),
    }
