"""The browser of the tests: how it is found, and what is said where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.page.browser import MISSING, NoBrowser, find_browser


def test_the_named_program_is_taken(tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.touch()
    assert find_browser({"TABLELOG_BROWSER": str(program)}, lambda name: None) == str(program)


def test_a_named_program_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(NoBrowser, match="is not a file"):
        find_browser({"TABLELOG_BROWSER": str(tmp_path / "none")}, lambda name: "/usr/bin/chromium")


def test_the_first_on_the_path_is_taken() -> None:
    assert find_browser({}, {"chromium": "/c", "google-chrome": "/g"}.get) == "/c"


def test_without_any_it_is_said_what_to_install() -> None:
    with pytest.raises(NoBrowser, match="apt install chromium-headless-shell"):
        find_browser({}, lambda name: None)
    assert "TABLELOG_BROWSER" in MISSING
