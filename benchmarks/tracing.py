"""What the thread of a page works at, told by a trace of the browser.

Processor time: what other programs take meanwhile does not count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from playwright.sync_api import Page

Event: TypeAlias = dict[str, Any]

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc", "v8", "v8.execute"]
TASK, FRAME = "RunTask", "ProxyMain::BeginMainFrame"
PARTS = {
    "style and layout": {"UpdateLayoutTree", "Layout"},
    "paint and composite": {FRAME, f"{FRAME}::commit", "PrePaint", "Paint", "Layerize", "Commit"},
    "script": {"FunctionCall", "v8.callFunction", "RunMicrotasks", "MinorGC", "MajorGC", "TimerFire"},
}
"""The parts, and the events whose own time belongs to them; others belong to the one that they are in."""
LATER, REST = "after the first frame", "other"


class Trace:
    """Milliseconds of one stretch of a page, by part."""

    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self.frames = 0

    def read(self, events: Iterable[Event]) -> None:
        """Sort the work of the page's thread: up to the end of its first frame by kind, then as one part."""
        work = _of_the_page(list(events))
        frames = [event for event in work if event["name"] == FRAME]
        self.frames = len(frames)
        first_over = frames[0]["ts"] + frames[0]["dur"] if frames else float("inf")
        above: list[tuple[float, str]] = []
        for event in work:
            while above and event["ts"] >= above[-1][0]:
                above.pop()
            parent = above[-1][1] if above else REST
            own = next((part for part, names in PARTS.items() if event["name"] in names), parent)
            part = LATER if event["ts"] >= first_over else own
            spent = event["tdur"] / 1000
            self.parts[part] += spent
            if above:
                self.parts[parent] -= spent
            above.append((event["ts"] + event["dur"], part))


def _of_the_page(events: list[Event]) -> list[Event]:
    """The complete events of the busiest page's thread, each one before those below it."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    found: dict[int, list[Event]] = {}
    for event in events:
        if event["ph"] == "X" and "tdur" in event and (event["pid"], event["tid"]) in threads:
            found.setdefault(event["pid"], []).append({"dur": 0} | event)
    busiest = max(found.values(), key=lambda own: sum(event["tdur"] for event in own), default=[])
    within = sorted(busiest, key=lambda event: (event["ts"], -event["dur"]))
    begun = next((at for at, event in enumerate(within) if event["name"] == TASK), len(within))
    return within[begun:]


@contextmanager
def traced(page: Page) -> Iterator[Trace]:
    """A trace of what the page does meanwhile, filled in at the end."""
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=CATEGORIES)
    trace = Trace()
    yield trace
    trace.read(json.loads(browser.stop_tracing())["traceEvents"])
