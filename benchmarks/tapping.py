"""From a tap to what is felt of it, and to the paint of the other phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle

from playwright.sync_api import expect

from benchmarks.browsing import Room
from benchmarks.client import ask, open_table
from benchmarks.measured import Measured, percentile
from tests.support.page.tapping import Tapping

TAPS, TAPS_BESIDE = 150, 60
FELT_BAR_MS, FOLLOWED_BAR_MS, BESIDE_BAR_MS = 50, 150, 250
SESSIONS, SECONDS_AN_ACTION = 50, 2.0
GAMES = ("demo-4p-003", "demo-3p-002")
PREVIEWS, PREVIEW_BAR_MS = 60, 150
PREVIEWED = (
    ("time_of_chaos", "demo-2p-001", 16, "red", (), "Ironvale in the present"),
    ("chaos_order", "demo-3p-105-002", 13, "p3", ("Act in Discover",), "Track: Harvest"),
)
"""Games with so many actions recorded, a seat, what it taps in the panel first, and then on the board."""
STEP = 'button[aria-label^="Go back to before: "]'
WATCH = """(step) => {
  window.previews = [];
  let tapped;
  let steps = 0;
  addEventListener("click", (event) => (tapped = event.timeStamp), { capture: true });
  new MutationObserver(() => {
    const all = [...document.querySelectorAll(step)];
    if (all.some((one) => one.disabled)) return;
    const since = tapped;
    const painted = () => previews.push(performance.now() - since);
    if (all.length > steps) requestAnimationFrame(() => setTimeout(painted));
    steps = all.length;
  }).observe(document, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}"""
"""Marks on a page, in milliseconds: of each step of a draft, from its tap to its preview's paint."""


def taps(here: Room) -> Iterator[Measured]:
    """With one session, then beside others that run."""
    felt, followed = _tapped(here, TAPS)
    what = f"tap → other phone's paint, {len(followed)} actions"
    yield _row(what, followed, FOLLOWED_BAR_MS)
    yield _row("tap → own feedback", felt, FELT_BAR_MS)
    with _others(here):
        _, followed = _tapped(here, TAPS_BESIDE)
    note = f"each records an action every {SECONDS_AN_ACTION:.0f} s"
    yield _row(f"tap → other phone's paint, {SESSIONS} sessions running", followed, BESIDE_BAR_MS, note)


def previews(here: Room) -> Iterator[Measured]:
    """Beside others that run: a step is tapped on the board, and taken back, over and over."""
    with _others(here):
        for game, name, recorded, seat, before, place in PREVIEWED:
            table = here.evening(name, recorded, game)
            own = here.phone().join(table, f"seat:{seat}")
            steps = own.page.locator(STEP)
            for label in before:
                own.tap(label)
            there = own.page.get_by_role("button", name=place, exact=True)
            expect(there).to_be_visible()
            begun = steps.count()
            own.page.evaluate(WATCH, STEP)
            for _ in range(PREVIEWS):
                own.press(there)
                expect(steps).to_have_count(begun + 1)
                own.press(steps.last)
                expect(steps).to_have_count(begun)
            yield _row(
                f"{game}: gesture → preview's paint, {SESSIONS} sessions running",
                own.page.evaluate("previews"),
                PREVIEW_BAR_MS,
            )
            own.context.close()


def _row(what: str, taken: list[float], bar: int, note: str = "") -> Measured:
    p50, p95 = percentile(taken, 0.5), percentile(taken, 0.95)
    return Measured(what, f"p50 {p50:.0f}, p95 {p95:.0f} ms", f"p95 ≤ {bar} ms", p95 <= bar, note=note)


def _tapped(here: Room, most: int) -> tuple[list[float], list[float]]:
    """Milliseconds from each tap to the line that waits, and to the other phone's paint of the entry."""
    felt, followed = list[float](), list[float]()
    for name in GAMES:
        table = here.evening(name, 8)
        scribe, watcher = here.phone().join(table), here.phone().join(table, "spectator")
        first = table.version + 1
        for number, action in enumerate(table.actions[: most - len(felt)], first):
            Tapping(scribe, table, action).record()
            expect(scribe.entry(number)).to_have_count(1)
            expect(watcher.entry(number)).to_have_count(1)
        deeds = scribe.page.evaluate("window.deeds")
        painted = watcher.page.evaluate("window.painted")
        felt += [deed["felt"] - deed["tapped"] for deed in deeds]
        followed += [painted[str(number)] - deed["tapped"] for number, deed in enumerate(deeds, first)]
        scribe.context.close()
        watcher.context.close()
        if len(felt) >= most:
            break
    return felt, followed


@contextmanager
def _others(here: Room) -> Iterator[None]:
    """Other sessions, each of which records at the pace of a quick table."""
    url = f"http://127.0.0.1:{here.server.port}"
    tables = [open_table(url) for _ in range(SESSIONS)]
    over = threading.Event()

    def record() -> None:
        begun = time.perf_counter()
        for count, table in enumerate(cycle(tables)):
            ask(f"{url}/v1/sessions/{table.id}/actions", "POST", next(table.turns), table.token, If_Match="*")
            due = begun + (count + 1) * SECONDS_AN_ACTION / SESSIONS
            if over.wait(max(0.0, due - time.perf_counter())):
                return

    thread = threading.Thread(target=record)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
