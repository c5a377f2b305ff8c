"""A real service, a real Chromium, and phones in it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.page.table import Evening
from tests.support.page.browser import NoBrowser, find_browser
from tests.support.page.phone import PATIENCE, Phone
from tests.support.service.server import Server

expect.set_options(timeout=PATIENCE)
collect_ignore = [] if sys.platform == "linux" else ["test_other_browsers.py"]
"""WebKitGTK is for Linux alone."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    try:
        program = find_browser()
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--host-resolver-rules=MAP table.lan 127.0.0.1"],
            timeout=2 * PATIENCE,
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One web process for all tests of this process: what others have recorded stands there as well."""
    started = Server(tmp_path_factory.mktemp("home")).start()
    yield started
    started.stop()


MakePhone = Callable[..., Phone]

AT_ONCE = "try { localStorage.setItem('put-turns-together', 'no'); } catch {}"
"""Switches off that turns are put together."""


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[MakePhone]:
    """Makes phones: contexts of their own, watched for errors, foreign hosts and reports of the policy.

    They record each action at once, unless a test is about turns that are put `together`.
    """
    made: list[tuple[BrowserContext, Phone]] = []

    def make(host: str = "127.0.0.1", width: int = 390, height: int = 844, **options: Any) -> Phone:
        together = options.pop("together", False)
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 900,
            reduced_motion="reduce",
            service_workers=options.pop("service_workers", "block"),
            base_url=f"http://{host}:{server.port}",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        if not together:
            context.add_init_script(AT_ONCE)
        one = Phone(context)
        made.append((context, one))
        return one

    yield make
    for context, one in made:
        faults = one.faults
        context.close()
        assert faults == []


@pytest.fixture
def evening(server: Server) -> Callable[..., Evening]:
    """Opens a session of a recorded game, with as much of it recorded as is wanted."""

    def open_evening(game: str = "time_of_chaos", name: str = "demo-2p-001", **options: Any) -> Evening:
        return Evening.opened(server, game, name, **options)

    return open_evening
