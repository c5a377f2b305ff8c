"""The range of Pythons that is told is one and the same wherever it is told."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PYTHON = "Programming Language :: Python :: 3."
MINORS = [
    int(each.removeprefix(PYTHON)) for each in PYPROJECT["project"]["classifiers"] if each.startswith(PYTHON)
]
"""The second number of each Python that the package says it runs on."""

RANGE = f"Python 3.{MINORS[0]} to 3.{MINORS[-1]}"


def test_the_range_has_no_gaps_and_holds_the_python_of_this_run():
    assert list(range(MINORS[0], MINORS[-1] + 1)) == MINORS
    assert sys.version_info.minor in MINORS


def test_the_oldest_is_what_is_required_and_what_the_code_is_checked_for():
    oldest = MINORS[0]
    assert PYPROJECT["project"]["requires-python"] == f">=3.{oldest}"
    assert PYPROJECT["tool"]["mypy"]["python_version"] == f"3.{oldest}"
    assert PYPROJECT["tool"]["ruff"]["target-version"] == f"py3{oldest}"


def test_dev_looks_for_each_and_takes_no_other():
    script = (ROOT / "dev").read_text()
    assert [int(minor) for minor in re.findall(r" python3\.(\d+)", script)] == MINORS
    assert f"not (3, {MINORS[0]}) <= sys.version_info[:2] <= (3, {MINORS[-1]})" in script
    assert script.count(RANGE) == 2


def test_who_sets_it_up_is_told_the_range():
    for document in ("README.md", "CONTRIBUTING.md"):
        assert RANGE in (ROOT / document).read_text(), document
