"""The page in WebKit, the engine of Safari, and in Firefox: it joins, follows and records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.page.table import Evening
from tests.support.page.browser import NoBrowser
from tests.support.page.firefox import find_firefox, firefox
from tests.support.page.webkit import find_webkit, webkit
from tests.support.page.window import Window

LIVE = """const line = document.querySelector("header [role=status]");
const whole = performance.getEntriesByType("resource").some(({ name }) => name.includes("-rest.js"));
const caught = document.querySelector("#table")?.dataset.version === String(arguments[0]);
return whole && caught && line?.textContent.includes("Live") && location.pathname;"""
ENTRY = "return document.querySelector(`[data-entry='${arguments[0]}'] .text`)?.textContent;"


@pytest.mark.parametrize("browser", [webkit, firefox])
def test_another_browser_joins_follows_and_records(
    browser: Callable[[Path], AbstractContextManager[Window]],
    evening: Callable[..., Evening],
    tmp_path: Path,
) -> None:
    table = evening(recorded=8)
    travel, after = table.actions[:2]
    city = table.words(travel)["parameters"]["city"]["values"][travel["city"]]["label"]
    with browser(tmp_path) as window:
        window.open(f"http://127.0.0.1:{table.server.port}/j#{table.tokens['scribe']}")
        assert window.until(LIVE, 9) == f"/t/{table.id}"
        window.tap("Travel")
        window.tap(city)
        assert city in window.until(ENTRY, 10)
        assert table.version == 10
        table.record(after)
        assert window.until(ENTRY, 11)


def test_without_a_browser_it_is_said_what_to_install() -> None:
    with pytest.raises(NoBrowser, match=r"No WebKit is here.*webkit2gtk-driver xvfb"):
        find_webkit(lambda name: None)
    with pytest.raises(NoBrowser, match=r"No Firefox is here.*firefox-esr"):
        find_firefox(lambda name: None)
