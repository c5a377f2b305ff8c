"""The page at the table against its budget: bytes, and the first moment; the rest is measured beside."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from playwright.sync_api import expect

from benchmarks.browsing import GAME, SLOW_LINE, Room, room, slow_down
from benchmarks.following import evening, update, updates
from benchmarks.measured import Measured
from benchmarks.tapping import taps
from service.pages.assets import FOLDER
from tests.support.page.wire import Wire
from tests.support.service.weight import table_sizes

KIB = 1024
TABLE_BAR_KIB, LINES_BAR = 53, 150
VIEW_BAR_KIB, REQUESTS_BAR = 60, 30
LOCAL_BAR_MS, SLOW_BAR_MS, VIEWS = 600, 2_000, 7
INTERACTIVE = "() => performance.getEntriesByName('interactive')[0].startTime"


def rows() -> Iterator[Measured]:
    """All rows that need a browser."""
    yield from _own()
    with room() as here:
        yield from _wire(here)
        yield from _interactive(here)
        yield from update(here)
        yield from updates(here)
        yield from taps(here)
        yield from evening(here)


def _own() -> Iterator[Measured]:
    first, rest, style, later = table_sizes()
    rest += later
    size = (first + rest + style) / KIB
    yield Measured(
        "page's script and style with libraries, gzipped",
        f"{size:.1f} KiB",
        f"≤ {TABLE_BAR_KIB} KiB",
        size <= TABLE_BAR_KIB,
        note=f"{rest / KIB:.1f} of it, the rest of the page, after the first view",
    )
    own = [path for path in FOLDER.rglob("*.js") if "vendor" not in path.parts]
    longest = max(own, key=lambda path: path.read_text().count("\n"))
    lines = longest.read_text().count("\n")
    yield Measured(
        "longest module", f"{lines} lines", f"≤ {LINES_BAR}", lines <= LINES_BAR, note=longest.name
    )


def _wire(here: Room) -> Iterator[Measured]:
    table = here.evening(GAME, 60)
    phone = here.phone().join(table)
    wire = Wire(phone.page)
    phone.page.reload()
    expect(phone.entry(table.version)).to_have_count(1)
    expect(phone.line).to_contain_text("Live")
    size, asked = wire.total / KIB, len(wire.first_view)
    note = "headers, the table and 40 entries of its log among them; without images"
    yield Measured(
        "first view over the wire",
        f"{size:.1f} KiB",
        f"≤ {VIEW_BAR_KIB} KiB",
        size <= VIEW_BAR_KIB,
        note=note,
    )
    yield Measured("its requests", str(asked), f"≤ {REQUESTS_BAR}", asked <= REQUESTS_BAR)
    phone.context.close()


def _interactive(here: Room) -> Iterator[Measured]:
    table = here.evening(GAME, 60)
    for what, bar, slow in (
        ("local", LOCAL_BAR_MS, False),
        ("processor ÷4, 1.6 Mbit/s, 150 ms", SLOW_BAR_MS, True),
    ):
        taken = []
        for _ in range(VIEWS):
            phone = here.phone().join(table)
            session = slow_down(phone.page) if slow else phone.context.new_cdp_session(phone.page)
            session.send("Network.enable")
            session.send("Network.clearBrowserCache")
            if slow:
                session.send("Network.emulateNetworkConditions", SLOW_LINE)
            phone.page.reload()
            expect(phone.line).to_contain_text("Live")
            taken.append(float(phone.page.evaluate(INTERACTIVE)))
            phone.context.close()
        median = statistics.median(taken)
        note = f"median of {VIEWS}; the slowest {max(taken):,.0f} ms"
        yield Measured(f"interactive, {what}", f"{median:,.0f} ms", f"≤ {bar:,} ms", median <= bar, note=note)
