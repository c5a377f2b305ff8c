"""Phones in a Chromium at a service of their own: what their pages mark, keep and spend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Request, sync_playwright

from benchmarks.running import service
from tests.page.table import Evening
from tests.support.page.browser import find_browser
from tests.support.page.phone import Phone
from tests.support.service.server import Server

GAME = "demo-4p-003"
DESKTOP = 900
"""So wide a screen has a mouse."""
SLOW_PROCESSOR = 4
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PATIENCE = 120_000
CLOCK = """(() => {
  window.deeds = [];
  window.painted = {};
  const since = performance.timeOrigin;
  const painted = (told) => requestAnimationFrame(() => setTimeout(() => told(since + performance.now())));
  let tapped = 0;
  addEventListener("click", (event) => (tapped = since + event.timeStamp), { capture: true });
  const see = (node) => {
    if (node.nodeType !== 1) return;
    for (const line of [node, ...node.querySelectorAll(".entry")]) {
      if (line.matches(".waits")) {
        const deed = { tapped };
        window.deeds.push(deed);
        painted((at) => (deed.felt = at));
      } else if (line.matches("[data-entry]")) painted((at) => (window.painted[line.dataset.entry] ??= at));
    }
  };
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(see)))
    .observe(document, { childList: true, subtree: true });
})()"""
"""Marks on a page, in milliseconds of the machine's clock: of each deed its tap and what is felt of it, of
each entry when it was painted."""


class Started(Server):
    """A service that somebody else started."""

    def __init__(self, port: int) -> None:
        self.port = port


@dataclass(frozen=True)
class Room:
    """A service, and a browser for the phones in the room."""

    server: Server
    browser: Browser

    def phone(self, width: int = 390, height: int = 844) -> Phone:
        """A phone that nobody has used yet."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < DESKTOP,
            base_url=f"http://127.0.0.1:{self.server.port}",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(CLOCK)
        return Phone(context)

    def evening(self, name: str, recorded: int, game: str = "time_of_chaos", **opening: Any) -> Evening:
        """A table of a recorded game, with so many of its actions recorded."""
        return Evening.opened(self.server, game, name, recorded=recorded, **opening)


@contextmanager
def room() -> Iterator[Room]:
    """A room for the time of a measurement."""
    with service() as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        yield Room(Started(running.port), browser)
        browser.close()


def slow_down(page: Page) -> CDPSession:
    """Give a page a processor of a cheap phone. Answers the session that holds it so."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
    return session


def spent(session: CDPSession) -> float:
    """Seconds that the page's thread has worked so far."""
    metrics: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


def heap(page: Page) -> float:
    """MiB that the page's scripts hold on to."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    used = float(session.send("Runtime.getHeapUsage")["usedSize"]) / 2**20
    session.detach()
    return used


class Streams:
    """The streams that a phone has open."""

    def __init__(self, phone: Phone) -> None:
        self.open: set[Request] = set()
        phone.context.on("request", self._asked)
        phone.context.on("requestfinished", self._ended)
        phone.context.on("requestfailed", self._ended)

    def _asked(self, request: Request) -> None:
        if re.search(r"/stream\?", request.url):
            self.open.add(request)

    def _ended(self, request: Request) -> None:
        self.open.discard(request)
