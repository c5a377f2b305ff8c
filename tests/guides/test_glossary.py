"""The glossary names what is in the code."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.documents import ROOT

PACKAGES = ("domain", "replays", "service", "workers")
ROW = re.compile(r"^\|.*\|([^|]*)\|$", re.M)
"""The last column of a table."""


def names_in(text: str) -> set[str]:
    """Every name that the last column of a table holds in a code span."""
    spans = (span for cell in ROW.findall(text) for span in re.findall(r"`([^`]+)`", cell))
    return {name for span in spans for name in re.findall(r"[A-Za-z_]\w*", span)}


def test_the_last_column_of_a_row_holds_the_names() -> None:
    assert names_in("| a `b` | `C` | `D`, `E.f` |\n| g | h | |\n`i`") == {"D", "E", "f"}


def test_every_name_in_the_code_column_is_in_the_code() -> None:
    modules = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    words = {word for path in modules for word in _words_of(path)}
    named = names_in((ROOT / "docs" / "glossary.md").read_text("utf-8"))
    assert len(named) > 30
    assert named - words == set()


def _words_of(path: Path) -> set[str]:
    return {*re.findall(r"[A-Za-z_]\w*", path.read_text("utf-8"))}
