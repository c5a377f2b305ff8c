"""The page in WebKit, the engine of Safari: it joins, follows and records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.page.browser import NoBrowser
from tests.page.table import Evening
from tests.page.webkit import MISSING, find_webkit, webkit

LIVE = """const line = document.querySelector("header [role=status]");
return line?.textContent.includes("Live") && location.pathname;"""
ENTRY = "return document.querySelector(`[data-entry='${arguments[0]}'] .text`)?.textContent;"


def test_webkit_joins_follows_and_records(evening: Callable[..., Evening], tmp_path: Path) -> None:
    table = evening(recorded=8)
    travel, after = table.actions[:2]
    city = table.words(travel)["parameters"]["city"]["values"][travel["city"]]["label"]
    with webkit(tmp_path) as window:
        window.open(f"http://127.0.0.1:{table.server.port}/j#{table.tokens['scribe']}")
        assert window.until(LIVE) == f"/t/{table.id}"
        window.tap("Travel")
        window.tap(city)
        assert city in window.until(ENTRY, 10)
        assert table.version == 10
        table.record(after)
        assert window.until(ENTRY, 11)


def test_without_a_webkit_it_is_said_what_to_install() -> None:
    with pytest.raises(NoBrowser, match="webkit2gtk-driver xvfb"):
        find_webkit(lambda name: None)
    assert "WebKit" in MISSING
