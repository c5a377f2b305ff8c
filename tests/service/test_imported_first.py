"""Whatever of the web is imported first can be: routes, pages and pictures ask each other for parts."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASKED_BY_ANOTHER = ("service.api.results", "service.pages.result", "service.reports.picture")


@pytest.mark.parametrize("module", ASKED_BY_ANOTHER)
def test_a_module_is_imported_before_all_others(module: str) -> None:
    program = [sys.executable, "-c", f"import {module}"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
