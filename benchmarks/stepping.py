"""The replay page: any step of the longest recorded game of each title, at the service and in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

from playwright.sync_api import Page

from benchmarks.browsing import Room, room
from benchmarks.measured import Measured, percentile
from tests.page.table import Evening
from tests.support.page.evening_over import recorded_whole
from tests.support.page.longest import LONGEST
from tests.support.service.server import send

SERVED_BAR_MS, PAINTED_BAR_MS = 10, 60
STEPS = 160
PACE_MS = 300
"""So long somebody looks at what a step changed before the next one."""
JUMP_EVERY = 8
"""After so many steps the slider jumps somewhere else: nothing is known there."""
KEYS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "PageDown", "PageUp")
OFTEN = (8, 4, 3, 2, 2, 1)
PARTS = "with=board,words&without=view"
"""What the room asks for."""
WATCH = """() => {
  const root = document.getElementById("replay");
  window.steps = [];
  addEventListener("keydown", (event) => (window.pressed = event.timeStamp), { capture: true });
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    window.steps.push(performance.now() - window.pressed);
  }))).observe(root, { attributeFilter: ["data-version"] });
}"""
"""Keeps, in milliseconds, how long after the last key each entry that is drawn was painted."""
SETTLED = """async () => {
  const root = document.getElementById("replay");
  const wanted = () => Number(document.querySelector("input[type=range]").value);
  while (Number(root.dataset.version) !== wanted()) await new Promise((go) => setTimeout(go, 5));
  await new Promise((go) => requestAnimationFrame(() => setTimeout(() => setTimeout(go))));
}"""
JUMP = """(entry) => {
  const bar = document.querySelector("input[type=range]");
  bar.value = entry;
  bar.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def rows() -> Iterator[Measured]:
    """Three rows a title."""
    with room() as here:
        for game, name in LONGEST.items():
            table = recorded_whole(here.server, game, name, visibility="public")
            yield _row(f"{game}: any of {table.version:,} entries, served", _served(table), SERVED_BAR_MS)
            for pace, told in ((PACE_MS, f"a step every {PACE_MS} ms"), (0, "as fast as it paints")):
                taken = _painted(here, table, pace)
                yield _row(f"{game}: key → painted, {told}, {len(taken)}", taken, PAINTED_BAR_MS)


def _row(what: str, taken: list[float], bar: int) -> Measured:
    p50, p95 = percentile(taken, 0.5), percentile(taken, 0.95)
    figure = f"p50 {p50:.1f}, p95 {p95:.1f} ms"
    return Measured(what, figure, f"p95 ≤ {bar} ms", p95 <= bar, note=f"the slowest {max(taken):.0f} ms")


def _served(table: Evening) -> list[float]:
    """Milliseconds of each entry in the order of a shuffled pack: what the room asks for, as its scribe."""
    numbers = list(range(1, table.version + 1))
    Random(1).shuffle(numbers)
    headers = {"Authorization": f"Bearer {table.tokens['scribe']}", "Accept-Encoding": "gzip"}
    taken = []
    with closing(table.server.connection()) as line:
        for number in numbers:
            begun = time.perf_counter()
            status, _ = send(line, "GET", f"{table.path}?at={number}&{PARTS}", headers=headers)
            taken.append(1000 * (time.perf_counter() - begun))
            assert status == 200
    return taken


def _painted(here: Room, table: Evening, pace: int) -> list[float]:
    """Milliseconds from each key to the paint of the entry that it leads to; `pace`: between them."""
    phone = here.phone(width=1280, height=800)
    phone.join(table)
    page = phone.page
    page.goto(f"/t/{table.id}/replay?at={table.version // 2}", wait_until="networkidle")
    page.evaluate(WATCH)
    chance = Random(1)
    taken = []
    for count in range(STEPS):
        if count % JUMP_EVERY == 0:
            page.evaluate(JUMP, chance.randrange(2, table.version))
            page.evaluate(SETTLED)
        page.wait_for_timeout(pace)
        taken += _pressed(page, chance.choices(KEYS, OFTEN)[0])
    phone.context.close()
    return taken


def _pressed(page: Page, key: str) -> list[float]:
    """What one key took; nothing, where it led nowhere else."""
    page.evaluate("() => (window.steps = [])")
    page.keyboard.press(key)
    page.evaluate(SETTLED)
    return [float(took) for took in page.evaluate("() => window.steps")][-1:]
