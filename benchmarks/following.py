"""What it costs a phone to follow: one update, and a long evening."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import CDPSession, expect

from benchmarks.browsing import GAME, SLOW_PROCESSOR, Room, Streams, heap, spent
from benchmarks.client import ask, open_table
from benchmarks.measured import Measured, percentile
from benchmarks.tracing import LATER, PARTS, REST, Trace, traced
from domain.games import REGISTRY
from tests.page.table import Evening
from tests.support.page.moments import MOMENTS
from tests.support.page.phone import Phone

UPDATE_BAR_MS, UPDATES, TRACED = 16, 40, 10
PHONES, EARLY, LATE, GROWTH_BAR = 6, 200, 600, 1.1
A_WHILE, UNTIL_ALL_IS_STILL = 0.5, 2.0
"""Seconds: an update is drawn long before the one, its rings are gone before the other."""
LEAST = """async ([path, token]) => {
  const word = document.createElement("p");
  document.body.replaceChildren(word);
  const headers = { Accept: "text/event-stream", Authorization: `Bearer ${token}` };
  const answer = await fetch(path, { headers });
  const reader = answer.body.getReader();
  let bytes = 0;
  const read = async ({ value, done }) => {
    if (done) return;
    bytes += value.length;
    word.textContent = `${bytes} bytes`;
    read(await reader.read());
  };
  reader.read().then(read);
}"""
"""A page that reads the stream, understands nothing of it, and changes one word: no page does with less."""
UNSEEN = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("main { display: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""


def update(here: Room) -> Iterator[Measured]:
    """What one entry costs a phone that watches: all that its page's thread works, then what that was.

    The processor time at full speed, times four. A browser that plays a slow processor holds the thread
    for three times as long as passed on the clock: what the thread waits for others would be work.
    """
    table = here.evening(GAME, 40)
    phone = here.phone().join(table)
    expect(phone.entry(table.version)).to_have_count(1)
    taken = _worked(phone, table, table.actions[:UPDATES])
    expect(phone.entry(table.version)).to_have_count(1)
    median, p95 = statistics.median(taken), percentile(taken, 0.95)
    done = UPDATES + TRACED
    parts = _parts(_traced(phone, table, action) for action in table.actions[UPDATES:done])
    phone.context.close()
    least = statistics.median(_least(here, table, table.actions[done : done + TRACED]))
    yield Measured(
        "one update, processor ÷4",
        f"{median:.0f} ms",
        f"≤ {UPDATE_BAR_MS} ms",
        median <= UPDATE_BAR_MS,
        floor=f"{least:.0f} ms ({median / least:.1f})",
        note=f"all work of the page's thread, p95 {p95:.0f} ms; {parts}; "
        "floor: an empty page that reads the same stream and changes one word",
    )


def updates(here: Room) -> Iterator[Measured]:
    """What one entry costs a phone that watches, at a large board of each title, shown and not shown."""
    for game, moments in MOMENTS.items():
        name, recorded = moments["middle"]
        table = here.evening(name, recorded, game)
        phone = here.phone().join(table)
        taken = _worked(phone, table, table.actions[:UPDATES])
        done = UPDATES + TRACED
        parts = _parts(_traced(phone, table, action) for action in table.actions[UPDATES:done])
        phone.context.close()
        unseen = here.evening(name, recorded, game)
        blind = here.phone().join(unseen)
        blind.page.evaluate(UNSEEN)
        least = statistics.median(_worked(blind, unseen, unseen.actions[:UPDATES]))
        blind.context.close()
        median, p95 = statistics.median(taken), percentile(taken, 0.95)
        yield Measured(
            f"one update of {REGISTRY[game].title}, processor ÷4",
            f"{median:.0f} ms",
            f"≤ {UPDATE_BAR_MS} ms",
            median <= UPDATE_BAR_MS,
            floor=f"{least:.0f} ms ({median / least:.1f})",
            note=f"all work of the page's thread, p95 {p95:.0f} ms; {parts}; "
            "floor: the same page with neither board nor panel shown",
        )


def _worked(phone: Phone, table: Evening, actions: list[dict[str, Any]]) -> list[float]:
    """Milliseconds that the page's thread works for each of these, on a processor of a cheap phone."""
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    time.sleep(UNTIL_ALL_IS_STILL)
    idle, taken = min(_spent_in_a_while(session) for _ in range(5)), []
    for action in actions:
        before = spent(session)
        table.record(action)
        time.sleep(A_WHILE)
        taken.append((spent(session) - before - idle) * 1000 * SLOW_PROCESSOR)
    return taken


def _least(here: Room, table: Evening, actions: list[dict[str, Any]]) -> list[float]:
    """The same for a page that could not do with less."""
    phone = here.phone()
    phone.page.goto("/healthz")
    path = f"{table.path}/stream?with=words,board,offers,changes"
    phone.page.evaluate(LEAST, [path, table.tokens["scribe"]])
    taken = _worked(phone, table, actions)
    phone.context.close()
    return taken


def _parts(traced: Iterable[Trace]) -> str:
    """What these updates were, in milliseconds of a slow processor."""
    traces = list(traced)
    parts = (
        f"{part} {SLOW_PROCESSOR * statistics.median(trace.parts[part] for trace in traces):.0f}"
        for part in (*PARTS, REST, LATER)
    )
    frames = statistics.median(trace.frames for trace in traces)
    return f"traced: {', '.join(parts)} ms, {frames:.0f} frames in 2 s"


def _traced(phone: Phone, table: Evening, action: dict[str, Any]) -> Trace:
    time.sleep(UNTIL_ALL_IS_STILL)
    with traced(phone.page) as trace:
        table.record(action)
        time.sleep(UNTIL_ALL_IS_STILL)
    return trace


def _spent_in_a_while(session: CDPSession) -> float:
    before = spent(session)
    time.sleep(A_WHILE)
    return spent(session) - before


def evening(here: Room) -> Iterator[Measured]:
    """Whether pages grow with the log."""
    url = f"http://127.0.0.1:{here.server.port}"
    table = open_table(url)
    phones = [here.phone() for _ in range(PHONES)]
    streams = [Streams(phone) for phone in phones]
    for phone in phones:
        phone.page.goto(f"/j#{table.token}")
        expect(phone.line).to_contain_text("Live")

    def until(entries: int) -> list[float]:
        while table.version < entries:
            target = f"{url}/v1/sessions/{table.id}/actions"
            answer = ask(target, "POST", next(table.turns), table.token, If_Match="*")
            table.version = answer["version"]
        return [_at_rest(phone, table.version) for phone in phones]

    early, late = statistics.mean(until(EARLY)), statistics.mean(until(LATE))
    what = f"heap of a page, {PHONES} phones at one table"
    figure = f"{early:.2f} MiB after {EARLY} entries, {late:.2f} after {LATE}"
    yield Measured(
        what,
        figure,
        f"≤ {GROWTH_BAR} × that after {EARLY}",
        late <= GROWTH_BAR * early,
        f"{late / early:.2f} ×",
    )
    most = max(len(each.open) for each in streams)
    yield Measured("open streams a page", str(most), "1", most == 1)


def _at_rest(phone: Phone, version: int) -> float:
    expect(phone.entry(version)).to_have_count(1, timeout=120_000)
    return heap(phone.page)
