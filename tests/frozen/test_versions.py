"""No version is named without what it writes being kept."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.frozen.thawing import VERSIONS

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def test_what_every_version_of_the_changelog_wrote_is_frozen() -> None:
    """`python -m tests.support.frozen.freeze VERSION` does it, with the code that a version is named with."""
    assert sorted(re.findall(r"^## (\S+) \(\d{4}-\d{2}-\d{2}\)$", CHANGELOG.read_text(), re.M)) == VERSIONS
