"""One version everywhere: what a user reads is what the code says."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

from click.testing import CliRunner

from service.app import create_app
from service.cli import main
from service.version import VERSION
from tests.service.conftest import settings_at

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    newest = re.search(r"^## (\S+) \(\d{4}-\d{2}-\d{2}\)$", CHANGELOG.read_text(), re.M)
    assert newest is not None
    assert newest[1] == VERSION


def test_package_and_command_line_say_this_version() -> None:
    assert version("tablelog") == VERSION
    assert VERSION in CliRunner().invoke(main, ["--version"]).output


def test_the_document_of_the_api_says_this_version(tmp_path: Path) -> None:
    app = create_app(settings_at(tmp_path))
    assert app.test_client().get("/v1/openapi.json").json["info"]["version"] == VERSION
    app.extensions["tablelog"].close()
