"""The changelog has one short line per change."""

from __future__ import annotations

import re

from tests.support.documents import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
MOST_WORDS = 15


def test_a_change_is_one_line_of_at_most_fifteen_words() -> None:
    changes = re.findall(r"^ *- (.*)$", CHANGELOG, re.MULTILINE)
    assert changes
    assert [change for change in changes if len(change.split()) > MOST_WORDS] == []
    assert re.findall(r"^ +[^ -].*$", CHANGELOG, re.MULTILINE) == []
